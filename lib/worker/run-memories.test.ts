import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { openStorage, type Stores } from '../storage/stores.ts';
import { asked, runEnd, runStart } from '../testing/agent/scripted-thread.ts';
import { selectRunMemories } from './run-memories.ts';

let storage: Stores;
beforeEach(() => {
  storage = openStorage(crypto.randomUUID());
});

const select = (question: string, usesMemory = true) => {
  const log = storage.events.createLog(() => 1);
  return selectRunMemories({ storage, log, usesMemory: async () => usesMemory }, 't', question);
};
const keep = (memoryId: string, text: string, createdAt = 1) =>
  storage.memories.keep({ memoryId, text, projectId: null, isOn: true, origin: { type: 'settings' }, createdAt });

test('a question gets all sentences if they fit, and none if the user turned them off', async () => {
  await keep('a', 'I live in Bern');
  expect(await select('Why?')).toEqual(['a']);
  expect(await select('Why?', false)).toEqual([]);
});

test('if they do not fit, the selection of the last answer stays as long as it fits the question', async () => {
  for (let index = 0; index < 40; index++)
    await keep(
      `m${index}`,
      `Preference ${index}: I want topic${index} in all answers that have something to do with it`,
      index,
    );
  const first = await select('topic2');
  expect(first).toContain('m2');
  await storage.events
    .createLog(() => 1)
    .append('t', [asked('q', 'topic2'), runStart('r', { memories: [...first] }), runEnd()], null);
  expect(await select('And then?')).toEqual(first);
  expect(await select('topic4')).toContain('m4');
});
