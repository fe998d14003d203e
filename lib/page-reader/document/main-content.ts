import type { PageReading } from '../../contracts/index.ts';
import { listLinkAddresses } from '../../text/index.ts';
import type { DeclaredKind } from '../capture/page-metadata.ts';
import { isIn, outermost, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import {
  type ArticleBoilerplate,
  findArticleBoilerplate,
  findComments,
  findProductBoilerplate,
  SHORT_ARTICLE,
  withoutEnding,
} from './article-boilerplate.ts';
import { removeBoilerplate } from './boilerplate.ts';
import { hasAmount, hasPrice } from './cards.ts';
import { findOwnLinks, partsBeside } from './parts-beside.ts';
import { findReviews, isUndeclaredProduct } from './product-page.ts';
import { headingText, isFootnotes, isForumPage, isInForum, isOpenDialog } from './region-kind.ts';
import { measureShares } from './shares.ts';
import { findDocumentBox, findStart, findTextBox } from './text-box.ts';
import { type Amount, isSentence, measureProse, measureTextAmount, SENTENCE, type Shares } from './text-density.ts';
import { splitIntoStems } from './words.ts';

/** What a page declares about itself. */
type Page = { url: string; title: string; kind: DeclaredKind };
export type Content = { layout: PageReading['layout']; blocks: readonly PlacedBlock[] };

/** Below this share of the visible text outside links, the main content counts as not found. */
const MIN_SHARE = 0.25;
/** This much running text makes an article, regardless of what else is on the page. Characters. */
const ARTICLE_LENGTH = 400;
/** Less than a few sentences. Characters. */
const FEW_WORDS = 200;

/**
 * Selects the main content from all visible blocks of the page at `address`, or returns all of them (`page`) if none is
 * found. Descends from the body while one child holds nearly all the prose. An article then ends with its own box, and
 * a thread or listing with the box around all its items. Omits navigation, page headers, footers, asides and, beside an
 * article, comments.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: each step needs what the ones before it found
export function chooseContent(page: Page, blocks: readonly PlacedBlock[]): Content {
  const { url: address, title } = page;
  const hasControl = blocks.some(({ counts }) => counts.control > 0);
  const kind = page.kind ?? (hasControl && isUndeclaredProduct(blocks) ? 'product' : null);
  const declaresArticle = kind === 'article';
  const titleHeadline = findHeadline(title, blocks);
  const headline = declaresArticle ? titleHeadline : undefined;
  const ofHeadline = new Set(titleHeadline ? regionAndAncestors(titleHeadline.region) : []);
  const shares = measureShares(blocks, findBoilerplate(kind, address, blocks, headline), ofHeadline);
  const place = (block: PlacedBlock) => shares.of(block.region).place;
  const candidates = blocks.filter((block) => place(block) === 'content');
  const heading = headline ?? candidates.find((block) => block.headingLevel === 1);
  const start = findStart(shares, heading);
  const text = findTextBox(start, shares, candidates);
  // The name, price and options of a product are beside its description, and text about the shop is above the name.
  const root =
    kind === 'product' && heading && text
      ? commonAncestor(heading.region, text)
      : findDocumentBox(text, start, candidates);
  const from = root === text || !heading ? 0 : candidates.indexOf(heading);
  const inside = candidates.filter(({ region }, index) => isIn(region, text) || (index >= from && isIn(region, root)));
  const below = candidates.slice(heading ? Math.max(0, candidates.indexOf(heading)) : 0);
  const tables = findTablesOfMain(candidates, start);
  const ownLinks = new Set([...findOwnLinks(below, address, text), ...tables]);
  const partsOfMain = findPartsOfMain(below, start);
  const beside = below.filter((block) => isIn(block.region, start) || ownLinks.has(block) || partsOfMain.has(block));
  const parts = root && kind !== 'thread' ? partsBeside(beside, root, ownLinks) : [];
  const contentSet = new Set([
    ...findLead(candidates, inside, start, heading),
    ...inside,
    ...parts,
    ...tables,
    ...findFootnotes(candidates, root),
  ]);
  for (const block of headingsAbove(candidates, contentSet, headline)) contentSet.add(block);
  if (kind === 'product') for (const block of findReviews(blocks, place)) contentSet.add(block);
  const orderedContent = blocks.filter((block) => contentSet.has(block));
  const withoutBoilerplate = removeBoilerplate(orderedContent, shares, {
    root,
    ownLinks,
    withoutControls: kind === 'product',
  });
  const ofText = declaresArticle ? withoutEnding(withoutBoilerplate, ownLinks) : withoutBoilerplate;
  const mainBlocks = isBelowListing(ofText, candidates) ? candidates : ofText;
  const isOwnText = declaresArticle && proseBelow(mainBlocks, heading) >= SHORT_ARTICLE;
  // Navigation is not counted, since its amount says nothing about the content.
  const whole = measureTextAmount(blocks.filter((block) => place(block) !== 'landmark'));
  const amount = measureTextAmount(mainBlocks);
  const isForum = kind === 'thread' || (isOwnText ? isInForum(address) : isForumPage(address, shares.regions[0]));
  const isProduct =
    kind === 'product' && heading !== undefined && mainBlocks.includes(heading) && amount.all >= FEW_WORDS;
  const messages = measureTextAmount(blocks.filter((block) => place(block) === 'comments'));
  // Messages are the content, as on an issue page, if there is no text that they could be comments on.
  const isOnText = isProduct || amount.prose >= FEW_WORDS || amount.prose >= messages.prose;
  const isThread = (isForum && amount.prose < whole.prose * 0.5) || !isOnText;
  if (!isThread && (isOwnText || isProduct || isEnough(amount, measureTextAmount(candidates), whole)))
    return article(blocks, mainBlocks, shares);

  // In a forum, and on a page without an article, the messages are the content.
  const already = new Set(mainBlocks);
  const candidatesWithComments = blocks.filter((block) => already.has(block) || place(block) === 'comments');
  const withComments = removeBoilerplate(candidatesWithComments, shares, { root, ownLinks });
  if (isEnough(measureTextAmount(withComments), whole, whole)) return article(blocks, withComments, shares);
  return { layout: 'page', blocks };
}

/**
 * A listing has at least this many links, most of them with a number such as a price, and this many times as much text
 * as there is below it. Below cards with headings there are no more blocks.
 */
const LISTING = { minLinks: 6, minNumbers: 0.6, minText: 2, minOffers: 4, maxBelow: 2 };

/**
 * Whether the chosen content is a text without a headline below a listing, such as the listing's terms of use. The
 * headline may be above the listing.
 */
function isBelowListing(chosen: readonly PlacedBlock[], candidates: readonly PlacedBlock[]): boolean {
  const mainBlocks = chosen[0]?.headingLevel === 1 ? chosen.slice(1) : chosen;
  const [first] = mainBlocks;
  const headings = mainBlocks.filter(({ headingLevel }) => headingLevel !== null);
  if (!first || headings.length > 1 || headings.some(({ headingLevel }) => headingLevel === 1)) return false;
  const above = candidates.slice(0, candidates.indexOf(first)).filter(({ counts }) => counts.link > 0);
  // Below the headline of a text, a number with a short word may also be that of a chapter.
  const isOffer = mainBlocks === chosen ? hasAmount : hasPrice;
  if (areOffers(candidates.slice(0, candidates.indexOf(first)), isOffer)) return true;
  if (
    headings.length === 0 &&
    mainBlocks.length <= LISTING.maxBelow &&
    areEntries(candidates.slice(0, candidates.indexOf(first)))
  )
    return true;
  const linked = above.reduce((sum, { counts }) => sum + counts.link, 0);
  const markdown = above.map((block) => block.markdown).join('\n');
  const links = markdown.match(/(?<![!\\])\[(?:[^\]\\]|\\.)+\]\([^)]/g)?.length ?? 0;
  const numbers = headingText(markdown).match(/\d+/g)?.length ?? 0;
  return (
    links >= LISTING.minLinks &&
    numbers >= links * LISTING.minNumbers &&
    linked >= measureTextAmount(mainBlocks).all * LISTING.minText
  );
}

/** Whether there are linked headings and no sentences below the headline, like the cards of members and guides. */
function areEntries(above: readonly PlacedBlock[]): boolean {
  const headline = above.findLastIndex(({ headingLevel }) => headingLevel === 1);
  const below = headline < 0 ? [] : above.slice(headline + 1);
  const titles = below.filter(({ headingLevel, counts }) => headingLevel !== null && counts.link >= counts.text * 0.8);
  return titles.length >= LISTING.minLinks && !below.some(isSentence);
}

/** Whether only offers are directly below the headline: links, each with its own amount, and no sentences. */
function areOffers(above: readonly PlacedBlock[], isOffer: (markdown: string) => boolean): boolean {
  const headline = above.findLastIndex(({ headingLevel }) => headingLevel === 1);
  const below = headline < 0 ? [] : above.slice(headline + 1);
  if (below.some(isSentence)) return false;
  const offers: boolean[] = [];
  let target = '';
  // Links of a few words each may be one line.
  for (const markdown of below.flatMap((block) => block.markdown.split(/(?<=\]\([^\s()]*\))\s+/))) {
    const url = listLinkAddresses(markdown)[0] ?? target;
    if (url !== target) offers.push(false);
    target = url;
    if (offers.length > 0 && isOffer(markdown)) offers[offers.length - 1] = true;
  }
  return offers.length >= LISTING.minOffers && offers.filter(Boolean).length >= offers.length * LISTING.minNumbers;
}

function findBoilerplate(
  kind: DeclaredKind,
  address: string,
  blocks: readonly PlacedBlock[],
  headline: PlacedBlock | undefined,
): ArticleBoilerplate {
  if (kind === 'article') return findArticleBoilerplate(address, blocks, headline);
  return kind === 'product' ? findProductBoilerplate(address, blocks) : findComments(blocks);
}

/**
 * The blocks beside an article in the part that the page marks as main, such as where an event is and what it costs.
 * Only boxes without links, controls and pictures count, since those lead elsewhere.
 */
function findPartsOfMain(blocks: readonly PlacedBlock[], article: Region | null): ReadonlySet<PlacedBlock> {
  const main = article && [...regionAndAncestors(article)].find((region) => region !== article && isMain(region));
  if (!main) return new Set();
  const findBox = outermost((region) => region.depth > main.depth && isIn(region, main) && !isIn(article, region));
  const boxes = Map.groupBy(blocks, ({ region }) => findBox(region));
  const leadsOn = ({ counts, markdown }: PlacedBlock) => counts.link + counts.control > 0 || markdown.includes('![');
  return new Set([...boxes].flatMap(([box, own]) => (box && !own.some(leadsOn) ? own : [])));
}

/** Minimum number of rows, and minimum share of the rows with text in a cell without a link. */
const DATA_TABLE = { minRows: 3, minUnlinked: 0.8 };

/**
 * The tables in the part that the page marks as main whose rows also have cells without a link, such as the dates
 * beside the files of a repository. Lists of links to other pages have none.
 */
function findTablesOfMain(candidates: readonly PlacedBlock[], start: Region | null): readonly PlacedBlock[] {
  const main = start && [...regionAndAncestors(start)].find(isMain);
  if (!main) return [];
  const hasUnlinked = (row: readonly string[]) => row.some((cell) => /\d/.test(cell) && !cell.includes(']('));
  return candidates.filter(
    ({ table, region }) =>
      table !== undefined &&
      isIn(region, main) &&
      table.rows.length >= DATA_TABLE.minRows &&
      table.rows.filter(hasUnlinked).length >= table.rows.length * DATA_TABLE.minUnlinked,
  );
}

function isMain({ tag, role }: Region): boolean {
  return tag === 'main' || role === 'main';
}

function commonAncestor(one: Region, other: Region): Region | null {
  for (const around of regionAndAncestors(one)) if (isIn(other, around)) return around;
  return null;
}

/** Number of characters in paragraphs from the headline on. */
function proseBelow(mainBlocks: readonly PlacedBlock[], headline: PlacedBlock | undefined): number {
  const below = mainBlocks.slice(headline ? Math.max(0, mainBlocks.indexOf(headline)) : 0);
  return below.filter(isSentence).reduce((sum, block) => sum + measureProse(block), 0);
}

function isEnough(amount: Amount, candidates: Amount, whole: Amount): boolean {
  if (amount.all === 0) return false;
  // On a page with almost no prose, links and labels are the content.
  if (amount.prose < FEW_WORDS && amount.all < whole.all * MIN_SHARE) return false;
  if (amount.text >= whole.text * MIN_SHARE) return true;
  return amount.prose >= ARTICLE_LENGTH && amount.text >= candidates.text * MIN_SHARE;
}

/**
 * The first sentences and the summary of an article are often in a box above the rest. If the content is the whole
 * page, they are below the headline.
 */
function findLead(
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
    isText(region, measureTextAmount(blocks)) && !isCaption(region, start) ? blocks : [],
  );
}

/**
 * The length of a line between a heading and the content below it, such as a manual's description of its command.
 * Characters.
 */
const LINE_ABOVE = { min: 30, max: 200 };

/**
 * The headings and code directly above the chosen content, each with the line below it. The text box is often beside
 * its heading, or below the heading of the page. Below that heading, or a heading of several lines, are the author and
 * the date. The `headline` of an article is the page's title, with which a reading begins.
 */
function headingsAbove(
  candidates: readonly PlacedBlock[],
  contentSet: ReadonlySet<PlacedBlock>,
  headline: PlacedBlock | undefined,
): PlacedBlock[] {
  const above: PlacedBlock[] = [];
  let line: PlacedBlock[] = [];
  for (let at = candidates.findIndex((block) => contentSet.has(block)) - 1; at >= 0; at -= 1) {
    const block = candidates[at];
    // Tabs lie between a heading and the panel that one of them has opened.
    if (block && block.headingLevel === null && block.counts.control > 0 && block.counts.control >= block.counts.text)
      continue;
    if (
      !block ||
      block === headline ||
      block.counts.text === 0 ||
      (block.counts.text > LINE_ABOVE.max && block.kind !== 'code')
    )
      break;
    if (block.counts.link + block.counts.control > block.counts.text * 0.3) break;
    if (block.headingLevel === null && block.kind !== 'code') line.unshift(block);
    else {
      const isText = block.headingLevel !== 1 && line.length === 1 && measureTextAmount(line).all >= LINE_ABOVE.min;
      above.unshift(block, ...(isText ? line : []));
      line = [];
    }
    if (block.headingLevel === 1) break;
  }
  return above;
}

/** Whether this is a paragraph, a list or a quote that contains sentences. */
function isText({ tag }: Region, { all, text, prose }: Amount): boolean {
  return /^(?:p|ul|ol|blockquote)$/.test(tag) && prose >= SENTENCE && prose >= all * 0.6 && text >= all * 0.7;
}

/** Footnotes belong to the text that refers to them, and often follow its box. */
function findFootnotes(candidates: readonly PlacedBlock[], root: Region | null): PlacedBlock[] {
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
function article(blocks: readonly PlacedBlock[], mainBlocks: readonly PlacedBlock[], { regions }: Shares): Content {
  const modals = new Set(regions.filter(isOpenDialog));
  if (modals.size === 0) return { layout: 'article', blocks: mainBlocks };
  const mainBlockSet = new Set(mainBlocks);
  const inModal = ({ region }: PlacedBlock) => [...regionAndAncestors(region)].some((around) => modals.has(around));
  return { layout: 'article', blocks: blocks.filter((block) => mainBlockSet.has(block) || inModal(block)) };
}

/** Minimum share of a headline's words that occur in the page's title, and vice versa. */
const MIN_COMMON_WORDS = { ofHeadline: 0.6, ofTitle: 0.3 };
/** A heading with fewer words, such as that of a section or the site's name, may occur in many titles. */
const MIN_WORDS = 3;

/** The headline of the page's article: the first heading of level 1 that matches the page's title. */
function findHeadline(title: string, blocks: readonly PlacedBlock[]): PlacedBlock | undefined {
  const titleWords = new Set(splitIntoStems(title));
  return blocks.find(({ headingLevel, markdown }) => {
    if (headingLevel !== 1) return false;
    const words = splitIntoStems(headingText(markdown));
    const common = words.filter((word) => titleWords.has(word)).length;
    if (words.length < MIN_WORDS || common < titleWords.size * MIN_COMMON_WORDS.ofTitle) return false;
    return common >= words.length * MIN_COMMON_WORDS.ofHeadline;
  });
}
