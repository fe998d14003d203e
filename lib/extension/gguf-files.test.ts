import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GgufError, type GgufModel } from '../contracts/index.ts';
import { tinyGguf, tinyGgufParts } from '../testing/model-api/tiny-gguf.ts';
import { memoryFolder } from '../testing/storage/memory-folder.ts';
import { keepGgufFiles, openGgufFiles, storeGgufFiles } from './gguf-files.ts';

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
    return await storeGgufFiles([new File([FILE], name)], 7, () => undefined, signal);
  } catch (error) {
    if (error instanceof GgufError) return error.problem.type;
    throw error;
  }
}

describe('files of models', () => {
  test('are stored completely, under a name that every list can show', async () => {
    const shares: number[] = [];
    const model = await storeGgufFiles(
      [new File([FILE], '../My model (1).GGUF')],
      7,
      (share) => shares.push(share),
      GOES_ON,
    );
    expect(model).toMatchObject({ modelId: 'My-model-1-', bytes: FILE.length, contextTokens: 8_192, addedAt: 7 });
    expect(shares.at(-1)).toBe(1);
    expect(Buffer.from(await new Blob(await openGgufFiles(model)).arrayBuffer()).equals(FILE)).toBe(true);
  });

  test('are refused if the browser has no room for them', async () => {
    quota = 1_000_000;
    expect(await store('tiny.gguf')).toBe('disk-full');
    expect(folder.files.size).toBe(0);
  });

  test('are not there after a copy that was stopped', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(store('tiny.gguf', stop.signal)).rejects.toThrow('stopped');
    const model = { modelId: 'tiny', bytes: FILE.length, contextTokens: 8_192, addedAt: 7, hasTools: false };
    await expect(openGgufFiles(model)).rejects.toMatchObject({ problem: { type: 'model-deleted' } });
  });

  test('are removed except those of models that are kept', async () => {
    const kept = await store('kept.gguf');
    await store('other.gguf');
    folder.files.set('kept.gguf.part-0', new Blob(['a']));
    folder.files.set('kept-2.gguf.part-0', new Blob(['a']));
    await keepGgufFiles(['kept']);
    expect([...folder.files.keys()].toSorted()).toEqual(['kept.gguf', 'kept.gguf.part-0']);
    expect((await openGgufFiles(kept as GgufModel)).map(({ size }) => size)).toEqual([FILE.length]);
  });
});

describe('a model in several files', () => {
  const PARTS = tinyGgufParts({ text: 'Tiny.' }, 3);
  const named = (name: string, index: number, bytes = PARTS[index]) =>
    new File(bytes === undefined ? [] : [bytes], `${name}-0000${index + 1}-of-00003.gguf`);
  const add = (files: File[], signal = GOES_ON) => storeGgufFiles(files, 7, () => undefined, signal);
  const catchProblem = (files: File[]) =>
    add(files).then(
      () => 'none',
      (error: unknown) => (error instanceof GgufError ? error.problem : error),
    );

  test('is stored under one name and opened in order, regardless of how it was chosen', async () => {
    const shares: number[] = [];
    const chosen = [named('big', 2), named('big', 0), named('big', 1)];
    const model = await storeGgufFiles(chosen, 7, (share) => shares.push(share), GOES_ON);
    const splits = PARTS.map(({ length }) => length);
    expect(model).toMatchObject({ modelId: 'big', contextTokens: 8_192, splits });
    expect(model.bytes).toBe(splits[0] === undefined ? 0 : splits.reduce((sum, each) => sum + each));
    expect(shares.at(-1)).toBe(1);
    const opened = await openGgufFiles(model);
    for (const [index, file] of opened.entries()) {
      expect(Buffer.from(await file.arrayBuffer()).equals(PARTS[index] as Uint8Array)).toBe(true);
    }
    await keepGgufFiles(['big']);
    expect(folder.files.size).toBe(3);
    await keepGgufFiles(['bi']);
    expect(folder.files.size).toBe(0);
    await expect(openGgufFiles(model)).rejects.toMatchObject({ problem: { type: 'model-deleted' } });
  });

  test('replaces a model of the same name, and is replaced by one', async () => {
    const whole = await store('big.gguf');
    const split = await add([0, 1, 2].map((index) => named('big', index)));
    expect([...folder.files.keys()].toSorted()).toEqual([0, 1, 2].map((index) => `big.gguf.split-${index}`));
    expect(await openGgufFiles(split)).toHaveLength(3);
    expect(await store('big.gguf')).toEqual(whole);
    expect([...folder.files.keys()]).toEqual(['big.gguf']);
  });

  test.each([
    ['one of its files alone', [0], ['big-00002-of-00003.gguf', 'big-00003-of-00003.gguf']],
    ['the last of them alone', [2], ['big-00001-of-00003.gguf', 'big-00002-of-00003.gguf']],
    ['all but one', [0, 2], ['big-00002-of-00003.gguf']],
  ])('is refused with %s, and the missing ones are named', async (_what, given, missing) => {
    expect(await catchProblem(given.map((index) => named('big', index)))).toEqual({
      type: 'parts-missing',
      missing,
      count: 3,
    });
    expect(folder.files.size).toBe(0);
  });

  const other = tinyGgufParts({ text: 'Other' }, 2);
  test.each([
    [
      'files of a model of another name',
      () => [named('big', 0), named('big', 1), named('small', 2)],
      'small-00003-of-00003.gguf',
    ],
    [
      'files of a model in another number of files',
      () => [named('big', 0), named('big', 1, other[1])],
      'big-00002-of-00003.gguf',
    ],
    ['a file twice', () => [named('big', 0), named('big', 0), named('big', 1)], 'big-00001-of-00003.gguf'],
    ['a model in one file', () => [named('big', 0), new File([FILE], 'tiny.gguf')], 'tiny.gguf'],
    ['two models in one file each', () => [new File([FILE], 'tiny.gguf'), new File([FILE], 'tin.gguf')], 'tin.gguf'],
  ])('is refused with %s', async (_what, files, file) => {
    expect(await catchProblem(files())).toEqual({ type: 'not-one-model', file });
  });

  test('is refused if one of its files is truncated or invalid', async () => {
    const cut = PARTS[2]?.slice(0, -40);
    expect(await catchProblem([named('big', 0), named('big', 1), named('big', 2, cut)])).toEqual({ type: 'file-cut' });
    expect(await catchProblem([named('big', 0), new File(['{}'], 'notes.gguf')])).toEqual({ type: 'not-gguf' });
  });

  test('is recognized as two models by their tensors, regardless of their names', async () => {
    const uneven = tinyGgufParts({ text: 'Tiny.' }, 5).map((bytes, index) => (index === 1 ? withPart(bytes) : bytes));
    const files = [named('big', 0), named('big', 1, uneven[1]), named('big', 2)];
    expect(await catchProblem(files)).toEqual({ type: 'not-one-model', file: 'big-00003-of-00003.gguf' });
  });

  /** The second of five files, marked as one of three. */
  function withPart(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const changed = bytes.slice();
    const at = Buffer.from(changed).indexOf('split.count') + 'split.count'.length + 4;
    new DataView(changed.buffer).setUint16(at, 3, true);
    return changed;
  }

  test('leaves only empty files when its copy is stopped', async () => {
    const stop = new AbortController();
    const files = [0, 1, 2].map((index) => named('big', index));
    const stopping = storeGgufFiles(files, 7, () => stop.abort(new Error('stopped')), stop.signal);
    await expect(stopping).rejects.toThrow('stopped');
    expect([...folder.files.values()].every(({ size }) => size === 0)).toBe(true);
  });
});
