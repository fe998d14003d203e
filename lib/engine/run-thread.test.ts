import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Lesson } from '../protocol/capability.ts';
import type { LoggedEvent } from '../protocol/event.ts';
import type { Failure } from '../protocol/failure.ts';
import type { ModelRequest } from '../protocol/model-client.ts';
import type { AssistantMessage } from '../protocol/thread.ts';
import { defineTool, type Tool } from '../protocol/tool.ts';
import { askQuestion, fold, scenarioDependencies, THREAD_ID } from './kill-scenario.ts';
import { memoryLog } from './memory-log.ts';
import { runThread } from './run-thread.ts';
import type { EngineDependencies } from './runner.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedModel, scriptedText } from './scripted-model.ts';

const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

function readTool(name: string, execute: () => Promise<string>): Tool {
  return defineTool({
    name,
    title: name,
    description: '',
    inputSchema: z.object({}),
    annotations: readOnly,
    async *execute() {
      yield { message: 'working' };
      return { content: await execute() };
    },
  });
}

function setUp(script: (request: ModelRequest) => ScriptLine[], change: Partial<EngineDependencies> = {}) {
  const rows: LoggedEvent[] = [];
  const log = memoryLog(rows);
  const client = scriptedModel(script);
  const learned: unknown[] = [];
  const dependencies: EngineDependencies = {
    ...scenarioDependencies(log, { sent: [] }, false),
    models: {
      connect: async () => ({ client, toolMode: 'native', mayFallBack: true }),
      learn: async (_model, lesson) => {
        learned.push(lesson);
      },
    },
    ...change,
  };
  const stop = new AbortController();
  return {
    rows,
    log,
    client,
    learned,
    stop,
    run: async () => {
      await askQuestion(log);
      await runThread(THREAD_ID, dependencies, stop.signal);
    },
    goOn: () => runThread(THREAD_ID, dependencies, stop.signal),
    answer: () => fold(rows).messages.at(-1) as AssistantMessage,
  };
}

const hasResult = ({ messages }: ModelRequest) => messages.some((message) => message.role === 'tool');
const answered = (run: AssistantMessage) =>
  run.steps.flatMap((step) => step.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).join('');

test('a read-only tool starts while the model is still speaking', async () => {
  const started = Promise.withResolvers<void>();
  const tool = readTool('look', async () => {
    started.resolve();
    return 'seen';
  });
  const { run, answer } = setUp(
    (request) =>
      hasResult(request)
        ? [...scriptedText('I saw it.'), STEP_END]
        : // The stream only goes on once the tool has started: with a late start this would never end.
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
});

test('parallel calls run side by side and their results reach the model in call order', async () => {
  const slowEnd = Promise.withResolvers<string>();
  const tools = [
    readTool('slow', () => slowEnd.promise),
    readTool('quick', async () => {
      slowEnd.resolve('slow result');
      return 'quick result';
    }),
  ];
  const { run, client } = setUp(
    (request) =>
      hasResult(request)
        ? [...scriptedText('Both.'), STEP_END]
        : [...scriptedCall('a', 'slow', {}), ...scriptedCall('b', 'quick', {}), STEP_END],
    { tools },
  );
  await run();
  expect(client.requests[1]?.messages.slice(1)).toMatchObject([
    { role: 'assistant', toolCalls: [{ toolName: 'slow' }, { toolName: 'quick' }] },
    { role: 'tool', toolCallId: 'a', content: 'slow result' },
    { role: 'tool', toolCallId: 'b', content: 'quick result' },
  ]);
});

test('a refusal of tools runs the same step again with tags, and is remembered', async () => {
  const failure: Failure = { code: 'bad-response', message: 'no tools', retryable: false };
  const lesson: Lesson = { type: 'tools', supportsTools: false, source: 'error', evidence: 'does not support tools' };
  const { run, answer, client, learned } = setUp(({ toolMode }) =>
    toolMode === 'native'
      ? [{ type: 'retry', reason: 'tools-unsupported', lesson, afterMs: 0, failure }]
      : [...scriptedText('By tags.'), STEP_END],
  );
  await run();
  expect(client.requests.map((request) => request.toolMode)).toEqual(['native', 'tags']);
  expect(learned).toEqual([lesson]);
  expect(answer()).toMatchObject({ outcome: { type: 'complete' }, steps: [{ toolMode: 'tags' }] });
});

test('with the tool mode fixed by the person, a refusal of tools is shown', async () => {
  const failure: Failure = { code: 'bad-response', message: 'no tools here', retryable: false };
  const client = scriptedModel(() => [
    { type: 'retry', reason: 'tools-unsupported', lesson: null, afterMs: 0, failure },
  ]);
  const { run, answer } = setUp(() => [], {
    models: {
      connect: async () => ({ client, toolMode: 'native', mayFallBack: false }),
      learn: async () => undefined,
    },
  });
  await run();
  expect(answer().outcome).toEqual({ type: 'error', failure });
});

test('Stop while the model speaks keeps the text, and nothing is written after it', async () => {
  const spoken = Promise.withResolvers<void>();
  const { run, stop, log, rows, answer } = setUp(() => [
    ...scriptedText('This is '),
    {
      type: 'pause',
      until: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        spoken.resolve();
        await new Promise((resolve) => setTimeout(resolve, 10));
      },
    },
    ...scriptedText('too much.'),
    STEP_END,
  ]);
  const running = run();
  await spoken.promise;
  const stats = { ms: 0, steps: 1, toolCalls: 0 };
  const outcome = { type: 'incomplete', reason: 'cancelled' } as const;
  await log.append(THREAD_ID, [{ type: 'run-end', outcome, stats }], 'run');
  const length = rows.length;
  stop.abort();
  await running;
  expect(rows).toHaveLength(length);
  expect(answer().outcome).toEqual(outcome);
  expect(answered(answer())).toBe('This is ');
});

test('a tool that fails is a result the model can speak about', async () => {
  const tool = readTool('look', async () => {
    throw new Error('The tab is closed.');
  });
  const { run, answer, client } = setUp(
    (request) =>
      hasResult(request) ? [...scriptedText('It failed.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [tool] },
  );
  await run();
  expect(client.requests[1]?.messages.at(-1)).toMatchObject({ isError: true, content: 'Error: The tab is closed.' });
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('a tool that takes too long is stopped and says so', async () => {
  const tool = readTool('sleep', () => new Promise<string>(() => undefined));
  const { run, answer } = setUp(
    (request) =>
      hasResult(request) ? [...scriptedText('Too slow.'), STEP_END] : [...scriptedCall('a', 'sleep', {}), STEP_END],
    { tools: [tool], toolTimeoutMs: 30 },
  );
  await run();
  expect(JSON.stringify(answer().steps[0])).toContain('took longer than');
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('a tool that needs the person waits, and goes on when they answer', async () => {
  const tool: Tool = {
    ...readTool('look', async () => 'seen'),
    approval: async () => ({ type: 'page-access', tabId: 1, reason: 'to read' }),
  };
  const { run, goOn, log, answer } = setUp(
    (request) =>
      hasResult(request) ? [...scriptedText('Thanks.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [tool] },
  );
  await run();
  expect(answer().steps[0]?.parts).toMatchObject([{ call: { state: 'approval-requested' } }]);
  await log.append(THREAD_ID, [{ type: 'tool-approval-response', toolCallId: 'a', approved: true }], 'run');
  await goOn();
  expect(answer().steps[0]?.parts).toMatchObject([{ call: { state: 'output-available' } }]);
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('a model that calls for ever is made to answer at the step limit', async () => {
  const { run, answer, client } = setUp(
    ({ toolMode }) =>
      toolMode === 'none' ? [...scriptedText('Enough.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [readTool('look', async () => 'seen')] },
  );
  await run();
  expect(client.requests).toHaveLength(6);
  expect(client.requests.at(-1)).toMatchObject({ toolMode: 'none', tools: [] });
  expect(answer().outcome).toEqual({ type: 'incomplete', reason: 'step-limit' });
  expect(answered(answer())).toBe('Enough.');
});

test('a bug in a client ends the run with an error the person can read', async () => {
  const { run, answer } = setUp(() => {
    throw new TypeError('x is not a function');
  });
  await run();
  expect(answer().outcome).toMatchObject({
    type: 'error',
    failure: { code: 'internal', detail: 'TypeError: x is not a function' },
  });
});
