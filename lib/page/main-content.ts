import type { PageReading } from '../protocol/page.ts';
import { isForumPage, isModal } from './boilerplate.ts';
import { measureShares, proseOf, type Shares } from './content-share.ts';
import { attribute, namesOf, tagOf } from './dom.ts';
import { outward, type PlacedBlock, type Region } from './region.ts';

export type Content = { layout: PageReading['layout']; blocks: readonly PlacedBlock[] };

/** A region with this share of the prose holds the content; what is beside it does not matter. */
const dominant = 0.8;
/** With less than this share of the visible text, links aside, the main content was not found. */
const leastShare = 0.25;
/** So much running text is an article, however much stands around it. Characters. */
const articleLength = 400;
/** Less than a few sentences. Characters. */
const fewWords = 200;

/**
 * Picks the main content out of all visible blocks, or keeps them all (`page`) where there is none to be found. Goes
 * down from the body as long as one child holds nearly all the prose, so that an article ends in its own box and a
 * thread or a listing in the box around all its items. Navigation, page headers, footers, asides and, beside an
 * article, comments are left out.
 */
export function chooseContent(blocks: readonly PlacedBlock[]): Content {
  const shares = measureShares(blocks);
  const place = (block: PlacedBlock) => shares.of(block.region).place;
  const candidates = blocks.filter((block) => place(block) === 'content');
  const start = startOf(shares);
  const root = rootOf(start, shares);
  const inside = candidates.filter((block) => isIn(block.region, root));
  const chosen = withoutLinkLists([...leadOf(candidates, inside, start, shares), ...inside], shares, root);
  const whole = amountOf(blocks);
  const amount = amountOf(chosen);
  const isThread = isForumPage(blocks) && amount.prose < whole.prose * 0.5;
  if (!isThread && isEnough(amount, amountOf(candidates), whole)) return article(blocks, chosen, shares);

  // In a forum, and where nobody wrote an article, what people said is the page.
  const kept = new Set(chosen);
  const withComments = blocks.filter((block) => kept.has(block) || place(block) === 'comments');
  if (isEnough(amountOf(withComments), whole, whole)) return article(blocks, withComments, shares);
  return { layout: 'page', blocks };
}

/** Characters in all, those outside links, and those of them that are prose. */
type Amount = { all: number; text: number; prose: number };

function isEnough(amount: Amount, candidates: Amount, whole: Amount): boolean {
  // Where hardly anything is written, links and labels are what the page has to say.
  if (amount.prose < fewWords && amount.all < whole.all * leastShare) return false;
  if (amount.text >= whole.text * leastShare) return true;
  return amount.prose >= articleLength && amount.text >= candidates.text * leastShare;
}

function amountOf(blocks: readonly PlacedBlock[]): Amount {
  let all = 0;
  let text = 0;
  let prose = 0;
  for (const block of blocks) {
    all += block.counts.text;
    text += block.counts.text - block.counts.link;
    prose += proseOf(block);
  }
  return { all, text, prose };
}

function rootOf(start: Region | null, shares: Shares): Region | null {
  let root = start;
  const whole = root ? shares.of(root).weight : 0;
  for (const region of shares.regions) {
    if (region.parent === root && !isPiece(region) && shares.of(region).weight >= whole * dominant) root = region;
  }
  return root;
}

/** The first sentences often stand in a box of their own, above the one that holds the rest of the article. */
function leadOf(
  candidates: readonly PlacedBlock[],
  inside: readonly PlacedBlock[],
  start: Region | null,
  shares: Shares,
): PlacedBlock[] {
  const [first] = inside;
  if (!first || start === shares.regions[0]) return [];
  const before = candidates.slice(0, candidates.indexOf(first));
  return before.filter((block) => {
    const { region, counts } = block;
    if (tagOf(region.element) !== 'p' || counts.link > counts.text * 0.3 || proseOf(block) < 60) return false;
    return isIn(region, start) && !isCaption(region, start);
  });
}

function isCaption(region: Region, start: Region | null): boolean {
  for (const around of outward(region)) {
    if (around === start) return false;
    if (tagOf(around.element) === 'header' || /figure|caption|image|photo/i.test(namesOf(around.element))) return true;
  }
  return false;
}

/** A paragraph or a list may hold nearly all words of a short page; the table beside it belongs to it all the same. */
function isPiece({ element }: Region): boolean {
  return /^(?:p|h[1-6]|ul|ol|li|dl|dd|dt|table|tr|pre|blockquote|figure|form|label|a|span)$/.test(tagOf(element));
}

/** The one article of the page, or its main element, where the page has marked them; else the body. */
function startOf({ regions, of }: Shares): Region | null {
  const [body] = regions;
  if (!body) return null;
  const is = (name: 'article' | 'main') => (region: Region) =>
    tagOf(region.element) === name || attribute(region.element, 'role') === name;
  const isArticle = is('article');
  const [first, second] = regions
    .filter((region) => isArticle(region) && ![...outward(region)].slice(1).some(isArticle))
    .sort((one, other) => of(other).weight - of(one).weight);
  const isAlone = first && (!second || of(second).weight < of(first).weight * 0.5);
  if (first && isAlone && of(first).weight >= of(body).weight * 0.35) return first;
  const main = regions.find(is('main'));
  return main && of(main).weight >= of(body).weight * 0.5 ? main : body;
}

/** Around prose, a box of little but links leads elsewhere; on a page of links it is the content. */
function withoutLinkLists(blocks: PlacedBlock[], shares: Shares, root: Region | null): PlacedBlock[] {
  const { all, text, prose } = amountOf(blocks);
  if (prose < 500 || text < all * 0.6) return blocks;
  return blocks.filter((block) => {
    for (const region of outward(block.region)) {
      if (region === root) return true;
      const share = shares.of(region);
      // A linked headline is the title of what follows, not a list of links.
      if (block.headingLevel !== null && share.text === block.counts.text) continue;
      if (share.link > share.text * 0.6 && share.text > 60) return false;
    }
    return true;
  });
}

/** The chosen blocks, and what lies open over the page. */
function article(blocks: readonly PlacedBlock[], chosen: readonly PlacedBlock[], { regions }: Shares): Content {
  const modals = new Set(regions.filter(isModal));
  if (modals.size === 0) return { layout: 'article', blocks: chosen };
  const kept = new Set(chosen);
  const inModal = ({ region }: PlacedBlock) => [...outward(region)].some((around) => modals.has(around));
  return { layout: 'article', blocks: blocks.filter((block) => kept.has(block) || inModal(block)) };
}

function isIn(region: Region, root: Region | null): boolean {
  if (root === null) return true;
  for (const around of outward(region)) {
    if (around === root) return true;
    if (around.depth <= root.depth) return false;
  }
  return false;
}
