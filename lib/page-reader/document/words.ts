import { hasUnspacedText, splitWords } from '../../text/index.ts';

const COMMON = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its ' +
    'me my not of on or our she should so than that the their them then there these they this to was we were what when ' +
    'where which who why will with would you your about'
  ).split(' '),
);

/**
 * The words of a text in the form used for search: lower case, with compatibility forms unified and English endings
 * removed.
 */
export function splitIntoStems(text: string): string[] {
  return splitWords(text).map(stem);
}

/**
 * The words of a text needed to search for `searchWords`, without segmentation: in text without spaces, a search word
 * matches at any position. Used for texts that would take seconds to segment.
 */
export function splitIntoRoughStems(text: string, searchWords: ReadonlySet<string>): string[] {
  if (!hasUnspacedText(text)) return splitIntoStems(text);
  const folded = text.normalize('NFKC').toLowerCase();
  const occurrences = [...searchWords].flatMap((word) =>
    Array.from({ length: folded.split(word).length - 1 }, () => word),
  );
  const length = Math.ceil(text.length / CHARACTERS_PER_WORD);
  return [...occurrences, ...Array.from({ length: Math.max(0, length - occurrences.length) }, () => '')];
}

/** Approximation for Chinese and Japanese. */
const CHARACTERS_PER_WORD = 1.7;

/** Words of a question that distinguish passages; all of them if there are none. */
export function distinctiveWords(query: string): string[] {
  const words = [...new Set(splitIntoStems(query))];
  const distinctive = words.filter((word) => !COMMON.has(word));
  return distinctive.length > 0 ? distinctive : words;
}

/** Stems by word: a text repeats its words, and stemming a word takes longer than looking it up. */
const stems = new Map<string, string>();
const MAX_STEMS = 20_000;

/** Light English stemming: plurals and the most common verb endings. Words in other alphabets are unchanged. */
export function stem(word: string): string {
  let wordStem = stems.get(word);
  if (wordStem === undefined) {
    if (stems.size >= MAX_STEMS) stems.clear();
    wordStem = computeStem(word);
    stems.set(word, wordStem);
  }
  return wordStem;
}

function computeStem(word: string): string {
  const base = word.replace(/['’]s$/, '');
  if (!/^[a-z]{4,}$/.test(base)) return base;
  const singular = base
    .replace(/(?<=[a-z]{2})ies$/, 'i')
    .replace(/(?<=(?:s|x|z|ch|sh))es$/, '')
    .replace(/(?<=[a-z]{2}[^su\s])s$/, '');
  const plain = singular.replace(/(?<=[a-z]*[aeiouy][a-z]*[a-z])(?:ing|ed)$/, '');
  const single = plain === singular ? plain : plain.replace(/([bdgmnprt])\1$/, '$1');
  return single.length > 3 ? single.replace(/e$/, '').replace(/y$/, 'i') : single;
}
