import { expect, test } from 'vitest';
import type { Tool } from '../../contracts/tool.ts';
import { askQuestion, THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { hasResult, scriptedRun, scriptedTool, serverSource } from '../../testing/agent/scripted-run.ts';
import { called, step } from '../../testing/agent/scripted-thread.ts';
import { createToolScheduler } from '../tool-execution/tool-scheduler.ts';

/** A run left by a stopped worker with these calls, none of which has begun. */
async function withCalls(tools: readonly Tool[], names: readonly string[]) {
  const scripted = scriptedRun(() => [...scriptedText('Done.'), STEP_END], { tools });
  await askQuestion(scripted.log);
  await scripted.log.append(THREAD_ID, step('run:0', ...names.flatMap((name) => called(name, name))), 'run');
  return scripted;
}

test('calls that only read run together, also after the worker was stopped', async () => {
  const quickRuns = Promise.withResolvers<string>();
  const tools = [
    scriptedTool('slow', () => quickRuns.promise),
    scriptedTool('quick', async () => {
      quickRuns.resolve('seen');
      return 'seen';
    }),
  ];
  const { goOn, answer } = await withCalls(tools, ['slow', 'quick']);
  await goOn();
  expect(answer().steps[0]?.parts).toMatchObject([
    { call: { state: 'output-available' } },
    { call: { state: 'output-available' } },
  ]);
});

test('calls that only read run before those with effects, which run one at a time in the order of the calls', async () => {
  const ran: string[] = [];
  const execute = (name: string) => async () => {
    ran.push(name);
    return 'done';
  };
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
  const tools: Tool[] = [
    // Long enough for the next one to overtake it.
    {
      ...scriptedTool('write', execute('write'), { withEffects: true }),
      effects: { source: serverSource({ definitionChange: () => soon().then(() => null) }) },
    },
    {
      ...scriptedTool('look', execute('look')),
      effects: { needs: () => ({ type: 'tab', tabId: 1 }) },
    },
    scriptedTool('send', execute('send'), { withEffects: true }),
  ];
  const { goOn, log, answer } = await withCalls(tools, ['write', 'look', 'send']);
  await goOn();
  expect(ran).toEqual([]);
  for (const toolCallId of ['send', 'look', 'write'])
    await log.append(THREAD_ID, [{ type: 'tool-approval-response', toolCallId, approved: true }], 'run');
  await goOn();
  expect(ran).toEqual(['look', 'write', 'send']);
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('a tool that exceeds its timeout is stopped with an error', async () => {
  const tool = scriptedTool('sleep', () => new Promise<string>(() => undefined));
  const { run, answer } = scriptedRun(
    (request) =>
      hasResult(request) ? [...scriptedText('Too slow.'), STEP_END] : [...scriptedCall('a', 'sleep', {}), STEP_END],
    { tools: [tool], toolTimeoutMs: 30 },
  );
  await run();
  expect(JSON.stringify(answer().steps[0])).toContain('took longer than');
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('a tool may have its own timeout', async () => {
  const tool = { ...scriptedTool('sleep', () => new Promise<string>(() => undefined)), timeoutMs: 30 };
  const { run, answer } = scriptedRun(
    (request) =>
      hasResult(request) ? [...scriptedText('Too slow.'), STEP_END] : [...scriptedCall('a', 'sleep', {}), STEP_END],
    { tools: [tool], toolTimeoutMs: 60_000 },
  );
  await run();
  expect(JSON.stringify(answer().steps[0])).toContain('took longer than');
});

test('a call refused by a full queue is an error, and the run continues', async () => {
  const never = new Promise<string>(() => undefined);
  const tools = [scriptedTool('look', async () => 'seen')];
  const metrics = { record: () => undefined };
  const scheduler = createToolScheduler({ limits: { perRun: 1, inAll: 1, waiting: 0 }, metrics, now: () => 0 });
  void scheduler.run({
    runId: 'other',
    isExclusive: false,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    work: () => never,
  });
  const { run, answer } = scriptedRun(
    (request) =>
      hasResult(request) ? [...scriptedText('Too busy.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END],
    { tools, scheduler },
  );
  await run();
  expect(answer().steps[0]?.parts).toMatchObject([
    { call: { state: 'output-error', errorText: expect.stringContaining('Busy') } },
  ]);
  expect(answer().outcome).toEqual({ type: 'complete' });
});
