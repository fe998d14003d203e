import { memoize } from '../control-flow/index.ts';
import { FIGURE_RANGE } from '../language/index.ts';
import type { Lexicon } from './lexicon.ts';
import type { IndexedFact, Passage, SourceDocument } from './source-index.ts';
import { listWords, type Vocabulary } from './vocabulary.ts';

type Span = { start: number; end: number };

/** The words next to a fact, as numbers of the vocabulary, and their closeness. */
export type NearWord = { ids: readonly number[]; weight: number };

/**
 * The words next to another fact of the same sentence have to match the claim better by this ratio than those next to
 * the claimed one.
 */
export const NEAR_OWNER = { ratio: 2, minWeight: 1.6, minOwn: 0.6 };

/**
 * Like `NEAR_OWNER`, for a fact that the answer contains twice, once in a context that matches the source better. One
 * fact rarely belongs to two things.
 */
export const NEAR_OWNER_OF_TWO = { ratio: 1, minWeight: 0.8 };

/**
 * The weights of the words before a fact, closest first. Words beyond another fact or clause primarily belong to that
 * one.
 */
const BEFORE = [1, 0.5, 0.3, 0.2];
const AFTER = 0.8;
const CLAUSE = /[,:](?!\d)|[;、،؛()/|]|\s[–—-]\s/u;

/**
 * Returns the words of a sentence that tell what a fact in it is about: those between it and its neighbours and, with a
 * lower weight, those before.
 */
export function readNearWords(
  text: string,
  fact: Span,
  {
    sentence,
    others,
    lexicon,
    vocabulary,
  }: { sentence: Span; others: readonly Span[]; lexicon: Lexicon; vocabulary: Vocabulary },
): NearWord[] {
  const weights = new Map<string, number>();
  const add = (part: string, weight: number): boolean => {
    let hasWord = false;
    for (const word of listWords(part)) {
      if (lexicon.functionWords.has(word) || /^\d/.test(word)) continue;
      hasWord = true;
      weights.set(word, Math.max(weights.get(word) ?? 0, weight));
    }
    return hasWord;
  };
  const opens = canOpen(text, fact, others) && isOpening(text, fact, sentence, others, lexicon);
  const [from, next] = findWordsBehind(text, fact, others, opens);
  const behind = text.slice(from, Math.min(next ?? sentence.end, sentence.end));
  const hasWordAfter = add(firstPiece(opens ? behind.replace(/^,/, ' ') : behind, lexicon), AFTER);
  let rank = 0;
  let end = fact.start;
  const earlier = others.filter((other) => other.end <= fact.start && other.end > sentence.start);
  for (let at = earlier.length; at >= 0 && rank < BEFORE.length; at -= 1) {
    const start = earlier[at - 1]?.end ?? sentence.start;
    const pieces = splitPieces(text.slice(start, end), lexicon);
    pieces.reverse().forEach((piece, number) => {
      if (add(piece, BEFORE[rank] ?? 0)) rank += 1;
      // If there is no word directly before a fact, the words after it are stronger evidence than those further before.
      else if (number === 0 && at === earlier.length && hasWordAfter) rank = 1;
    });
    end = earlier[at - 1]?.start ?? sentence.start;
  }
  return [...weights].flatMap(([word, weight]) => {
    const ids = vocabulary.find(word);
    return ids.length > 0 ? [{ ids, weight }] : [];
  });
}

/**
 * Returns where the words after a fact begin and end. The first of the two figures of a range that opens a sentence
 * shares the words after it.
 */
function findWordsBehind(
  text: string,
  fact: Span,
  others: readonly Span[],
  opens: boolean,
): [number, number | undefined] {
  const following = others.filter(({ start }) => start >= fact.end);
  const [first, second] = following;
  const isRange = opens && first !== undefined && FIGURE_RANGE.test(text.slice(fact.end, first.start));
  return isRange ? [first.end, second?.start] : [fact.end, first?.start];
}

/** Whether a comma directly follows a fact, or the second fact of a range that begins with it. */
function canOpen(text: string, fact: Span, others: readonly Span[]): boolean {
  if (text[fact.end] === ',') return true;
  const next = others.find(({ start }) => start >= fact.end);
  return next !== undefined && text[next.end] === ',' && FIGURE_RANGE.test(text.slice(fact.end, next.start));
}

/**
 * Whether only other facts precede a fact in its sentence. The words after the comma of "From 1992 to 2006, she taught"
 * then belong to it.
 */
function isOpening(
  text: string,
  fact: Span,
  sentence: Span,
  others: readonly Span[],
  { functionWords }: Lexicon,
): boolean {
  let at = sentence.start;
  let before = '';
  for (const other of others) {
    if (other.end <= at || other.start >= fact.start) continue;
    before += text.slice(at, Math.max(at, other.start));
    at = other.end;
  }
  before += text.slice(at, Math.max(at, fact.start));
  return listWords(before).every((word) => functionWords.has(word));
}

function splitPieces(text: string, { isUnspaced, conjunction }: Lexicon): string[] {
  return text.split(CLAUSE).flatMap((piece) => (isUnspaced ? [piece] : piece.split(conjunction)));
}

function firstPiece(text: string, lexicon: Lexicon): string {
  return splitPieces(text, lexicon)[0] ?? '';
}

/** Returns the words next to a fact of a source, with their closeness. */
export const nearWordsOfFact = memoize(
  ({ passage, document, fact }: IndexedFact, vocabulary: Vocabulary): ReadonlyMap<number, number> => {
    const weights = new Map<number, number>();
    if (passage.table >= 0) for (const id of [...passage.labels, ...passage.headers]) weights.set(id, 1);
    else {
      const others = listFactsOfPassage(passage, document).map((other) => other.fact);
      const settings = { sentence: passage, others, lexicon: document.lexicon, vocabulary };
      for (const { ids, weight } of readNearWords(document.readable.text, fact, settings))
        for (const id of ids) weights.set(id, Math.max(weights.get(id) ?? 0, weight));
    }
    return weights;
  },
);

const groupFactsByPassage = memoize(({ facts }: SourceDocument) => Map.groupBy(facts, ({ passage }) => passage));

const groupFactsByBlock = memoize(({ facts }: SourceDocument) => Map.groupBy(facts, ({ passage }) => passage.block));

/** Returns the facts of a paragraph or a cell. */
export function listFactsOfBlock(block: number, document: SourceDocument): readonly IndexedFact[] {
  return groupFactsByBlock(document).get(block) ?? [];
}

/** Returns the facts of a sentence or a cell. */
export function listFactsOfPassage(passage: Passage, document: SourceDocument): readonly IndexedFact[] {
  return groupFactsByPassage(document).get(passage) ?? [];
}
