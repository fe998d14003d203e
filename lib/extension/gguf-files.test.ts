import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GgufError, type GgufModel } from '../contracts/index.ts';
import { tinyGguf } from '../testing/model-api/tiny-gguf.ts';
import { memoryFolder } from '../testing/storage/memory-folder.ts';
import { keepGgufFiles, openGgufFile, storeGgufFile } from './gguf-files.ts';

const FILE = tinyGguf({ text: 'Tiny.' });
const GOES_ON = new AbortController().signal;

let folder = memoryFolder();
let quota = 1_000_000_000;

beforeEach(() => {
  folder = memoryFolder();
  quota = 1_000_000_000;
  const getDirectory = async () => ({ getDirectoryHandle: async () => folder });
  const request = (_name: string, _options: object, work: (lock: object) => unknown) => work({});
  vi.stubGlobal('navigator', {
    storage: { getDirectory, estimate: async () => ({ quota, usage: 0 }) },
    locks: { request },
  });
});

afterEach(() => void vi.unstubAllGlobals());

async function store(name: string, signal = GOES_ON): Promise<GgufModel | string> {
  try {
    return await storeGgufFile(new File([FILE], name), 7, () => undefined, signal);
  } catch (error) {
    if (error instanceof GgufError) return error.problem.type;
    throw error;
  }
}

describe('files of models', () => {
  test('are stored whole, under a name that every list can show', async () => {
    const shares: number[] = [];
    const model = await storeGgufFile(
      new File([FILE], '../My model (1).GGUF'),
      7,
      (share) => shares.push(share),
      GOES_ON,
    );
    expect(model).toMatchObject({ modelId: 'My-model-1-', bytes: FILE.length, contextTokens: 8_192, addedAt: 7 });
    expect(shares.at(-1)).toBe(1);
    expect(Buffer.from(await (await openGgufFile(model)).arrayBuffer()).equals(FILE)).toBe(true);
  });

  test('are refused where the browser has no room for them', async () => {
    quota = 1_000_000;
    expect(await store('tiny.gguf')).toBe('disk-full');
    expect(folder.files.size).toBe(0);
  });

  test('are not there after a copy that was stopped', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(store('tiny.gguf', stop.signal)).rejects.toThrow('stopped');
    const model = { modelId: 'tiny', bytes: FILE.length, contextTokens: 8_192, addedAt: 7, hasTools: false };
    await expect(openGgufFile(model)).rejects.toMatchObject({ problem: { type: 'model-deleted' } });
  });

  test('are removed but those of models that are kept', async () => {
    const kept = await store('kept.gguf');
    await store('other.gguf');
    folder.files.set('kept.gguf.part-0', new Blob(['a']));
    folder.files.set('kept-2.gguf.part-0', new Blob(['a']));
    await keepGgufFiles(['kept']);
    expect([...folder.files.keys()].toSorted()).toEqual(['kept.gguf', 'kept.gguf.part-0']);
    expect((await openGgufFile(kept as GgufModel)).size).toBe(FILE.length);
  });
});
