import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Project } from '../contracts/index.ts';
import { asked, runEnd, runStart } from '../testing/agent/scripted-thread.ts';
import { diskUnder } from '../testing/storage/failing-writes.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { saveEndpoint } from './endpoints.ts';
import { collectIntoBlob } from './export-threads.ts';
import { importThreads } from './import-threads.ts';
import { exportProject, importProject, readProjectFile } from './project-export.ts';
import {
  addProjectFile,
  allProjects,
  deleteProject,
  findChatProject,
  moveThread,
  projectFiles,
  saveProject,
  threadIdsOfProject,
} from './projects.ts';
import { createDatabaseThreadLog } from './thread-log.ts';

const PROJECT: Project = {
  projectId: 'tides',
  name: 'Tides',
  instructions: 'Answer for a sailor.',
  model: { endpointId: 'e', modelId: 'm' },
  web: true,
  ownData: true,
  mcpServers: ['notes'],
  createdAt: 1,
};

let home: SidenoteDb;
let away: SidenoteDb;
beforeEach(async () => {
  home = openDb(`home-${crypto.randomUUID()}`);
  away = openDb(`away-${crypto.randomUUID()}`);
  await saveProject(home, PROJECT);
  await addProjectFile(home, { fileId: 'f', projectId: 'tides', name: 'table.md', text: 'High water at 14:20.' });
  for (const threadId of ['one', 'two', 'outside']) {
    const log = createDatabaseThreadLog(home, () => 5);
    await log.append(threadId, [asked(`q-${threadId}`, `Why, ${threadId}?`), runStart(`r-${threadId}`)], null);
    await log.append(threadId, [runEnd()], `r-${threadId}`);
  }
  await moveThread(home, 'one', 'tides');
  await moveThread(home, 'two', 'tides');
});
afterEach(async () => {
  await home.delete();
  await away.delete();
});

const exported = async (project = PROJECT) =>
  (await collectIntoBlob(exportProject(home, project, '2026-01-01T00:00:00.000Z'), 'application/json')).blob;
const listFiles = async (db: SidenoteDb, projectId: string) =>
  (await projectFiles(db, projectId)).map(({ name, text }) => `${name}: ${text}`);

describe('an exported project', () => {
  test('is one JSON document with its files and its chats, and no others', async () => {
    const { version, project, threads } = JSON.parse(await (await exported()).text());
    expect(version).toBe(2);
    expect(project).toMatchObject({ name: 'Tides', files: [{ name: 'table.md', text: 'High water at 14:20.' }] });
    expect(threads.map(({ threadId }: { threadId: string }) => threadId).sort()).toEqual(['one', 'two']);
  });

  test('comes in elsewhere with files and chats, and switches nothing on', async () => {
    expect(await importProject(away, await exported())).toMatchObject({ type: 'imported', counts: { added: 2 } });
    expect(await allProjects(away)).toEqual([
      // The model and the server are not configured here.
      { ...PROJECT, model: null, web: false, ownData: false, mcpServers: [] },
    ]);
    expect(await listFiles(away, 'tides')).toEqual(['table.md: High water at 14:20.']);
    expect((await threadIdsOfProject(away, 'tides')).sort()).toEqual(['one', 'two']);
  });

  test('keeps a model whose endpoint exists here', async () => {
    const endpoint = { endpointId: 'e', name: 'E', baseUrl: 'https://e.example/v1', models: ['m'], createdAt: 1 };
    await saveEndpoint(away, endpoint);
    await importProject(away, await exported());
    expect((await allProjects(away))[0]?.model).toEqual(PROJECT.model);
  });

  test('is restored after it was deleted, with chats that were kept, and once regardless of how often it is imported', async () => {
    const file = await exported();
    await deleteProject(home, 'tides', false);
    await moveThread(home, 'two', 'elsewhere');
    for (let count = 0; count < 2; count++) {
      expect(await importProject(home, file)).toMatchObject({ type: 'imported', counts: { added: 0, identical: 2 } });
    }
    expect(await allProjects(home)).toHaveLength(1);
    expect(await listFiles(home, 'tides')).toHaveLength(1);
    expect((await threadIdsOfProject(home, 'tides')).sort()).toEqual(['one', 'two']);
  });

  test('never replaces a project that has changed here: it is imported next to it, once', async () => {
    const file = await exported();
    await saveProject(home, { ...PROJECT, instructions: 'Answer for a diver.' });
    await importProject(home, file);
    await importProject(home, file);
    const texts = (await allProjects(home)).map(({ instructions }) => instructions);
    expect(texts.sort()).toEqual(['Answer for a diver.', 'Answer for a sailor.']);
    // Chats that are already in a project here stay in it.
    expect((await findChatProject(home, 'one'))?.instructions).toBe('Answer for a diver.');
  });

  test('is not imported as chats alone, and a file of chats is not a project', async () => {
    expect(await importThreads(away, await exported())).toEqual({
      type: 'refused',
      problem: { code: 'has-project' },
    });
    const chats = new Blob([
      '{"format":"sidenote-threads","version":1,"exportedAt":"2026-01-01T00:00:00.000Z","threads":[\n]}\n',
    ]);
    expect(await readProjectFile(chats)).toEqual({ problem: { code: 'no-project' } });
    expect(await importProject(away, chats)).toEqual({ type: 'refused', problem: { code: 'no-project' } });
    expect([await away.threads.count(), await away.projects.count()]).toEqual([0, 0]);
  });
});

describe('a broken project file', () => {
  test.each<[string, (text: string) => BlobPart]>([
    ['cut in its header', (text) => text.slice(0, 200)],
    ['cut in a chat', (text) => text.slice(0, -30)],
    ['with an unknown field', (text) => text.replace('"name":"Tides"', '"name":"Tides","run":"rm"')],
    ['without a name', (text) => text.replace('"name":"Tides"', '"name":""')],
    ['with a prototype', (text) => text.replace('"web":true', '"__proto__":{"web":true}')],
    ['with a type that is wrong', (text) => text.replace('"mcpServers":["notes"]', '"mcpServers":"all"')],
    ['of a newer version', (text) => text.replace('"version":2', '"version":3')],
    ['of bytes that are no text', () => new Uint8Array([0xff, 0xfe, 0xfd])],
    ['that is empty', () => ''],
  ])('%s is refused, and nothing is imported', async (_, change) => {
    const text = await (await exported()).text();
    const changed = change(text);
    expect(changed).not.toBe(text);
    expect(await importProject(away, new Blob([changed]))).toMatchObject({ type: 'refused' });
    expect([await away.threads.count(), await away.projects.count(), await away.projectFiles.count()]).toEqual([
      0, 0, 0,
    ]);
  });

  test('with more text than a project may have is refused', async () => {
    const text = await (await exported()).text();
    const large = text.replace('High water at 14:20.', 'x'.repeat(2_000_001));
    expect(await importProject(away, new Blob([large]))).toMatchObject({ type: 'refused' });
  });
});

test('a project that does not fit on the disk is not imported in part', async () => {
  const file = await exported();
  const results = new Set<string>();
  for (let room = 0; room < 16; room++) {
    const db = openDb(`full-${crypto.randomUUID()}`);
    // The write with this number fails.
    diskUnder(db, room, 1);
    await db.open();
    const result = await importProject(db, file);
    const counts = [await db.threads.count(), await db.projects.count(), await db.projectThreads.count()];
    if (result.type === 'imported') expect(counts).toEqual([2, 1, 2]);
    else expect(counts).toEqual([0, 0, 0]);
    results.add(result.type);
    await db.delete();
  }
  expect([...results].sort()).toEqual(['imported', 'not-stored']);
});
