/**
 * Is there a letter or a digit of any script in `text`? Nearly all text answers with the first question; the other one costs a
 * millisecond or two before it can be asked, because browsers put sets of Unicode properties together anew in every page.
 */
export function hasLetterOrDigit(text: string): boolean {
  return /[A-Za-z0-9]/.test(text) || /[\p{L}\p{N}]/u.test(text);
}
