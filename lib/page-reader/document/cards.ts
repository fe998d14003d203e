import { guessRegistrableDomain } from '../../contracts/index.ts';
import { hasMoney } from '../../language/index.ts';
import { dropPictures } from '../../text/index.ts';
import {
  type BlocksByRegion,
  describeShape,
  type PlacedBlock,
  type Region,
  regionAndAncestors,
} from '../dom/region.ts';
import { headingText } from './region-kind.ts';
import { SENTENCE } from './text-density.ts';

/** Minimum number of sibling cards in a list of other pages. */
const MIN_CARDS = 3;
/**
 * Maximum content of a card, which has a title and a sentence or two. An entry with more is content in its own right.
 */
const MAX_CARD_SHARE = { prose: 600, paragraphs: 2, titles: 2 };
/** A linked line shorter than this may be a tag or a button. Characters. */
const MIN_TITLE_LENGTH = 25;
/** Minimum share of a box's text that is in its cards. The rest is a heading and controls. */
const NEARLY_ALL = 0.7;

/**
 * Finds boxes of cards: three or more similar siblings, each with a title that links to another page of the site at
 * `address` and little more than a sentence. Returns the outermost box that contains little else, or the cards if there
 * is none. Never returns an ancestor in `ofHeadline`.
 */
export function findCards(
  address: string,
  inside: BlocksByRegion,
  ofHeadline: ReadonlySet<Region>,
): ReadonlySet<Region> {
  const site = siteOfAddress(address);
  return findCardBoxes(inside, ofHeadline, (region, blocks) => isCard(region, blocks, site));
}

/** Whether this Markdown contains an amount of money. */
export function hasPrice(markdown: string): boolean {
  return hasMoney(headingText(markdown));
}

/** A number with a short word, such as a currency without a sign: 2000 ريال. */
const AMOUNT_WITH_UNIT = /\d[.,']*\s\p{L}{1,6}(?![\p{L}\p{M}])/u;

/** Whether this Markdown contains an amount of money or of another unit. */
export function hasAmount(markdown: string): boolean {
  return hasPrice(markdown) || AMOUNT_WITH_UNIT.test(headingText(markdown));
}

/** A name shorter than this may be that of an option, such as a color. Characters. */
const MIN_NAME_LENGTH = 15;

/** Finds boxes with other products: three or more similar siblings, each with a name and a price, and little more. */
export function findOtherProducts(inside: BlocksByRegion, ofHeadline: ReadonlySet<Region>): ReadonlySet<Region> {
  return findCardBoxes(inside, ofHeadline, isProductCard);
}

function isProductCard({ tag }: Region, blocks: readonly PlacedBlock[]): boolean {
  if (!/^(?:div|article|section|li|a)$/.test(tag) || textLength(blocks) > MAX_CARD_SHARE.prose) return false;
  const isName = ({ headingLevel, counts }: PlacedBlock) =>
    counts.text >= MIN_NAME_LENGTH && (headingLevel !== null || counts.link >= counts.text * 0.8);
  return blocks.some(isName) && blocks.some(({ markdown }) => hasPrice(markdown));
}

function findCardBoxes(
  inside: BlocksByRegion,
  ofHeadline: ReadonlySet<Region>,
  isCardAt: (region: Region, blocks: readonly PlacedBlock[]) => boolean,
): ReadonlySet<Region> {
  const lengths = new Map([...inside].map(([region, blocks]) => [region, textLength(blocks)]));
  const getLength = (region: Region) => lengths.get(region) ?? 0;
  const cards = [...inside].flatMap(([region, blocks]) =>
    !ofHeadline.has(region) && isCardAt(region, blocks) ? [region] : [],
  );
  const boxes = new Set<Region>();
  for (const [parent, siblings] of Map.groupBy(cards, (card) => card.parent)) {
    if (!parent) continue;
    for (const alike of Map.groupBy(siblings, describeShape).values()) {
      if (alike.length < MIN_CARDS) continue;
      const length = alike.reduce((sum, card) => sum + getLength(card), 0);
      let box: Region | null = null;
      for (const around of regionAndAncestors(parent)) {
        if (ofHeadline.has(around) || length < getLength(around) * NEARLY_ALL) break;
        box = around;
      }
      for (const region of box ? [box] : alike) boxes.add(region);
    }
  }
  return boxes;
}

function isCard({ tag }: Region, blocks: readonly PlacedBlock[], site: string): boolean {
  if (!/^(?:div|article|section|li|a)$/.test(tag)) return false;
  const totals = { prose: 0, paragraphs: 0, titles: 0, lines: 0 };
  for (const { counts, headingLevel, markdown } of blocks) {
    const length = counts.text - counts.link - counts.control;
    if (length >= SENTENCE) {
      totals.prose += length;
      totals.paragraphs += 1;
      if (totals.prose > MAX_CARD_SHARE.prose || totals.paragraphs > MAX_CARD_SHARE.paragraphs) return false;
    }
    const isLinked = counts.text > 0 && counts.link >= counts.text * 0.8 && linksTo(markdown, site);
    // A heading without a link belongs to the article.
    if (headingLevel !== null && !isLinked) return false;
    if (headingLevel !== null) totals.titles += 1;
    else if (isLinked && counts.text >= MIN_TITLE_LENGTH) totals.lines += 1;
  }
  const titles = totals.titles || totals.lines;
  return titles > 0 && titles <= MAX_CARD_SHARE.titles;
}

function textLength(blocks: readonly PlacedBlock[]): number {
  return blocks.reduce((sum, { counts }) => sum + counts.text, 0);
}

function siteOfAddress(address: string): string {
  return guessRegistrableDomain(URL.parse(address)?.hostname ?? '');
}

function linksTo(markdown: string, site: string): boolean {
  const address = /\]\((https?:[^)\s]+)/.exec(dropPictures(markdown))?.[1];
  return address !== undefined && siteOfAddress(address) === site;
}
