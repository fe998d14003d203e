/** Text is handed to the browser in pieces of this many characters; it keeps them on disk where they are many. */
const PIECE = 1_000_000;

/** A file of text that comes piece by piece, without ever holding the whole of it; and what its source returned. */
export async function blobOf<Result>(
  source: AsyncGenerator<string, Result>,
  type: string,
): Promise<{ blob: Blob; result: Result }> {
  const pieces: Blob[] = [];
  let gathered: string[] = [];
  let length = 0;
  for (;;) {
    const next = await source.next();
    if (!next.done) {
      gathered.push(next.value);
      length += next.value.length;
      if (length < PIECE) continue;
    }
    pieces.push(new Blob(gathered));
    gathered = [];
    length = 0;
    if (next.done) return { blob: new Blob(pieces, { type }), result: next.value };
  }
}
