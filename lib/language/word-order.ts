/**
 * Whether a text is in the script of a language that puts the verb at the end of a sentence: Hindi, Japanese, Korean.
 */
export function putsVerbLast(text: string): boolean {
  return /[\p{Script=Devanagari}\p{Script=Hangul}\p{Script=Hiragana}]/u.test(text);
}
