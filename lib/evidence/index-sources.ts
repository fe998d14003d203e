import { detectLanguage } from '../language/index.ts';
import { splitSentences } from '../text/index.ts';
import { findHeader, getHeader } from './compare-figures.ts';
import { findDates, findTimes } from './dates.ts';
import { type Fact, factKey, Taken } from './facts.ts';
import { findFigures } from './figures.ts';
import { findIdentifiers } from './identifiers.ts';
import { getLexicon, type Lexicon } from './lexicon.ts';
import { readSource } from './read-source.ts';
import { type Block, findCell, type ReadableText } from './readable-text.ts';
import type { IndexedFact, Passage, Place, Source, SourceDocument, SourceIndex } from './source-index.ts';
import { listWords, Vocabulary } from './vocabulary.ts';

const NO_WORDS: Set<number> = new Set();

/** Reads sources for any number of answers. */
export function indexSources(sources: readonly Source[]): SourceIndex {
  return new SourceReader().index(sources);
}

/** Reads the sources of a chat, whose number grows with each question, and reads each of them only once. */
export class SourceReader {
  readonly #vocabulary = new Vocabulary();
  readonly #documents = new Map<string, SourceDocument>();
  #latest: { texts: readonly string[]; index: SourceIndex } | null = null;

  index(sources: readonly Source[]): SourceIndex {
    const texts = sources.map(({ text }) => text);
    if (this.#latest && isSameList(this.#latest.texts, texts)) return this.#latest.index;
    const index = createIndex(
      texts.map((text, number) => this.#read(text, number)),
      this.#vocabulary,
    );
    this.#latest = { texts, index };
    return index;
  }

  #read(text: string, number: number): SourceDocument {
    const key = `${number} ${text}`;
    let document = this.#documents.get(key);
    if (!document) {
      document = readDocument({ text }, number, this.#vocabulary);
      this.#documents.set(key, document);
    }
    return document;
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

function createIndex(documents: readonly SourceDocument[], vocabulary: Vocabulary): SourceIndex {
  const passageCount = documents.reduce((sum, { passages }) => sum + passages.length, 0);
  const weights = Float64Array.from(vocabulary.frequencies, (frequency) =>
    Math.log(1 + passageCount / Math.max(1, frequency)),
  );
  const facts = documents.flatMap((document) => document.facts);
  const identifiers = facts.filter(({ fact }) => fact.type === 'identifier');
  const values = Float64Array.from(facts, readComparableValue);
  return {
    documents,
    facts,
    identifiers,
    values,
    vocabulary,
    languages: listLanguages(documents),
    passageCount,
    weights,
  };
}

/**
 * Returns the value by which a fact is preselected: NaN if it must always be compared (dates, times, figures that can
 * be read or scaled in several ways), and infinity for identifiers, which no figure matches.
 */
function readComparableValue({ fact, passage, document }: IndexedFact): number {
  if (fact.type === 'identifier') return Number.POSITIVE_INFINITY;
  if (fact.type !== 'figure' || fact.values.length > 1 || getHeader(passage, document).magnitude > 1) return Number.NaN;
  return fact.values[0] ?? Number.NaN;
}

/** Sources shorter than this share of the longest one do not show in which language an answer would name things. */
const MIN_SHARE_OF_LANGUAGE = 0.25;

function listLanguages(documents: readonly SourceDocument[]): ReadonlySet<string> {
  const longest = Math.max(0, ...documents.map(({ lower }) => lower.length));
  return new Set(
    documents.filter(({ lower }) => lower.length >= longest * MIN_SHARE_OF_LANGUAGE).map(({ language }) => language),
  );
}

/** Finds the facts of a text other than names and quotations, in order. */
export function findFacts(text: string, lexicon: Lexicon): Fact[] {
  const takenRanges = new Taken(text.length);
  const identifiers = findIdentifiers(text, lexicon, takenRanges);
  const times = findTimes(text, lexicon, takenRanges);
  const dates = findDates(text, lexicon, takenRanges);
  const figures = findFigures(text, lexicon, takenRanges);
  return [...identifiers, ...dates, ...times, ...figures].sort((a, b) => a.start - b.start);
}

function readDocument(source: Source, number: number, vocabulary: Vocabulary): SourceDocument {
  const readable = readSource(source.text);
  const language = detectLanguage(readable.text);
  const lexicon = getLexicon(language);
  const passages = new PassageReader(readable, number, lexicon, vocabulary).read();
  const document: SourceDocument = {
    number,
    language,
    lexicon,
    readable,
    lower: readable.text.toLowerCase(),
    passages,
    facts: [],
  };
  let at = 0;
  const facts = findFacts(readable.text, lexicon).flatMap((fact) => {
    while (at < passages.length - 1 && (passages[at]?.end ?? 0) <= fact.start) at += 1;
    const passage = passages[at];
    return passage ? [{ fact, passage, document }] : [];
  });
  addKeysOfRows(facts, passages, vocabulary);
  return Object.assign(document, { facts });
}

/**
 * Dates and times at the beginning of a row show what its other cells belong to, regardless of the notation in the
 * answer.
 */
function addKeysOfRows(facts: readonly IndexedFact[], passages: readonly Passage[], vocabulary: Vocabulary) {
  const keys = new Map<string, number[]>();
  for (const { fact, passage } of facts) {
    const key = passage.column === 0 ? factKey(fact) : null;
    if (key === null) continue;
    const id = vocabulary.add(key);
    vocabulary.frequencies[id] = (vocabulary.frequencies[id] ?? 0) + 1;
    const row = `${passage.table}:${passage.row}`;
    keys.set(row, [...(keys.get(row) ?? []), id]);
  }
  if (keys.size === 0) return;
  for (const { table, row, labels, clauses } of passages) {
    for (const id of keys.get(`${table}:${row}`) ?? []) {
      labels.add(id);
      clauses[0]?.words.push(id);
    }
  }
}

const CLAUSE = /[,:](?!\d)|[;、،؛()–—/]|\s-\s/u;

class PassageReader {
  readonly #readable: ReadableText;
  readonly #source: number;
  readonly #lexicon: Lexicon;
  readonly #vocabulary: Vocabulary;
  readonly #wordsOfBlocks = new Map<number, readonly number[]>();

  constructor(readable: ReadableText, source: number, lexicon: Lexicon, vocabulary: Vocabulary) {
    this.#readable = readable;
    this.#source = source;
    this.#lexicon = lexicon;
    this.#vocabulary = vocabulary;
  }

  read(): Passage[] {
    const { blocks } = this.#readable;
    let before: readonly number[] = [];
    return blocks.flatMap((block, index) => {
      const heading = this.#listWords(block.heading);
      if (block.cell) {
        before = [];
        return [this.#readCell(block, index, heading)];
      }
      const sentences = splitSentences(this.#readable.text.slice(block.start, block.end), this.#lexicon.abbreviations);
      return sentences.map(({ start, end }) => {
        const passage = this.#readSentence(block.start + start, block.start + end, index, [...heading, ...before]);
        before = passage.clauses.flatMap(({ words }) => words);
        return passage;
      });
    });
  }

  #readSentence(start: number, end: number, block: number, surroundings: readonly number[]): Passage {
    const text = this.#readable.text.slice(start, end);
    const clauses: { start: number; end: number; words: number[] }[] = [];
    let at = 0;
    for (const part of text.split(CLAUSE)) {
      clauses.push({ start: start + at, end: start + at + part.length + 1, words: this.#read(part) });
      at += part.length + 1;
    }
    const words = new Set(clauses.flatMap((clause) => clause.words));
    this.#count(words);
    return {
      place: this.#place(start, end),
      start,
      end,
      block,
      clauses,
      surroundings,
      labels: NO_WORDS,
      headers: NO_WORDS,
      table: -1,
      row: -1,
      column: -1,
    };
  }

  #readCell(block: Block, index: number, heading: readonly number[]): Passage {
    const { table, row, column } = block.cell ?? { table: 0, row: 0, column: 0 };
    const labels: number[] = [];
    let first = block;
    let last = block;
    for (let other = 0; ; other += 1) {
      const cell = findCell(this.#readable, { table, row, column: other });
      if (!cell) break;
      if (other === 0) first = cell;
      last = cell;
      const text = this.#readable.text.slice(cell.start, cell.end);
      if (other !== column && (other === 0 || !/\d/.test(text))) labels.push(...this.#read(text));
    }
    const header = row > 0 ? findHeader(this.#readable, table, column) : undefined;
    const headerWords = header ? this.#read(this.#readable.text.slice(header.start, header.end)) : [];
    const own = this.#read(this.#readable.text.slice(block.start, block.end));
    const words = [...own, ...labels, ...headerWords];
    if (column === 0) this.#count(new Set(words));
    return {
      place: this.#place(first.start, last.end),
      start: block.start,
      end: block.end + 1,
      block: index,
      table,
      row,
      column,
      clauses: [{ start: block.start, end: block.end + 1, words }],
      surroundings: heading,
      labels: new Set([...own, ...labels]),
      headers: new Set(headerWords),
    };
  }

  #read(text: string): number[] {
    return listWords(text).flatMap((word) =>
      this.#lexicon.functionWords.has(word) ? [] : [this.#vocabulary.add(word)],
    );
  }

  #listWords(block: number): readonly number[] {
    const textBlock = this.#readable.blocks[block];
    if (!textBlock) return [];
    let words = this.#wordsOfBlocks.get(block);
    if (!words) {
      words = this.#read(this.#readable.text.slice(textBlock.start, textBlock.end));
      this.#wordsOfBlocks.set(block, words);
    }
    return words;
  }

  #count(words: ReadonlySet<number>) {
    for (const word of words) this.#vocabulary.frequencies[word] = (this.#vocabulary.frequencies[word] ?? 0) + 1;
  }

  #place(start: number, end: number): Place {
    const { offsets } = this.#readable;
    return { source: this.#source, start: offsets[start] ?? 0, end: (offsets[Math.max(start, end - 1)] ?? 0) + 1 };
  }
}
