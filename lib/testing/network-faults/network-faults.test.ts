import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listToolCalls } from '../../contracts/thread.ts';
import { createConnections } from '../../model-api/client/connections.ts';
import { THREAD_ID } from '../agent/crash-scenario.ts';
import { scriptedRun, scriptedTool } from '../agent/scripted-run.ts';
import { chunk, startRawServer } from '../model-api/raw-server.ts';
import { replyHead, startSocketServer } from '../model-api/socket-server.ts';
import { connectionFaults } from './connection-faults.ts';
import { contentFaults } from './content-faults.ts';
import {
  ANSWER_STREAM,
  COMPLETE,
  callChunk,
  DONE_EVENT,
  error,
  HELLO,
  onceThenWell,
  refuseRequest,
  STOP,
  silent,
  WORLD,
  whole,
} from './fault.ts';
import { createRealModelClient, runWithFault } from './fault-run.ts';
import { refusalFaults } from './refusal-faults.ts';

/** The list of faults and the state in which each must end. Optional, beside the checkout. */
const LIST = path.resolve(import.meta.dirname, '../../../../shared/security/network-faults.json');

const FAULTS = { ...connectionFaults, ...refusalFaults, ...contentFaults };

/** Faults that need more than one server or run. */
const APART = ['N03', 'N26', 'N27', 'N31', 'N33', 'N45', 'N62', 'N64', 'N65', 'N66'];

test.each(Object.entries(FAULTS).map(([id, fault]) => [id, fault.what, fault] as const))(
  '%s: %s',
  async (_id, _what, { answer, options, outcome, text, requests, also }) => {
    const run = await runWithFault(answer, options);
    expect(run.outcome).toMatchObject(outcome);
    if (text !== undefined) expect(run.text).toBe(text);
    if (requests !== undefined) expect(run.requests).toHaveLength(requests);
    also?.(run);
  },
);

test('N03: a server without TLS never gets an unencrypted request', async () => {
  const server = await startRawServer((_request, response) => void response.end(ANSWER_STREAM));
  const run = await runWithFault(silent, { url: server.url.replace('http:', 'https:') });
  expect(run.outcome).toMatchObject(error('network'));
  expect(server.requests).toEqual([]);
  await server.close();
});

test.each([
  ['N26', 302],
  ['N27', 307],
  ['N27', 308],
])('%s: nothing follows a redirect (%i)', async (_id, status) => {
  const target = await startSocketServer(whole(ANSWER_STREAM));
  const run = await runWithFault(whole('', status, { location: `${target.url}/v1/chat/completions` }));
  expect(run.outcome).toMatchObject({ type: 'error' });
  expect(target.requests).toEqual([]);
  await target.close();
});

test.each(['-5', 'abc', 'NaN', '1e309'])('N31: Retry-After: %s is ignored', async (value) => {
  const run = await runWithFault(onceThenWell(refuseRequest(429, 'slow down', { 'retry-after': value })));
  expect(run.outcome).toEqual(COMPLETE);
  expect(run.waits).toHaveLength(1);
  expect(run.waits[0]).toBeLessThan(10_000);
});

test.each([500, 502, 503, 504, 529])('N33: error %i is asked again, exactly twice', async (status) => {
  const run = await runWithFault(refuseRequest(status, 'overloaded'));
  expect(run.outcome).toMatchObject({ type: 'error', failure: { retryable: true } });
  expect(run.requests).toHaveLength(3);
  expect(run.waits).toHaveLength(2);
  expect(run.waits.every((ms) => ms >= 500 && ms <= 8_000)).toBe(true);
});

test('N45: as many events as a server can send', async () => {
  const count = 100_000;
  const run = await runWithFault(whole(chunk({ content: 'a' }).repeat(count) + STOP + DONE_EVENT));
  expect(run.outcome).toEqual(COMPLETE);
  expect(run.text).toHaveLength(count);
});

test('N62: Stop during a tool ends the tool, and reports that its effect may have happened', async () => {
  const server = await startSocketServer(whole(callChunk('{}') + chunk({}, 'tool_calls') + DONE_EVENT));
  const began = Promise.withResolvers<AbortSignal>();
  const send = scriptedTool(
    'look',
    (signal) => {
      began.resolve(signal);
      return new Promise(() => undefined);
    },
    { withEffects: true },
  );
  const scripted = scriptedRun(() => [], { tools: [send] }, { client: createRealModelClient(server.url) });
  await scripted.run();
  const allow = { type: 'tool-approval-response', toolCallId: 'call_1', approved: true } as const;
  await scripted.log.append(THREAD_ID, [allow], 'run');
  const running = scripted.goOn();
  const signal = await began.promise;
  const outcome = { type: 'incomplete', reason: 'cancelled' } as const;
  const stats = { ms: 0, steps: 1, toolCalls: 1 };
  await scripted.log.append(THREAD_ID, [{ type: 'run-end', outcome, stats }], 'run');
  scripted.stop.abort();
  await running;
  expect(signal.aborted).toBe(true);
  expect(server.requests).toHaveLength(1);
  const { steps } = scripted.answer();
  expect(steps.flatMap(listToolCalls)).toMatchObject([
    { state: 'output-error', errorText: expect.stringContaining('may or may not have happened') },
  ]);
  await server.close();
});

test('N66: the seventh chat with a server waits visibly, its time does not run, and it starts when another ends', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const open: Socket[] = [];
  const server = await startSocketServer(({ socket }) => {
    open.push(socket);
    socket.write(replyHead() + HELLO);
  });
  const connections = createConnections()(server.url);
  const runs = Array.from({ length: 8 }, () =>
    scriptedRun(
      () => [],
      {},
      { client: { ...createRealModelClient(server.url, { idle: 600_000, total: 600_000 }), connections } },
    ),
  );
  const running = runs.map(({ run }) => run());
  const waiting = () => runs.filter(({ thread }) => JSON.stringify(thread()).includes('"code":"queued"'));
  await vi.waitFor(() => expect(open).toHaveLength(6));
  // Longer than the server may take for its headers.
  await vi.advanceTimersByTimeAsync(100_000);
  expect(server.requests).toHaveLength(6);
  expect(waiting()).toHaveLength(2);
  open[0]?.end(WORLD + STOP + DONE_EVENT);
  await vi.waitFor(() => expect(open).toHaveLength(7));
  expect(waiting()).toHaveLength(1);
  open[1]?.end(WORLD + STOP + DONE_EVENT);
  await vi.waitFor(() => expect(open).toHaveLength(8));
  for (const socket of open.slice(2)) socket.end(WORLD + STOP + DONE_EVENT);
  await Promise.all(running);
  expect(runs.map(({ answer }) => answer().outcome)).toEqual(runs.map(() => COMPLETE));
  expect(server.requests).toHaveLength(8);
  await server.close();
});

if (existsSync(LIST)) {
  const faults = JSON.parse(readFileSync(LIST, 'utf8')) as { id: string }[];
  test.each(faults)('$id of the list is tested', ({ id }) => {
    expect(FAULTS[id] !== undefined || APART.includes(id)).toBe(true);
  });
} else {
  test('skipped: no list of faults', ({ skip }) => skip());
}
