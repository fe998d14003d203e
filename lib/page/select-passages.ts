import type { PageBlock, PageSnapshot } from '../protocol/page.ts';
import type { ContextSelection, PassageRange } from '../protocol/page-context.ts';
import { estimateTokens } from '../protocol/token-estimate.ts';
import { bm25 } from './bm25.ts';
import { cursorAt } from './cursor.ts';
import { cutBlock } from './cut-block.ts';
import { fingerprint } from './fingerprint.ts';
import { shownBlocks, withNumberedLinks } from './format.ts';
import { blockGap } from './join-blocks.ts';
import { outlineOf, outlineText } from './outline.ts';
import { blocksOfView } from './page-view.ts';
import { plainText } from './plain-text.ts';
import { isAboutWholePage } from './whole-page-question.ts';
import { tellingWords, wordsOf } from './words.ts';

/** A block, or a piece of one that is too long to be sent whole. */
type Passage = PageBlock & { block: number; offset: number; tokens: number };

export type SelectOptions = {
  question: string;
  maxTokens: number;
  /** What earlier questions carry of this page: its snapshot, and which passages. */
  sent: { snapshot: string; ranges: readonly PassageRange[] } | null;
};

export type SelectedPassages = {
  selection: ContextSelection;
  ranges: PassageRange[];
  passageCount: number;
  cursor: string | null;
  tokens: number;
  totalTokens: number;
  /** The same for two readings whose main content did not change in between. */
  snapshot: string;
  text: string;
};

/** Only a block longer than this, in estimated tokens, is ever divided: a long table, code, or text without paragraphs. */
const MAX_BLOCK_TOKENS = 800;
/** Characters of the outline that stands before a selection. */
const OUTLINE_LENGTH = 1_200;
/** How much the section of a passage counts, and each of its neighbours. */
const SECTION_WEIGHT = 1.5;
const NEIGHBOUR_WEIGHT = 0.25;
/** What the selected text may take of the budget. */
const SHARE_OF_SELECTED_TEXT = 0.5;
/** What a line about a gap takes, in tokens. */
const GAP_TOKENS = 12;

/**
 * The part of a page that goes with a question, in at most `maxTokens`: all of the main content where that fits; else the
 * outline and the passages that fit the question best, in document order with the gaps marked. A question about the whole
 * page, or one that shares no word with it, gets the beginning of every section instead. Text the user has selected comes
 * first. What was sent before is not sent again.
 */
export function selectPassages(reading: PageSnapshot, options: SelectOptions): SelectedPassages {
  // Tables are whole here: which of their rows are sent is decided below.
  const blocks = withNumberedLinks(reading, blocksOfView(reading, 'main'));
  const passages = passagesOf(blocks);
  const snapshot = fingerprint(blocks.map(({ markdown }) => markdown).join('\n\n'));
  const totalTokens = passages.reduce((sum, { tokens }) => sum + tokens, 0);
  const page = { totalTokens, snapshot, passageCount: passages.length };
  const unchanged = { ...page, selection: 'unchanged', ranges: [], cursor: null, tokens: 0, text: '' } as const;
  const before = options.sent?.snapshot === snapshot ? indexesOf(options.sent.ranges) : new Set<number>();
  const head = headOf(reading, options.maxTokens);
  const room = options.maxTokens - estimateTokens(head);
  const open = passages.map((_, index) => index).filter((index) => !before.has(index));
  const openTokens = open.reduce((sum, index) => sum + (passages[index]?.tokens ?? 0), 0);
  if (open.length === 0 && passages.length > 0) return { ...unchanged, ranges: [] };
  if (openTokens <= room) {
    const text = [head, assemble(passages, new Set(open))].join('\n\n');
    const ranges = rangesOf(open);
    return { ...page, selection: 'all', ranges, cursor: null, tokens: estimateTokens(text), text };
  }
  const outline = before.size > 0 ? '' : outlineText(outlineOf(blocks), Math.min(OUTLINE_LENGTH, options.maxTokens));
  const lead = outline === '' ? head : `${head}\nOutline:\n${outline}`;
  const isCoverage = isAboutWholePage(options.question) || !sharesWords(passages, options.question);
  const order = isCoverage ? coverageOrder(passages) : relevanceOrder(passages, options.question);
  const chosen = choose(passages, order, before, options.maxTokens - estimateTokens(lead));
  if (chosen.size === 0 && before.size > 0) return { ...unchanged, ranges: [] };
  const text = [lead, assemble(passages, chosen)].join('\n\n');
  const firstLeftOut = passages.find((_, index) => !chosen.has(index) && !before.has(index));
  return {
    ...page,
    selection: isCoverage ? 'coverage' : 'relevant',
    ranges: rangesOf([...chosen].sort((a, b) => a - b)),
    cursor: firstLeftOut ? cursorAt(firstLeftOut, 'main', shownBlocks(reading, 'main'), reading.snapshot) : null,
    tokens: estimateTokens(text),
    text,
  };
}

function headOf({ title, url, truncated, selection }: PageSnapshot, maxTokens: number): string {
  const lines = [`Title: ${title}`, `URL: ${url}`];
  if (truncated) lines.push('The page is longer than could be read; its end is missing.');
  if (selection !== '') {
    const tokens = Math.max(1, estimateTokens(selection));
    const room = Math.floor((maxTokens * SHARE_OF_SELECTED_TEXT * selection.length) / tokens);
    const { text, end } = cutBlock(selection, 0, room);
    lines.push(`Selected by the user:\n${text}${end === null ? '' : '\n[the rest of the selection is left out]'}`, '');
  }
  return lines.join('\n');
}

function passagesOf(blocks: readonly PageBlock[]): Passage[] {
  return blocks.flatMap((block, index): Passage[] => {
    if (block.markdown === '') return [];
    const tokens = estimateTokens(block.markdown);
    if (tokens <= MAX_BLOCK_TOKENS) return [{ ...block, block: index, offset: 0, tokens }];
    const length = Math.floor((block.markdown.length * MAX_BLOCK_TOKENS) / tokens);
    const pieces: Passage[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const { text, end }: { text: string; end: number | null } = cutBlock(block.markdown, offset, length);
      pieces.push({ ...block, markdown: text, block: index, offset, tokens: estimateTokens(text) });
      offset = end;
    }
    return pieces;
  });
}

/** Whether any word of the question that can tell passages apart stands on the page. */
function sharesWords(passages: readonly Passage[], question: string): boolean {
  const words = new Set(tellingWords(question));
  return passages.some(({ markdown }) => wordsOf(plainText(markdown)).some((word) => words.has(word)));
}

/** Passages by how well they answer the question, best first; those that share no word with it are left out. */
function relevanceOrder(passages: readonly Passage[], question: string): number[] {
  const query = tellingWords(question);
  const own = passages.map(({ markdown }) => wordsOf(plainText(markdown)));
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

/** The first passage of every section, then the second of every section, and so on. */
function coverageOrder(passages: readonly Passage[]): number[] {
  const sections = new Map<number, number[]>();
  for (const [index, section] of sectionsOf(passages).entries()) {
    if (passages[index]?.headingLevel === null) sections.set(section, [...(sections.get(section) ?? []), index]);
  }
  const queues = [...sections.values()];
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) => queues.flatMap((queue) => queue[round] ?? [])).flat();
}

/** Takes passages in this order, each with the headings it stands under, as far as there is room. */
function choose(
  passages: readonly Passage[],
  order: readonly number[],
  before: ReadonlySet<number>,
  maxTokens: number,
): Set<number> {
  const chosen = new Set<number>();
  let room = maxTokens;
  for (const index of order) {
    const wanted = [...headingsOf(passages, index), index].filter((each) => !chosen.has(each) && !before.has(each));
    if (wanted.length === 0 || before.has(index) || chosen.has(index)) continue;
    const isAdjacent = chosen.has(index - 1) || chosen.has(index + 1);
    const size = wanted.reduce((sum, each) => sum + (passages[each]?.tokens ?? 0), isAdjacent ? 0 : GAP_TOKENS);
    if (size > room) continue;
    room -= size;
    for (const each of wanted) chosen.add(each);
  }
  return chosen;
}

/** The headings a passage stands under, by index. */
function headingsOf(passages: readonly Passage[], index: number): number[] {
  const headings: number[] = [];
  let level = passages[index]?.headingLevel ?? 7;
  for (let at = index - 1; at >= 0 && level > 1; at -= 1) {
    const headingLevel = passages[at]?.headingLevel ?? null;
    if (headingLevel === null || headingLevel >= level) continue;
    headings.unshift(at);
    level = headingLevel;
  }
  return headings;
}

/** The chosen passages in document order; what is left out in between is marked with its size. */
function assemble(passages: readonly Passage[], chosen: ReadonlySet<number>): string {
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
