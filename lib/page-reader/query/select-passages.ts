import {
  type ContextSelection,
  estimateTokens,
  type PageBlock,
  type PageSnapshot,
  type PassageRange,
} from '../../contracts/index.ts';
import { fingerprint } from '../document/fingerprint.ts';
import { blockGap } from '../document/join-blocks.ts';
import { plainText } from '../document/plain-text.ts';
import { roughWordsOf, tellingWords, wordsOf } from '../document/words.ts';
import { oneLine } from '../dom/clean-text.ts';
import { bm25 } from './bm25.ts';
import { cutBlock } from './cut-block.ts';
import { withNumberedLinks } from './format.ts';
import { outlineOf, outlineText } from './outline.ts';
import { blocksOfView } from './page-view.ts';
import type { Position } from './paginate.ts';
import { isAboutWholePage } from './whole-page-question.ts';

/** A block, or a piece of one that is too long to be sent whole. */
type Passage = PageBlock & Position & { tokens: number; isOfHugePage: boolean };

/** What earlier questions carry of a page: its snapshot, which passages, and the texts themselves. */
export type SentPassages = { snapshot: string; ranges: readonly PassageRange[]; texts: readonly string[] };

export type SelectedPassages = {
  selection: ContextSelection;
  ranges: PassageRange[];
  passageCount: number;
  /** Where what is left out begins; null where nothing is. */
  rest: Position | null;
  tokens: number;
  totalTokens: number;
  text: string;
};

/** A page divided into passages. `wantedTokens`: what all that was not sent yet takes, estimated. */
export type PassageSource = {
  /** The same for two readings whose main content did not change in between. */
  snapshot: string;
  /** Nothing of this page as it is now stands before the model. */
  isNew: boolean;
  wantedTokens: number;
  select(maxTokens: number): SelectedPassages;
};

/** Only a block longer than this, in estimated tokens, is ever divided: a long table, code, or text without paragraphs. */
const MAX_BLOCK_TOKENS = 800;
/** Characters of the outline that stands before a selection; in a smaller budget than `minTokens` it has no place. */
const OUTLINE = { length: 1_200, minTokens: 300 };
/** How much the section of a passage counts, and each of its neighbours. */
const SECTION_WEIGHT = 1.5;
const NEIGHBOUR_WEIGHT = 0.25;
/** A stretch without headings longer than this, in tokens, is covered as several sections. */
const MAX_SECTION_TOKENS = 1_000;
/** What the selected text may take of the budget. */
const SHARE_OF_SELECTED_TEXT = 0.5;
/** Where fewer passages share words with the question, others fill up to so many tokens. */
const FILLED_TOKENS = 1_500;
/** What a line about a gap takes, in tokens. */
const GAP_TOKENS = 12;
/** Characters; dividing more than this into words, where no spaces stand between them, takes seconds. */
const HUGE_PAGE = 200_000;
/** Titles and addresses can be of any length. */
const MAX_TITLE = 300;
const MAX_URL = 500;

/**
 * A page and what of it may go with a question: all of the main content where that fits; else the outline and the passages
 * that fit the question best, in document order with the gaps marked. A question about the whole page, or one that shares
 * no word with it, gets the beginning of every section instead. Text the user has selected comes first. What was sent
 * before is not sent again, and a question that shares no word with the rest brings nothing of it.
 */
export function passageSource(reading: PageSnapshot, question: string, sent: SentPassages | null): PassageSource {
  // Tables are whole here: which of their rows are sent is decided below.
  const blocks = withNumberedLinks(reading, blocksOfView(reading, 'main'));
  const passages = passagesOf(blocks);
  const snapshot = fingerprint(blocks.map(({ markdown }) => markdown).join('\n\n'));
  const known = sent?.snapshot === snapshot ? sent : null;
  const before = indexesOf(known?.ranges ?? []);
  const open = passages.map((_, index) => index).filter((index) => !before.has(index));
  const openTokens = open.reduce((sum, index) => sum + (passages[index]?.tokens ?? 0), 0);
  const selected = isSelectedAsBefore(reading.selection, known?.texts ?? []) ? '' : reading.selection;
  const lead = leadOf(reading);
  return {
    snapshot,
    isNew: known === null,
    wantedTokens: estimateTokens(lead) + estimateTokens(selected) + openTokens,
    select: (maxTokens) => select({ blocks, passages, before, open, openTokens, lead, selected, question, maxTokens }),
  };
}

type Selecting = {
  blocks: readonly PageBlock[];
  passages: readonly Passage[];
  /** Passages by index: what stands before the model already, and what does not. */
  before: ReadonlySet<number>;
  open: readonly number[];
  openTokens: number;
  lead: string;
  selected: string;
  question: string;
  maxTokens: number;
};

function select(page: Selecting): SelectedPassages {
  const { blocks, passages, before, open, openTokens, question, maxTokens } = page;
  const totalTokens = passages.reduce((sum, { tokens }) => sum + tokens, 0);
  const sizes = { passageCount: passages.length, totalTokens };
  const lead = [page.lead, ...selectedText(page.selected, maxTokens)].join('\n');
  const isFollowUp = before.size > 0;
  const isWhole = isAboutWholePage(question);
  const isOfUse = !isFollowUp || isWhole || sharesWords(open, passages, question);
  if (isFollowUp && (open.length === 0 || !isOfUse)) {
    const text = page.selected === '' ? '' : lead;
    const selection = text === '' ? 'unchanged' : 'relevant';
    const rest = open.length === 0 ? null : positionOf(passages[open[0] ?? 0]);
    return { ...sizes, selection, ranges: [], rest, tokens: estimateTokens(text), text };
  }
  if (openTokens <= maxTokens - estimateTokens(lead)) {
    const text = [lead, assemble(passages, new Set(open))].join('\n\n');
    return { ...sizes, selection: 'all', ranges: rangesOf(open), rest: null, tokens: estimateTokens(text), text };
  }
  const hasOutline = !isFollowUp && maxTokens >= OUTLINE.minTokens;
  const outline = hasOutline ? outlineText(outlineOf(blocks), Math.min(OUTLINE.length, maxTokens)) : '';
  const head = outline === '' ? lead : `${lead}\nOutline:\n${outline}`;
  const isCoverage = isWhole || !sharesWords(passages.keys(), passages, question);
  const order = isCoverage ? coverageOrder(passages) : relevanceOrder(passages, question);
  const room = maxTokens - estimateTokens(head);
  const chosen = choose(passages, order, before, room);
  if (!isFollowUp && !isCoverage) fill(chosen, passages, question, room);
  const beginning = chosen.size === 0 ? beginningOf(passages, order, before, room) : null;
  const body = assemble(passages, chosen, beginning);
  const text =
    isFollowUp && chosen.size === 0 && beginning === null && page.selected === '' ? '' : `${head}\n\n${body}`;
  return {
    ...sizes,
    selection: text === '' ? 'unchanged' : isCoverage ? 'coverage' : 'relevant',
    ranges: rangesOf([...chosen].sort((a, b) => a - b)),
    rest: positionOf(passages.find((_, index) => !chosen.has(index) && !before.has(index))),
    tokens: estimateTokens(text),
    text,
  };
}

function positionOf(passage: Passage | undefined): Position | null {
  return passage === undefined ? null : { block: passage.block, offset: passage.offset };
}

function leadOf({ title, url, truncated }: PageSnapshot): string {
  const cut = truncated ? ['The page is longer than could be read; its end is missing.'] : [];
  return [`Title: ${oneLine(title, MAX_TITLE)}`, `URL: ${oneLine(url, MAX_URL)}`, ...cut].join('\n');
}

const SELECTED = 'Selected by the user:\n';
/** Characters by which a selection is known again: its end may have been left out. */
const KNOWN_BY = 200;

/** Whether the last selection that was sent is this one. */
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

function passagesOf(blocks: readonly PageBlock[]): Passage[] {
  const isOfHugePage = blocks.reduce((sum, { markdown }) => sum + markdown.length, 0) > HUGE_PAGE;
  return blocks.flatMap((block, index): Passage[] => {
    if (block.markdown === '') return [];
    const tokens = estimateTokens(block.markdown);
    if (tokens <= MAX_BLOCK_TOKENS) return [{ ...block, block: index, offset: 0, tokens, isOfHugePage }];
    const length = Math.floor((block.markdown.length * MAX_BLOCK_TOKENS) / tokens);
    const pieces: Passage[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const { text, end }: { text: string; end: number | null } = cutBlock(block.markdown, offset, length);
      pieces.push({ ...block, markdown: text, block: index, offset, tokens: estimateTokens(text), isOfHugePage });
      offset = end;
    }
    return pieces;
  });
}

/** Whether any word of the question that can tell passages apart stands in one of these passages. */
function sharesWords(indexes: Iterable<number>, passages: readonly Passage[], question: string): boolean {
  const words = new Set(tellingWords(question));
  for (const index of indexes) if (wordsIn(passages[index], words).some((word) => words.has(word))) return true;
  return false;
}

/** Passages are made for one question: their words are searched for that once. */
const wordLists = new WeakMap<Passage, string[]>();

function wordsIn(passage: Passage | undefined, wanted: ReadonlySet<string>): string[] {
  if (passage === undefined) return [];
  const known = wordLists.get(passage);
  if (known !== undefined) return known;
  const text = plainText(passage.markdown);
  const words = passage.isOfHugePage ? roughWordsOf(text, wanted) : wordsOf(text);
  wordLists.set(passage, words);
  return words;
}

/** Passages by how well they answer the question, best first; those that share no word with it are left out. */
function relevanceOrder(passages: readonly Passage[], question: string): number[] {
  const query = tellingWords(question);
  const own = passages.map((passage) => wordsIn(passage, new Set(query)));
  const sections = sectionsOf(passages);
  const inSections: string[][] = passages.map(() => []);
  for (const [index, section] of sections.entries()) inSections[section]?.push(...(own[index] ?? []));
  const withHeading = own.map((words, index) => {
    const section = sections[index] ?? 0;
    return section === index ? words : [...words, ...(own[section] ?? [])];
  });
  const scores = bm25(withHeading, query).map(({ score }) => score);
  const bySection = bm25(inSections, query);
  const total = scores.map((score, index) => {
    if (score === 0) return 0;
    const around = (scores[index - 1] ?? 0) + (scores[index + 1] ?? 0);
    return score + SECTION_WEIGHT * (bySection[sections[index] ?? 0]?.score ?? 0) + NEIGHBOUR_WEIGHT * around;
  });
  const ranked = total
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ index }) => index);
  // What stands beside a good passage often holds the answer: a table after the sentence that announces it.
  return [...ranked, ...ranked.flatMap((index) => [index + 1, index - 1])].filter((index) => index in passages);
}

/** The heading each passage stands right under, or the first passage; a heading stands under itself. */
function sectionsOf(passages: readonly Passage[]): number[] {
  let section = 0;
  return passages.map(({ headingLevel }, index) => {
    if (headingLevel !== null) section = index;
    return section;
  });
}

/**
 * The first passage of every section, then the second of every section, and so on; within a round spread over the page, so
 * that its end is not what is missing where there is room for some sections only.
 */
function coverageOrder(passages: readonly Passage[]): number[] {
  const sections = coveredSections(passages);
  const longest = sections.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, round) => {
    const places = sections.flatMap((section) => section[round] ?? []);
    return spread(places.length).flatMap((at) => places[at] ?? []);
  }).flat();
}

/** The passages of every section, without headings. What goes on without a heading, as transcripts do, counts as several. */
function coveredSections(passages: readonly Passage[]): number[][] {
  const sections: number[][] = [];
  let room = 0;
  for (const [index, { headingLevel, tokens }] of passages.entries()) {
    if (headingLevel !== null) room = 0;
    else if (room > 0) sections.at(-1)?.push(index);
    else {
      sections.push([index]);
      room = MAX_SECTION_TOKENS;
    }
    if (headingLevel === null) room -= tokens;
  }
  return sections;
}

/** 0 to `count` - 1: the first, the one in the middle, those at the quarters, and so on. */
function spread(count: number): number[] {
  const order = new Set<number>();
  for (let parts = 1; order.size < count; parts *= 2) {
    for (let part = 0; part < parts; part++) order.add(Math.floor((part * count) / parts));
  }
  return [...order];
}

/** Takes passages in this order, each with the headings it stands under, as far as there is room. */
function choose(
  passages: readonly Passage[],
  order: readonly number[],
  before: ReadonlySet<number>,
  maxTokens: number,
): Set<number> {
  const chosen = new Set<number>();
  const headings = headingsOf(passages);
  let room = maxTokens;
  for (const index of order) {
    if (room <= 0) break;
    const wanted = [...(headings[index] ?? []), index].filter((each) => !chosen.has(each) && !before.has(each));
    if (wanted.length === 0 || before.has(index) || chosen.has(index)) continue;
    const isAdjacent = chosen.has(index - 1) || chosen.has(index + 1);
    const size = wanted.reduce((sum, each) => sum + (passages[each]?.tokens ?? 0), isAdjacent ? 0 : GAP_TOKENS);
    if (size > room) continue;
    room -= size;
    for (const each of wanted) chosen.add(each);
  }
  return chosen;
}

/** The headings each passage stands under, outermost first, by index. */
function headingsOf(passages: readonly Passage[]): number[][] {
  let open: { index: number; level: number }[] = [];
  return passages.map(({ headingLevel }, index) => {
    if (headingLevel !== null) open = open.filter(({ level }) => level < headingLevel);
    const above = open.map((heading) => heading.index);
    if (headingLevel !== null) open.push({ index, level: headingLevel });
    return above;
  });
}

/**
 * Where the words of the question are rare on the page, the answer may stand there in other words: the rest of the sections
 * that fit best, then the beginning of every section, up to a size that costs little.
 */
function fill(chosen: Set<number>, passages: readonly Passage[], question: string, maxTokens: number): void {
  const used = [...chosen].reduce((sum, index) => sum + (passages[index]?.tokens ?? 0), 0);
  const room = Math.min(maxTokens, FILLED_TOKENS) - used;
  const [best] = relevanceOrder(passages, question);
  if (room <= 0 || best === undefined) return;
  const sections = sectionsOf(passages);
  const beside = passages.keys().filter((index) => sections[index] === sections[best]);
  for (const index of choose(passages, [...beside, ...coverageOrder(passages)], chosen, room)) chosen.add(index);
}

type Beginning = { index: number; text: string };

/** In a window too small for any whole passage: the beginning of the best one, up to the end of a sentence or line. */
function beginningOf(
  passages: readonly Passage[],
  order: readonly number[],
  before: ReadonlySet<number>,
  maxTokens: number,
): Beginning | null {
  const index = order.find((each) => !before.has(each) && passages[each]?.headingLevel === null);
  const passage = index === undefined ? undefined : passages[index];
  if (index === undefined || passage === undefined || maxTokens < GAP_TOKENS * 4) return null;
  const room = ((maxTokens - GAP_TOKENS * 2) * passage.markdown.length) / Math.max(1, passage.tokens);
  return { index, text: cutBlock(passage.markdown, 0, Math.floor(room)).text };
}

/** The chosen passages in document order; what is left out in between is marked with its size. */
function assemble(
  passages: readonly Passage[],
  chosen: ReadonlySet<number>,
  beginning: Beginning | null = null,
): string {
  let text = '';
  let last: string | null = null;
  let skipped = 0;
  const markGap = () => {
    if (skipped === 0) return;
    text += `${text === '' ? '' : '\n\n'}[… about ${skipped.toLocaleString('en-US')} tokens left out …]`;
    last = '';
    skipped = 0;
  };
  for (const [index, { markdown, tokens }] of passages.entries()) {
    if (beginning?.index === index) {
      markGap();
      text += `${text === '' ? '' : '\n\n'}${beginning.text}`;
      last = '';
    }
    if (!chosen.has(index)) {
      skipped += tokens;
      continue;
    }
    markGap();
    text += (last === null ? '' : last === '' ? '\n\n' : blockGap(last, markdown)) + markdown;
    last = markdown;
  }
  markGap();
  return text;
}

function indexesOf(ranges: readonly PassageRange[]): Set<number> {
  return new Set(ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
}

function rangesOf(sorted: readonly number[]): PassageRange[] {
  const ranges: PassageRange[] = [];
  for (const index of sorted) {
    const last = ranges.at(-1);
    if (last?.to === index) last.to = index + 1;
    else ranges.push({ from: index, to: index + 1 });
  }
  return ranges;
}
