import type { ContextSelection, PageBlock, PageSnapshot, PassageRange } from '../../contracts/index.ts';
import { asksFor } from '../../language/index.ts';
import { estimateTokens, fingerprint, oneLine } from '../../text/index.ts';
import { blockGap, cutBlock, plainText } from '../document/markdown-text.ts';
import { distinctiveWords, splitIntoStems } from '../document/words.ts';
import { withNumberedLinks } from './format.ts';
import {
  type ContextPassage,
  coverageOrder,
  findSectionStarts,
  relevanceOrder,
  shareOfWords,
  sharesWords,
} from './order-passages.ts';
import { buildOutline, outlineText } from './outline.ts';
import { blocksOfView } from './page-view.ts';
import type { Position } from './paginate.ts';
import { bm25 } from './rank-passages.ts';

/** What earlier questions sent of a page: its snapshot, which passages, and their texts. */
export type SentPassages = { snapshot: string; ranges: readonly PassageRange[]; texts: readonly string[] };

export type SelectedPassages = {
  selection: ContextSelection;
  ranges: PassageRange[];
  passageCount: number;
  /** Where the omitted text begins; null if nothing was omitted. */
  rest: Position | null;
  tokens: number;
  totalTokens: number;
  text: string;
  /**
   * The beginning of the text that is not sent, if nothing of the page was sent before. Absent if everything is sent.
   */
  unsentText?: string;
};

/** A page divided into passages. `wantedTokens`: estimated size of everything that has not been sent yet. */
export type PassageSource = {
  /** Equal for two readings if the main content did not change between them. */
  snapshot: string;
  /** Whether nothing of the current page is in the conversation. */
  isNew: boolean;
  wantedTokens: number;
  select(maxTokens: number): SelectedPassages;
};

/** Only blocks longer than this are divided: a long table, code, or text without paragraphs. Estimated tokens. */
const MAX_BLOCK_TOKENS = 800;
/** Maximum length of the outline before a selection, in characters. Omitted if the budget is below `minTokens`. */
const OUTLINE = { length: 1_200, minTokens: 300 };
/** Maximum share of the budget for the text the user has selected. */
const SHARE_OF_SELECTED_TEXT = 0.5;
/** If fewer passages match the question, others are added until this many tokens are reached. */
const FILLED_TOKENS = 1_500;
/**
 * If the chosen passages have this share of the question's words, sections without any of these words are not added.
 */
const ENOUGH_WORDS = 0.5;
/**
 * A model with room for at most `maxTokens` is small or slow. Passages that match badly cost it time and mislead it, so
 * those with at most this share of the best one's score are omitted.
 */
const PRECISE = { maxTokens: 2_500, minShare: 0.25 };
/** Maximum share of the room for an excerpt of the best passage, if that passage is too long to be sent whole. */
const SHARE_OF_EXCERPT = 0.7;
/** Candidate starts of an excerpt are its length divided by this number apart. */
const EXCERPT_STEPS = 4;
/** Size of the line that marks a gap, in tokens. */
const GAP_TOKENS = 12;
/** Segmenting more characters than this into words takes seconds in scripts without spaces. */
const HUGE_PAGE = 200_000;
/** Maximum length of the text that is stored without being sent, in characters. */
const MAX_UNSENT = 400_000;
/** Maximum length of a title or address, which can otherwise be arbitrarily long. */
const MAX_TITLE = 300;
const MAX_URL = 500;

/**
 * Prepares a page and selects what is sent with a question. If all of the main content fits, sends all of it. Otherwise
 * sends the outline and the passages that match the question best, in document order with marked gaps. A question about
 * the whole page, or one that shares no word with it, gets the beginning of every section instead. Text that the user
 * has selected comes first. Passages that were sent before are not repeated, and a question that shares no word with
 * the remaining ones adds nothing. `lead` is placed above the text.
 */
export function passageSource(
  reading: PageSnapshot,
  question: string,
  priorPassages: SentPassages | null,
  lead = formatLead(reading),
): PassageSource {
  // Tables are still whole here. Which of their rows are sent is decided below.
  const blocks = withNumberedLinks(reading, blocksOfView(reading, 'main'));
  const passages = splitPassages(blocks);
  const snapshot = fingerprint(blocks.map(({ markdown }) => markdown).join('\n\n'));
  const priorOfSnapshot = priorPassages?.snapshot === snapshot ? priorPassages : null;
  const before = expandRanges(priorOfSnapshot?.ranges ?? []);
  const open = passages.map((_, index) => index).filter((index) => !before.has(index));
  const openTokens = open.reduce((sum, index) => sum + (passages[index]?.tokens ?? 0), 0);
  const selected = isSelectedAsBefore(reading.selection, priorOfSnapshot?.texts ?? []) ? '' : reading.selection;
  return {
    snapshot,
    isNew: priorOfSnapshot === null,
    wantedTokens: estimateTokens(lead) + estimateTokens(selected) + openTokens,
    select: (maxTokens) => select({ blocks, passages, before, open, openTokens, lead, selected, question, maxTokens }),
  };
}

type SelectionInput = {
  blocks: readonly PageBlock[];
  passages: readonly ContextPassage[];
  /** Indexes of passages that are already in the conversation, and of the others. */
  before: ReadonlySet<number>;
  open: readonly number[];
  openTokens: number;
  lead: string;
  selected: string;
  question: string;
  maxTokens: number;
};

function select(page: SelectionInput): SelectedPassages {
  const { blocks, passages, before, open, openTokens, question, maxTokens } = page;
  const totalTokens = passages.reduce((sum, { tokens }) => sum + tokens, 0);
  const sizes = { passageCount: passages.length, totalTokens };
  const lead = [page.lead, ...selectedText(page.selected, maxTokens)].join('\n');
  const isFollowUp = before.size > 0;
  const isWhole = asksFor('whole-page', question);
  const isOfUse = !isFollowUp || isWhole || sharesWords(open, passages, question);
  if (isFollowUp && (open.length === 0 || !isOfUse)) {
    const text = page.selected === '' ? '' : lead;
    const selection = text === '' ? 'unchanged' : 'relevant';
    const rest = open.length === 0 ? null : toPosition(passages[open[0] ?? 0]);
    return { ...sizes, selection, ranges: [], rest, tokens: estimateTokens(text), text };
  }
  if (openTokens <= maxTokens - estimateTokens(lead)) {
    const text = [lead, assemble(passages, new Set(open))].join('\n\n');
    return {
      ...sizes,
      selection: 'all',
      ranges: groupIntoRanges(open),
      rest: null,
      tokens: estimateTokens(text),
      text,
    };
  }
  const hasOutline = !isFollowUp && maxTokens >= OUTLINE.minTokens;
  const outline = hasOutline ? outlineText(buildOutline(blocks), Math.min(OUTLINE.length, maxTokens)) : '';
  const head = outline === '' ? lead : `${lead}\nOutline:\n${outline}`;
  const isCoverage = isWhole || !sharesWords(passages.keys(), passages, question);
  const minShare = maxTokens <= PRECISE.maxTokens ? PRECISE.minShare : 0;
  const order = isCoverage ? coverageOrder(passages) : relevanceOrder(passages, question, minShare);
  const room = maxTokens - estimateTokens(head);
  const parts = withExcerpt(passages, order, before, room, isCoverage ? [] : distinctiveWords(question));
  const selectedIndexes = choose(parts, order, before, room);
  if (!isFollowUp && !isCoverage) fill(selectedIndexes, parts, question, room);
  const text =
    isFollowUp && selectedIndexes.size === 0 && page.selected === ''
      ? ''
      : `${head}\n\n${assemble(parts, selectedIndexes)}`;
  // The omitted parts of an excerpt can still be sent.
  const sentIndexes = new Set([...selectedIndexes].filter((index) => parts[index]?.leftOut === undefined));
  const unsent = isFollowUp ? '' : unsentText(passages, sentIndexes);
  return {
    ...sizes,
    selection: text === '' ? 'unchanged' : isCoverage ? 'coverage' : 'relevant',
    ranges: groupIntoRanges([...sentIndexes].sort((a, b) => a - b)),
    rest: toPosition(passages.find((_, index) => !sentIndexes.has(index) && !before.has(index))),
    tokens: estimateTokens(text),
    text,
    ...(unsent === '' ? {} : { unsentText: unsent }),
  };
}

/** The passages that are not sent, in document order. */
function unsentText(passages: readonly ContextPassage[], sentIndexes: ReadonlySet<number>): string {
  let text = '';
  for (const [index, { markdown }] of passages.entries()) {
    if (sentIndexes.has(index)) continue;
    if (text.length + markdown.length > MAX_UNSENT) break;
    text += (text === '' ? '' : blockGap(passages[index - 1]?.markdown ?? '', markdown)) + markdown;
  }
  return text;
}

function toPosition(passage: ContextPassage | undefined): Position | null {
  return passage === undefined ? null : { block: passage.block, offset: passage.offset };
}

function formatLead({ title, url, truncated }: PageSnapshot): string {
  const truncationNote = truncated ? ['The page is longer than could be read; its end is missing.'] : [];
  return [`Title: ${oneLine(title, MAX_TITLE)}`, `URL: ${oneLine(url, MAX_URL)}`, ...truncationNote].join('\n');
}

const SELECTED = 'Selected by the user:\n';
/** Number of characters by which a selection is recognized, since its end may have been omitted. */
const KNOWN_BY = 200;

/** Whether this is the last selection that was sent. */
function isSelectedAsBefore(selected: string, texts: readonly string[]): boolean {
  const last = texts.findLast((text) => text.includes(SELECTED));
  return last?.includes(`${SELECTED}${selected.slice(0, KNOWN_BY)}`) ?? false;
}

function selectedText(selected: string, maxTokens: number): string[] {
  if (selected === '') return [];
  const tokens = Math.max(1, estimateTokens(selected));
  const room = Math.floor((maxTokens * SHARE_OF_SELECTED_TEXT * selected.length) / tokens);
  const { text, end } = cutBlock(selected, 0, room);
  return [`${SELECTED}${text}${end === null ? '' : '\n[the rest of the selection is left out]'}`];
}

function splitPassages(blocks: readonly PageBlock[]): ContextPassage[] {
  const isOfHugePage = blocks.reduce((sum, { markdown }) => sum + markdown.length, 0) > HUGE_PAGE;
  return blocks.flatMap((block, index): ContextPassage[] => {
    if (block.markdown === '') return [];
    const tokens = estimateTokens(block.markdown);
    if (tokens <= MAX_BLOCK_TOKENS) return [{ ...block, block: index, offset: 0, tokens, isOfHugePage }];
    const length = Math.floor((block.markdown.length * MAX_BLOCK_TOKENS) / tokens);
    const pieces: ContextPassage[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const { text, end }: { text: string; end: number | null } = cutBlock(block.markdown, offset, length);
      pieces.push({ ...block, markdown: text, block: index, offset, tokens: estimateTokens(text), isOfHugePage });
      offset = end;
    }
    return pieces;
  });
}

/** Takes passages in this order, each with the headings above it, as long as they fit. */
function choose(
  passages: readonly ContextPassage[],
  order: readonly number[],
  before: ReadonlySet<number>,
  maxTokens: number,
): Set<number> {
  const selectedIndexes = new Set<number>();
  const headings = findHeadingsAbove(passages);
  let room = maxTokens;
  for (const index of order) {
    if (room <= 0) break;
    const newIndexes = [...(headings[index] ?? []), index].filter(
      (each) => !selectedIndexes.has(each) && !before.has(each),
    );
    if (newIndexes.length === 0 || before.has(index) || selectedIndexes.has(index)) continue;
    const isAdjacent = selectedIndexes.has(index - 1) || selectedIndexes.has(index + 1);
    const size = newIndexes.reduce((sum, each) => sum + (passages[each]?.tokens ?? 0), isAdjacent ? 0 : GAP_TOKENS);
    if (size > room) continue;
    room -= size;
    for (const each of newIndexes) selectedIndexes.add(each);
  }
  return selectedIndexes;
}

/** For each passage, the indexes of the headings above it, outermost first. */
function findHeadingsAbove(passages: readonly ContextPassage[]): number[][] {
  let open: { index: number; level: number }[] = [];
  return passages.map(({ headingLevel }, index) => {
    if (headingLevel !== null) open = open.filter(({ level }) => level < headingLevel);
    const above = open.map((heading) => heading.index);
    if (headingLevel !== null) open.push({ index, level: headingLevel });
    return above;
  });
}

/**
 * Adds the rest of the best section. If the chosen passages have few words of the question, the answer may use other
 * words, so the beginning of every section is also added, up to a small size.
 */
function fill(
  selectedIndexes: Set<number>,
  passages: readonly ContextPassage[],
  question: string,
  maxTokens: number,
): void {
  const usedTokens = [...selectedIndexes].reduce((sum, index) => sum + (passages[index]?.tokens ?? 0), 0);
  const room = Math.min(maxTokens, FILLED_TOKENS) - usedTokens;
  const [best] = relevanceOrder(passages, question);
  if (room <= 0 || best === undefined) return;
  const sections = findSectionStarts(passages);
  const beside = passages.keys().filter((index) => sections[index] === sections[best]);
  const others = shareOfWords(selectedIndexes, passages, question) < ENOUGH_WORDS ? coverageOrder(passages) : [];
  for (const index of choose(passages, [...beside, ...others], selectedIndexes, room)) selectedIndexes.add(index);
}

/**
 * The passages in this order. If the first one is too long for the room, only a part of it, so that worse passages do
 * not take its place. That part contains most of these words and extends from the start of a sentence or line to the
 * end of one.
 */
function withExcerpt(
  passages: readonly ContextPassage[],
  order: readonly number[],
  before: ReadonlySet<number>,
  maxTokens: number,
  words: readonly string[],
): readonly ContextPassage[] {
  const index = order.find((each) => !before.has(each) && passages[each]?.headingLevel === null) ?? -1;
  const passage = passages[index];
  const headings = findHeadingsAbove(passages)[index] ?? [];
  const room = headings.reduce(
    (remainingTokens, each) => remainingTokens - (passages[each]?.tokens ?? 0),
    maxTokens - GAP_TOKENS,
  );
  if (passage === undefined || passage.tokens <= room || room < GAP_TOKENS * 3) return passages;
  const { markdown, tokens } = passage;
  const length = Math.floor((room * SHARE_OF_EXCERPT * markdown.length) / tokens);
  const starts: number[] = [];
  for (let from: number | null = 0; from !== null; ) {
    starts.push(from);
    from = cutBlock(markdown, from, Math.ceil(length / EXCERPT_STEPS)).end;
  }
  const parts = starts.map((from) => cutBlock(markdown, from, length).text);
  const lists = parts.map((text) => splitIntoStems(plainText(text)));
  const scores = bm25(lists, words).map(({ score }) => score);
  const best = scores.indexOf(Math.max(...scores));
  const text = parts[best] ?? '';
  const size = estimateTokens(text);
  const above = Math.round(((starts[best] ?? 0) * tokens) / markdown.length);
  const excerpt = { ...passage, markdown: text, tokens: size + GAP_TOKENS, leftOut: [above, tokens - above - size] };
  return passages.with(index, excerpt);
}

/** Joins the chosen passages in document order. Gaps are marked with their size. */
function assemble(passages: readonly ContextPassage[], selectedIndexes: ReadonlySet<number>): string {
  let text = '';
  let last: string | null = null;
  let skipped = 0;
  const markGap = () => {
    if (skipped <= 0) return;
    text += `${text === '' ? '' : '\n\n'}[… about ${skipped.toLocaleString('en-US')} tokens left out …]`;
    last = '';
    skipped = 0;
  };
  for (const [index, { markdown, tokens, leftOut }] of passages.entries()) {
    if (!selectedIndexes.has(index)) {
      skipped += tokens;
      continue;
    }
    skipped += leftOut?.[0] ?? 0;
    markGap();
    text += (last === null ? '' : last === '' ? '\n\n' : blockGap(last, markdown)) + markdown;
    last = markdown;
    skipped += leftOut?.[1] ?? 0;
  }
  markGap();
  return text;
}

function expandRanges(ranges: readonly PassageRange[]): Set<number> {
  return new Set(ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
}

function groupIntoRanges(sortedIndexes: readonly number[]): PassageRange[] {
  const ranges: PassageRange[] = [];
  for (const index of sortedIndexes) {
    const last = ranges.at(-1);
    if (last?.to === index) last.to = index + 1;
    else ranges.push({ from: index, to: index + 1 });
  }
  return ranges;
}
