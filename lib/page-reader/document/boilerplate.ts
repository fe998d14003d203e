import { LINK_DESTINATION, listLinkAddresses } from '../../text/index.ts';
import { type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { findLinkSections } from './link-sections.ts';
import { headingText, isFootnotes, isSideHeading } from './region-kind.ts';
import { findSideSections } from './side-sections.ts';
import { measureProse, measureTextAmount, SENTENCE, type Share, type Shares } from './text-density.ts';

/**
 * Minimum share of text outside links; with less, a page is a list of links. `ofOneText`: for a page with one
 * continuous text. `ofMany`: for other pages.
 */
const MIN_TEXT_SHARE = { ofMany: 0.6, ofOneText: 0.25 };
/** With less prose than this, the links may be what the user came for. Characters. */
const MIN_PROSE = 500;

/** The region that holds the content, null for the whole page, and the author's lists of links. */
type ContentBox = { root: Region | null; ownLinks: ReadonlySet<PlacedBlock>; withoutControls?: boolean };

/**
 * Removes boilerplate from the content: sections with a boilerplate heading, boxes of links to other pages, buttons,
 * and headings left without content. If the page has one continuous text, removes boxes with a few words and many
 * links. On other pages, such as listings, removes only boxes that contain almost nothing but links. Pages without
 * prose keep their boxes.
 */
export function removeBoilerplate(
  allBlocks: readonly PlacedBlock[],
  shares: Shares,
  { root, ownLinks, withoutControls = false }: ContentBox,
): readonly PlacedBlock[] {
  const beside = findSideSections(allBlocks, shares);
  const facts = authorFacts(allBlocks, shares);
  const labels = entryLabels(allBlocks);
  const blocks = allBlocks.filter((block) => !beside.has(block) && !facts.has(block) && !labels.has(block));
  const choices = choicesIn(blocks, withoutControls);
  const isButton = (block: PlacedBlock) => !choices.has(block) && isBareControl(block);
  const { all, text, prose } = measureTextAmount(blocks);
  const running = runningText(blocks);
  const isOneText = running.prose > prose * 0.5;
  if (prose < MIN_PROSE || text < all * (isOneText ? MIN_TEXT_SHARE.ofOneText : MIN_TEXT_SHARE.ofMany))
    return withoutControls ? blocks.filter((block) => !isButton(block)) : blocks;
  const isBoilerplate = isOneText ? isBesideText : isLinkList;
  const own = ownBoxes(shares, isOneText ? listsAmidst(blocks, running.box) : new Set());
  const linkSections = findLinkSections(blocks);
  const titles = titlesIn(blocks, isOneText ? Number.POSITIVE_INFINITY : MIN_TITLES);
  // A linked title belongs to the content below it and is not a list of links.
  const isLinks = (block: PlacedBlock) => (region: Region, share: Share) =>
    isBoilerplate(share, region) && !(titles.has(block) && share.text === block.counts.text);
  const isKept = (block: PlacedBlock) =>
    ownLinks.has(block) ||
    linkSections.has(block) ||
    (!isButton(block) && !isInside(block, isLinks(block), own, shares, root));
  const remainingBlocks = new Set(blocks.filter(isKept));
  return blocks.filter((block, index) => remainingBlocks.has(block) && !isEmptyHeading(blocks, index, remainingBlocks));
}

/** The box with the longest text whose paragraphs are siblings, and its number of characters. */
function runningText(blocks: readonly PlacedBlock[]): { box: Region | null; prose: number } {
  const sums = new Map<Region, number>();
  for (const block of blocks) {
    const box = findParagraphBox(block);
    sums.set(box, (sums.get(box) ?? 0) + measureProse(block));
  }
  let longest: { box: Region | null; prose: number } = { box: null, prose: 0 };
  for (const [box, prose] of sums) if (prose > longest.prose) longest = { box, prose };
  return longest;
}

/** The region around the paragraph. */
function findParagraphBox({ region }: PlacedBlock): Region {
  return (region.tag === 'p' && region.parent) || region;
}

/** Minimum number of linked lines in a poem or a song with notes; fewer lead to other pages. */
const MIN_LINKED_LINES = 3;

/**
 * Lists within the text in `box` are the author's, even if they consist of links, and so are linked lines; lists after
 * its end may be the site's.
 */
function listsAmidst(blocks: readonly PlacedBlock[], box: Region | null): ReadonlySet<Region> {
  const end = blocks.findLastIndex((block) => findParagraphBox(block) === box && measureProse(block) >= SENTENCE);
  const before = blocks.slice(0, Math.max(0, end));
  const lists = before.flatMap(({ region }) =>
    region.parent === box && (region.tag === 'ul' || region.tag === 'ol') ? [region] : [],
  );
  return new Set([...lists, ...linkedLines(before, box)]);
}

/**
 * The boxes of consecutive linked lines: the lines themselves if they are directly in `box`, else the box around them.
 */
function linkedLines(blocks: readonly PlacedBlock[], box: Region | null): Region[] {
  const lineRegions: Region[] = [];
  let run: PlacedBlock[] = [];
  for (const block of [...blocks, undefined]) {
    const isLine =
      block !== undefined &&
      (block.region.tag === 'p' || block.markdown.split('\n').length >= MIN_LINKED_LINES) &&
      block.counts.link > 0 &&
      block.counts.link >= block.counts.text * 0.85 &&
      block.kind === 'paragraph';
    if (isLine && (run.length === 0 || run[0]?.region.parent === block.region.parent)) {
      run.push(block);
      continue;
    }
    const count = run.reduce((sum, { markdown }) => sum + markdown.split('\n').length, 0);
    const parent = run[0]?.region.parent ?? null;
    if (count >= MIN_LINKED_LINES && parent === box) lineRegions.push(...run.map(({ region }) => region));
    else if (count >= MIN_LINKED_LINES && parent?.parent === box) lineRegions.push(parent);
    run = isLine ? [block] : [];
  }
  return lineRegions;
}

/** The boxes of these lists, and of captions and footnotes, whose links are part of the text. */
function ownBoxes({ regions }: Shares, lists: ReadonlySet<Region>): ReadonlySet<Region> {
  const own = new Set<Region>();
  for (const region of regions) {
    const isOwn = lists.has(region) || region.tag === 'figcaption' || isFootnotes(region);
    if (isOwn || (region.parent && own.has(region.parent))) own.add(region);
  }
  return own;
}

function isLinkList({ link, text }: Share): boolean {
  return link > text * 0.85 && text > 60;
}

const BOXES = /^(?:div|section|ul|ol|table|form|fieldset|dl)$/;

function isBesideText({ link, text, prose }: Share, region: Region): boolean {
  if (link > text * 0.6 && text > 60) return true;
  return prose < 200 && link > text * 0.35 && BOXES.test(region.tag);
}

function isInside(
  { region: inner }: PlacedBlock,
  isLinks: (region: Region, share: Share) => boolean,
  own: ReadonlySet<Region>,
  shares: Shares,
  root: Region | null,
): boolean {
  for (const region of regionAndAncestors(inner)) {
    if (region === root || own.has(region)) return false;
    if (isLinks(region, shares.of(region))) return true;
  }
  return false;
}

/** Listings have at least this many linked lines; one text with a few references to others has fewer. */
const MIN_TITLES = 8;

/** Headings, and, if there are at least `minLines` of them, lines that are one link. */
function titlesIn(blocks: readonly PlacedBlock[], minLines: number): ReadonlySet<PlacedBlock> {
  const headings = blocks.filter(({ headingLevel }) => headingLevel !== null);
  const lines = blocks.filter(
    ({ kind, counts, markdown }) =>
      kind === 'paragraph' && counts.link >= counts.text * 0.85 && listLinkAddresses(markdown).length === 1,
  );
  return new Set(lines.length >= minLines ? [...headings, ...lines] : headings);
}

/** Whether everything under this heading was removed. */
function isEmptyHeading(
  blocks: readonly PlacedBlock[],
  index: number,
  remainingBlocks: ReadonlySet<PlacedBlock>,
): boolean {
  const level = blocks[index]?.headingLevel ?? null;
  if (level === null || level === 1) return false;
  for (let next = index + 1; ; next += 1) {
    const block = blocks[next];
    if (!block || (block.headingLevel !== null && block.headingLevel <= level)) return next > index + 1;
    if (remainingBlocks.has(block)) return false;
  }
}

/** Whether the block is only a button. A button that opens something is the title of its content. */
function isBareControl({ counts, headingLevel, region }: PlacedBlock): boolean {
  return headingLevel === null && counts.control >= counts.text * 0.9 && counts.text > 0 && !region.opens;
}

/** Minimum number of choices, and maximum length of each in characters. */
const CHOICE = { minCount: 2, maxLength: 80 };

/**
 * Rows of controls that a heading or label directly above introduces, such as the answers of a quiz or the sizes of a
 * product. Without one, as in the tools of a text, the controls are not content.
 */
function choicesIn(blocks: readonly PlacedBlock[], isProduct: boolean): ReadonlySet<PlacedBlock> {
  const choices = new Set<PlacedBlock>(isProduct ? sizesIn(blocks) : []);
  for (let index = 0; index < blocks.length; index += 1) {
    const title = blocks[index];
    if (!title || !isQuestion(title, isProduct)) continue;
    const row: PlacedBlock[] = [];
    for (let block = blocks[index + 1]; block && isBareControl(block); block = blocks[index + 1 + row.length])
      row.push(block);
    const count = row.reduce((sum, { counts }) => sum + counts.controls, 0);
    const length = row.reduce((sum, { counts }) => sum + counts.control, 0);
    if (count >= CHOICE.minCount && length <= count * CHOICE.maxLength) for (const block of row) choices.add(block);
  }
  return choices;
}

/** Minimum number of controls in a row of sizes. */
const MIN_SIZES = 3;
const SIZE = /^(?:\d{1,4}(?:[.,]\d{1,2})?\s?\p{L}{0,3}|\d{0,2}X{0,4}[SML]|X{1,4}S)$/u;

/** Rows of controls that are sizes, amounts or capacities, which need no label: 39, XL, 128 GB. */
function sizesIn(blocks: readonly PlacedBlock[]): PlacedBlock[] {
  const sizes: PlacedBlock[] = [];
  let row: PlacedBlock[] = [];
  for (const block of [...blocks, undefined]) {
    const labels =
      block && isBareControl(block)
        ? headingText(block.markdown)
            .replace(/^- /, '')
            .split(/\s+\(\p{L}+\)\s*|\s{2,}/u)
        : [];
    const areSizes = labels.length > 0 && labels.every((label) => label === '' || SIZE.test(label.trim()));
    if (block && areSizes) row.push(block);
    else {
      if (row.reduce((sum, { counts }) => sum + counts.controls, 0) >= MIN_SIZES) sizes.push(...row);
      row = [];
    }
  }
  return sizes;
}

/** Maximum length of the name of an option. Characters. */
const MAX_OPTION = 30;

/** Whether this is a heading below the first level without links, a question, or the name of a product option. */
function isQuestion({ headingLevel, counts, markdown, kind }: PlacedBlock, isProduct: boolean): boolean {
  if (headingLevel !== null) return headingLevel > 1 && counts.link === 0 && !isSideHeading(markdown);
  if (kind !== 'paragraph' || counts.link + counts.control > 0) return false;
  return /[?？؟]\**$/.test(markdown) || (isProduct && counts.text <= MAX_OPTION && !/\d/.test(markdown));
}

/** Class names of the author column of posts in XenForo, phpBB, vBulletin, MyBB and Invision. */
const CELLS =
  /(?:^|[\s_-])(?:message-user(?:Details)?|postprofile|post-?left|post_author|user-?info|author-?pane\w*)(?:$|[\s_-])/i;
/** Maximum content of an author cell, regardless of its name: characters, and characters of prose. */
const MOST = { text: 400, prose: 150 };

/**
 * Facts in author cells beside the name: rank, number of posts, join date, location. They repeat with each post; a
 * single such cell may be the content of the page.
 */
function authorFacts(blocks: readonly PlacedBlock[], shares: Shares): ReadonlySet<PlacedBlock> {
  const authorCells = new Set<Region>();
  const facts = new Set<PlacedBlock>();
  for (const block of blocks) {
    const cell = cellAround(block.region, shares);
    if (!cell) continue;
    if (authorCells.has(cell) || block.counts.text === 0) facts.add(block);
    else authorCells.add(cell);
  }
  return authorCells.size > 1 ? facts : new Set();
}

function cellAround(region: Region, shares: Shares): Region | null {
  let cell: Region | null = null;
  for (const around of regionAndAncestors(region)) {
    const { text, prose } = shares.of(around);
    if (text > MOST.text || prose > MOST.prose) break;
    if (CELLS.test(around.names)) cell = around;
  }
  return cell;
}

/**
 * A link or control may be a label of entries if its text occurs at least `minCount` times and has at most `maxLength`
 * characters.
 */
const LABEL = { minCount: 4, maxLength: 40 };

/**
 * Links and controls with the same text in many entries of a list or thread, such as "Reply", "Share" and "Add to
 * cart". Excludes dates, numbers, and links whose target no other block links to.
 */
function entryLabels(blocks: readonly PlacedBlock[]): ReadonlySet<PlacedBlock> {
  const links = new Map<string, number>();
  const labels = new Map<string, PlacedBlock[]>();
  let previous = '';
  for (const block of blocks) {
    const { counts, headingLevel, markdown } = block;
    for (const [, target = ''] of markdown.matchAll(LINK_DESTINATION)) links.set(target, (links.get(target) ?? 0) + 1);
    const text = headingText(markdown);
    const isShort = counts.text > 0 && counts.text <= LABEL.maxLength && !/\d/.test(text);
    // Equal links in a row are a separate list.
    if (isShort && headingLevel === null && counts.link + counts.control >= counts.text * 0.9 && text !== previous) {
      const alike = labels.get(text);
      if (alike) alike.push(block);
      else labels.set(text, [block]);
    }
    previous = text;
  }
  const labelBlocks = new Set<PlacedBlock>();
  for (const alike of labels.values()) {
    if (alike.length < LABEL.minCount) continue;
    for (const block of alike) {
      if (listLinkAddresses(block.markdown).every((target) => (links.get(target) ?? 0) > 1)) labelBlocks.add(block);
    }
  }
  return labelBlocks;
}
