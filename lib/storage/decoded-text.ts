/** A file is not text in UTF-8. */
export class NotTextError extends Error {}

/** The text of a file in UTF-8, in pieces, each with how much of the file was read by then, in bytes. Throws `NotTextError`. */
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
