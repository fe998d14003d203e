export { cutBlock } from '../document/markdown-text.ts';
export { type Findings, findInBlocks, type Hit } from './find-in-page.ts';
export {
  type FormattedReading,
  formatReading,
  formatSection,
  listPageLinks,
  localUrl,
  numberLinks,
  type PageLink,
  readingTokens,
  shownBlocks,
  withShortLinks,
} from './format.ts';
export { buildOutline, findSection, type OutlineItem, outlineText, sectionAt } from './outline.ts';
export { blocksAround, blocksOfView, type PageView } from './page-view.ts';
export { cursorAt, numberRange, type Position } from './paginate.ts';
export { bm25, rankPassages, wordStarts } from './rank-passages.ts';
export { passageSource } from './select-passages.ts';
export { framePlaces, stitchFrames } from './stitch-frames.ts';
export {
  listPageTables,
  type PlacedTable,
  type TableText,
  tableCalled,
  tableText,
  tableTitle,
} from './tables.ts';
export { sentBefore, textContext } from './text-context.ts';
