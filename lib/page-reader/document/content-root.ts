import { isIn, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { isParagraph, type Share, type Shares, sentence } from './text-density.ts';

/** A region with this share of the prose holds the content; what is beside it does not matter. */
const dominant = 0.8;
/** …unless it is mostly code, and more of what is said of the code stands beside it. */
const maxWords = 0.5;
/** A box with so many paragraphs of its own is the one that the text stands in. */
const fewParagraphs = 2;

/** The one article of the page, or its main element, where the page has marked them; else the body. `heading` is its headline. */
export function startOf({ regions, of }: Shares, heading: PlacedBlock | undefined): Region | null {
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
  // An article beside the headline of the page is a part of it, such as the description of a product.
  const least = !heading || (first && isIn(heading.region, first)) ? 0.35 : 0.6;
  if (first && isAlone && of(first).weight >= of(body).weight * least) return first;
  const main = regions.find(is('main'));
  return main && of(main).weight >= of(body).weight * 0.5 ? main : body;
}

/**
 * The innermost box that holds nearly all of what `start` holds, unless what stands beside it is of the same text or the same
 * conversation. `candidates` are the blocks that may be content.
 */
export function rootOf(
  start: Region | null,
  { regions, of }: Shares,
  candidates: readonly PlacedBlock[],
): Region | null {
  let root = start;
  const paragraphs = new Map<Region | null, number>();
  for (const { region } of candidates.filter(isParagraph)) {
    paragraphs.set(region.parent, (paragraphs.get(region.parent) ?? 0) + 1);
  }
  const whole = root ? of(root) : { weight: 0, words: 0 };
  // A long listing may outweigh the article that it stands in.
  const isDominant = ({ weight, words }: Share) => weight >= whole.weight * dominant && words >= whole.words * maxWords;
  for (const region of regions) {
    if (region.parent !== root || isPiece(region) || !isDominant(of(region))) continue;
    // The text has begun: the box holds what is folded away of it, or follows an advertisement.
    if ((paragraphs.get(root) ?? 0) >= fewParagraphs) break;
    // A long answer, and the question before it.
    if (regions.some((other) => isSibling(other, region) && of(other).weight >= sentence)) break;
    root = region;
  }
  return root;
}

/** Another turn of a conversation, or post of a thread. Other tags and names are too common to say so. */
function isSibling(other: Region, region: Region): boolean {
  const isSame = other.parent === region.parent && other.tag === region.tag && other.names === region.names;
  return isSame && other !== region && (region.tag === 'article' || region.tag === 'section');
}

/** A paragraph or a list may hold nearly all words of a short page; the table beside it belongs to it all the same. */
function isPiece({ tag }: Region): boolean {
  return /^(?:p|h[1-6]|ul|ol|li|dl|dd|dt|table|tr|pre|blockquote|figure|form|label|a|span)$/.test(tag);
}
