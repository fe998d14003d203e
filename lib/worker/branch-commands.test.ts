import { findComparison, loadThread } from '../agent/index.ts';
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allMessages, exchangeIds } from '../agent/thread/branches.ts';
import { reduceAll } from '../agent/thread/reduce.ts';
import { type Attachments, toAttachments } from '../contracts/attachments.ts';
import type { ThreadEvent } from '../contracts/event.ts';
import { emptyThread, type Message, type ThreadState } from '../contracts/thread.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { searchThreads } from '../storage/search-threads.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { createDatabaseThreadLog } from '../storage/thread-log.ts';
import { type ThreadSnapshot, watchThread } from '../storage/watch-thread.ts';
import { runEnd, runStart } from '../testing/agent/scripted-thread.ts';
import { chooseBranch, deleteExchange, edit, retry, steer } from './branch-commands.ts';

const MODEL = { endpointId: 'e', modelId: 'm' };
const ASKED = { threadId: 't', model: MODEL, tabId: null };

let db: SidenoteDb;
let storage: Stores;
let log: ThreadLog;
let dependencies: Parameters<typeof retry>[0];
let ids: number;
beforeEach(() => {
  db = openDb(`branches-${crypto.randomUUID()}`);
  log = createDatabaseThreadLog(db, () => 1);
  ids = 0;
  const runs = { start: () => undefined, resume: () => undefined, abort: () => undefined, endWait: () => undefined };
  const page = { check: async () => ({ type: 'needed' }) as const };
  const runProject = async () => null;
  const contextSettings = async () => ({ mode: 'on-demand' as const, maxTokens: 1000, sites: {} });
  const forgetDocuments = () => undefined;
  storage = createStores(db);
  dependencies = {
    storage,
    log,
    runs,
    now: () => 1,
    page,
    forgetDocuments,
    newId: () => `a${++ids}`,
    maxSteps: async () => 9,
    runProject,
    runMemories: async () => [],
    contextSettings,
  };
});
afterEach(() => db.delete());

const thread = () => loadThread(log, 't');
const shown = ({ messages }: ThreadState) => messages.map((message) => message.messageId).join(' ');

/** Ends the open run with a short text. */
async function answer(words: string): Promise<void> {
  const run = (await thread()).messages.at(-1)?.messageId ?? '';
  await log.append(
    't',
    [
      { type: 'step-start', stepId: `${run}:0`, toolMode: 'none' },
      { type: 'text-delta', delta: words },
      { type: 'step-end', finishReason: 'stop' },
      runEnd(),
    ],
    run,
  );
}

async function ask(messageId: string, words: string, attached: Attachments = {}): Promise<void> {
  const start = { runId: `a${++ids}`, messageId, model: MODEL, tabId: null, page: null, maxSteps: 9 };
  await log.append(
    't',
    [
      { type: 'user-message', messageId, content: messageId, ...toAttachments(attached) },
      { type: 'run-start', ...start },
    ],
    null,
  );
  await answer(words);
}

test('regenerating an earlier answer keeps later messages in the old branch', async () => {
  await ask('q1', 'apples');
  await ask('q2', 'pears');
  await retry(dependencies, { type: 'retry', ...ASKED, messageId: 'a1' });
  await answer('plums');
  expect(shown(await thread())).toBe('q1 a3');
  await chooseBranch(dependencies, { type: 'select-branch', threadId: 't', messageId: 'a1' });
  expect(shown(await thread())).toBe('q1 a1 q2 a2');
});

test('an edited question is answered by a second model too if the user has one', async () => {
  await ask('q1', 'apples');
  const opinion = { endpointId: 'e', modelId: 'second' };
  await edit(dependencies, {
    type: 'edit',
    ...ASKED,
    messageId: 'q1',
    newMessageId: 'q1b',
    content: 'Other?',
    opinion,
  });
  const second = await loadThread(log, 't/opinion');
  expect(shown(await thread())).toBe('q1b a2');
  expect(second.messages).toMatchObject([{ messageId: 'q1b' }, { model: opinion, isOpinion: true, outcome: null }]);
  await answer('plums');
  const run = second.messages.at(-1)?.messageId ?? '';
  await log.append('t/opinion', [runEnd()], run);
  expect(findComparison(await thread(), emptyThread('t/opinion'))).toMatchObject({ second: { messageId: run } });
});

test('an edit that is repeated after the worker was stopped asks the second model that was not asked', async () => {
  await ask('q1', 'apples');
  const repeated = { type: 'edit' as const, ...ASKED, messageId: 'q1', newMessageId: 'q1b', content: 'Other?' };
  await edit(dependencies, repeated);
  const opinion = { endpointId: 'e', modelId: 'second' };
  const second = async () => (await loadThread(log, 't/opinion')).messages.map(({ messageId }) => messageId);
  expect(await second()).toEqual([]);
  await edit(dependencies, { ...repeated, opinion });
  const asked = await second();
  expect(asked).toEqual(['q1b', expect.any(String)]);
  await edit(dependencies, { ...repeated, opinion });
  expect(await second()).toEqual(asked);
  expect(shown(await thread())).toBe('q1b a2');
});

test('an edit command is applied once, regardless of how often it is sent', async () => {
  await ask('q1', 'apples');
  const change = { type: 'edit', ...ASKED, messageId: 'q1', newMessageId: 'q1b', content: 'Other?' } as const;
  await edit(dependencies, change);
  expect(await edit(dependencies, change)).toEqual({ type: 'done' });
  expect(shown(await thread())).toBe('q1b a2');
  await answer('plums');
  expect(await edit(dependencies, { ...change, messageId: 'gone', newMessageId: 'new' })).toMatchObject({
    type: 'refused',
  });
});

test('earlier messages cannot be changed during a run', async () => {
  await ask('q1', 'apples');
  await retry(dependencies, { type: 'retry', ...ASKED });
  const changes = [
    () => deleteExchange(dependencies, { type: 'delete-exchange', threadId: 't', messageId: 'q1' }),
    () => chooseBranch(dependencies, { type: 'select-branch', threadId: 't', messageId: 'a1' }),
  ];
  for (const change of changes) await expect(change()).rejects.toThrow('Nothing was written');
  expect(shown(await thread())).toBe('q1 a2');
});

test('deleting an exchange removes its rows and index entries, and notifies observers', async () => {
  await ask('q1', 'apples');
  await retry(dependencies, { type: 'retry', ...ASKED });
  await answer('quinces');
  await ask('q2', 'pears');
  const seen: string[] = [];
  const see = ({ thread: now }: ThreadSnapshot) => seen.push(shown(now));
  const stop = watchThread(db, 't', see, () => undefined);
  await expect.poll(() => seen.at(-1)).toBe('q1 a2 q2 a3');
  await deleteExchange(dependencies, { type: 'delete-exchange', threadId: 't', messageId: 'q1' });
  await expect.poll(() => seen.at(-1)).toBe('q2 a3');
  stop();
  expect(shown(await thread())).toBe('q2 a3');
  const rows = JSON.stringify(await db.events.toArray());
  for (const word of ['apples', 'quinces']) {
    expect(rows).not.toContain(word);
    expect(await searchThreads(db, word, 9, new AbortController().signal)).toEqual([]);
  }
  expect(await searchThreads(db, 'pears', 9, new AbortController().signal)).toHaveLength(1);
  expect((await db.threads.get('t'))?.title).toBe('q2');
});

test('deleting an exchange brings back no rule that was removed in it, and takes none away', async () => {
  const rule = (name: string) => ({ type: 'pages', origin: `https://${name}.test` }) as const;
  await ask('q1', 'apples');
  await dependencies.log.append('t', [{ type: 'rule-add', rule: rule('gone') }], null);
  await retry(dependencies, { type: 'retry', ...ASKED });
  const changes = [
    { type: 'rule-remove', rule: rule('gone') },
    { type: 'rule-add', rule: rule('kept') },
  ] as const;
  await dependencies.log.append('t', [...changes], 'a2');
  await answer('quinces');
  await deleteExchange(dependencies, { type: 'delete-exchange', threadId: 't', messageId: 'q1' });
  expect((await thread()).rules).toEqual([rule('kept')]);
});

test('deleting the selected version selects the other one', async () => {
  await ask('q1', 'apples');
  await edit(dependencies, { type: 'edit', ...ASKED, messageId: 'q1', newMessageId: 'q1b', content: 'Other?' });
  await answer('plums');
  await deleteExchange(dependencies, { type: 'delete-exchange', threadId: 't', messageId: 'q1b' });
  expect(await thread()).toMatchObject({
    messages: [{ messageId: 'q1' }, { messageId: 'a1' }],
    forks: [{ active: 0 }],
  });
  await ask('q2', 'pears');
  expect(shown(await thread())).toBe('q1 a1 q2 a3');
});

test('a branch stays selected although the question it was selected by is deleted', async () => {
  await ask('q1', 'apples');
  await ask('q2', 'pears');
  await edit(dependencies, { type: 'edit', ...ASKED, messageId: 'q2', newMessageId: 'q2b', content: 'Other?' });
  await answer('plums');
  await chooseBranch(dependencies, { type: 'select-branch', threadId: 't', messageId: 'q2' });
  await ask('q3', 'cherries');
  await deleteExchange(dependencies, { type: 'delete-exchange', threadId: 't', messageId: 'q3' });
  expect(shown(await thread())).toBe('q1 a1 q2 a2');
});

test('branches stay separate although the question that one began with is deleted', async () => {
  await ask('q1', 'apples');
  await ask('q2', 'pears');
  await ask('q3', 'cherries');
  await edit(dependencies, { type: 'edit', ...ASKED, messageId: 'q2', newMessageId: 'q2b', content: 'Other?' });
  await answer('plums');
  await chooseBranch(dependencies, { type: 'select-branch', threadId: 't', messageId: 'q2' });
  await deleteExchange(dependencies, { type: 'delete-exchange', threadId: 't', messageId: 'q2' });
  expect(shown(await thread())).toBe('q1 a1 q3 a3');
  await chooseBranch(dependencies, { type: 'select-branch', threadId: 't', messageId: 'q2b' });
  expect(shown(await thread())).toBe('q1 a1 q2b a4');
});

type Change = { do: 'ask' | 'edit' | 'retry' | 'select' | 'delete'; at: number };
const change: fc.Arbitrary<Change> = fc.record({
  do: fc.constantFrom('ask', 'ask', 'edit', 'retry', 'select', 'select', 'delete'),
  at: fc.nat(40),
});

test('messages keep what they followed, regardless of what is deleted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 6, maxLength: 20 }), async (changes) => {
      const own = openDb(`deleted-${crypto.randomUUID()}`);
      log = createDatabaseThreadLog(own, () => 1);
      /** For every message, the message that it followed when it was written. */
      const parents = new Map<string, string | null>();
      const gone = new Set<string>();
      const write = async (messages: readonly Message[], events: ThreadEvent[], ...written: string[]) => {
        await log.append('t', events, null);
        let parent = messages.at(-1)?.messageId ?? null;
        for (const id of written) {
          parents.set(id, parent);
          parent = id;
        }
      };
      let count = 0;
      for (const { do: what, at } of changes) {
        const before = await thread();
        const all = allMessages(before);
        const shownNow = before.messages;
        const place = shownNow.length === 0 ? 0 : at % shownNow.length;
        const message = shownNow[place];
        const [q, a] = [`q${++count}`, `r${count}`];
        const question: ThreadEvent = { type: 'user-message', messageId: q, content: q };
        const run = [runStart(a), runEnd()];
        if (what === 'ask') await write(shownNow, [question, ...run], q, a);
        else if (message === undefined) continue;
        else if (what === 'select') {
          await write(shownNow, [{ type: 'branch-select', messageId: all[at % all.length]?.messageId ?? '' }]);
        } else if (what === 'delete') {
          const id = shownNow.slice(0, place + 1).findLast(({ role }) => role === 'user')?.messageId ?? '';
          for (const each of exchangeIds(before, id)) gone.add(each);
          await write(shownNow, [{ type: 'exchange-delete', messageId: id }]);
        } else {
          const truncate: ThreadEvent = { type: 'thread-truncate', messageId: message.messageId };
          const rest = message.role === 'user' ? ([[question, ...run], q, a] as const) : ([run, a] as const);
          await write(shownNow.slice(0, place), [truncate, ...rest[0]], ...rest.slice(1).map(String));
        }
        const after = await thread();
        const survivors = [...parents.keys()].filter((id) => !gone.has(id));
        const listMessageIds = (messages: readonly Message[]) => messages.map(({ messageId }) => messageId);
        expect(listMessageIds(allMessages(after)).sort()).toEqual(survivors.sort());
        const pathTo = (id: string | null): string[] =>
          id === null ? [] : [...pathTo(parents.get(id) ?? null), ...(gone.has(id) ? [] : [id])];
        for (const id of survivors) {
          const selected: ThreadEvent = { type: 'branch-select', messageId: id };
          const { messages } = reduceAll(after, [{ threadId: 't', seq: after.seq + 1, at: 1, event: selected }]);
          expect(listMessageIds(messages), `path to ${id}`).toEqual(pathTo(messages.at(-1)?.messageId ?? null));
          expect(listMessageIds(messages)).toContain(id);
        }
        if (survivors.length > 0) expect(after.messages.length).toBeGreaterThan(0);
      }
      await own.delete();
    }),
    { numRuns: 50 },
  );
});

test('a steer is written once, and rejected after the run has ended', async () => {
  await ask('q1', 'apples');
  const said = { type: 'steer', threadId: 't', messageId: 's', content: 'Shorter.' } as const;
  expect(await steer(dependencies, said)).toMatchObject({ type: 'refused' });
  await retry(dependencies, { type: 'retry', ...ASKED });
  await steer(dependencies, said);
  await steer(dependencies, said);
  expect((await thread()).messages.at(-1)).toMatchObject({ steers: [{ messageId: 's', beforeStep: 0 }] });
});

test('an edited or regenerated question keeps its attachments', async () => {
  const files = [{ type: 'text', name: 'notes.txt', text: 'Low at six.' } as const];
  await ask('q1', 'At six.', { files });
  await edit(dependencies, { type: 'edit', ...ASKED, messageId: 'q1', newMessageId: 'q2', content: 'Exactly when?' });
  expect((await thread()).messages[0]).toMatchObject({ content: 'Exactly when?', files });
});
