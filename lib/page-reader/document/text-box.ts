import { groupByRegion, isIn, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { partsBeside } from './parts-beside.ts';
import { describeMake } from './region-kind.ts';
import { isParagraph, measureTextAmount, SENTENCE, type Share, type Shares } from './text-density.ts';

/** With less prose, there is no long text that a short one could be beside. Characters. */
const MIN_LONG_TEXT = 120;
/** A region with this share of the prose holds the content, regardless of text beside it. */
const DOMINANT = 0.8;
/** Does not apply to a region that is mostly code if more than this share of the explanation is beside it. */
const MAX_WORDS = 0.5;
/** A box that directly holds this many paragraphs contains the text. */
const FEW_PARAGRAPHS = 2;

/**
 * The single article of the page, or its main element, if the page marks them; else the body. `heading` is its
 * headline.
 */
export function findStart({ regions, of }: Shares, heading: PlacedBlock | undefined): Region | null {
  const [body] = regions;
  if (!body) return null;
  const is =
    (name: 'article' | 'main') =>
    ({ tag, role }: Region) =>
      tag === name || role === name;
  const isArticle = is('article');
  const [first, second] = regions
    .filter((region) => isArticle(region) && ![...regionAndAncestors(region)].slice(1).some(isArticle))
    .sort((one, other) => of(other).weight - of(one).weight);
  const isAlone = first && (!second || of(second).weight < of(first).weight * 0.5);
  // An article element beside the page's headline is a part of the content, such as a product description.
  const minShare = !heading || (first && isIn(heading.region, first)) ? 0.35 : 0.6;
  if (first && isAlone && of(first).weight >= of(body).weight * minShare) return first;
  const main = regions.find(is('main'));
  return main && of(main).weight >= of(body).weight * 0.5 ? main : body;
}

/**
 * The innermost box with nearly all the content of `start`, unless its sibling belongs to the same text or
 * conversation. `candidates` are the blocks that may be content.
 */
export function findTextBox(
  start: Region | null,
  { regions, of }: Shares,
  candidates: readonly PlacedBlock[],
): Region | null {
  let root = start;
  const isSectionAmongOthers = sectionsAmongOthers(candidates);
  const paragraphs = new Map<Region | null, number>();
  for (const { region } of candidates.filter(isParagraph)) {
    paragraphs.set(region.parent, (paragraphs.get(region.parent) ?? 0) + 1);
  }
  const whole = root ? of(root) : { weight: 0, words: 0 };
  // A long code listing may have more text than the article around it.
  const isDominant = ({ weight, words }: Share) =>
    weight >= whole.weight * DOMINANT && words >= whole.words * MAX_WORDS;
  for (const region of whole.weight < MIN_LONG_TEXT ? [] : regions) {
    if (region.parent !== root || isTextElement(region) || !isDominant(of(region))) continue;
    // The text has begun, so a smaller box inside it is collapsed content or follows an advertisement.
    if ((paragraphs.get(root) ?? 0) >= FEW_PARAGRAPHS) break;
    if (isSectionAmongOthers(region)) break;
    // A long answer stays together with the question before it.
    if (regions.some((other) => isSibling(other, region) && of(other).weight >= SENTENCE)) break;
    root = region;
  }
  return root;
}

/**
 * Returns whether a sibling box of a region has exactly the same structure and both begin with a heading of the same
 * level above unlinked text. Such boxes are sections of one text.
 */
function sectionsAmongOthers(blocks: readonly PlacedBlock[]): (region: Region) => boolean {
  const counts = new Map<Region | null, Map<string, number>>();
  const keys = new Map<Region, string>();
  for (const [region, [title, ...rest]] of groupByRegion(blocks)) {
    const make = describeMake(region);
    const amount = measureTextAmount(rest);
    if (make === null || !title?.headingLevel || amount.text <= amount.all * 0.5) continue;
    const key = `${title.headingLevel} ${make}`;
    const beside = counts.get(region.parent) ?? new Map<string, number>();
    counts.set(region.parent, beside.set(key, (beside.get(key) ?? 0) + 1));
    keys.set(region, key);
  }
  return (region) => (counts.get(region.parent)?.get(keys.get(region) ?? '') ?? 0) > 1;
}

/** Minimum number of a document's own sections beside the box with most of its text. */
const MIN_SECTIONS = 2;

/**
 * The box around the one with most of the text, if the headings of other sections with text are directly in it. Their
 * level must be that of the headings in the text or a higher one. In the reference of a program, the description may be
 * longer than all methods.
 */
export function findDocumentBox(
  text: Region | null,
  start: Region | null,
  candidates: readonly PlacedBlock[],
): Region | null {
  if (!text || text === start) return text;
  const levels = candidates.flatMap(({ headingLevel, region }) =>
    headingLevel && isIn(region, text) ? [headingLevel] : [],
  );
  const level = Math.min(...levels.filter((each) => each > 1));
  const path = new Set([...regionAndAncestors(text)].filter((region) => region !== text && isIn(region, start)));
  const sections = partsBeside(candidates, text, new Set());
  const titles = [...sections].filter(
    ({ headingLevel, region }) => headingLevel && headingLevel <= level && path.has(region),
  );
  const boxes = Map.groupBy(titles, ({ region }) => region);
  return [...path].findLast((region) => (boxes.get(region)?.length ?? 0) >= MIN_SECTIONS) ?? text;
}

/**
 * Whether this is another turn of a conversation or another post of a thread. Boxes with other tags and names are too
 * common for a decision.
 */
function isSibling(other: Region, region: Region): boolean {
  const isSame = other.parent === region.parent && other.tag === region.tag && other.names === region.names;
  return isSame && other !== region && (region.tag === 'article' || region.tag === 'section');
}

/**
 * A paragraph or a list may hold nearly all words of a short page, but the table beside it still belongs to the
 * content.
 */
function isTextElement({ tag }: Region): boolean {
  return /^(?:p|h[1-6]|ul|ol|li|dl|dd|dt|table|tr|pre|blockquote|figure|form|label|a|span)$/.test(tag);
}
