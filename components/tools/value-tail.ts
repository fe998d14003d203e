/**
 * The end of a value: strings as they are, everything else as JSON; at most `limit` characters, after an ellipsis if there is
 * more. Its cost depends on the shown text only.
 */
export function valueTail(value: unknown, limit: number): string {
  if (typeof value === 'string') return textTail(value, limit);
  const pieces: string[] = [];
  writeBackwards(value, pieces, { left: limit + 1 });
  return textTail(pieces.reverse().join(''), limit);
}

/** The last `limit` characters of a text, after an ellipsis if there were more. */
export function textTail(text: string, limit: number): string {
  return text.length > limit ? `…${text.slice(text.length - limit)}` : text;
}

/** Adds the JSON of a value to `pieces`, last piece first, until `room` is used up. */
function writeBackwards(value: unknown, pieces: string[], room: { left: number }): void {
  const add = (piece: string) => {
    pieces.push(piece);
    room.left -= piece.length;
  };
  if (typeof value === 'string') add(JSON.stringify(value.slice(-room.left)));
  else if (Array.isArray(value)) {
    add(']');
    for (let at = value.length - 1; at >= 0 && room.left > 0; at--) {
      writeBackwards(value[at], pieces, room);
      if (at > 0) add(', ');
    }
    if (room.left > 0) add('[');
  } else if (typeof value === 'object' && value !== null) {
    add('}');
    const keys = Object.keys(value);
    for (let at = keys.length - 1; at >= 0 && room.left > 0; at--) {
      const key = keys[at] ?? '';
      writeBackwards((value as Record<string, unknown>)[key], pieces, room);
      add(`${JSON.stringify(key)}: `);
      if (at > 0) add(', ');
    }
    if (room.left > 0) add('{');
  } else add(String(value));
}
