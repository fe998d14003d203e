/**
 * The part of a block that begins at `from` and has about `room` characters, cut at the end of a line, else of a sentence, else
 * of a word. Code gets its fence again and a table its header, in addition to `room`. `end` is where the next part begins, or
 * null after the last.
 */
export function cutBlock(markdown: string, from: number, room: number): { text: string; end: number | null } {
  const { opening, closing } = framing(markdown);
  const start = Math.max(from, opening.length);
  const inner = markdown.slice(0, markdown.length - closing.length);
  const end =
    inner.length - start <= room ? inner.length : cutPoint(inner, start, room, opening !== '' && closing === '');
  const text = opening + inner.slice(start, end).replace(/\s+$/, '') + closing;
  return { text, end: end >= inner.length ? null : end };
}

/** What every part of a block repeats: the fence of code, the header of a table. */
function framing(markdown: string): { opening: string; closing: string } {
  const delimiter = /^(`{3,})[^\n]*\n/.exec(markdown);
  if (delimiter?.[1]) return { opening: delimiter[0], closing: `\n${delimiter[1]}` };
  const header = /^\|[^\n]*\n\|(?: --- \|)+\n/.exec(markdown);
  return { opening: header?.[0] ?? '', closing: '' };
}

function cutPoint(text: string, start: number, room: number, isTable: boolean): number {
  const limit = start + room;
  const least = start + room / 3;
  const line = text.lastIndexOf('\n', limit);
  if (line > (isTable ? start : least)) return line + 1;
  const row = isTable ? text.indexOf('\n', limit) : -1;
  // A row longer than the room stays whole, since half a row is useless.
  if (isTable && (row === -1 ? text.length : row) < start + room * 4) return row === -1 ? text.length : row + 1;
  let sentence = -1;
  for (const match of text.slice(start, limit).matchAll(/[.!?…](?:["'”’)\]]*)\s|[。！？]/g)) {
    sentence = start + match.index + match[0].length;
  }
  if (sentence > least) return sentence;
  const space = text.lastIndexOf(' ', limit);
  if (space > least) return space + 1;
  // Never cut between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
}
