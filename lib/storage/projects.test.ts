import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROJECT_LIMITS, type Project } from '../contracts/index.ts';
import { asked } from '../testing/agent/scripted-thread.ts';
import { openDb, type SidenoteDb } from './db.ts';
import {
  addProjectFile,
  allProjects,
  deleteProject,
  deleteProjectFile,
  findChatProject,
  moveThread,
  projectCounts,
  projectFiles,
  projectNames,
  runProject,
  saveProject,
} from './projects.ts';
import { deleteStored } from './stored-data.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { archiveThread, deleteThreads, listThread, recentThreads, threadIdsIn } from './threads.ts';

const project = (projectId: string, createdAt = 1): Project => ({
  projectId,
  name: `Project ${projectId}`,
  instructions: 'Be brief.',
  model: null,
  web: false,
  ownData: false,
  mcpServers: null,
  createdAt,
});

let db: SidenoteDb;
beforeEach(async () => {
  db = openDb(`projects-${crypto.randomUUID()}`);
  for (const [at, threadId] of ['a', 'b', 'c'].entries()) {
    await createDatabaseThreadLog(db, () => at).append(threadId, [asked(`q-${threadId}`, threadId)], null);
  }
  await saveProject(db, project('late', 2));
  await saveProject(db, project('early', 1));
});
afterEach(() => db.delete());

const listed = async (projectId: string | null) =>
  (await recentThreads(db, 9, { site: null, isArchived: false, projectId })).map(({ threadId }) => threadId).join('');

describe('a project', () => {
  test('has the chats that were moved to it, newest first, until they are moved elsewhere', async () => {
    await moveThread(db, 'a', 'early');
    await moveThread(db, 'c', 'early');
    expect([await listed('early'), await listed('late'), await listed(null)]).toEqual(['ca', '', 'cba']);
    expect(await projectNames(db, ['a', 'b'])).toEqual(new Map([['a', 'Project early']]));
    await moveThread(db, 'a', 'late');
    await moveThread(db, 'c', null);
    expect([await listed('early'), await listed('late')]).toEqual(['', 'a']);
    await archiveThread(db, 'a', true);
    expect(await listed('late')).toBe('');
  });

  test('accepts a chat that is not stored yet, and counts it once it is', async () => {
    await moveThread(db, 'new', 'early');
    expect((await findChatProject(db, 'new'))?.name).toBe('Project early');
    expect(await projectCounts(db)).toEqual(new Map());
    await createDatabaseThreadLog(db, () => 9).append('new', [asked('q', 'Why?')], null);
    expect(await projectCounts(db)).toEqual(new Map([['early', 1]]));
  });

  test('takes no chats after it was deleted, and leaves a chat where it is', async () => {
    await moveThread(db, 'a', 'late');
    await deleteProject(db, 'early', false);
    await moveThread(db, 'a', 'early');
    expect((await findChatProject(db, 'a'))?.projectId).toBe('late');
  });

  test('can be deleted without its chats', async () => {
    await moveThread(db, 'a', 'early');
    await deleteProject(db, 'early', false);
    expect((await allProjects(db)).map(({ projectId }) => projectId)).toEqual(['late']);
    expect([await findChatProject(db, 'a'), await listed(null)]).toEqual([null, 'cba']);
  });

  test('can be deleted with its chats, and nothing of them is left', async () => {
    await moveThread(db, 'a', 'early');
    await listThread(db, 'pinned-threads', 'a', true);
    await deleteProject(db, 'early', true);
    expect([await listed(null), await threadIdsIn(db, 'pinned-threads')]).toEqual(['cb', []]);
    expect([await db.events.count(), await db.projectThreads.count()]).toEqual([2, 0]);
  });
});

describe('the files of a project', () => {
  const file = (name: string, text: string, fileId = name) => ({ fileId, projectId: 'early', name, text });

  test('are listed by name, replaced by one of the same name, and deleted with the project', async () => {
    expect(await addProjectFile(db, file('b.md', 'old', '1'))).toBeNull();
    expect(await addProjectFile(db, file('a.md', 'A'))).toBeNull();
    expect(await addProjectFile(db, file('b.md', 'new', '2'))).toBeNull();
    expect((await projectFiles(db, 'early')).map(({ name, text }) => `${name} ${text}`)).toEqual([
      'a.md A',
      'b.md new',
    ]);
    await deleteProjectFile(db, 'a.md');
    expect(await db.projectFiles.count()).toBe(1);
    await deleteProject(db, 'early', false);
    expect(await db.projectFiles.count()).toBe(0);
  });

  test('have limits, and what would exceed them changes nothing', async () => {
    const half = 'x'.repeat(PROJECT_LIMITS.fileText / 2);
    expect(await addProjectFile(db, file('one.txt', half))).toBeNull();
    expect(await addProjectFile(db, file('two.txt', `${half}x`))).toEqual({
      code: 'project-too-much',
      name: 'two.txt',
    });
    expect(await db.projectFiles.count()).toBe(1);
    // A new version of a file replaces the old one in the total.
    expect(await addProjectFile(db, file('one.txt', `${half}x`, 'new'))).toBeNull();
    for (let count = 2; count <= PROJECT_LIMITS.files; count++) await addProjectFile(db, file(`${count}.txt`, 'x'));
    expect(await addProjectFile(db, file('more.txt', 'x'))).toEqual({ code: 'project-too-many', name: 'more.txt' });
    expect(await db.projectFiles.count()).toBe(PROJECT_LIMITS.files);
  });

  test('are those of the project that the chat is in when a run starts', async () => {
    await moveThread(db, 'a', 'early');
    expect(await runProject(db, 'a')).toBeNull();
    await addProjectFile(db, file('a.md', 'A'));
    expect(await runProject(db, 'a')).toEqual({ projectId: 'early', name: 'Project early' });
    expect(await runProject(db, 'b')).toBeNull();
  });
});

test('projects are listed in the order they were created', async () => {
  expect((await allProjects(db)).map(({ projectId }) => projectId)).toEqual(['early', 'late']);
});

test('a deleted chat is in no project, and deleting all chats keeps the projects', async () => {
  await moveThread(db, 'a', 'early');
  await moveThread(db, 'b', 'early');
  await deleteThreads(db, ['a']);
  expect(await db.projectThreads.toCollection().primaryKeys()).toEqual(['b']);
  await deleteStored(db, 'chats');
  expect([await db.projectThreads.count(), await db.projects.count()]).toEqual([0, 2]);
  await deleteStored(db, 'projects');
  expect(await db.projects.count()).toBe(0);
});
