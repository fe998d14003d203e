import { memoize } from '../control-flow/index.ts';
import { findFirstIndex, splitSentences } from '../text/index.ts';
import { type HeaderMeaning, NO_HEADER, readUnits, readUnitsOfLabel } from './compare-figures.ts';
import { type Fact, factKey } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import { type NearWord, readNearWords } from './near-words.ts';
import { findCell, type ReadableText, readCell } from './readable-text.ts';
import type { IndexedFact, Passage, SourceIndex } from './source-index.ts';
import { listWords } from './vocabulary.ts';

/** The weight of a word near a fact, by the word's position. */
const WEIGHTS = { clause: 1, sentence: 0.6, after: 0.4, heading: 0.35, before: 0.25, question: 0.3 };
const CLAUSE = /[,:](?!\d)|[;、،؛()]|\s[–—-]\s/u;

/** The number of characters at the beginning of a block that name its topic. */
const MAX_LENGTH_OF_LEAD = 25;

/** A word of an answer near a claim, as the numbers of the matching words of the sources, and its weight. */
export type ContextWord = { ids: readonly number[]; weight: number };

/**
 * Finds the words around a place of an answer: its clause, sentence, row and column, heading, and the previous
 * sentence.
 */
export class AnswerContexts {
  readonly #answer: ReadableText;
  /**
   * The text of the answer without the digits of quantities and times, because these are not words: "4.5 h" does not
   * name row 4.
   */
  readonly #prose: string;
  readonly #index: SourceIndex;
  readonly #lexicon: Lexicon;
  readonly #question: readonly string[];
  readonly #facts: readonly Fact[];
  readonly #words = new Map<string, readonly string[]>();
  readonly #units = new Map<string, HeaderMeaning>();
  readonly #sentences = new Map<number, { start: number; end: number }[]>();
  readonly #around = new Map<string, readonly ContextWord[]>();

  constructor(answer: ReadableText, index: SourceIndex, lexicon: Lexicon, facts: readonly Fact[], question: string) {
    this.#answer = answer;
    this.#prose = blankQuantities(answer.text, facts);
    this.#index = index;
    this.#lexicon = lexicon;
    this.#facts = facts;
    this.#question = listWords(question);
  }

  blockAt(at: number): number {
    const { blocks } = this.#answer;
    return Math.max(0, findFirstIndex(blocks.length, (index) => (blocks[index]?.start ?? 0) > at) - 1);
  }

  /** Returns the distance between two blocks, where a table counts as one block. */
  distance(a: number, b: number): number {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    let distance = 0;
    for (let number = from; number < to; number += 1) {
      const [table, next] = [this.#answer.blocks[number]?.cell?.table, this.#answer.blocks[number + 1]?.cell?.table];
      if (table === undefined || table !== next) distance += 1;
    }
    return distance;
  }

  isInTable(at: number): boolean {
    return this.#answer.blocks[this.blockAt(at)]?.cell !== undefined;
  }

  /** Returns the text of the first cell of the row, for a cell of the answer. */
  labelOf(at: number): string {
    const cell = this.#answer.blocks[this.blockAt(at)]?.cell;
    return cell ? readCell(this.#answer, { ...cell, column: 0 }) : '';
  }

  /** Returns the unit and magnitude given by the header or the label of a cell of the answer. */
  unitsOfCell(at: number): HeaderMeaning {
    const cell = this.#answer.blocks[this.blockAt(at)]?.cell;
    if (!cell || cell.row === 0) return NO_HEADER;
    const key = `${cell.table}:${cell.row}:${cell.column}`;
    let units = this.#units.get(key);
    if (!units) {
      units = readUnits(readCell(this.#answer, { ...cell, row: 0 }), this.#lexicon);
      if (!units.measure && units.magnitude === 1)
        units = readUnitsOfLabel(readCell(this.#answer, { ...cell, column: 0 }), this.#lexicon);
      this.#units.set(key, units);
    }
    return units;
  }

  sentenceAt(at: number): { start: number; end: number } {
    const block = this.blockAt(at);
    const sentences = this.#listSentences(block);
    return sentences.find(({ end }) => at < end) ?? sentences.at(-1) ?? { start: at, end: at };
  }

  #listSentences(block: number) {
    let sentences = this.#sentences.get(block);
    if (!sentences) {
      const { start = 0, end = 0 } = this.#answer.blocks[block] ?? {};
      sentences = splitSentences(this.#answer.text.slice(start, end), this.#lexicon.abbreviations).map((span) => ({
        start: start + span.start,
        end: start + span.end,
      }));
      this.#sentences.set(block, sentences);
    }
    return sentences;
  }

  /**
   * Returns the words next to a claim: those of its sentence up to the next facts, of its row and column, and of the
   * beginning of its block.
   */
  readonly near = memoize((fact: Fact): readonly NearWord[] => this.#readNear(fact));

  #readNear(fact: Fact): NearWord[] {
    const { text, blocks } = this.#answer;
    const number = this.blockAt(fact.start);
    const block = blocks[number];
    const sentence = this.sentenceAt(fact.start);
    const others = this.#facts.slice(this.#firstFactFrom(sentence.start), this.#firstFactFrom(sentence.end));
    const settings = { sentence, others, lexicon: this.#lexicon, vocabulary: this.#index.vocabulary };
    const words = readNearWords(text, fact, settings);
    const add = (part: string, weight: number) => {
      for (const word of this.#listWords(part)) {
        if (this.#lexicon.functionWords.has(word) || /^\d/.test(word)) continue;
        const ids = this.#index.vocabulary.find(word);
        if (ids.length > 0) words.push({ ids, weight });
      }
    };
    if (block?.cell) this.#addRow(block.cell, add);
    else if (block) {
      const lead = /^[^:.!?\n]{1,40}:\s/.exec(text.slice(block.start, Math.min(block.end, fact.start)))?.[0];
      // Words before another fact primarily belong to that fact.
      const leadEnd = block.start + (lead?.length ?? 0);
      const isFirst = !this.#facts.some(({ start }) => start >= leadEnd && start < fact.start);
      if (lead) add(lead, isFirst ? WEIGHTS.clause : WEIGHTS.after);
      const strong = this.#answer.strong.find(
        (span) => span.start >= block.start && span.start <= block.start + 2 && span.end <= fact.start,
      );
      if (strong) add(text.slice(strong.start, strong.end), WEIGHTS.clause);
    }
    return words;
  }

  /** Returns the words around a claim, excluding those of the claim itself. */
  around(start: number, end: number, isIdentifier = false): readonly ContextWord[] {
    const key = `${start}:${end}:${isIdentifier}`;
    let words = this.#around.get(key);
    if (!words) {
      words = this.#readAround(start, end, isIdentifier);
      this.#around.set(key, words);
    }
    return words;
  }

  #readAround(start: number, end: number, isIdentifier: boolean): ContextWord[] {
    const { blocks } = this.#answer;
    const text = this.#prose;
    const blockNumber = this.blockAt(start);
    const block = blocks[blockNumber];
    const weights = new Map<string, number>();
    const { functionWords, facts } = this.#lexicon;
    const ignored = (word: string) => functionWords.has(word) || (isIdentifier && facts.version.includes(word));
    const add = (part: string, weight: number) => {
      for (const word of this.#listWords(part))
        if (!ignored(word)) weights.set(word, Math.max(weights.get(word) ?? 0, weight));
    };
    const sentences = this.#listSentences(blockNumber);
    const position = Math.max(
      0,
      sentences.findIndex((sentence) => start < sentence.end),
    );
    const sentence = sentences[position] ?? { start, end };
    const before = text.slice(sentence.start, Math.max(sentence.start, start));
    const after = text.slice(Math.min(end, sentence.end), sentence.end);
    // The words between this fact and the next one belong to this one. Words beyond that primarily belong to other
    // facts.
    const next = this.#firstFactFrom(end);
    const previousEnd = Math.max(sentence.start, this.#facts[this.#lastFactUntil(start)]?.end ?? 0);
    const nextStart = Math.min(sentence.end, this.#facts[next]?.start ?? sentence.end);
    const nearBefore = text.slice(Math.max(sentence.start, previousEnd), start).split(CLAUSE).at(-1) ?? '';
    const nearAfter = text.slice(end, Math.max(end, nextStart)).split(CLAUSE)[0] ?? '';
    add(nearBefore, WEIGHTS.clause);
    add(nearAfter, WEIGHTS.clause);
    // A short beginning, as in "Hvar: 9:15", applies to everything after it.
    add(before, before.length < 40 ? WEIGHTS.clause : WEIGHTS.sentence);
    const isLast = nextStart >= sentence.end;
    add(after, isLast ? WEIGHTS.after : WEIGHTS.before);
    if (block?.cell) this.#addRow(block.cell, add);
    for (const key of this.#listKeys(start)) weights.set(key, WEIGHTS.clause);
    const previous = sentences[position - 1];
    if (previous) add(text.slice(previous.start, previous.end), WEIGHTS.before);
    else if (block?.kind === 'item') add(this.#readText(this.#introduction(blockNumber)), WEIGHTS.before);
    if (block) add(this.#readText(block.heading), WEIGHTS.heading);
    const strong = this.#answer.strong.find(
      (span) => block !== undefined && span.start >= block.start && span.end <= start && span.start <= block.start + 2,
    );
    if (strong) add(text.slice(strong.start, strong.end), WEIGHTS.clause);
    for (const word of this.#question) if (!weights.has(word) && !ignored(word)) weights.set(word, WEIGHTS.question);
    return [...weights].flatMap(([word, weight]) => {
      const ids = this.#index.vocabulary.find(word);
      return ids.length > 0 ? [{ ids, weight }] : [];
    });
  }

  /** Lists the dates and times at the beginning of the row or the block of a claim. */
  #listKeys(at: number): string[] {
    const block = this.#answer.blocks[this.blockAt(at)];
    if (!block) return [];
    const { cell } = block;
    const label = cell ? findCell(this.#answer, { ...cell, column: 0 }) : block;
    if (!label) return [];
    const end = cell ? label.end : Math.min(at, label.start + MAX_LENGTH_OF_LEAD);
    return this.#facts
      .slice(this.#firstFactFrom(label.start), this.#firstFactFrom(end))
      .flatMap((fact) => (fact.end <= end ? (factKey(fact) ?? []) : []));
  }

  /** Returns the index of the first fact that begins at `at` or later. Facts are in order and do not overlap. */
  #firstFactFrom(at: number): number {
    return findFirstIndex(this.#facts.length, (index) => (this.#facts[index]?.start ?? 0) >= at);
  }

  /** Returns the index of the last fact that ends at `at` or before. -1 if there is none. */
  #lastFactUntil(at: number): number {
    let index = this.#firstFactFrom(at) - 1;
    while (index >= 0 && (this.#facts[index]?.end ?? 0) > at) index -= 1;
    return index;
  }

  #listWords(part: string): readonly string[] {
    let words = this.#words.get(part);
    if (!words) {
      words = listWords(part);
      this.#words.set(part, words);
    }
    return words;
  }

  #addRow(cell: { table: number; row: number; column: number }, add: (part: string, weight: number) => void) {
    const header = cell.row === 0 ? undefined : findCell(this.#answer, { ...cell, row: 0 });
    const label = cell.column === 0 ? undefined : findCell(this.#answer, { ...cell, column: 0 });
    for (const other of [header, label]) if (other) add(this.#prose.slice(other.start, other.end), WEIGHTS.clause);
  }

  /** Returns the paragraph before a list. */
  #introduction(block: number): number {
    for (let before = block - 1; before >= 0; before -= 1) {
      if (this.#answer.blocks[before]?.kind !== 'item') return before;
    }
    return -1;
  }

  #readText(block: number): string {
    const answerBlock = this.#answer.blocks[block];
    return answerBlock ? this.#prose.slice(answerBlock.start, answerBlock.end) : '';
  }
}

function blankQuantities(text: string, facts: readonly Fact[]): string {
  let prose = '';
  let at = 0;
  for (const fact of facts) {
    const isQuantity =
      (fact.type === 'time' && /\d[:.]\d/.test(text.slice(fact.start, fact.end))) ||
      (fact.type === 'figure' && (fact.hasDecimals || fact.magnitude > 1 || fact.measure !== null));
    if (!isQuantity || fact.start < at) continue;
    const [start, end] = fact.type === 'figure' ? [fact.numberStart, fact.numberEnd] : [fact.start, fact.end];
    prose += text.slice(at, Math.max(at, start)) + text.slice(Math.max(at, start), end).replace(/\d/g, ' ');
    at = Math.max(at, end);
  }
  return prose + text.slice(at);
}

/** Returns the words next to a fact of a source, with their weights. Facts of one clause have the same ones. */
export function contextOfFact({ passage, fact }: IndexedFact): ReadonlyMap<number, number> {
  const contexts = contextsOfPassage(passage);
  const own = passage.clauses.findIndex(({ start, end }) => fact.start >= start && fact.start < end);
  let context = contexts.get(own);
  if (!context) {
    context = readContext(passage, own);
    contexts.set(own, context);
  }
  return context;
}

const contextsOfPassage = memoize((_: Passage) => new Map<number, ReadonlyMap<number, number>>());

function readContext({ surroundings, clauses }: Passage, own: number): ReadonlyMap<number, number> {
  const words = new Map<number, number>();
  for (const word of surroundings) words.set(word, WEIGHTS.before);
  clauses.forEach((clause, at) => {
    const weight = at === own ? WEIGHTS.clause : WEIGHTS.sentence;
    for (const word of clause.words) words.set(word, Math.max(words.get(word) ?? 0, weight));
  });
  return words;
}

/** Scores how well the words around a claim match those around a fact. */
export function scoreContext(
  claim: readonly ContextWord[],
  fact: ReadonlyMap<number, number>,
  index: SourceIndex,
): number {
  let score = 0;
  for (const { ids, weight } of claim) {
    let best = 0;
    for (const id of ids) {
      const shared = fact.get(id);
      if (shared !== undefined) best = Math.max(best, shared * (index.weights[id] ?? 0));
    }
    score += best * weight;
  }
  return score;
}

/** Returns the words of a passage with equal weights. */
export const contextOfPassage = memoize(
  ({ clauses }: Passage): ReadonlyMap<number, number> =>
    new Map(clauses.flatMap((clause) => clause.words.map((word): [number, number] => [word, 1]))),
);

const MAX_PASSAGES_OF_WORD = 60;

const indexPassages = memoize(({ documents }: SourceIndex): ReadonlyMap<number, readonly Passage[]> => {
  const byWord = new Map<number, Passage[]>();
  for (const passage of documents.flatMap(({ passages }) => passages)) {
    for (const word of contextOfPassage(passage).keys()) {
      const passages = byWord.get(word);
      if (passages) passages.push(passage);
      else byWord.set(word, [passage]);
    }
  }
  return byWord;
});

/** Returns the passage whose words match best. */
export function findBestPassage(words: readonly ContextWord[], index: SourceIndex): Passage | null {
  const byWord = indexPassages(index);
  const scores = new Map<Passage, number>();
  let best: Passage | null = null;
  let bestScore = 0;
  for (const { ids, weight } of words) {
    for (const id of ids) {
      const passages = byWord.get(id) ?? [];
      // A word that occurs in nearly every passage distinguishes none of them.
      if (passages.length > MAX_PASSAGES_OF_WORD) continue;
      for (const passage of passages) {
        const score = (scores.get(passage) ?? 0) + weight * (index.weights[id] ?? 0);
        scores.set(passage, score);
        if (score > bestScore) {
          best = passage;
          bestScore = score;
        }
      }
    }
  }
  return best;
}
