/**
 * Whether there is a letter or a digit of any script in `text`. Nearly all text answers with the first question; the other
 * one costs a millisecond or two before it can be asked, because browsers put sets of Unicode properties together anew in
 * every page.
 */
export function hasLetterOrDigit(text: string): boolean {
  return /[A-Za-z0-9]/.test(text) || /[\p{L}\p{N}]/u.test(text);
}

const dense = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;
const ideograph = /[\u3400-\u9fff\uf900-\ufaff]/;

/**
 * How long a text is to its reader, in characters of an alphabet: an ideograph says what three of these say, a syllable of kana or
 * Hangul what two of them do.
 */
export function readingLength(text: string): number {
  const found = text.match(dense);
  return found ? found.reduce((sum, sign) => sum + (ideograph.test(sign) ? 2 : 1), text.length) : text.length;
}
