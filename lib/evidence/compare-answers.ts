import { diffArrays } from 'diff';
import type { AnswerDifferences, WordSpan } from '../contracts/index.ts';
import { checkAnswer } from './check-answer.ts';
import type { Claim } from './claim.ts';

/** Additional facts are not listed. */
const MAX_FACTS = 12;

/**
 * Returns the figures, dates, names and identifiers that occur in only one of two answers, as written there. Notations
 * of the same fact and converted figures count as the same.
 */
export function compareFacts(first: string, second: string): AnswerDifferences {
  return { first: factsMissingIn(second, first), second: factsMissingIn(first, second) };
}

function factsMissingIn(other: string, answer: string): string[] {
  const claims = checkAnswer(answer, [{ text: other }]).filter(isOnlyHere);
  return [...new Set(claims.map(({ text }) => text.replace(/\s+/g, ' ').trim()))].slice(0, MAX_FACTS);
}

/** A claim with places also occurs in the other answer, about something else. */
function isOnlyHere({ kind, state, places }: Claim): boolean {
  return kind !== 'quote' && state === 'not-found' && places.length === 0;
}

/** Longer texts, in words, are not compared word by word, because the time grows with the square of the differences. */
const MAX_WORDS = 6_000;
const TIMEOUT_MS = 1_000;

/** Below this share of common words, almost everything would be marked. */
const MIN_COMMON_SHARE = 0.25;

/** This many common words or fewer between longer differences ("of the") are not counted as common. */
const MAX_ISLAND = 2;

/**
 * Returns the ranges of words that occur in only one of two texts, in the order of the texts. Case and punctuation do
 * not count. Null if the texts have little in common, or are too long to compare.
 */
export function compareWords(first: string, second: string): { first: WordSpan[]; second: WordSpan[] } | null {
  const [words, otherWords] = [splitIntoWords(first), splitIntoWords(second)];
  if (words.length > MAX_WORDS || otherWords.length > MAX_WORDS) return null;
  const changes = diffArrays(
    words.map(({ key }) => key),
    otherWords.map(({ key }) => key),
    { timeout: TIMEOUT_MS },
  );
  if (changes === undefined) return null;
  const hunks = withoutIslands(joinChanges(changes));
  const common = hunks.reduce((sum, { type, first: count }) => sum + (type === 'same' ? count : 0), 0);
  if (common < Math.min(words.length, otherWords.length) * MIN_COMMON_SHARE) return null;
  return { first: toSpans(words, hunks, 'first'), second: toSpans(otherWords, hunks, 'second') };
}

type Word = WordSpan & { key: string };

/** Returns the words, and the signs of currencies and percentages. Times and dates written in digits are one word. */
function splitIntoWords(text: string): Word[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words: Word[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike && !/[\p{Sc}%‰]/u.test(segment)) continue;
    const end = index + segment.length;
    const last = words.at(-1);
    const key = toKey(segment);
    if (last && /\d$/.test(last.key) && /^\d/.test(key) && /^[:./-]$/.test(text.slice(last.end, index))) {
      last.end = end;
      last.key = toKey(text.slice(last.start, end));
    } else words.push({ start: index, end, key });
  }
  return words;
}

function toKey(word: string): string {
  return word.normalize('NFKC').toLowerCase();
}

/** A range that both texts contain, or that differs, with its number of words in each text. */
type Hunk = { type: 'same' | 'different'; first: number; second: number };

function joinChanges(changes: readonly { added: boolean; removed: boolean; count: number }[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (const { added, removed, count } of changes) {
    const next: Hunk = {
      type: added || removed ? 'different' : 'same',
      first: added ? 0 : count,
      second: removed ? 0 : count,
    };
    addHunk(hunks, next);
  }
  return hunks;
}

function addHunk(hunks: Hunk[], next: Hunk): void {
  const last = hunks.at(-1);
  if (last?.type !== next.type) hunks.push({ ...next });
  else {
    last.first += next.first;
    last.second += next.second;
  }
}

function withoutIslands(hunks: readonly Hunk[]): Hunk[] {
  const joined: Hunk[] = [];
  for (const [index, hunk] of hunks.entries()) {
    const isIsland =
      hunk.type === 'same' && hunk.first <= MAX_ISLAND && isLong(hunks[index - 1]) && isLong(hunks[index + 1]);
    addHunk(joined, isIsland ? { ...hunk, type: 'different' } : hunk);
  }
  return joined;
}

function isLong(hunk: Hunk | undefined): boolean {
  return hunk !== undefined && Math.max(hunk.first, hunk.second) > MAX_ISLAND;
}

function toSpans(words: readonly Word[], hunks: readonly Hunk[], side: 'first' | 'second'): WordSpan[] {
  const spans: WordSpan[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const count = hunk[side];
    const [from, to] = [words[at], words[at + count - 1]];
    if (hunk.type === 'different' && count > 0 && from && to) spans.push({ start: from.start, end: to.end });
    at += count;
  }
  return spans;
}
