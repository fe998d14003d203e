import '../../lib/testing/fake-browser.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { GgufModel } from '../../lib/contracts/models-in-browser.ts';
import { ggufModels } from '../../lib/extension/stored-state.ts';
import { memoryFolder } from '../../lib/testing/storage/memory-folder.ts';
import { changeModels } from './gguf-section.tsx';

const model = (modelId: string): GgufModel => ({
  modelId,
  bytes: 1,
  contextTokens: 8_192,
  addedAt: 7,
  hasTools: false,
});

afterEach(() => void vi.unstubAllGlobals());

test('the files of a removed model are deleted, but not the parts of an incomplete download', async () => {
  const folder = memoryFolder();
  const getDirectory = async () => ({ getDirectoryHandle: async () => folder });
  vi.stubGlobal('navigator', { storage: { getDirectory } });
  for (const name of ['old.gguf', 'old.gguf.part-0', 'kept.gguf', 'coming.gguf.part-0'])
    folder.files.set(name, new Blob(['a']));
  await ggufModels.setValue([model('old'), model('kept')]);
  await changeModels((before) => [...before.slice(1), model('new')]);
  expect((await ggufModels.getValue()).map(({ modelId }) => modelId)).toEqual(['kept', 'new']);
  expect([...folder.files.keys()]).toEqual(['kept.gguf', 'coming.gguf.part-0']);
});
