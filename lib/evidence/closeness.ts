import { memoize } from '../control-flow/index.ts';
import { findFirstIndex } from '../text/index.ts';
import { type Fact, factKey, isWithinSpan } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import type { Block, ReadableText } from './readable-text.ts';
import { findRespectiveItems } from './respective-items.ts';
import type { Passage, SourceDocument, SourceIndex } from './source-index.ts';
import { listWords } from './vocabulary.ts';

type Span = { start: number; end: number };

/** How close words and the keys of other facts are to a place in a text, from 0 to 1. */
export type Closeness = Map<string, number>;

/**
 * The closeness of the words at the same place, and the share of it that remains after each step away from the place.
 */
const CLOSENESS = { before: 1, after: 0.8, label: 1, sameRow: 0.3, heading: 0.4, leastForOwner: 0.7, least: 0.1 };
/** A neighbouring figure is weaker evidence than a word, because the order of figures may differ. */
const SHARE_OF_FIGURE = 0.5;
const STEP_BEFORE = {
  word: 0.97,
  fact: 0.5,
  beside: 0.85,
  mark: 0.75,
  stop: 0.5,
  isAfter: false,
  shareOfFigure: SHARE_OF_FIGURE,
};
/**
 * A statement about a name may come after the figures of the sentence, and commas may enclose the name: "the mayor,
 * Anna Keller, promised".
 */
const STEP_FOR_NAME = { fact: 0.8, mark: 0.9, shareOfFigure: 1 };
const STEP_AFTER = { ...STEP_BEFORE, fact: 0.3, mark: 0.5, stop: 0.3, isAfter: true };
/** Two figures with at most this many words between them are a range or a change. */
const MAX_WORDS_OF_CHANGE = 3;
/** A block such as "Price: 20 euros" belongs to the heading above it, like a cell to its column. */
const MAX_LENGTH_OF_ENTRY = 60;

const partPattern = memoize(
  ({ conjunction }: Lexicon) =>
    new RegExp(
      `(?<stop>[;؛；])|(?<mark>[,:](?!\\d)|[、،()/|「」『』。]|\\s[–—-]\\s)|(?<conjunction>${conjunction.source})|[^\\s,:;；、،؛()/|「」『』。]+`,
      'giu',
    ),
);

type Part = { type: 'words' | 'fact'; words: readonly string[] } | { type: 'mark' | 'stop' | 'conjunction' };

/**
 * Returns the words of a sentence with their closeness to a place in it. Words beyond another fact primarily belong to
 * that fact.
 */
export function readCloseness(
  text: string,
  place: Span,
  {
    sentence,
    facts,
    lexicon,
    isName = false,
  }: { sentence: Span; facts: readonly Fact[]; lexicon: Lexicon; isName?: boolean },
): Closeness {
  const closeness: Closeness = new Map();
  const others = listSpansWithin(facts, sentence).filter(({ start, end }) => end <= place.start || start >= place.end);
  const reader = createPartReader(facts, text, lexicon);
  const before = splitParts({ start: sentence.start, end: place.start }, others, reader).reverse();
  const after = splitParts({ start: place.end, end: sentence.end }, others, reader);
  const fact = isName ? STEP_FOR_NAME : {};
  walk(before, CLOSENESS.before, { ...STEP_BEFORE, ...fact }, closeness);
  const hasWordBefore = [...closeness.values()].some((weight) => weight > CLOSENESS.leastForOwner);
  // "In 1992, she moved": the words after the comma of an opening phrase belong to that phrase.
  if (!isName && after[0]?.type === 'mark' && before.every(({ type }) => type === 'fact')) after.shift();
  walk(after, hasWordBefore ? CLOSENESS.after : CLOSENESS.before, { ...STEP_AFTER, ...fact }, closeness);
  const items = findRespectiveItems(text, place, sentence, facts);
  if (!items) return closeness;
  for (const item of items.others)
    for (const word of listOwnWords(text.slice(item.start, item.end), lexicon)) closeness.delete(word);
  for (const word of listOwnWords(text.slice(items.own.start, items.own.end), lexicon))
    closeness.set(word, CLOSENESS.label);
  return closeness;
}

type PartReader = (start: number, end: number) => readonly Part[];

/**
 * Reads the parts of a text between its facts, each stretch once, since all facts of a sentence have the same ones
 * around them.
 */
const createPartReader = memoize((_: readonly Fact[], text: string, lexicon: Lexicon): PartReader => {
  const stretches = new Map<string, readonly Part[]>();
  return (start, end) => {
    const key = `${start}:${end}`;
    let parts = stretches.get(key);
    if (!parts) {
      parts = readParts(text.slice(start, end), lexicon);
      stretches.set(key, parts);
    }
    return parts;
  };
});

function readParts(text: string, lexicon: Lexicon): Part[] {
  const parts: Part[] = [];
  for (const match of text.matchAll(partPattern(lexicon))) {
    const { stop, mark, conjunction } = match.groups ?? {};
    if (stop || mark) parts.push({ type: stop ? 'stop' : 'mark' });
    else if (conjunction && !lexicon.isUnspaced) parts.push({ type: 'conjunction' });
    else {
      const words = listOwnWords(match[0], lexicon);
      if (words.length > 0) parts.push({ type: 'words', words });
      if (/[.!?]$/.test(match[0])) parts.push({ type: 'stop' });
    }
  }
  return parts;
}

function splitParts(span: Span, facts: readonly Fact[], reader: PartReader): Part[] {
  const parts: Part[] = [];
  let at = span.start;
  for (const fact of facts) {
    if (!isWithinSpan(fact, span)) continue;
    parts.push(...reader(at, Math.max(at, fact.start)), { type: 'fact', words: listKeys(fact) });
    at = Math.max(at, fact.end);
  }
  parts.push(...reader(at, Math.max(at, span.end)));
  return parts;
}

function walk(parts: readonly Part[], first: number, step: typeof STEP_BEFORE, closeness: Closeness) {
  let weight = first;
  // The number of words since the last fact, and since the last mark.
  let wordsOfFact = 0;
  let hasWord = false;
  let hasMark = false;
  parts.forEach((part, at) => {
    if (weight < CLOSENESS.least) return;
    if (part.type === 'words' || part.type === 'fact') {
      for (const word of part.words) {
        putCloser(closeness, word, weight, step.shareOfFigure);
        if (part.type === 'words') weight *= step.word;
      }
      if (part.type === 'fact') {
        // "from 1906 to 1909", "rose from 860 to 1240": such figures share the words around them.
        weight *= wordsOfFact > MAX_WORDS_OF_CHANGE || (wordsOfFact > 0 && hasMark) ? step.fact : step.beside;
        wordsOfFact = 0;
        hasMark = false;
      } else wordsOfFact += part.words.length;
      hasWord = part.type === 'words';
      return;
    }
    if (part.type === 'conjunction' && wordsOfFact === 0 && parts[at + 1]?.type === 'fact') return;
    hasMark = true;
    // A comma directly before a figure does not separate clauses: "to Lima, 20 %" is one clause, but "17 cases in all,
    // 12 of them" is two.
    const isDirect = !hasWord && part.type === 'mark' && !step.isAfter;
    if (!isDirect || parts[at + 1]?.type === 'fact') weight *= part.type === 'stop' ? step.stop : step.mark;
    else if (hasFactBeforeMark(parts, at + 1)) weight *= step.fact;
    hasWord = false;
  });
}

function hasFactBeforeMark(parts: readonly Part[], from: number): boolean {
  for (let at = from; at < parts.length; at += 1) {
    const type = parts[at]?.type;
    if (type === 'fact') return true;
    if (type !== 'words') return false;
  }
  return false;
}

function putCloser(closeness: Closeness, word: string, weight: number, shareOfFigure = SHARE_OF_FIGURE) {
  const share = word.startsWith('#f') ? weight * shareOfFigure : weight;
  closeness.set(word, Math.max(closeness.get(word) ?? 0, share));
}

function listOwnWords(text: string, { functionWords }: Lexicon): string[] {
  return listWords(text).filter((word) => !functionWords.has(word) && !/^\d/.test(word));
}

/** Returns facts as words that are the same in every notation and language. */
export function listKeys(fact: Fact): string[] {
  if (fact.type === 'figure') return [`#f${fact.values[0] ?? 0}`];
  const year = fact.type === 'date' ? fact.readings[0]?.year : undefined;
  const key = factKey(fact);
  return [...(year === undefined ? [] : [`#y${year}`]), ...(key === null ? [] : [key])];
}

/** Adds the words and facts of a part of a text that tells what a place is about. */
export function addCloseness(
  closeness: Closeness,
  text: string,
  part: Span,
  { weight, facts, lexicon }: { weight: number; facts: readonly Fact[]; lexicon: Lexicon },
) {
  for (const word of createWordReader(facts, text, lexicon)(part)) putCloser(closeness, word, weight);
}

/** Reads the words and facts of parts of a text, each part once, because the claims of a block have the same ones. */
const createWordReader = memoize((facts: readonly Fact[], text: string, lexicon: Lexicon) => {
  const parts = new Map<number, Map<number, readonly string[]>>();
  return ({ start, end }: Span): readonly string[] => {
    let ends = parts.get(start);
    if (!ends) {
      ends = new Map();
      parts.set(start, ends);
    }
    let words = ends.get(end);
    if (!words) {
      const keys = listSpansWithin(facts, { start, end }).flatMap(listKeys);
      words = [...listOwnWords(text.slice(start, end), lexicon), ...keys];
      ends.set(end, words);
    }
    return words;
  };
});

/** Returns the facts of a part of a text. Facts are in order and do not overlap. */
function listSpansWithin(facts: readonly Fact[], span: Span): readonly Fact[] {
  const first = findFirstIndex(facts.length, (index) => (facts[index]?.start ?? 0) >= span.start);
  const end = findFirstIndex(facts.length, (index) => (facts[index]?.start ?? 0) >= span.end);
  const last = facts[end - 1];
  return facts.slice(first, last && last.end > span.end ? Math.max(first, end - 1) : end);
}

/**
 * Returns the words that tell what a place of a source is about, with their closeness: those of its sentence, row and
 * column, and heading.
 */
export function readSourceCloseness(
  place: Span,
  passage: Passage,
  document: SourceDocument,
  isName = false,
): Closeness {
  const { readable, lexicon } = document;
  const { text, blocks } = readable;
  const block = blocks[passage.block];
  const closeness = readCloseness(text, place, {
    sentence: passage,
    facts: listFactsWithin(passage, document),
    lexicon,
    isName,
  });
  const add = (part: Span | undefined, weight: number) => {
    if (part) addCloseness(closeness, text, part, { weight, facts: listFactsWithin(part, document), lexicon });
  };
  if (block) addRow(block, readable, add);
  const isEntry = block !== undefined && block.end - block.start <= MAX_LENGTH_OF_ENTRY && passage.table < 0;
  add(blocks[block?.heading ?? -1], isEntry ? CLOSENESS.label : CLOSENESS.heading);
  return closeness;
}

/** Adds the other cells of a row, and the header of a cell's column. */
export function addRow(block: Block, text: ReadableText, add: (part: Span | undefined, weight: number) => void) {
  if (!block.cell) return;
  const { table, row, column } = block.cell;
  const rows = listRows(text);
  for (const other of rows.get(`${table}:${row}`) ?? [])
    if (other !== block) add(other, other.cell?.column === 0 ? CLOSENESS.label : CLOSENESS.sameRow);
  if (row > 0)
    add(
      rows.get(`${table}:0`)?.find(({ cell }) => cell?.column === column),
      CLOSENESS.label,
    );
}

const listRows = memoize(({ blocks }: ReadableText) =>
  Map.groupBy(
    blocks.filter(({ cell }) => cell),
    ({ cell }) => `${cell?.table}:${cell?.row}`,
  ),
);

function listFactsWithin(span: Span, { facts }: SourceDocument): Fact[] {
  const getStart = (index: number) => facts[index]?.fact.start ?? 0;
  const first = findFirstIndex(facts.length, (index) => getStart(index) >= span.start);
  const end = findFirstIndex(facts.length, (index) => getStart(index) >= span.end);
  return facts.slice(first, end).map(({ fact }) => fact);
}

/** The numbers of the words and keys of the sources, and the rarity of each. */
type KeyIndex = { numbers: Map<string, number>; weights: number[]; isYear: boolean[] };

const indexKeys = memoize((index: SourceIndex): KeyIndex => {
  const counts = new Map<string, number>();
  for (const { fact } of index.facts) for (const key of listKeys(fact)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const numbers = new Map([...counts.keys()].map((key, number): [string, number] => [key, -1 - number]));
  return {
    numbers,
    weights: [...counts.values()].map((count) => Math.log(1 + index.passageCount / count)),
    isYear: [...counts.keys()].map((key) => key.startsWith('#y')),
  };
});

/** Returns the rarity of a word or a key of the sources by its number. Keys have negative numbers. */
export function rarityOfNumber(number: number, index: SourceIndex): number {
  return (number < 0 ? indexKeys(index).weights[-1 - number] : index.weights[number]) ?? 0;
}

/** Whether a number is that of a key other than a year, because a figure can belong to a year. */
export function isOtherKey(number: number, index: SourceIndex): boolean {
  return number < 0 && indexKeys(index).isYear[-1 - number] !== true;
}

/** Returns the numbers of a word's forms in the sources. */
export function numberWord(word: string, index: SourceIndex): readonly number[] {
  if (!word.startsWith('#')) return index.vocabulary.find(word);
  const number = indexKeys(index).numbers.get(word);
  return number === undefined ? [] : [number];
}

/** Returns the same closeness by the numbers of the words. */
export function numberCloseness(closeness: Closeness, index: SourceIndex): ReadonlyMap<number, number> {
  const numbered = new Map<number, number>();
  for (const [word, weight] of closeness) {
    const number = word.startsWith('#') ? indexKeys(index).numbers.get(word) : index.vocabulary.get(word);
    if (number !== undefined) numbered.set(number, weight);
  }
  return numbered;
}
