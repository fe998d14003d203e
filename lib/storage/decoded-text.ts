/** The file is not UTF-8 text. */
export class NotTextError extends Error {}

/** Browsers read files in pieces of up to 2 MB, of which none shows how far the reader is in it. */
const PIECE_BYTES = 65_536;

/** The text of a UTF-8 file in small pieces, each with the number of bytes read so far. Throws `NotTextError`. */
export async function* decodedText(file: Blob): AsyncGenerator<{ text: string; bytesRead: number }> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytesRead = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      for (let at = 0; at < (value?.length ?? 0); at += PIECE_BYTES) {
        const piece = value?.subarray(at, at + PIECE_BYTES);
        bytesRead += piece?.length ?? 0;
        yield { text: decode(decoder, piece, false), bytesRead };
      }
      if (!done) continue;
      yield { text: decode(decoder, undefined, true), bytesRead };
      return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw new NotTextError('The file is not UTF-8.');
  }
}
