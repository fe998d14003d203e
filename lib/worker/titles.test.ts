import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Models } from '../agent/run-context.ts';
import type { RunOutcome, ThreadEvent } from '../contracts/event.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { createDatabaseThreadLog } from '../storage/thread-log.ts';
import { renameThread } from '../storage/threads.ts';
import { STEP_END, scriptedModel, scriptedText } from '../testing/agent/scripted-model.ts';
import { asked, pageContext, runEnd, runStart, step, textDelta } from '../testing/agent/scripted-thread.ts';
import { makeTitle } from './titles.ts';

const MODEL = { endpointId: 'e', modelId: 'small' };
const client = () => scriptedModel(() => [...scriptedText('Tides and the moon'), STEP_END]);

let db: SidenoteDb;
let storage: Stores;
let namer: ReturnType<typeof client>;
beforeEach(() => {
  db = openDb(`titles-${crypto.randomUUID()}`);
  storage = createStores(db);
  namer = client();
});
afterEach(() => db.delete());

async function answered(outcome?: RunOutcome): Promise<void> {
  const log = createDatabaseThreadLog(db, () => 1);
  await log.append('t', [asked('q', 'Why?'), runStart('r'), ...step('s', textDelta('So.'))], null);
  await log.append('t', [runEnd(outcome)], 'r');
}
const uses: unknown[] = [];
const make = (model: typeof MODEL | null = MODEL) =>
  makeTitle(
    {
      storage,
      log: createDatabaseThreadLog(db, () => 1),
      models: {
        connect: async (_model: unknown, use: unknown) => {
          uses.push(use);
          return { client: namer, profile: { isLocal: false } };
        },
        learn: async () => undefined,
      } as unknown as Models,
      newId: () => 'id',
      titleModel: async () => model,
    },
    't',
  );
const title = async () => (await db.threads.get('t'))?.title;

test('the selected model names a chat after its first answer, once', async () => {
  await answered();
  await make();
  expect(await title()).toBe('Tides and the moon');
  await make();
  expect(namer.requests).toHaveLength(1);
});

test('the request for a title, which contains the answer, is recorded as one of that answer', async () => {
  await answered();
  await make();
  expect(uses.at(-1)).toEqual({ threadId: 't', runId: 'r', kind: 'title' });
});

test('no title is requested without a selected model, or after a failed answer', async () => {
  await answered({ type: 'incomplete', reason: 'cancelled' });
  await make();
  await make(null);
  expect([await title(), namer.requests.length]).toEqual(['Why?', 0]);
});

test('a title set by the user stays', async () => {
  await answered();
  await renameThread(db, 't', 'Mine');
  await make();
  expect([await title(), namer.requests.length]).toEqual(['Mine', 0]);
});

test('a hosted model gives no title to a chat with a page that only a local model may get', async () => {
  const log = createDatabaseThreadLog(db, () => 1);
  const context = pageContext({ text: 'Your mooring is paid.', localOnly: true });
  const read: ThreadEvent[] = [
    { type: 'context-start', contextId: 'r:tab:1', tabId: 1 },
    { type: 'context-available', contextId: 'r:tab:1', context, ms: 1 },
  ];
  await log.append('t', [asked('q', 'Why?'), runStart('r'), ...read, ...step('s', textDelta('So.'))], null);
  await log.append('t', [runEnd()], 'r');
  await make();
  expect([await title(), namer.requests.length]).toEqual(['Why?', 0]);
});
