/**
 * Whether `text` contains a letter or a digit of any script. The first test decides for nearly all text; the second takes a
 * millisecond or two, because browsers compile Unicode property classes anew in every page.
 */
export function hasLetterOrDigit(text: string): boolean {
  return /[A-Za-z0-9]/.test(text) || /[\p{L}\p{N}]/u.test(text);
}

const dense = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;
const ideograph = /[\u3400-\u9fff\uf900-\ufaff]/;

/** The length of a text in terms of alphabetic characters: an ideograph counts as three, a syllable of kana or Hangul as two. */
export function readingLength(text: string): number {
  const found = text.match(dense);
  return found ? found.reduce((sum, sign) => sum + (ideograph.test(sign) ? 2 : 1), text.length) : text.length;
}
