/**
 * The body of a response, or null as soon as it exceeds `most` bytes: a body may be endless, or decompress to a
 * thousand times its size.
 */
export async function readAtMost(response: Response, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) break;
    length += value.length;
    if (length > most) {
      await reader?.cancel();
      return null;
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
