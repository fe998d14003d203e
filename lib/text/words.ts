/** Scripts without spaces between words, which need a dictionary to segment. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export function hasUnspacedText(text: string): boolean {
  return UNSPACED.test(text);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The words of a text in lower case, with compatibility forms unified. Scripts without spaces are segmented by a
 * dictionary.
 */
export function splitWords(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)?/gu) ?? [];
  return hasUnspacedText(text) ? words.flatMap((word) => (hasUnspacedText(word) ? segment(word) : [word])) : words;
}

function segment(words: string): string[] {
  return [...segmenter.segment(words)].flatMap((part) => (part.isWordLike ? [part.segment] : []));
}
