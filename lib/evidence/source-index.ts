import { findFirstIndex } from '../text/index.ts';
import type { Fact } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import type { ReadableText } from './readable-text.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A text exactly as it was read. */
export type Source = { text: string };

/** A sentence or a row of a table that can be shown to the user. Offsets are those of the source. */
export type Place = { source: number; start: number; end: number };

export type Passage = {
  place: Place;
  /** In the readable text of the source. */
  start: number;
  end: number;
  block: number;
  /** The words of the passage by clause. In a table, those of the cell, its row and its column. */
  clauses: readonly { start: number; end: number; words: number[] }[];
  /** Words of headings, captions and neighbours, which are weaker evidence. */
  surroundings: readonly number[];
  /** The words of the row of a cell, and of its column. */
  labels: Set<number>;
  headers: ReadonlySet<number>;
  table: number;
  row: number;
  column: number;
};

export type IndexedFact = { fact: Fact; passage: Passage; document: SourceDocument };

export type SourceDocument = {
  number: number;
  language: string;
  lexicon: Lexicon;
  readable: ReadableText;
  /** In lower case. */
  lower: string;
  passages: readonly Passage[];
  facts: readonly IndexedFact[];
};

export type SourceIndex = {
  documents: readonly SourceDocument[];
  facts: readonly IndexedFact[];
  identifiers: readonly IndexedFact[];
  /** The preselection value of each fact (`readComparableValue`). */
  values: Float64Array;
  vocabulary: Vocabulary;
  /** The languages of the sources, without those of texts as short as a question next to a page. */
  languages: ReadonlySet<string>;
  passageCount: number;
  /** The weight of a word. It is higher the fewer passages contain it. */
  weights: Float64Array;
};

/** The passage at a position of the readable text of a source. */
export function findPassageAt(at: number, { passages }: SourceDocument): Passage | undefined {
  return passages[findFirstIndex(passages.length, (index) => (passages[index]?.end ?? 0) > at)];
}
