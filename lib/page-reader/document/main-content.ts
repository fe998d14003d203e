import type { PageReading } from '../../contracts/index.ts';
import { isIn, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { findArticleBoilerplate, findComments, shortArticle, withoutEnding } from './article-boilerplate.ts';
import { removeBoilerplate } from './boilerplate.ts';
import { rootOf, startOf } from './content-root.ts';
import { isFootnotes, isForumPage, isInForum, isOpenDialog } from './region-kind.ts';
import { headingText } from './side-headings.ts';
import { type Amount, amountOf, isSentence, measureShares, proseOf, type Shares, sentence } from './text-density.ts';
import { wordsOf } from './words.ts';

/** What a page says of itself. */
export type Page = { url: string; title: string; declaresArticle: boolean };
export type Content = { layout: PageReading['layout']; blocks: readonly PlacedBlock[] };

/** With less than this share of the visible text, links aside, the main content was not found. */
const minShare = 0.25;
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
export function chooseContent({ url: address, title, declaresArticle }: Page, blocks: readonly PlacedBlock[]): Content {
  const headline = declaresArticle ? findHeadline(title, blocks) : undefined;
  const shares = measureShares(
    blocks,
    declaresArticle ? findArticleBoilerplate(address, blocks, headline) : findComments(blocks),
  );
  const place = (block: PlacedBlock) => shares.of(block.region).place;
  const candidates = blocks.filter((block) => place(block) === 'content');
  const heading = headline ?? candidates.find((block) => block.headingLevel === 1);
  const start = startOf(shares, heading);
  const root = rootOf(start, shares, candidates);
  const inside = candidates.filter((block) => isIn(block.region, root));
  const taken = new Set([...leadOf(candidates, inside, start, heading), ...inside, ...notesOf(candidates, root)]);
  const found = candidates.filter((block) => taken.has(block));
  const kept = removeBoilerplate(found, shares, root);
  const chosen = declaresArticle ? withoutEnding(kept) : kept;
  const isOwnText = declaresArticle && proseBelow(chosen, heading) >= shortArticle;
  // How much navigation a page has says nothing of how much of its content was found.
  const whole = amountOf(blocks.filter((block) => place(block) !== 'landmark'));
  const amount = amountOf(chosen);
  const isThread =
    (isOwnText ? isInForum(address) : isForumPage(address, shares.regions[0])) && amount.prose < whole.prose * 0.5;
  if (!isThread && (isOwnText || isEnough(amount, amountOf(candidates), whole))) return article(blocks, chosen, shares);

  // In a forum, and on a page without an article, the messages are the content.
  const already = new Set(chosen);
  const said = blocks.filter((block) => already.has(block) || place(block) === 'comments');
  const withComments = removeBoilerplate(said, shares, root);
  if (isEnough(amountOf(withComments), whole, whole)) return article(blocks, withComments, shares);
  return { layout: 'page', blocks };
}

/** Characters of paragraphs from the headline on. */
function proseBelow(chosen: readonly PlacedBlock[], headline: PlacedBlock | undefined): number {
  const below = chosen.slice(headline ? Math.max(0, chosen.indexOf(headline)) : 0);
  return below.filter(isSentence).reduce((sum, block) => sum + proseOf(block), 0);
}

function isEnough(amount: Amount, candidates: Amount, whole: Amount): boolean {
  if (amount.all === 0) return false;
  // Where hardly anything is written, links and labels are what the page has to say.
  if (amount.prose < fewWords && amount.all < whole.all * minShare) return false;
  if (amount.text >= whole.text * minShare) return true;
  return amount.prose >= articleLength && amount.text >= candidates.text * minShare;
}

/**
 * The first sentences and what an article comes to often stand in a box of their own, above the one that holds the rest. Where that
 * is the whole page, they stand below the headline.
 */
function leadOf(
  candidates: readonly PlacedBlock[],
  inside: readonly PlacedBlock[],
  start: Region | null,
  headline: PlacedBlock | undefined,
): PlacedBlock[] {
  const [first] = inside;
  const isWholePage = start?.parent === null;
  if (!first || (isWholePage && !headline)) return [];
  const from = isWholePage && headline ? candidates.indexOf(headline) : 0;
  const before = candidates.slice(from, candidates.indexOf(first)).filter(({ region }) => isIn(region, start));
  return [...Map.groupBy(before, ({ region }) => region)].flatMap(([region, blocks]) =>
    isText(region, amountOf(blocks)) && !isCaption(region, start) ? blocks : [],
  );
}

/** A paragraph, a list or a quote of sentences. */
function isText({ tag }: Region, { all, text, prose }: Amount): boolean {
  return /^(?:p|ul|ol|blockquote)$/.test(tag) && prose >= sentence && prose >= all * 0.6 && text >= all * 0.7;
}

/** Footnotes belong to the text that refers to them, and often stand below its box. */
function notesOf(candidates: readonly PlacedBlock[], root: Region | null): PlacedBlock[] {
  return candidates.filter(({ region }) => !isIn(region, root) && [...regionAndAncestors(region)].some(isFootnotes));
}

function isCaption(region: Region, start: Region | null): boolean {
  for (const around of regionAndAncestors(region)) {
    if (around === start) return false;
    if (around.tag === 'header' || /figure|caption|image|photo/i.test(around.names)) return true;
  }
  return false;
}

/** The chosen blocks, and the dialogs open over the page. */
function article(blocks: readonly PlacedBlock[], chosen: readonly PlacedBlock[], { regions }: Shares): Content {
  const modals = new Set(regions.filter(isOpenDialog));
  if (modals.size === 0) return { layout: 'article', blocks: chosen };
  const kept = new Set(chosen);
  const inModal = ({ region }: PlacedBlock) => [...regionAndAncestors(region)].some((around) => modals.has(around));
  return { layout: 'article', blocks: blocks.filter((block) => kept.has(block) || inModal(block)) };
}

/** The share of a headline's words that the page's title has as well, and of the title's words that the headline has. */
const minCommonWords = { ofHeadline: 0.6, ofTitle: 0.3 };
/** A heading of fewer words may be in many titles: that of a rubric, or the name of the site. */
const minWords = 3;

/** The headline of the page's article: the first heading of level 1 that says what the page's title says. */
function findHeadline(title: string, blocks: readonly PlacedBlock[]): PlacedBlock | undefined {
  const known = new Set(wordsOf(title));
  return blocks.find(({ headingLevel, markdown }) => {
    if (headingLevel !== 1) return false;
    const words = wordsOf(headingText(markdown));
    const common = words.filter((word) => known.has(word)).length;
    if (words.length < minWords || common < known.size * minCommonWords.ofTitle) return false;
    return common >= words.length * minCommonWords.ofHeadline;
  });
}
