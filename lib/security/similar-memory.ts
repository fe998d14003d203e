import { putsVerbLast } from '../language/index.ts';
import { readingLength, splitWords } from '../text/index.ts';

/** `ofShorter`, `ofLonger`: the least share of the words of the shorter and of the longer sentence that both have. */
const MIN_SHARE = { ofShorter: 0.6, ofLonger: 0.4 };
/** Words of at most this length are mostly articles, pronouns and the like. In letters of an alphabet. */
const SHORT_WORD = 3;

/**
 * The stored sentence that a new one may be meant to replace, or null. It is only offered: words can be alike by
 * chance. So two things are required: most words are shared, and either one has all words of the other ("I live in
 * Bern", "In Bern I live now"), or they differ in one place only and begin with the same subject and verb ("I live in
 * Bern", "I live in Basel").
 */
export function findSimilarMemory<Sentence extends { text: string }>(
  text: string,
  memories: readonly Sentence[],
): Sentence | null {
  const words = splitWords(text);
  const isVerbLast = putsVerbLast(text);
  let best: { memory: Sentence; share: number } | null = null;
  for (const memory of memories) {
    const others = splitWords(memory.text);
    const [shorter, longer] = sortBySize(new Set(words), new Set(others));
    const share = measureShare(shorter, longer);
    if (share === null || words.join(' ') === others.join(' ')) continue;
    if (!isContained(shorter, longer) && !hasSameSubject(words, others, isVerbLast)) continue;
    if (best === null || share >= best.share) best = { memory, share };
  }
  return best?.memory ?? null;
}

function sortBySize(one: Set<string>, other: Set<string>): [shorter: Set<string>, longer: Set<string>] {
  return other.size < one.size ? [other, one] : [one, other];
}

/** The share of the longer sentence's words that both have; null if that is too few. */
function measureShare(shorter: ReadonlySet<string>, longer: ReadonlySet<string>): number | null {
  const shared = shorter.intersection(longer).size;
  if (shared === 0 || shared < shorter.size * MIN_SHARE.ofShorter || shared < longer.size * MIN_SHARE.ofLonger)
    return null;
  return shared / longer.size;
}

function isLong(word: string): boolean {
  return readingLength(word) > SHORT_WORD || /\d/.test(word);
}

/** Whether the longer of two sentences has all words of the shorter, in any order. */
function isContained(shorter: ReadonlySet<string>, longer: ReadonlySet<string>): boolean {
  return [...shorter].filter(isLong).length >= 2 && shorter.isSubsetOf(longer);
}

/** Whether the words before or after the only place where two sentences differ say what both are about. */
function hasSameSubject(one: readonly string[], other: readonly string[], isVerbLast: boolean): boolean {
  const most = Math.min(one.length, other.length);
  let before = 0;
  while (before < most && one[before] === other[before]) before += 1;
  let after = 0;
  while (after < most - before && one.at(-1 - after) === other.at(-1 - after)) after += 1;
  const ending = after === 0 ? [] : one.slice(-after);
  if (isVerbLast) return before + after >= 2 && ending.some(isLong);
  if (before === 0) return after >= 2 && ending.some(isLong);
  return before >= 2 && [...one.slice(0, before), ...ending].some(isLong);
}
