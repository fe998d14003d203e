import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { IS_FULL } from '../../e2e/support/scale.ts';
import { randomFrom } from '../../scripts/random.ts';
import { runThread } from '../agent/run/run-thread.ts';
import type { AgentDependencies } from '../agent/run-context.ts';
import { defineTool } from '../contracts/tool.ts';
import { createModelClient } from '../model-api/client/model-client.ts';
import { modelSend, recordingSend } from '../security/receipt/recording.ts';
import { verifyReceipt } from '../security/receipt/verify-receipt.ts';
import { askQuestion, scriptedDependencies, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { chunk, type RawServer, startRawServer } from '../testing/model-api/raw-server.ts';
import { openDb } from './db.ts';
import { exportReceipt } from './export-receipt.ts';
import { Receipts } from './receipts.ts';
import { createDatabaseThreadLog } from './thread-log.ts';

const RUNS = IS_FULL ? 1_000 : 40;
const random = randomFrom(39);
const chance = (share: number) => random() < share;
const KEY = 'sk-never-in-a-receipt';

/**
 * A sink: a model server that calls tools, refuses, breaks connections and answers, and the pages that the tool loads.
 */
let sink: RawServer;
beforeAll(async () => {
  sink = await startRawServer(({ path }, response) => {
    if (path.startsWith('/notes')) return void response.end('A note.');
    if (chance(0.1)) return void response.writeHead(503, { 'retry-after': '0' }).end('{"error":{"message":"busy"}}');
    if (chance(0.05)) return void response.destroy();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const word = ['tide', 'Flut', '潮', '"\\ \u2028', '😀'][Math.floor(random() * 5)];
    const call = { index: 0, id: `c${random()}`, function: { name: 'note', arguments: JSON.stringify({ word }) } };
    const isCall = chance(0.5);
    response.end(isCall ? chunk({ tool_calls: [call] }, 'tool_calls') : chunk({ content: `It is ${word}.` }, 'stop'));
  });
});
afterAll(() => sink.close());

test('the receipts of many runs and what arrived agree in every byte', async () => {
  for (let run = 0; run < RUNS; run++) {
    const before = sink.requests.length;
    const { file, threads, wasStopped } = await oneRun(run);
    // Each of its workers was stopped before it sent anything.
    if (file === null && wasStopped) {
      expect(sink.requests.length, `run ${run}`).toBe(before);
      continue;
    }
    const check = await verifyReceipt(file ?? '');
    expect(check.problems, `run ${run}`).toEqual([]);
    const recorded = check.requests.map(({ entry, details }) => {
      const { pathname, search } = new URL(details?.address ?? '');
      const body = details !== null && 'text' in details.body ? details.body.text : 'missing';
      return `${entry.method} ${pathname}${search} ${body}`;
    });
    const arrived = sink.requests.slice(before).map(({ method, path, body }) => `${method} ${path} ${body}`);
    // A stopped worker may have recorded a request that it then did not send.
    if (wasStopped) expect(without(recorded, arrived), `run ${run}`).toHaveLength(recorded.length - arrived.length);
    else expect(recorded.sort(), `run ${run}`).toEqual(arrived.sort());
    if (!wasStopped) expect(arrived.length).toBeGreaterThan(0);
    expect(file).not.toContain(KEY);
    expect(threads).toBe(1);
  }
});

/** `all` without one occurrence of each item of `some`. */
function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...all];
  for (const each of some) {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** Asks one question with a worker that may be stopped in the middle, and exports the receipt. */
async function oneRun(run: number): Promise<{ file: string | null; threads: number; wasStopped: boolean }> {
  const db = openDb(`agreement-${run}`);
  const log = createDatabaseThreadLog(db, () => run + 1);
  await askQuestion(log);
  let wasStopped = false;
  for (let worker = 0; worker < 4; worker++) {
    const receipts = new Receipts(db, () => run + 1);
    const stop = new AbortController();
    // Only some workers are stopped, and never the fourth or a later one.
    if (worker < 3 && chance(0.3)) setTimeout(() => stop.abort(), Math.floor(random() * 12));
    await runThread(THREAD_ID, dependenciesWith(log, receipts), stop.signal);
    await receipts.settled();
    if (!stop.signal.aborted) break;
    wasStopped = true;
  }
  const file = await exportReceipt(db, THREAD_ID, run + 1);
  const threads = await db.threads.count();
  await db.delete();
  return { file, threads, wasStopped };
}

function dependenciesWith(log: AgentDependencies['log'], receipts: Receipts): AgentDependencies {
  const base = scriptedDependencies(log, { sent: [] }, () => []);
  const note = defineTool<{ word: string }>({
    name: 'note',
    title: 'Note',
    description: 'Reads a note.',
    inputSchema: z.object({ word: z.string() }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async *execute({ word }, { answer, signal }) {
      yield { message: 'Reading' };
      if (answer === undefined) throw new Error('The call belongs to no answer.');
      const send = recordingSend(fetch, receipts.record, answer, () => ({ kind: 'page' }));
      const response = await send(`${sink.url}/notes?word=${encodeURIComponent(word)}`, { signal });
      return { content: await response.text() };
    },
  });
  return {
    ...base,
    tools: [note],
    models: {
      ...base.models,
      async connect(model, use) {
        const connection = await base.models.connect(model);
        if ('failure' in connection) return connection;
        const send = modelSend(fetch, receipts.record, use);
        return {
          ...connection,
          client: createModelClient({ baseUrl: `${sink.url}/v1`, hostKind: 'loopback', apiKey: KEY, fetch: send }),
        };
      },
    },
  };
}
