import type { PageBlock, PageReading } from '../../contracts/index.ts';
import { plainText } from '../document/markdown-text.ts';
import { buildOutline, type OutlineItem } from './outline.ts';
import { blocksOfView } from './page-view.ts';

/** Sections with less text outside links are navigation. `length` in characters, `share` of all text. */
const MIN_TEXT = { length: 30, share: 0.5 };

/**
 * The sections outside the main content that contain text, such as a box of facts beside an article, as items of the
 * outline of the whole page. Excludes lists of links.
 */
export function sectionsBeside(reading: PageReading): OutlineItem[] {
  if (reading.layout !== 'article' || reading.around.length === 0) return [];
  const items = new Map<PageBlock, OutlineItem>();
  const blocks = blocksOfView(reading, 'whole');
  for (const item of buildOutline(blocks, 'whole')) {
    const heading = blocks[item.block];
    if (heading) items.set(heading, item);
  }
  return reading.around.flatMap((run) =>
    run.blocks.flatMap((heading, index) => {
      const item = items.get(heading);
      return item && hasText(textBelow(run.blocks, index)) ? [item] : [];
    }),
  );
}

/** The blocks up to the next heading. */
function textBelow(blocks: readonly PageBlock[], heading: number): readonly PageBlock[] {
  const end = blocks.findIndex(({ headingLevel }, index) => index > heading && headingLevel !== null);
  return blocks.slice(heading + 1, end < 0 ? undefined : end);
}

function hasText(blocks: readonly PageBlock[]): boolean {
  const markdown = blocks.map((block) => block.markdown).join('\n');
  const all = plainText(markdown).length;
  const outsideLinks = plainText(markdown.replace(/!?(?<!\\)\[(?:[^[\]\\]|\\.)*\]\([^()\s]*\)/g, '')).trim().length;
  return outsideLinks >= MIN_TEXT.length && outsideLinks >= all * MIN_TEXT.share;
}
