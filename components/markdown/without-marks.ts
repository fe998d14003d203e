/** A piece of Markdown, cut anywhere, as words: what marks them up is not what was searched for. Keeps the spaces at its ends. */
export function withoutMarks(piece: string): string {
  return piece.replace(/\]\([^)\s]*\)?|!?\[|\*\*|[`#|]+|^[ \t]*[-*] /gm, '');
}
