import { memoize } from '../control-flow/index.ts';
import { ELISION } from '../language/index.ts';
import { findFirstIndex } from '../text/index.ts';
import type { Lexicon } from './lexicon.ts';
import { findPassageAt, type Passage, type Place, type SourceDocument, type SourceIndex } from './source-index.ts';
import { foldWord, isSameWord } from './vocabulary.ts';

type Occurrence = { words: Word[]; position: number; document: SourceDocument };
type Word = { word: string; isCapital: boolean; start: number; end: number };
/** Words with capitals in a row, folded, and the block that they are in. */
export type NameRun = { words: string[]; start: number; end: number; block: number };

/** The maximum number of characters between the two words of a name. A mark and a space are more. */
const MAX_SPACE = 1;
/** The maximum number of words between the first and the last word of a name. */
const MAX_GAP = 3;

/** Where each word of the sources occurs, and whether it is capitalized there. */
export class WordPositions {
  readonly #documents: { document: SourceDocument; words: Word[] }[];
  readonly #occurrences = new Map<string, readonly Occurrence[]>();
  #names: readonly string[] | null = null;
  #nameSet: ReadonlySet<string> | null = null;
  #compounds: readonly string[] | null = null;
  #capitals: ReadonlySet<string> | null = null;
  readonly #byStart = new Map<string, { document: number; position: number }[]>();

  constructor(index: SourceIndex) {
    this.#documents = index.documents.map((document, number) => {
      const words = [...document.readable.text.matchAll(/[\p{L}][\p{L}\p{M}'-]*/gu)].map((match, position): Word => {
        const word = foldWord(match[0].replace(/[-']+$/, '').toLowerCase());
        const key = word.slice(0, 3);
        const list = this.#byStart.get(key);
        if (list) list.push({ document: number, position });
        else this.#byStart.set(key, [{ document: number, position }]);
        return {
          word,
          isCapital: /^\p{Lu}/u.test(match[0].replace(ELISION, '')),
          start: match.index,
          end: match.index + match[0].length,
        };
      });
      return { document, words };
    });
  }

  #find(word: string): readonly Occurrence[] {
    let occurrences = this.#occurrences.get(word);
    if (!occurrences) {
      occurrences = this.#search(word);
      this.#occurrences.set(word, occurrences);
    }
    return occurrences;
  }

  #search(word: string): Occurrence[] {
    return (this.#byStart.get(word.slice(0, 3)) ?? []).flatMap(({ document, position }) => {
      const entry = this.#documents[document];
      const candidate = entry?.words[position];
      return entry && candidate && isSameWord(candidate.word, word)
        ? [{ words: entry.words, position, document: entry.document }]
        : [];
    });
  }

  /** Finds the passages in which the words of a name are near each other. */
  findPlaces(tokens: readonly { word: string }[]): Place[] {
    const [first, ...rest] = tokens;
    if (!first) return [];
    const hits = this.#find(first.word);
    const near = hits.filter(({ words, position }) =>
      rest.every(({ word }) =>
        words
          .slice(Math.max(0, position - MAX_GAP), position + MAX_GAP + 1)
          .some((other) => isSameWord(other.word, word)),
      ),
    );
    return (near.length > 0 ? near : hits).slice(0, 3).flatMap(({ words, position, document }) => {
      const passage = findPassageAt(words[position]?.start ?? 0, document);
      return passage ? [passage.place] : [];
    });
  }

  /**
   * Whether the words of a name come from two names: each of them occurs next to others, but never next to each other.
   */
  isMixed(
    first: string,
    last: string,
    length: number,
    haveNounsCapitals: boolean,
    isTitle: (word: string) => boolean,
  ): boolean {
    const hits = this.#find(first);
    const window = length + MAX_GAP;
    const areTogether = hits.some(({ words, position, document }) => {
      const from = Math.max(0, position - window);
      return words
        .slice(from, position + window + 1)
        .some(
          ({ word }, step) =>
            isSameWord(word, last) &&
            !isDivided(words.slice(position + 1, Math.max(position + 1, from + step)), document.lexicon),
        );
    });
    if (areTogether || hits.length === 0 || length > 2) return false;
    const follows = hits.every(({ words, position }) => words[position]?.isCapital && words[position + 1]?.isCapital);
    // If only names are capitalized, the first word may also be a name on its own.
    const isName = !haveNounsCapitals && hits.every(({ words, position }) => words[position]?.isCapital);
    const precedes = this.#find(last).some(
      ({ words, position }) => words[position - 1]?.isCapital && !isTitle(words[position - 1]?.word ?? ''),
    );
    return (follows || (isName && this.isSurname(last, isTitle))) && precedes;
  }

  /** Returns the words that are always capitalized, including within sentences. */
  listNames(): readonly string[] {
    this.#names ??= [
      ...Map.groupBy(
        this.#documents.flatMap(({ words }) => words.map((entry, at) => ({ ...entry, before: words[at - 1] }))),
        ({ word }) => word,
      ),
    ].flatMap(([word, entries]) =>
      entries.every(({ isCapital }) => isCapital) && entries.some(({ before }) => before) ? [word] : [],
    );
    return this.#names;
  }

  isName(word: string): boolean {
    this.#nameSet ??= new Set(this.listNames());
    return this.#nameSet.has(word);
  }

  /** Whether a word of the sources has a capital at some place. */
  hasCapital(word: string): boolean {
    this.#capitals ??= new Set(
      this.#documents.flatMap(({ words }) => words.flatMap((entry) => (entry.isCapital ? [entry.word] : []))),
    );
    return this.#capitals.has(word);
  }

  /** The words with capitals and hyphens. */
  listCompounds(): readonly string[] {
    this.#compounds ??= [
      ...new Set(
        this.#documents.flatMap(({ words }) =>
          words.flatMap(({ word, isCapital }) => (isCapital && word.includes('-') ? [word] : [])),
        ),
      ),
    ];
    return this.#compounds;
  }

  /**
   * The names of a block: words with capitals in a row, without those that begin a sentence, unless they are in
   * quotation marks.
   */
  listNameRuns(document: SourceDocument, block: number): NameRun[] {
    const { text, blocks } = document.readable;
    const { start: from = 0, end: to = 0 } = blocks[block] ?? {};
    const words = this.#documents.find((entry) => entry.document === document)?.words ?? [];
    const runs: NameRun[] = [];
    let last: NameRun | null = null;
    for (let position = firstFrom(words, from); position < words.length; position += 1) {
      const { word, isCapital, start, end } = words[position] as Word;
      if (start >= to) break;
      if (!isCapital) last = null;
      else if (last && /^[\s-]$/.test(text.slice(last.end, start))) {
        last.words.push(word);
        last.end = end;
      } else {
        last = { words: [word], start, end, block };
        if (!isAtBeginning(text.slice(from, start))) runs.push(last);
      }
    }
    return runs;
  }

  /**
   * Whether a word is a surname that a source introduces with a given name, and has no other one. Unlike `isSurname`,
   * it may be alone further on.
   */
  isIntroducedSurname(word: string, isTitle: (word: string) => boolean): boolean {
    const hits = this.#find(word);
    const given = hits.map(({ words, position }) => {
      const other = words[position - 1];
      const isBeside = other?.isCapital && (words[position]?.start ?? 0) - other.end <= MAX_SPACE;
      return isBeside && !isTitle(other.word) ? other.word : null;
    });
    const [first] = given;
    return (
      first !== undefined &&
      first !== null &&
      given.every((other) => other === null || other === first) &&
      hits.every(({ words, position }) => words[position]?.isCapital)
    );
  }

  /** Whether a word is always preceded by the same capitalized word in the sources, like a surname by a given name. */
  isSurname(word: string, isTitle: (word: string) => boolean): boolean {
    const before = this.#find(word).map(({ words, position }) => {
      const other = words[position - 1];
      // There is no mark between the two words of a name.
      return other && (words[position]?.start ?? 0) - other.end <= MAX_SPACE ? other : undefined;
    });
    return (
      before.length > 0 &&
      before.every((other) => other?.isCapital && !isTitle(other.word) && other.word === before[0]?.word)
    );
  }

  /** Whether the word has another capitalized word directly next to it in the sources. */
  hasOtherCapitalBeside(word: string, others: readonly string[], isTitle: (word: string) => boolean): boolean {
    return this.#find(word).some(({ words, position }) => {
      if (!words[position]?.isCapital) return false;
      return [-2, -1, 1, 2].some((step) => {
        const other = words[position + step];
        if (!other?.isCapital || isTitle(other.word) || others.includes(other.word)) return false;
        return Math.abs(step) === 1 || !words[position + step / 2]?.isCapital;
      });
    });
  }

  /**
   * Returns the capitalized words of a passage. The first of the sentence is excluded unless it is capitalized
   * elsewhere too.
   */
  namesIn(document: SourceDocument, passage: Passage): { word: string; before: string; after: string }[] {
    const words = this.#documents.find((entry) => entry.document === document)?.words ?? [];
    const names: { word: string; before: string; after: string }[] = [];
    for (let position = firstFrom(words, passage.start); position < words.length; position += 1) {
      const { word, isCapital, start } = words[position] as Word;
      if (start >= passage.end) break;
      if (!isCapital) continue;
      const before = start === passage.start ? '' : (words[position - 1]?.word ?? '');
      names.push({ word, before, after: words[position + 1]?.word ?? '' });
    }
    return names;
  }
}

/** Whether there is a conjunction between two words: "Ada Berg and Otto Kern" does not contain Ada Kern. */
function isDivided(words: readonly Word[], { conjunction }: Lexicon): boolean {
  return words.some(({ word, isCapital }) => !isCapital && conjunction.test(word));
}

/** Whether the text before a word ends a sentence or an item. What is behind a label is often a name. */
function isAtBeginning(before: string): boolean {
  return /(?:^|[.!?…;|·•–—。！？]["'”’»)]*)\s*$/u.test(before.slice(-6)) || before.trim() === '';
}

/** Returns the position of the first word at `start` or later. */
function firstFrom(words: readonly Word[], start: number): number {
  return findFirstIndex(words.length, (index) => (words[index]?.start ?? 0) >= start);
}

/** Returns the positions of words in these sources. They are computed once. */
export const findWordPositions = memoize((index: SourceIndex) => new WordPositions(index));
