import type { PageReading } from '../protocol/page.ts';
import { isForumPage, isOpenDialog } from './boilerplate.ts';
import { rootOf, startOf } from './content-root.ts';
import { type Amount, amountOf, isParagraph, measureShares, type Shares } from './content-share.ts';
import { withoutFurniture } from './furniture.ts';
import { isIn, outward, type PlacedBlock, type Region } from './region.ts';

export type Content = { layout: PageReading['layout']; blocks: readonly PlacedBlock[] };

/** With less than this share of the visible text, links aside, the main content was not found. */
const leastShare = 0.25;
/** What boxes of footnotes are called. */
const footnotes = /(?:^|[\s_-])(?:foot|end)-?notes?(?:$|[\s_-])/i;
/** So much running text is an article, however much stands around it. Characters. */
const articleLength = 400;
/** Less than a few sentences. Characters. */
const fewWords = 200;

/**
 * Picks the main content out of all visible blocks of the page at `address`, or keeps them all (`page`) where there is none to be found. Goes
 * down from the body as long as one child holds nearly all the prose, so that an article ends in its own box and a
 * thread or a listing in the box around all its items. Navigation, page headers, footers, asides and, beside an
 * article, comments are left out.
 */
export function chooseContent(address: string, blocks: readonly PlacedBlock[]): Content {
  const shares = measureShares(blocks);
  const place = (block: PlacedBlock) => shares.of(block.region).place;
  const candidates = blocks.filter((block) => place(block) === 'content');
  const heading = candidates.find((block) => block.headingLevel === 1);
  const start = startOf(shares, heading);
  const root = rootOf(start, shares, candidates);
  const inside = candidates.filter((block) => isIn(block.region, root));
  const taken = new Set([...leadOf(candidates, inside, start, shares), ...inside, ...notesOf(candidates, root)]);
  const found = candidates.filter((block) => taken.has(block));
  const chosen = withoutFurniture(found, shares, root);
  // How much navigation a page has says nothing of how much of its content was found.
  const whole = amountOf(blocks.filter((block) => place(block) !== 'landmark'));
  const amount = amountOf(chosen);
  const isThread = isForumPage(address, shares.regions[0]) && amount.prose < whole.prose * 0.5;
  if (!isThread && isEnough(amount, amountOf(candidates), whole)) return article(blocks, chosen, shares);

  // In a forum, and where nobody wrote an article, what people said is the page.
  const kept = new Set(chosen);
  const said = blocks.filter((block) => kept.has(block) || place(block) === 'comments');
  const withComments = withoutFurniture(said, shares, root);
  if (isEnough(amountOf(withComments), whole, whole)) return article(blocks, withComments, shares);
  return { layout: 'page', blocks };
}

function isEnough(amount: Amount, candidates: Amount, whole: Amount): boolean {
  if (amount.all === 0) return false;
  // Where hardly anything is written, links and labels are what the page has to say.
  if (amount.prose < fewWords && amount.all < whole.all * leastShare) return false;
  if (amount.text >= whole.text * leastShare) return true;
  return amount.prose >= articleLength && amount.text >= candidates.text * leastShare;
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
  return before.filter((block) => isParagraph(block) && isIn(block.region, start) && !isCaption(block.region, start));
}

/** Footnotes belong to the text that refers to them, and often stand below its box. */
function notesOf(candidates: readonly PlacedBlock[], root: Region | null): PlacedBlock[] {
  return candidates.filter(
    ({ region }) => !isIn(region, root) && [...outward(region)].some(({ names }) => footnotes.test(names)),
  );
}

function isCaption(region: Region, start: Region | null): boolean {
  for (const around of outward(region)) {
    if (around === start) return false;
    if (around.tag === 'header' || /figure|caption|image|photo/i.test(around.names)) return true;
  }
  return false;
}

/** The chosen blocks, and what lies open over the page. */
function article(blocks: readonly PlacedBlock[], chosen: readonly PlacedBlock[], { regions }: Shares): Content {
  const modals = new Set(regions.filter(isOpenDialog));
  if (modals.size === 0) return { layout: 'article', blocks: chosen };
  const kept = new Set(chosen);
  const inModal = ({ region }: PlacedBlock) => [...outward(region)].some((around) => modals.has(around));
  return { layout: 'article', blocks: blocks.filter((block) => kept.has(block) || inModal(block)) };
}
