import { isIn, outermost, type PlacedBlock, type Region, regionAndAncestors, shapeOf } from '../dom/region.ts';
import { type BlocksByRegion, groupByRegion } from './blocks-by-region.ts';
import { findCards } from './cards.ts';
import { findMessages } from './messages.ts';
import { isFootnotes, isNamedAside } from './region-kind.ts';
import { isCommentsHeading, isSideHeading } from './side-headings.ts';
import { amountOf, isParagraph, isSentence, proseOf } from './text-density.ts';

/**
 * So much prose below the headline is an article, however much follows it. On a page that does not call itself one, what so much stands
 * above may be the answers to a question. Characters.
 */
export const shortArticle = 250;
const longQuestion = 1000;
/** Where cards hold so many times as much as the text above them, they are what the page is for. */
const maxCards = 6;
/** The share of the text that stands in one box, and how much of it at most may follow that box and be left out. */
const ending = { leastInBox: 0.7, most: 0.3 };

/** Regions that hold something else than the article, and those in which readers write about it. */
export type ArticleBoilerplate = { aside: ReadonlySet<Region>; comments: ReadonlySet<Region> };

/** On any page: the messages of readers below a long text. */
export function findComments(blocks: readonly PlacedBlock[]): ArticleBoilerplate {
  const headline = blocks.find((block) => block.headingLevel === 1);
  const inside = groupByRegion(blocks);
  const messages = findMessages(inside, new Set(headline ? regionAndAncestors(headline.region) : []));
  const comments = new Set<Region>();
  const boxOf = outermost((region) => messages.has(region));
  let prose = 0;
  for (const block of messages.size > 0 ? blocks.slice(headline ? blocks.indexOf(headline) : 0) : []) {
    const box = boxOf(block.region);
    if (!box && isSentence(block)) prose += proseOf(block);
    if (box && prose >= longQuestion) comments.add(box);
  }
  return { aside: new Set(), comments };
}

/**
 * On a page that calls itself an article: what stands above its headline, and the boxes below its first sentences that hold something
 * else, however much of it. These are told by role, name or heading, by cards that link to other pages, by being another article,
 * or by being messages of readers. `headline` is the one that says what the title says, where there is one.
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
  const cards = findCards(address, inside, ofHeadline);
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

  const boxOf = outermost((region) => messages.has(region) || isAside(region));

  const aside = new Set(headline ? boxesBefore(blocks, start) : []);
  const comments = new Set<Region>();
  let prose = 0;
  let cardText = 0;
  for (const block of blocks.slice(start)) {
    const box = boxOf(block.region);
    if (!box && isSentence(block)) prose += proseOf(block);
    if (!box || prose < shortArticle) continue;
    (messages.has(box) ? comments : aside).add(box);
    if (cards.has(box)) cardText += block.counts.text;
  }
  if (cardText <= prose * maxCards) return { aside, comments };
  return { aside: new Set([...aside].filter((region) => !cards.has(region))), comments };
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
  const boxOf = outermost((region) => !later.has(region));
  return blocks.slice(0, start).flatMap(({ region }) => boxOf(region) ?? []);
}

/** The outermost boxes that begin with such a heading and hold more than it, and no heading that is above it. */
function findHeaded(
  blocks: readonly PlacedBlock[],
  inside: BlocksByRegion,
  ofHeadline: ReadonlySet<Region>,
  isHeading: (markdown: string) => boolean,
): Region[] {
  return blocks.flatMap((block) => {
    const { headingLevel: level, region, markdown } = block;
    if (level === null || !isHeading(markdown)) return [];
    const box = [...regionAndAncestors(region)].findLast((around) => {
      const [first, ...rest] = inside.get(around) ?? [];
      if (first !== block || rest.length === 0 || ofHeadline.has(around)) return false;
      return rest.every(({ headingLevel }) => headingLevel === null || headingLevel >= level);
    });
    return box ? [box] : [];
  });
}

/** Entries like the one that the headline stands in, each with a headline of its own: some sites show the next articles below. */
function findOtherArticles(blocks: readonly PlacedBlock[], ofHeadline: ReadonlySet<Region>): Region[] {
  const around = [...ofHeadline];
  // What is in the article is a part of it, whatever its headings.
  const own = around
    .slice(Math.max(0, around.findLastIndex(isArticle)))
    .filter((region) => isArticle(region) || (region.tag === 'div' && region.names.trim() !== ''));
  return blocks.flatMap(({ region, headingLevel }) => {
    if (headingLevel !== 1) return [];
    const entry = [...regionAndAncestors(region)].findLast((outer) => !ofHeadline.has(outer));
    const isAlike = (other: Region) => other.parent === entry?.parent && shapeOf(other) === shapeOf(entry);
    return entry && own.some(isAlike) ? [entry] : [];
  });
}

function isArticle({ tag }: Region): boolean {
  return tag === 'article';
}

/**
 * An article whose text stands in one box, without the few words below that box, such as who wrote it and what the site asks for.
 * Tables, code and footnotes there belong to the text.
 */
export function withoutEnding(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  const box = textBox(blocks);
  if (!box) return blocks;
  const isInBox = ({ region }: PlacedBlock) => isIn(region, box);
  const end = blocks.findLastIndex(isInBox) + 1;
  const text = amountOf(blocks.filter(isInBox)).prose;
  const after = blocks.slice(end);
  if (text < shortArticle || text < amountOf(blocks.slice(0, end)).prose * ending.leastInBox) return blocks;
  if (amountOf(after).prose > text * ending.most || after.some(isOfText)) return blocks;
  return blocks.slice(0, end);
}

function isOfText({ kind, region }: PlacedBlock): boolean {
  return kind === 'table' || kind === 'code' || kind === 'math' || [...regionAndAncestors(region)].some(isFootnotes);
}

/** What holds the most text in paragraphs of its own. */
function textBox(blocks: readonly PlacedBlock[]): Region | null {
  const sums = new Map<Region | null, number>();
  for (const block of blocks.filter(isParagraph)) {
    const { parent } = block.region;
    sums.set(parent, (sums.get(parent) ?? 0) + proseOf(block));
  }
  const [most] = [...sums].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}
