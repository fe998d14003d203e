import { hasTime } from '../../language/index.ts';
import {
  type BlocksByRegion,
  describeShape,
  groupByRegion,
  isIn,
  outermost,
  type PlacedBlock,
  type Region,
  regionAndAncestors,
} from '../dom/region.ts';
import { findCards, findOtherProducts } from './cards.ts';
import { partsBeside } from './parts-beside.ts';
import {
  headingText,
  isCommentsHeading,
  isFootnotes,
  isNamedAside,
  isSideHeading,
  isTitleOfSection,
} from './region-kind.ts';
import { isParagraph, isSentence, measureProse, measureTextAmount, SENTENCE } from './text-density.ts';

/**
 * This much prose below the headline makes an article, regardless of what follows it. On a page that does not declare
 * itself an article, the text may be a question with answers below. Characters.
 */
export const SHORT_ARTICLE = 250;
const LONG_QUESTION = 1000;
/** If cards hold this many times as much text as is above them, they are the content. */
const MAX_CARDS = 6;
/** Minimum share of the text that is in one box, and maximum share after that box that may be removed. */
const ENDING = { minShareInBox: 0.7, maxShare: 0.3 };

/** Regions beside the article, and those with readers' comments on it. */
export type ArticleBoilerplate = { aside: ReadonlySet<Region>; comments: ReadonlySet<Region> };

/** Finds readers' messages below a long text, on any page. */
export function findComments(blocks: readonly PlacedBlock[]): ArticleBoilerplate {
  const headline = blocks.find((block) => block.headingLevel === 1);
  const inside = groupByRegion(blocks);
  const messages = findMessages(inside, new Set(headline ? regionAndAncestors(headline.region) : []));
  const comments = new Set<Region>();
  const findBox = outermost((region) => messages.has(region));
  let prose = 0;
  for (const block of messages.size > 0 ? blocks.slice(headline ? blocks.indexOf(headline) : 0) : []) {
    const box = findBox(block.region);
    if (!box && isSentence(block)) prose += measureProse(block);
    if (box && prose >= LONG_QUESTION) comments.add(box);
  }
  return { aside: new Set(), comments };
}

/**
 * On a page that declares itself an article, finds everything above its headline, and boxes of any size below its first
 * sentences that hold something else. Such boxes are recognized by role, name or heading, as cards that link to other
 * pages, as another article, or as readers' messages. `headline` is the heading that matches the title, if any.
 */
export function findArticleBoilerplate(
  address: string,
  blocks: readonly PlacedBlock[],
  headline: PlacedBlock | undefined,
): ArticleBoilerplate {
  const first = headline ?? blocks.find((block) => block.headingLevel === 1);
  const start = first ? blocks.indexOf(first) : 0;
  const ofHeadline = new Set(first ? regionAndAncestors(first.region) : []);
  const inside = groupByRegion(blocks);
  const cardRegions = findCards(address, inside, ofHeadline);
  const entries = findEntries(blocks.slice(start), cardRegions, inside);
  const cards = new Set([...cardRegions].filter((region) => !entries.has(region)));
  const others = new Set([
    ...findOtherArticles(blocks, ofHeadline),
    ...findHeaded(blocks, inside, ofHeadline, isSideHeading),
  ]);
  const messages = new Set([
    ...findMessages(inside, ofHeadline),
    ...findHeaded(blocks, inside, ofHeadline, isCommentsHeading),
  ]);
  const isAside = (region: Region) =>
    cards.has(region) || others.has(region) || (!ofHeadline.has(region) && isNamedAside(region));

  const findBox = outermost((region) => messages.has(region) || isAside(region));

  const aside = new Set(headline ? boxesBefore(blocks, start) : []);
  const comments = new Set<Region>();
  let prose = 0;
  let cardText = 0;
  for (const block of blocks.slice(start)) {
    const box = findBox(block.region);
    if (!box && isSentence(block)) prose += measureProse(block);
    if (!box || prose < SHORT_ARTICLE) continue;
    (messages.has(box) ? comments : aside).add(box);
    if (cards.has(box)) cardText += block.counts.text;
  }
  if (cardText <= prose * MAX_CARDS) return { aside, comments };
  return { aside: new Set([...aside].filter((region) => !cards.has(region))), comments };
}

/** Minimum length of the introduction to the entries, and minimum share of entries with a full sentence. */
const ROUNDUP = { minIntroduction: 200, minSentences: 0.7 };

/**
 * The boxes of cards that are entries of the text, as in "Ten soups for cold days". They are directly in the box of its
 * paragraphs, without their own heading above them, and contain full sentences. Teasers have a box or a heading, or are
 * cut off.
 */
function findEntries(
  blocks: readonly PlacedBlock[],
  cards: ReadonlySet<Region>,
  inside: BlocksByRegion,
): ReadonlySet<Region> {
  const entries = new Set<Region>();
  for (const [parent, boxes] of Map.groupBy(cards, (region) => region.parent)) {
    const own = boxes.flatMap((box) => inside.get(box) ?? []);
    const first = own[0] ? blocks.indexOf(own[0]) : -1;
    const introduction = blocks
      .slice(0, Math.max(0, first))
      .filter((block) => isParagraph(block) && block.region.parent === parent);
    if (measureTextAmount(introduction).prose < ROUNDUP.minIntroduction || blocks[first - 1]?.headingLevel !== null)
      continue;
    const titles = own.filter(({ headingLevel }) => headingLevel !== null).length;
    const sentences = own.filter((block) => isSentence(block) && /[.!?。！？؟।]["'”’»)]*$/.test(block.markdown)).length;
    const isCut = own.some(({ markdown }) => /(?:…|\.\.\.)["'”’»)\]]*$/.test(markdown));
    if (titles === 0 || isCut || sentences < titles * ROUNDUP.minSentences) continue;
    for (const box of boxes) entries.add(box);
  }
  return entries;
}

/** On a page that declares itself a product: finds lists of other products and pages below its name. */
export function findProductBoilerplate(address: string, blocks: readonly PlacedBlock[]): ArticleBoilerplate {
  const headline = blocks.find((block) => block.headingLevel === 1);
  const ofHeadline = new Set(headline ? regionAndAncestors(headline.region) : []);
  const inside = groupByRegion(blocks);
  const aside = new Set([
    ...findOtherProducts(inside, ofHeadline),
    ...findHeaded(blocks, inside, ofHeadline, isSideHeading),
    ...findCards(address, inside, ofHeadline),
  ]);
  return { aside, comments: new Set() };
}

/** The outermost regions that end above the headline, which is at `start`. */
function boxesBefore(blocks: readonly PlacedBlock[], start: number): Region[] {
  const later = new Set<Region>();
  for (const { region } of blocks.slice(start)) {
    for (const around of regionAndAncestors(region)) {
      if (later.has(around)) break;
      later.add(around);
    }
  }
  const findBox = outermost((region) => !later.has(region));
  return blocks.slice(0, start).flatMap(({ region }) => findBox(region) ?? []);
}

/** The outermost boxes that begin with such a heading and contain more than it, but no heading of a higher level. */
function findHeaded(
  blocks: readonly PlacedBlock[],
  inside: BlocksByRegion,
  ofHeadline: ReadonlySet<Region>,
  isHeading: (markdown: string) => boolean,
): Region[] {
  return blocks.flatMap((block) => {
    const { headingLevel: level, region, markdown } = block;
    if (level === null || isTitleOfSection(region) || !isHeading(markdown)) return [];
    const box = [...regionAndAncestors(region)].findLast((around) => {
      const own = inside.get(around) ?? [];
      if (own[0] !== block || own.length === 1 || ofHeadline.has(around)) return false;
      return own.every(({ headingLevel }) => headingLevel === null || headingLevel >= level);
    });
    return box ? [box] : [];
  });
}

/** Siblings of the entry with the headline that have their own headlines: some sites append the next articles. */
function findOtherArticles(blocks: readonly PlacedBlock[], ofHeadline: ReadonlySet<Region>): Region[] {
  const around = [...ofHeadline];
  // Content inside the article is part of it, regardless of its headings.
  const own = around
    .slice(Math.max(0, around.findLastIndex(isArticle)))
    .filter((region) => isArticle(region) || (region.tag === 'div' && region.names.trim() !== ''));
  return blocks.flatMap(({ region, headingLevel }) => {
    if (headingLevel !== 1) return [];
    const entry = [...regionAndAncestors(region)].findLast((outer) => !ofHeadline.has(outer));
    const isAlike = (other: Region) => other.parent === entry?.parent && describeShape(other) === describeShape(entry);
    return entry && own.some(isAlike) ? [entry] : [];
  });
}

function isArticle({ tag }: Region): boolean {
  return tag === 'article';
}

/**
 * Removes the few words below the box of an article whose text is in one box, such as author details and requests.
 * Keeps tables, code and footnotes there, which are part of the text. Also keeps sections with their own heading, and
 * the lists in `ownLinks`.
 */
export function withoutEnding(
  blocks: readonly PlacedBlock[],
  ownLinks: ReadonlySet<PlacedBlock>,
): readonly PlacedBlock[] {
  const box = textBox(blocks);
  if (!box) return blocks;
  const isInBox = ({ region }: PlacedBlock) => isIn(region, box);
  const end = blocks.findLastIndex(isInBox) + 1;
  const text = measureTextAmount(blocks.filter(isInBox)).prose;
  const after = blocks.slice(end);
  if (text < SHORT_ARTICLE || text < measureTextAmount(blocks.slice(0, end)).prose * ENDING.minShareInBox)
    return blocks;
  if (measureTextAmount(after).prose > text * ENDING.maxShare || after.some(isOfText)) return blocks;
  const parts = partsBeside(blocks, box, ownLinks);
  return blocks.filter((block, index) => index < end || parts.has(block));
}

function isOfText({ kind, region }: PlacedBlock): boolean {
  return kind === 'table' || kind === 'code' || kind === 'math' || [...regionAndAncestors(region)].some(isFootnotes);
}

/** The region with the most text in its own paragraphs. */
function textBox(blocks: readonly PlacedBlock[]): Region | null {
  const sums = new Map<Region | null, number>();
  for (const block of blocks.filter(isParagraph)) {
    const { parent } = block.region;
    sums.set(parent, (sums.get(parent) ?? 0) + measureProse(block));
  }
  const [most] = [...sums].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

/** Minimum number of similar siblings in a conversation. */
const MIN_MESSAGES = 3;
/** Maximum number of blocks in a message with its answers. */
const MAX_BLOCKS = 300;
/** Minimum share of the entries that look like a message. */
const MIN_MAJORITY = 0.7;
/** Maximum length of a line with name and date, and of a closing link such as "Reply". Characters. */
const MAX_LENGTH = { byline: 80, closing: 24 };

/**
 * Finds entries of a conversation by their content, regardless of their names: three or more similar siblings, each
 * with text below a different name, and with a date or the same last word, such as "Reply". Never returns an ancestor
 * in `ofHeadline`.
 */
function findMessages(inside: BlocksByRegion, ofHeadline: ReadonlySet<Region>): ReadonlySet<Region> {
  const messageRegions = new Set<Region>();
  const entries = [...inside].filter(
    ([region, blocks]) =>
      !ofHeadline.has(region) && region.tag !== 'p' && blocks.length > 1 && blocks.length <= MAX_BLOCKS,
  );
  for (const [parent, siblings] of Map.groupBy(entries, ([region]) => region.parent)) {
    if (!parent || siblings.length < MIN_MESSAGES) continue;
    for (const alike of Map.groupBy(siblings, ([region]) => describeShape(region)).values()) {
      if (alike.length < MIN_MESSAGES || !areMessages(alike.map(([, blocks]) => buildEntry(blocks)))) continue;
      for (const [region] of alike) messageRegions.add(region);
    }
  }
  return messageRegions;
}

type Entry = { byline: string; closing: string; isDated: boolean; hasText: boolean; hasHeading: boolean };

function buildEntry(blocks: readonly PlacedBlock[]): Entry {
  const text = blocks.findIndex((block) => measureProse(block) >= SENTENCE);
  const isShort = ({ counts }: PlacedBlock) => counts.text > 0 && counts.text <= MAX_LENGTH.byline;
  const byline = blocks.slice(0, text < 0 ? 1 : text).filter(isShort);
  return {
    byline: extractLetters(byline.map(({ markdown }) => markdown).join(' ')),
    closing: extractLetters(blocks.at(-1)?.markdown ?? ''),
    isDated: blocks.some(
      (block) => block.region.tag === 'time' || (isShort(block) && hasTime(headingText(block.markdown))),
    ),
    hasText: text >= 0,
    hasHeading: blocks.some(({ headingLevel }) => headingLevel !== null),
  };
}

function areMessages(entries: readonly Entry[]): boolean {
  const minimum = entries.length * MIN_MAJORITY;
  const count = (is: (entry: Entry) => boolean) => entries.filter(is).length;
  const names = new Set(entries.map(({ byline }) => byline).filter((byline) => byline.length > 1));
  // Steps, updates and days of a journey begin with the same word; items of a list of articles have headings.
  if (
    names.size < Math.max(MIN_MESSAGES, minimum) ||
    count(({ hasHeading }) => hasHeading) > entries.length - minimum
  ) {
    return false;
  }
  if (count(({ hasText }) => hasText) < entries.length / 2) return false;
  if (count(({ isDated }) => isDated) >= minimum) return true;
  return [...Map.groupBy(entries, ({ closing }) => closing)].some(
    ([closing, same]) => closing !== '' && closing.length <= MAX_LENGTH.closing && same.length >= minimum,
  );
}

function extractLetters(markdown: string): string {
  return headingText(markdown)
    .replace(/[\d\P{L}]+/gu, ' ')
    .trim();
}
