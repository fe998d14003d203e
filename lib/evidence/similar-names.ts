import { isSameWord, type Vocabulary } from './vocabulary.ts';

/** The required similarity of two different names: letters in common at the beginning and the end. */
const ALIKE = { minLength: 5, maxOther: 3, minShare: 0.6, minEnd: 5 };
const MIN_END_IF_INFLECTED = 3;
const MIN_LENGTH_OF_TWO_DIFFERENCES = 8;

/** Whether one of two names is the other one with an ending. */
export function isSameOrLonger(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

/** The length of an ending, in letters, that forms of two different names can have in common. */
const MAX_ENDING = 2;

/** Whether two names differ in a few letters, like "Leadbridge" and "Ledbridge", and not only in an ending. */
export function isAlike(a: string, b: string, inflects: boolean): boolean {
  if (isAlikeAsWritten(a, b, inflects)) return true;
  // "in Belogorske" next to "Starogorsk": only the parts before the endings can be compared.
  const stems = (word: string) =>
    Array.from({ length: MAX_ENDING + 1 }, (_, length) => word.slice(0, word.length - length));
  return inflects && a[0] !== b[0] && stems(a).some((x) => stems(b).some((y) => isAlikeAsWritten(x, y, true)));
}

function isAlikeAsWritten(a: string, b: string, inflects: boolean): boolean {
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  if (shorter < ALIKE.minLength || isSameOrLonger(a, b)) return false;
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  if (start > 0 && shorter === longer && countDifferences(a, b) <= maxDifferences(shorter, inflects)) return true;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  if (start === 0) return end >= ALIKE.minEnd && end >= longer * ALIKE.minShare;
  if (start + end < Math.max(longer - ALIKE.maxOther, longer * ALIKE.minShare)) return false;
  // In some languages, other endings are forms of the same name.
  return inflects ? end >= MIN_END_IF_INFLECTED : end > 0 || start >= longer - 2;
}

/**
 * Counts the letters that differ at the same position: "Mirecourt" and "Mirebourg". If only the ending differs, it is a
 * form of the same name.
 */
function countDifferences(a: string, b: string): number {
  const differing = [...a].map((letter, at) => (letter === b[at] ? -1 : at)).filter((at) => at >= 0);
  return (differing[0] ?? a.length) >= a.length - MAX_ENDING ? Number.POSITIVE_INFINITY : differing.length;
}

function maxDifferences(length: number, inflects: boolean): number {
  return inflects || length < MIN_LENGTH_OF_TWO_DIFFERENCES ? 1 : 2;
}

/** Whether the sources contain a name or its form with an ending, and not only one with the same beginning. */
export function isInVocabulary(word: string, vocabulary: Vocabulary): boolean {
  return (
    vocabulary.get(word) !== undefined ||
    vocabulary.find(word).some((id) => isSameOrLonger(vocabulary.wordAt(id), word))
  );
}

/**
 * Whether two words are forms of one name. Of the shorter one, an ending replaces two letters at most: "Anny" for
 * "Anna".
 */
export function areFormsOfName(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  return isSameWord(a, b) && a.slice(0, shorter - MAX_ENDING) === b.slice(0, shorter - MAX_ENDING);
}

/** Whether the sources have a name in any form. */
export function isFormOfName(word: string, vocabulary: Vocabulary): boolean {
  return vocabulary.find(word).some((id) => areFormsOfName(word, vocabulary.wordAt(id)));
}
