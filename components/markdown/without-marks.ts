/** Removes Markdown marks from a fragment of text, which was not part of the search. Spaces at its ends stay. */
export function withoutMarks(piece: string): string {
  return piece.replace(/\]\([^)\s]*\)?|!?\[|\*\*|[`#|]+|^[ \t]*[-*] /gm, '');
}
