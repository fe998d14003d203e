/** Scripts that put no space between words: there a dictionary has to find them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const common = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its ' +
    'me my not of on or our she should so than that the their them then there these they this to was we were what when ' +
    'where which who why will with would you your about'
  ).split(' '),
);

/** The words of a text as they are searched: lower case, compatibility forms unified, English endings dropped. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase();
  const words = unspaced.test(folded)
    ? [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(folded)].flatMap(({ segment, isWordLike }) =>
        isWordLike ? [segment] : [],
      )
    : (folded.match(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)?/gu) ?? []);
  return words.map(stem);
}

/**
 * The words of a text as far as a search for `wanted` needs them, without a dictionary: in texts without spaces a wanted
 * word counts wherever its letters stand. For texts that would take seconds to divide into words.
 */
export function roughWordsOf(text: string, wanted: ReadonlySet<string>): string[] {
  if (!unspaced.test(text)) return wordsOf(text);
  const folded = text.normalize('NFKC').toLowerCase();
  const found = [...wanted].flatMap((word) => Array.from({ length: folded.split(word).length - 1 }, () => word));
  const length = Math.ceil(text.length / CHARACTERS_PER_WORD);
  return [...found, ...Array.from({ length: Math.max(0, length - found.length) }, () => '')];
}

/** Of Chinese and Japanese, about. */
const CHARACTERS_PER_WORD = 1.7;

/** Words of a question that can tell one passage from another; all of them where there is no such word. */
export function tellingWords(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  const telling = words.filter((word) => !common.has(word));
  return telling.length > 0 ? telling : words;
}

/** Light English stemming: plurals and the commonest verb endings. Other alphabets pass through. */
export function stem(word: string): string {
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
