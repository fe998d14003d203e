/** The file is not UTF-8 text. */
export class NotTextError extends Error {}

/** The text of a UTF-8 file in pieces, each with the number of bytes read so far. Throws `NotTextError`. */
export async function* decodedText(file: Blob): AsyncGenerator<{ text: string; bytesRead: number }> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytesRead = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      bytesRead += value?.length ?? 0;
      yield { text: decode(decoder, value, done), bytesRead };
      if (done) return;
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
