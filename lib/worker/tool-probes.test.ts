import '../testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostKind } from '../contracts/address.ts';
import type { RunOutcome } from '../contracts/event.ts';
import type { ModelRef } from '../contracts/model.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import { loadCapability, recordObservation } from '../storage/capabilities.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { createDatabaseThreadLog } from '../storage/thread-log.ts';
import { chunk, EVENT_STREAM, type RawServer, sse, startRawServer } from '../testing/model-api/raw-server.ts';
import { createToolProbes, type ToolProbes } from './tool-probes.ts';

const MODEL: ModelRef = { endpointId: 'e', modelId: 'm' };
const CALL = { index: 0, id: 'a', function: { name: 'get_code_word', arguments: '{"colour":"blue"}' } };

let db: SidenoteDb;
let storage: Stores;
let log: ThreadLog;
let server: RawServer;
let released: PromiseWithResolvers<void>;
beforeEach(async () => {
  db = openDb(`probes-${crypto.randomUUID()}`);
  storage = createStores(db);
  log = createDatabaseThreadLog(db, () => 1);
  released = Promise.withResolvers();
  server = await startRawServer((request, response) => {
    const hasResult = JSON.parse(request.body).messages.some((message: { role: string }) => message.role === 'tool');
    const said = hasResult ? chunk({ content: 'harbour' }, 'stop') : chunk({ tool_calls: [CALL] }, 'tool_calls');
    response.writeHead(200, EVENT_STREAM).end(said + sse('[DONE_REPLY]'));
  });
});
afterEach(async () => {
  await server.close();
  await db.delete();
});

function probes(hostKind: HostKind = 'loopback', quietMs = 0): ToolProbes {
  const options = { baseUrl: `${server.url}/v1`, hostKind, apiKey: null, fetch };
  const keepAlive = { hold: () => () => released.resolve() };
  return createToolProbes({ storage, log, access: async () => options, keepAlive, now: () => 1, quietMs });
}

async function answered(model = MODEL, outcome: RunOutcome = { type: 'complete' }): Promise<void> {
  const start = { type: 'run-start', runId: 'r', messageId: 'q', model, tabId: null, page: null, maxSteps: 5 } as const;
  await log.append('t', [{ type: 'user-message', messageId: 'q', content: 'Why?' }, start], null);
  await log.append('t', [{ type: 'run-end', outcome, stats: { ms: 0, steps: 1, toolCalls: 0 } }], 'r');
}

test('an unknown local model is tested after its answer, once', async () => {
  await answered();
  const probing = probes();
  probing.runEnded('t');
  await released.promise;
  expect(await loadCapability(db, MODEL)).toMatchObject({ supportsTools: true, source: 'probe' });
  expect(server.requests).toHaveLength(2);
  released = Promise.withResolvers();
  probing.runEnded('t');
  await released.promise;
  expect(server.requests).toHaveLength(2);
});

test.each<[string, HostKind, ModelRef, RunOutcome]>([
  ['a hosted model, for that costs money', 'public', MODEL, { type: 'complete' }],
  ['the practice model', 'loopback', { endpointId: 'practice', modelId: 'practice' }, { type: 'complete' }],
  ['a model without tools by its family', 'loopback', { ...MODEL, modelId: 'gemma3:4b' }, { type: 'complete' }],
  ['a model that did not answer', 'loopback', MODEL, { type: 'incomplete', reason: 'cancelled' }],
])('%s is not tested', async (_who, hostKind, model, outcome) => {
  await answered(model, outcome);
  probes(hostKind).runEnded('t');
  await released.promise;
  expect(server.requests).toEqual([]);
});

test('a model with observations is not tested', async () => {
  await answered();
  const observation = { type: 'tools', supportsTools: false, source: 'listing', evidence: '' } as const;
  await recordObservation(db, MODEL, `${server.url}/v1`, observation, 1);
  probes().runEnded('t');
  await released.promise;
  expect(server.requests).toEqual([]);
});

test('the next question cancels a pending test, and ends a running one without repeating it', async () => {
  await answered();
  const probing = probes('loopback', 60_000);
  probing.runEnded('t');
  probing.runStarts();
  expect(await loadCapability(db, MODEL)).toBeUndefined();

  const hanging = await startRawServer(() => undefined);
  const options = { baseUrl: `${hanging.url}/v1`, hostKind: 'loopback' as const, apiKey: null, fetch };
  const keepAlive = { hold: () => () => released.resolve() };
  const busy = createToolProbes({ storage, log, access: async () => options, keepAlive, now: () => 1, quietMs: 0 });
  busy.runEnded('t');
  await vi.waitFor(() => expect(hanging.requests).toHaveLength(1));
  busy.runStarts();
  await released.promise;
  expect(await loadCapability(db, MODEL)).toMatchObject({ supportsTools: null, source: 'probe' });
  await hanging.close();
});
