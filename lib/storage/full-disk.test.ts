import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reduceAll } from '../agent/thread/reduce.ts';
import type { LoggedEvent } from '../contracts/event.ts';
import { IN_DOUBT } from '../security/approval/decide-call.ts';
import {
  askQuestion,
  fold,
  runToEnd,
  scenarioDependencies,
  scriptedDependencies,
  THREAD_ID,
  visible,
} from '../testing/agent/crash-scenario.ts';
import type { World } from '../testing/agent/crash-tools.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { type Disk, diskUnder } from '../testing/storage/failing-writes.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { saveDraft } from './drafts.ts';
import { type FailedWrite, findStorageFailure, withWriteFailureReporting } from './storage-failure.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { threadsWithOpenRun } from './threads.ts';

const NEVER = Number.POSITIVE_INFINITY;

let dbs: SidenoteDb[] = [];
beforeEach(() => {
  dbs = [];
});
afterEach(() => Promise.all(dbs.map((db) => db.delete())));

function dbOnDisk(failAt: number): { db: SidenoteDb; disk: Disk } {
  const db = openDb(`disk-${crypto.randomUUID()}`);
  dbs.push(db);
  return { db, disk: diskUnder(db, failAt) };
}

/**
 * Asks and answers with a disk that is full from write `failAt` on. Then space becomes available, and the run
 * continues.
 */
async function runOnFullDisk(failAt: number) {
  const { db, disk } = dbOnDisk(failAt);
  const world: World = { sent: [] };
  const failedWrites: FailedWrite[] = [];
  const log = withWriteFailureReporting(
    createDatabaseThreadLog(db, () => 1),
    (each) => failedWrites.push(each),
  );
  const step = async (work: () => Promise<unknown>) => work().catch((error: unknown) => error);
  const error =
    (await step(() => askQuestion(log))) ?? (await step(() => runToEnd(log, scenarioDependencies(log, world, true))));
  const failed = disk.isFull;
  const committed = await log.read(THREAD_ID);
  const openRuns = await threadsWithOpenRun(db);
  disk.isFull = false;
  if (committed.length === 0) await askQuestion(log);
  const state = await runToEnd(log, scenarioDependencies(log, world, true));
  return { failed, error, committed, openRuns, failedWrites, state, world, writes: disk.writes };
}

describe('a disk that becomes full at any write of a run', () => {
  test('loses nothing that was committed, repeats no effect, and resumes the run when there is space', async () => {
    const expected = visible((await runOnFullDisk(NEVER)).state.messages);
    let failures = 0;
    let inDoubt = 0;
    for (let failAt = 0; ; failAt++) {
      const run = await runOnFullDisk(failAt);
      if (!run.failed) break;
      failures++;
      const where = `full at write ${failAt}`;
      expect(findStorageFailure(run.error), where).toMatchObject({ code: 'full' });
      // All or nothing: either the question is stored with its open run, or it can be asked again.
      expect(run.openRuns, where).toEqual(run.committed.length === 0 ? [] : [THREAD_ID]);
      expect(
        run.committed.map((row) => row.seq),
        where,
      ).toEqual(run.committed.map((_, index) => index + 1));
      expect(run.state.messages.at(-1), where).toMatchObject({ outcome: { type: 'complete' } });
      expect(run.world.sent.length, where).toBeLessThanOrEqual(1);
      if (JSON.stringify(run.state).includes(IN_DOUBT)) inDoubt++;
      else expect(visible(run.state.messages), where).toEqual(expected);
    }
    expect(failures).toBeGreaterThan(40);
    expect(inDoubt).toBeLessThan(8);
  });

  test('still shows the output that was written, followed by what was not', async () => {
    const whole = JSON.stringify(visible((await runOnFullDisk(NEVER)).state.messages));
    const { committed, failedWrites } = await runOnFullDisk(20);
    const [first] = failedWrites;
    expect(first).toMatchObject({ threadId: THREAD_ID, failure: { code: 'full' } });
    const state = fold(committed);
    const rest = (first?.events ?? []).map(
      (event, index): LoggedEvent => ({ threadId: THREAD_ID, seq: state.seq + index + 1, at: 1, event }),
    );
    const shown = reduceAll(state, rest).messages.at(-1);
    const text = shown?.role === 'assistant' ? shown.steps[0]?.parts.find((part) => part.type === 'text') : null;
    expect(whole).toContain(text?.type === 'text' ? text.text : 'nothing shown');
  });
});

test('output after the first failed write is shown, but has no effect', async () => {
  const { db, disk } = dbOnDisk(NEVER);
  const failedWrites: FailedWrite[] = [];
  const log = withWriteFailureReporting(
    createDatabaseThreadLog(db, () => 1),
    (each) => failedWrites.push(each),
  );
  const world: World = { sent: [] };
  const fill = async () => {
    disk.isFull = true;
  };
  const server = () => [
    ...scriptedText('Written. '),
    { type: 'pause', until: fill } as const,
    ...scriptedText('Not written, but shown to the very end.'),
    ...scriptedCall('a', 'send', { text: 'hello' }),
    STEP_END,
  ];
  await askQuestion(log);
  await expect(runToEnd(log, scriptedDependencies(log, world, server))).rejects.toThrow('full');
  const rows = await log.read(THREAD_ID);
  expect(new Set(failedWrites.map(({ after }) => after))).toEqual(new Set([rows.at(-1)?.seq]));
  const rest = failedWrites.flatMap(({ events }) => events).map((event, n) => ({ seq: rows.length + n + 1, event }));
  const shown = reduceAll(
    fold(rows),
    rest.map((row) => ({ ...row, threadId: THREAD_ID, at: 1 })),
  );
  expect(JSON.stringify(shown)).toContain('Written. Not written, but shown to the very end.');
  expect(shown.messages.at(-1)).toMatchObject({
    outcome: null,
    steps: [{ parts: [{}, { call: { toolName: 'send' } }] }],
  });
  expect(world.sent).toEqual([]);
});

test('a draft that cannot be saved is reported with advice, and the saved one stays', async () => {
  const { db } = dbOnDisk(1);
  await saveDraft(db, 't', 'first thought');
  const error = await saveDraft(db, 't', 'second thought').catch((reason: unknown) => reason);
  expect(findStorageFailure(error)?.code).toBe('full');
  expect(await db.drafts.toArray()).toMatchObject([{ threadId: 't', text: 'first thought' }]);
});
