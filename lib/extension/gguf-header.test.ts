import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GgufError } from '../contracts/index.ts';
import { tinyGguf, tinyGgufParts } from '../testing/model-api/tiny-gguf.ts';
import { readGgufHeader } from './gguf-header.ts';

const WHOLE = tinyGguf({ text: 'Tiny.' });

async function catchProblem(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    await readGgufHeader(new Blob([bytes]));
    return 'none';
  } catch (error) {
    if (error instanceof GgufError) return error.problem.type;
    throw error;
  }
}

/** The file with a 64-bit number written at a position. */
function withNumber(position: number, value: bigint): Uint8Array<ArrayBuffer> {
  const bytes = WHOLE.slice();
  new DataView(bytes.buffer).setBigUint64(position, value, true);
  return bytes;
}

describe('the header of a GGUF file', () => {
  test('gives the context window of the model, and the number of the file', async () => {
    const header = { contextTokens: 8_192, isChat: true, tensors: 12, part: null };
    expect(await readGgufHeader(new Blob([WHOLE]))).toEqual(header);
    const [first, second] = tinyGgufParts({ text: 'Tiny.' }, 2).map((bytes) => new Blob([bytes]));
    const part = { count: 2, tensors: 12 };
    expect(await readGgufHeader(first as Blob)).toEqual({ ...header, tensors: 6, part: { ...part, index: 0 } });
    expect(await readGgufHeader(second as Blob)).toMatchObject({ isChat: false, part: { ...part, index: 1 } });
  });

  test('is refused if the file is something else', async () => {
    expect(await catchProblem(new Uint8Array())).toBe('not-gguf');
    expect(await catchProblem(new TextEncoder().encode('{"a": 1}'))).toBe('not-gguf');
    expect(await catchProblem(tinyGguf({ text: 'Tiny.', version: 1 }))).toBe('gguf-version');
    expect(await readGgufHeader(new Blob([tinyGguf({ text: 'Tiny.', architecture: 'nomic-bert' })]))).toMatchObject({
      isChat: false,
    });
  });

  test('is refused wherever the file is truncated, even in the last tensor', async () => {
    for (const length of [4, 20, 100, 5_000, 100_000, WHOLE.length - 1]) {
      expect(await catchProblem(WHOLE.slice(0, length)), `${length}`).toBe('file-cut');
    }
  });

  test('is refused with numbers that the file cannot hold', async () => {
    // The numbers of tensors and entries, and the length of the first key.
    for (const position of [8, 16, 24]) {
      expect(await catchProblem(withNumber(position, 2n ** 63n))).toBe('file-cut');
      expect(await catchProblem(withNumber(position, 100_000n))).toBe('file-cut');
    }
  });

  test('with any bytes changed is read, or refused by name', async () => {
    const changes = fc.array(fc.tuple(fc.integer({ min: 4, max: 7_000 }), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const bytes = WHOLE.slice();
        for (const [position, value] of changed) bytes[position] = value;
        await catchProblem(bytes);
      }),
      { numRuns: 200 },
    );
  });
});
