import { expect, test } from 'vitest';
import type { LoggedEvent } from '../../contracts/event.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { hasResult, scriptedRun, scriptedTool } from '../../testing/agent/scripted-run.ts';

const look = scriptedTool('look', async () => 'seen');
const TRUSTED = { toolsFirst: 30, textFirst: 0 };
const types = (rows: readonly LoggedEvent[]) => rows.map(({ event }) => event.type);

test('text before a call of a model that usually calls first is decided early and rolled back once', async () => {
  const { run, answer, samples, learned } = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('It is so.'), STEP_END]
        : [...scriptedText('I look.'), ...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [look] },
    { toolTiming: TRUSTED },
  );
  await run();
  expect(answer().steps.map((step) => step.decision)).toEqual(['tools', 'answer']);
  expect(samples.filter((sample) => sample.type === 'rollback')).toHaveLength(1);
  expect(learned).toEqual([
    { type: 'tools', supportsTools: true, source: 'reply', evidence: 'called a tool' },
    { type: 'tool-timing', timing: 'text-first' },
  ]);
});

test('text before a call of an unknown model is not decided early, and not rolled back', async () => {
  const { run, rows, samples } = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('It is so.'), STEP_END]
        : [...scriptedText('I look.'), ...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [look] },
  );
  await run();
  expect(types(rows).filter((type) => type === 'step-decision')).toHaveLength(2);
  expect(samples.some((sample) => sample.type === 'rollback')).toBe(false);
});

test('for a model that calls first, the decision is logged with its first text, before the stream ends', async () => {
  const { run, rows } = scriptedRun(
    () => [
      ...scriptedText('So'),
      {
        type: 'pause',
        until: async () => expect(types(rows)).toContain('step-decision'),
      },
      STEP_END,
    ],
    {},
    { toolTiming: TRUSTED },
  );
  await run();
  expect(types(rows)).toEqual([
    'user-message',
    'run-start',
    'step-start',
    'text-delta',
    'step-decision',
    'step-end',
    'run-end',
  ]);
});

test('a call as text is not an observation of native calls', async () => {
  const { run, learned } = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('It is so.'), STEP_END]
        : [
            { type: 'tool-input-start', toolCallId: 'a', toolName: 'look', format: 'hermes' },
            { type: 'tool-input-available', toolCallId: 'a', input: {}, repaired: false },
            STEP_END,
          ],
    { tools: [look] },
  );
  await run();
  expect(learned).toEqual([{ type: 'tool-timing', timing: 'tools-first' }]);
});

test('a step without tools is an answer from its first text on', async () => {
  const { run, rows } = scriptedRun(
    ({ toolMode }) =>
      toolMode === 'none' ? [...scriptedText('So be it.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [look] },
  );
  await run();
  expect(types(rows).lastIndexOf('step-decision')).toBeLessThan(types(rows).lastIndexOf('text-delta'));
});

test('the speed is observed of a response that is long enough to show one', async () => {
  const observed = async (outputTokens: number) => {
    let time = 0;
    const { run, learned } = scriptedRun(
      () => [...scriptedText('So be it.'), { type: 'step-end', finishReason: 'stop', usage: { outputTokens } }],
      { now: () => (time += 50) },
    );
    await run();
    return learned;
  };
  expect(await observed(40)).toMatchObject([{ type: 'speed', tokens: 40, ms: expect.any(Number) }]);
  expect(await observed(5)).toEqual([]);
});
