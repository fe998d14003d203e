/** Scripts without spaces between words, which need a dictionary to segment. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export function hasUnspacedText(text: string): boolean {
  return UNSPACED.test(text);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z]+)?/g;
/** Latin and Cyrillic letters and marks that are their own compatibility forms, and have spaces between words. */
const PLAIN =
  /^[\0-\x7f\u00a1-\u00a7\u00a9\u00ab\u00ac\u00ae\u00b0\u00b1\u00b6\u00b7\u00bb\u00bf-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0400-\u0482\u048a-\u052f\u2013-\u2016\u2018-\u201e\u2022\u20ac]*$/;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)?/gu;

/**
 * The words of a text in lower case, with compatibility forms unified. Scripts without spaces are segmented by a
 * dictionary.
 */
export function splitWords(text: string): string[] {
  // Nearly all texts need neither normalization nor a dictionary, both of which take longer than finding the words.
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  if (PLAIN.test(text)) return text.toLowerCase().match(WORD) ?? [];
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return hasUnspacedText(text) ? words.flatMap((word) => (hasUnspacedText(word) ? segment(word) : [word])) : words;
}

function segment(words: string): string[] {
  return [...segmenter.segment(words)].flatMap((part) => (part.isWordLike ? [part.segment] : []));
}
