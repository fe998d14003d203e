import { expect, test } from 'vitest';
import type { ModelClient, ModelEvent } from '../../contracts/model-client.ts';
import { THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { hasResult, joinRunText, scriptedRun, scriptedTool } from '../../testing/agent/scripted-run.ts';
import { createToolScheduler, TOOL_LIMITS, type ToolScheduler } from './tool-scheduler.ts';

/** Waits for enough turns of the event loop that everything that can start has started. */
const settled: ScriptLine = { type: 'pause', until: () => new Promise((resolve) => setTimeout(resolve, 5)) };

function repairedCall(toolCallId: string, toolName: string): ModelEvent[] {
  return scriptedCall(toolCallId, toolName, {}).map((event) =>
    event.type === 'tool-input-available' ? { ...event, repaired: true } : event,
  );
}

test('a read-only tool starts while the response is streaming', async () => {
  const started = Promise.withResolvers<void>();
  const tool = scriptedTool('look', async () => {
    started.resolve();
    return 'seen';
  });
  const { run, answer, samples } = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('I saw it.'), STEP_END]
        : // The stream only continues once the tool has started. With a late start, it would never end.
          [
            ...scriptedCall('a', 'look', {}),
            { type: 'pause', until: () => started.promise },
            ...scriptedText('Hm.'),
            STEP_END,
          ],
    { tools: [tool] },
  );
  await run();
  expect(answer().outcome).toEqual({ type: 'complete' });
  expect(samples).toContainEqual(expect.objectContaining({ type: 'call-started', whileStreaming: true }));
});

test('a call with an id of an earlier step also starts early', async () => {
  const seen: string[] = [];
  const tool = scriptedTool('look', async (_signal, { word }) => String(seen.push(`look ${word}`)));
  const end: ScriptLine = { type: 'pause', until: async () => seen.push('stream ends') };
  const { run } = scriptedRun(
    ({ messages }) => {
      const { length } = messages.filter((message) => message.role === 'tool');
      return length === 2
        ? [...scriptedText('Both.'), STEP_END]
        : [...scriptedCall('call_0', 'look', { word: `${length}` }), settled, end, STEP_END];
    },
    { tools: [tool] },
  );
  await run();
  expect(seen).toEqual(['look 0', 'stream ends', 'look 1', 'stream ends']);
});

test.each<[string, { withEffects: boolean }, (id: string, name: string) => ModelEvent[]]>([
  ['a tool that changes something', { withEffects: true }, (id, name) => scriptedCall(id, name, {})],
  ['a call whose arguments were repaired', { withEffects: false }, repairedCall],
])('%s waits for the end of the step', async (_what, effects, call) => {
  const seen: string[] = [];
  const execute = async () => {
    seen.push('started');
    return 'done';
  };
  const tool = scriptedTool('touch', execute, effects);
  const { run, log, goOn, answer } = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('Done.'), STEP_END]
        : [
            ...call('a', 'touch'),
            settled,
            {
              type: 'pause',
              until: async () => {
                seen.push('stream ends');
              },
            },
            STEP_END,
          ],
    { tools: [tool] },
  );
  await run();
  if (effects.withEffects) {
    // It also waits for the user.
    expect(seen).toEqual(['stream ends']);
    await log.append(THREAD_ID, [{ type: 'tool-approval-response', toolCallId: 'a', approved: true }], 'run');
    await goOn();
  }
  expect(seen).toEqual(['stream ends', 'started']);
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('a tool with effects runs alone in its run, a read-only one does not', async () => {
  const exclusive: boolean[] = [];
  const real = createToolScheduler({ limits: TOOL_LIMITS, metrics: { record: () => undefined }, now: () => 0 });
  const scheduler: ToolScheduler = {
    run: (work) => {
      exclusive.push(work.isExclusive);
      return real.run(work);
    },
  };
  const tools = [
    scriptedTool('look', async () => 'seen'),
    scriptedTool('touch', async () => 'done', { withEffects: true }),
  ];
  const { run, log, goOn } = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('Done.'), STEP_END]
        : [...scriptedCall('a', 'look', {}), ...scriptedCall('b', 'touch', {}), STEP_END],
    { tools, scheduler },
  );
  await run();
  await log.append(THREAD_ID, [{ type: 'tool-approval-response', toolCallId: 'b', approved: true }], 'run');
  await goOn();
  expect(exclusive).toEqual([false, true]);
});

test.each(['length', 'content-filter'] as const)(
  'after %s nothing starts, what had started keeps its result, and the history is whole',
  async (finishReason) => {
    const ran: string[] = [];
    const look = scriptedTool('look', async () => {
      ran.push('look');
      return 'seen';
    });
    const touch = scriptedTool('touch', async () => String(ran.push('touch')), { withEffects: true });
    const { run, answer, client } = scriptedRun(
      (request) =>
        hasResult(request)
          ? [...scriptedText('I was cut off.'), STEP_END]
          : [
              ...scriptedCall('a', 'look', {}),
              settled,
              ...scriptedCall('b', 'touch', {}),
              ...repairedCall('c', 'look'),
              { type: 'step-end', finishReason },
            ],
      { tools: [look, touch] },
    );
    await run();
    expect(ran).toEqual(['look']);
    expect(answer().steps[0]?.parts).toMatchObject([
      { call: { state: 'output-available' } },
      { call: { state: 'output-error', errorText: expect.stringContaining('Not run') } },
      { call: { state: 'output-error', errorText: expect.stringContaining('Not run') } },
    ]);
    const isFiltered = finishReason === 'content-filter';
    expect(client.requests).toHaveLength(isFiltered ? 1 : 2);
    expect(answer().outcome).toEqual(
      isFiltered ? { type: 'incomplete', reason: 'content-filter' } : { type: 'complete' },
    );
  },
);

const FAILURE = { code: 'bad-response', message: 'It broke.', retryable: true } as const;

test.each<ModelEvent>([
  { type: 'interrupted', detail: 'connection lost' },
  { type: 'failure', failure: FAILURE },
])('a stream that ends in $type keeps the results of read-only calls, and refuses the others', async (end) => {
  const slow = Promise.withResolvers<string>();
  const ran: string[] = [];
  const look = scriptedTool('look', () => slow.promise);
  const touch = scriptedTool('touch', async () => String(ran.push('touch')), { withEffects: true });
  const { run, answer, client } = scriptedRun(
    () => [
      ...scriptedText('Let me see.'),
      ...scriptedCall('a', 'look', {}),
      ...scriptedCall('b', 'touch', {}),
      { type: 'tool-input-start', toolCallId: 'c', toolName: 'look' },
      { type: 'tool-input-delta', toolCallId: 'c', delta: '{"wo' },
      {
        type: 'pause',
        // The tool ends only after the stream, so its result must be awaited.
        until: async () => {
          setTimeout(() => slow.resolve('seen'), 5);
        },
      },
      end,
    ],
    { tools: [look, touch] },
  );
  await run();
  expect(ran).toEqual([]);
  expect(client.requests).toHaveLength(1);
  expect(answer().outcome?.type).toBe(end.type === 'failure' ? 'error' : 'incomplete');
  expect(joinRunText(answer())).toBe('Let me see.');
  const [, ...calls] = answer().steps[0]?.parts ?? [];
  expect(calls).toMatchObject([
    { call: { state: 'output-available', output: { content: 'seen' } } },
    { call: { state: 'output-error', errorText: 'Not run: the reply broke off.' } },
    { call: { state: 'output-error', input: '{"wo' } },
  ]);
});

test('a retracted call is cancelled while it runs, and its late result is dropped', async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const late = Promise.withResolvers<string>();
  const tool = scriptedTool('look', (signal) => {
    started.resolve(signal);
    return late.promise;
  });
  const { run, answer, rows, samples } = scriptedRun(
    () => [
      ...scriptedCall('a', 'look', {}),
      { type: 'pause', until: () => started.promise },
      { type: 'tool-input-retract', toolCallId: 'a' },
      {
        type: 'pause',
        until: async () => {
          expect((await started.promise).aborted).toBe(true);
          late.resolve('too late');
        },
      },
      settled,
      ...scriptedText('That was an example.'),
      STEP_END,
    ],
    { tools: [tool] },
  );
  await run();
  expect(answer()).toMatchObject({ outcome: { type: 'complete' }, steps: [{ decision: 'answer' }] });
  expect(rows.some(({ event }) => event.type === 'tool-output-available' || event.type === 'tool-output-error')).toBe(
    false,
  );
  expect(samples).toContainEqual(expect.objectContaining({ type: 'rollback' }));
});

test('Stop aborts a running tool', async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const tool = scriptedTool('look', (signal) => {
    started.resolve(signal);
    return new Promise(() => undefined);
  });
  const { run, stop } = scriptedRun(() => [...scriptedCall('a', 'look', {}), STEP_END], { tools: [tool] });
  const running = run();
  const signal = await started.promise;
  stop.abort();
  await running;
  expect(signal.aborted).toBe(true);
});

test.each<[string, ModelEvent[]]>([
  ['a whole step', [...scriptedText('Done.'), STEP_END]],
  ['events after the end', [...scriptedText('Done.'), STEP_END, ...scriptedText('more')]],
  ['a failure', [{ type: 'failure', failure: FAILURE }]],
  ['a cut', [...scriptedText('Do'), { type: 'interrupted', detail: '' }]],
  ['a refusal', [{ type: 'retry', reason: 'retry', observation: null, afterMs: 0, failure: FAILURE }]],
])('the reader of the response is released after %s', async (_name, events) => {
  let opened = 0;
  let released = 0;
  const client: ModelClient = {
    async *stream() {
      opened++;
      try {
        yield* events;
      } finally {
        released++;
      }
    },
  };
  const { run } = scriptedRun(() => [], {}, { client });
  await run();
  expect(opened).toBeGreaterThan(0);
  expect(released).toBe(opened);
});
