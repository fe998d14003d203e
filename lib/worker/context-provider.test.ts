import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import type { ContextReading } from '../contracts/page-context.ts';
import type { ProjectFile } from '../contracts/project.ts';
import { createNoPages } from '../engine/no-context.ts';
import { openStorage, type Stores } from '../storage/stores.ts';
import { asked } from '../testing/agent/scripted-thread.ts';
import { createContextProvider } from './context-provider.ts';

const PROJECT = { projectId: 'p', name: 'Harbor', model: null, web: false, ownData: false, mcpServers: null };
const FILE: ProjectFile = {
  fileId: 'f',
  projectId: 'p',
  name: 'a.md',
  text: `Key: sk-proj-${'aB3dE5gH7j'.repeat(5)}`,
};
const { signal } = new AbortController();

let storage: Stores;
let fileTexts: string[];
let tabs: number[];
beforeEach(async () => {
  storage = openStorage(crypto.randomUUID());
  fileTexts = [];
  tabs = [];
  await storage.projects.save({ ...PROJECT, instructions: 'Be brief.', createdAt: 1 });
});

function provider(usesMemory = true) {
  const nothing: ContextReading | null = null;
  return createContextProvider({
    storage,
    usesMemory: async () => usesMemory,
    page: createNoPages(),
    readTab: async ({ tabId }) => {
      tabs.push(tabId);
      return nothing;
    },
    readFiles: (files) => {
      fileTexts.push(...files.map(({ text }) => text));
      return nothing;
    },
    web: null as never,
    ownData: null as never,
  });
}

function readProjectFiles(): Promise<ContextReading | null> {
  const project = { projectId: 'p', name: 'Harbor' };
  return provider().read({ question: 'When?', earlier: [], type: 'project-files', project }, signal);
}

test('a tab is read from the browser, and the files of a project from the database', async () => {
  await storage.projects.addFile({ ...FILE, text: 'The tide is high.' });
  const forQuestion = { question: 'When?', earlier: [] };
  const tab = { isOpenPage: true, canReadOn: false, wantsForms: false, maySendFile: () => false };
  await provider().read({ ...forQuestion, ...tab, type: 'tab', page: createNoPages(), tabId: 7 }, signal);
  expect([tabs, fileTexts]).toEqual([[7], []]);
  await readProjectFiles();
  expect([tabs, fileTexts]).toEqual([[7], ['The tide is high.']]);
});

test('a chat has the instructions of its project', async () => {
  for (const threadId of ['free', 'ours']) {
    await storage.events.createLog(() => 1).append(threadId, [asked('q', '?')], null);
  }
  await storage.projects.moveThread('ours', 'p');
  expect([await provider().instructions('free'), await provider().instructions('ours')]).toEqual(['', 'Be brief.']);
});

test('only sentences that are on, and for the project of the chat, are remembered in it', async () => {
  await storage.events.createLog(() => 1).append('ours', [asked('q', '?')], null);
  await storage.projects.moveThread('ours', 'p');
  const keep = (memoryId: string, projectId: string | null, isOn = true) =>
    storage.memories.keep({
      memoryId,
      text: `${memoryId}.`,
      projectId,
      isOn,
      origin: { type: 'settings' },
      createdAt: 1,
    });
  for (const kept of [keep('all', null), keep('harbor', 'p'), keep('other', 'x'), keep('off', null, false)]) await kept;
  const ids = ['all', 'harbor', 'other', 'off', 'forgotten'];
  expect(await provider().memories('ours', ids)).toEqual(['all.', 'harbor.']);
  expect(await provider().memories('free', ids)).toEqual(['all.']);
  expect(await provider().memories('ours', ['harbor'])).toEqual(['harbor.']);
  expect(await provider(false).memories('ours', ids)).toEqual([]);
});
