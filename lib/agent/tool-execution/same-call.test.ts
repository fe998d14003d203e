import { expect, test } from 'vitest';
import { listToolCalls } from '../../contracts/thread.ts';
import { THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { hasResult, joinRunText, scriptedRun, scriptedTool } from '../../testing/agent/scripted-run.ts';

/**
 * A model that makes these calls first and then answers. Returns how many times the tool ran, and what the model got
 * back for each id.
 */
function setUp(first: ScriptLine[], { withEffects = false, output = 'seen' } = {}) {
  let runs = 0;
  const tool = scriptedTool('look', async () => `${output} ${++runs}`, { withEffects });
  const scripted = scriptedRun(
    (request) => (hasResult(request) ? [...scriptedText('So.'), STEP_END] : [...first, STEP_END]),
    { tools: [tool] },
  );
  const results = () =>
    scripted.client.requests.at(-1)?.messages.flatMap((each) => (each.role === 'tool' ? [each.content] : []));
  const states = () =>
    scripted
      .answer()
      .steps.flatMap(listToolCalls)
      .map(({ state }) => state);
  const respond = async (approved: boolean) => {
    await scripted.log.append(THREAD_ID, [{ type: 'tool-approval-response', toolCallId: 'a', approved }], 'run');
    await scripted.goOn();
  };
  return { ...scripted, runs: () => runs, results, states, respond };
}

const settled: ScriptLine = { type: 'pause', until: () => new Promise((resolve) => setTimeout(resolve, 5)) };
const twice = [...scriptedCall('a', 'look', { word: 'x' }), ...scriptedCall('b', 'look', { word: 'x' })];

test.each([
  ['at once', twice],
  [
    'as the server told it and as the model wrote it',
    [
      ...twice.slice(0, 3),
      ...twice.slice(3).map((line) => (line.type === 'tool-input-start' ? { ...line, format: 'lfm2' } : line)),
    ],
  ],
  ['the second when the first has run', [...twice.slice(0, 3), settled, ...twice.slice(3)]],
])('the same call twice in one step runs once, and both ids get the result: %s', async (_when, lines) => {
  const { run, runs, results, answer } = setUp(lines);
  await run();
  expect(runs()).toBe(1);
  expect(results()).toEqual(['seen 1', expect.stringMatching(/^Same call as a, which ran once for both:\nseen 1$/)]);
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('calls with different arguments both run', async () => {
  const { run, runs } = setUp([
    ...scriptedCall('a', 'look', { word: 'x' }),
    ...scriptedCall('b', 'look', { word: 'y' }),
  ]);
  await run();
  expect(runs()).toBe(2);
});

test('a long shared result is in the history once', async () => {
  const { run, results } = setUp(twice, { output: 'long '.repeat(1000) });
  await run();
  expect(results()?.[1]).toBe('Same call as a, which ran once for both: see its result.');
});

test('a duplicate effect needs one approval and happens once', async () => {
  const { run, runs, states, results, respond } = setUp(twice, { withEffects: true });
  await run();
  expect([runs(), states()]).toEqual([0, ['approval-requested', 'input-available']]);
  await respond(true);
  expect([runs(), states()]).toEqual([1, ['output-available', 'output-available']]);
  expect(results()?.[1]).toContain('seen 1');
});

test('a denied duplicate effect is refused under both ids', async () => {
  const { run, runs, states, results, respond, answer } = setUp(twice, { withEffects: true });
  await run();
  await respond(false);
  expect([runs(), states()]).toEqual([0, ['output-error', 'output-error']]);
  expect(new Set(results()).size).toBe(1);
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('after a call that was cut off the run continues with an error for the model', async () => {
  const { run, results, answer } = setUp([
    { type: 'tool-input-start', toolCallId: 'a', toolName: 'look' },
    { type: 'tool-input-error', toolCallId: 'a', errorText: 'Cut off. Send it again.', code: 'truncated-input' },
  ]);
  await run();
  expect(results()).toEqual([expect.stringContaining('Cut off. Send it again.')]);
  expect(joinRunText(answer())).toBe('So.');
  expect(answer().outcome).toEqual({ type: 'complete' });
});
