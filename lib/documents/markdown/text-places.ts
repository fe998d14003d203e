import { type AnswerToken, listChildren } from './answer-tokens.ts';

/** A piece of a token's text. `at`: where it begins in that text. `offset`: where it begins in the Markdown. */
export type TextPiece = { at: number; offset: number; length: number };

/**
 * Maps the texts of an answer's tokens to positions in the Markdown. Tokens are in the order of the Markdown, but have
 * no offsets.
 */
export function placeTexts(
  tokens: readonly AnswerToken[],
  markdown: string,
): ReadonlyMap<object, readonly TextPiece[]> {
  const places = new Map<object, readonly TextPiece[]>();
  let from = 0;
  const find = (part: string): number => {
    const at = markdown.indexOf(part, from);
    if (at >= 0) from = at + part.length;
    return at;
  };
  const visit = (token: AnswerToken) => {
    if (token.type === 'code' || token.type === 'math') return void find(token.raw);
    const children = listChildren(token);
    if (children.length > 0) {
      const start = markdown.indexOf(token.raw, from);
      children.forEach(visit);
      // An address or a closing mark may contain the text of the next token.
      if (start >= 0) from = Math.max(from, start + token.raw.length);
      return;
    }
    if (token.type !== 'text' && token.type !== 'escape' && token.type !== 'codespan') return;
    const text = token.type === 'codespan' ? token.text : token.raw;
    const pieces: TextPiece[] = [];
    let at = 0;
    // Lines of quotations and items begin with marks that are not in the text.
    for (const line of text.split(/(?<=\n)/)) {
      const offset = find(line);
      if (offset >= 0) pieces.push({ at, offset, length: line.length });
      at += line.length;
    }
    places.set(token, pieces);
  };
  tokens.forEach(visit);
  return places;
}
