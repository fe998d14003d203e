/**
 * The letters and digits of a text, in lower case. Punctuation, case and white space differ between a page, its
 * Markdown and a model's answer, so texts are compared without them.
 */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The sentences and lines of a text. Between two of them, a page may have text that its reading omits. */
export function splitSearchPieces(text: string): string[] {
  return text.split(/\n+|(?<=[.!?…。！？]["”’»)]?)\s+/).filter((piece) => piece.trim() !== '');
}
