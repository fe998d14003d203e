import { expect, test } from 'vitest';
import type { CapabilityObservation } from '../../contracts/capability.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { ModelMessage } from '../../contracts/model-client.ts';
import type { RetryEvent } from '../../contracts/retry-policy.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { scriptedRun, scriptedTool } from '../../testing/agent/scripted-run.ts';

const BUSY: Failure = { code: 'rate-limit', message: 'Too many requests.', retryable: true };
const retry = (change: Partial<RetryEvent> = {}): RetryEvent => ({
  type: 'retry',
  reason: 'retry',
  observation: null,
  afterMs: 0,
  failure: BUSY,
  ...change,
});
test('a busy server is retried after a wait with a notice in the log', async () => {
  const observation: CapabilityObservation = {
    type: 'request-quirk',
    quirk: 'no-stream-options',
    evidence: 'stream_options',
  };
  const slept: number[] = [];
  let requests = 0;
  const { run, answer, rows, learned, samples } = scriptedRun(
    () =>
      requests++ === 0 ? [retry({ afterMs: 12_000, observation: observation })] : [...scriptedText('Here.'), STEP_END],
    {
      sleep: async (ms) => {
        expect(rows.at(-1)?.event).toMatchObject({
          type: 'step-notice',
          notice: { code: 'waiting', model: expect.any(String), seconds: 12, cause: 'rate-limit' },
        });
        slept.push(ms);
      },
    },
  );
  await run();
  expect(slept).toEqual([12_000]);
  expect(learned).toEqual([observation]);
  expect(answer()).toMatchObject({
    outcome: { type: 'complete' },
    steps: [{ resets: ['retry'], notices: [], parts: [{ text: 'Here.' }] }],
  });
  expect(samples).toContainEqual(expect.objectContaining({ type: 'step-reset', reason: 'retry' }));
});

test("after the last request of a step, the server's error is shown", async () => {
  const { run, answer, client } = scriptedRun(() => [retry()]);
  await run();
  expect(client.requests).toHaveLength(3);
  expect(answer().outcome).toEqual({ type: 'error', failure: BUSY });
});

test('Stop ends the wait without another request', async () => {
  const waiting = Promise.withResolvers<void>();
  const { run, stop, client, answer } = scriptedRun(() => [retry({ afterMs: 5_000 })], {
    sleep: (_ms, signal) => {
      waiting.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const running = run();
  await waiting.promise;
  stop.abort();
  await running;
  expect(client.requests).toHaveLength(1);
  expect(answer().outcome).toBeNull();
});

const size = (messages: readonly ModelMessage[]) => messages.reduce((sum, { content }) => sum + content.length, 0);

test('a conversation that is too long is shortened for the rest of the run', async () => {
  let calls = 0;
  const { run, answer, client } = scriptedRun(
    ({ messages }) => {
      if (size(messages) > 15_000) return [retry({ reason: 'context-length' })];
      return calls < 4
        ? [...scriptedCall(`a${calls}`, 'read', { word: `${calls++}` }), STEP_END]
        : [...scriptedText('I have read it.'), STEP_END];
    },
    { tools: [scriptedTool('read', async () => 'word '.repeat(1_500))] },
  );
  await run();
  expect(answer().outcome).toEqual({ type: 'complete' });
  const resets = answer().steps.flatMap((step) => step.resets);
  expect(resets).toEqual(['context-length']);
  expect(client.requests.at(-1)?.messages[2]?.content).toMatch(/\[shortened: \d+ of 7500 characters/);
  expect(answer().steps.at(-1)?.notices).toMatchObject([{ code: 'shortened' }]);
});

test('with a known window, a conversation is shortened before it is sent', async () => {
  const { run, answer, client } = scriptedRun(
    ({ messages }) => {
      const { length } = messages.filter((message) => message.role === 'tool');
      return length < 3
        ? [...scriptedCall(`a${length}`, 'read', { word: `${length}` }), STEP_END]
        : [...scriptedText('I have read it.'), STEP_END];
    },
    { tools: [scriptedTool('read', async () => 'word '.repeat(1_500))] },
    { contextWindow: 5_000 },
  );
  await run();
  expect(answer().steps.map((step) => step.notices.length)).toEqual([0, 0, 0, 1]);
  expect(size(client.requests.at(-1)?.messages ?? [])).toBeLessThan(5_000 * 5 * 0.9);
});
