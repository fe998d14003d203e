import { expect, test } from 'vitest';
import type { DiscardedPart } from '../../contracts/event.ts';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { fold } from '../../testing/agent/crash-scenario.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { hasResult, joinRunText, scriptedRun, scriptedTool } from '../../testing/agent/scripted-run.ts';
import { modelMessages } from './model-context.ts';

const discarded = (what: DiscardedPart): ModelEvent => ({ type: 'reply-discard', what });

/** A run whose requests are answered in this order. The last answer is repeated. */
function createRun(...replies: ScriptLine[][]) {
  let at = 0;
  return scriptedRun(() => replies[Math.min(at++, replies.length - 1)] ?? []);
}

const corrections = (run: ReturnType<typeof createRun>) =>
  run.client.requests.map(
    ({ messages }) => messages.filter(({ content }) => content.startsWith('Your reply held')).length,
  );

test.each<DiscardedPart>(['placeholder', 'tool-result'])(
  'a step of nothing but a %s is corrected once',
  async (what) => {
    const run = createRun([discarded(what), STEP_END], [...scriptedText('Forty-two.'), STEP_END]);
    await run.run();
    expect(corrections(run)).toEqual([0, 1]);
    expect(joinRunText(run.answer())).toBe('Forty-two.');
    expect(run.answer().outcome).toEqual({ type: 'complete' });
  },
);

test('the same mistake again ends the run', async () => {
  const run = createRun([discarded('placeholder'), STEP_END]);
  await run.run();
  expect(corrections(run)).toEqual([0, 1]);
  expect(run.answer().outcome).toMatchObject({ type: 'error', failure: { code: 'bad-response' } });
});

test('an answer next to discarded text ends the run without a correction', async () => {
  const run = createRun([discarded('tool-result'), ...scriptedText('Sunny.'), STEP_END]);
  await run.run();
  expect(run.client.requests).toHaveLength(1);
  expect(run.answer().outcome).toEqual({ type: 'complete' });
});

test('a call next to an invented result runs, and its real result is the answer', async () => {
  const end: ModelEvent = { type: 'step-end', finishReason: 'tool-calls' };
  const run = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('Seen.'), STEP_END]
        : [...scriptedCall('a', 'look', {}), discarded('tool-result'), end],
    { tools: [scriptedTool('look', async () => 'seen')] },
  );
  await run.run();
  expect(corrections(run)).toEqual([0, 0]);
  expect(joinRunText(run.answer())).toBe('Seen.');
});

test('the correction follows from the log alone', async () => {
  const run = createRun([discarded('placeholder'), STEP_END], [...scriptedText('Forty-two.'), STEP_END]);
  await run.run();
  const messages = modelMessages(fold(run.rows));
  expect(messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
  expect(messages[1]).toEqual(run.client.requests[1]?.messages.at(-1));
});
