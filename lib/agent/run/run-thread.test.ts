import { expect, test } from 'vitest';
import type { CapabilityObservation } from '../../contracts/capability.ts';
import type { ThreadEvent } from '../../contracts/event.ts';
import type { Failure } from '../../contracts/failure.ts';
import { PageError } from '../../contracts/page.ts';
import type { Tool } from '../../contracts/tool.ts';
import { createNoPages } from '../../engine/no-context.ts';
import { askQuestion, MODEL, THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { hasResult, joinRunText, scriptedRun, scriptedTool } from '../../testing/agent/scripted-run.ts';
import { asked, runStart } from '../../testing/agent/scripted-thread.ts';

test('parallel calls run concurrently, and their results are sent in call order', async () => {
  const slowEnd = Promise.withResolvers<string>();
  const tools = [
    scriptedTool('slow', () => slowEnd.promise),
    scriptedTool('quick', async () => {
      slowEnd.resolve('slow result');
      return 'quick result';
    }),
  ];
  const { run, client } = scriptedRun(
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

test('a refusal of tools repeats the step with tags, and is remembered', async () => {
  const failure: Failure = { code: 'bad-response', message: 'no tools', retryable: false };
  const observation: CapabilityObservation = {
    type: 'tools',
    supportsTools: false,
    source: 'error',
    evidence: 'does not support tools',
  };
  const { run, answer, client, learned } = scriptedRun(({ toolMode }) =>
    toolMode === 'native'
      ? [{ type: 'retry', reason: 'tools-unsupported', observation: observation, afterMs: 0, failure }]
      : [...scriptedText('By tags.'), STEP_END],
  );
  await run();
  expect(client.requests.map((request) => request.toolMode)).toEqual(['native', 'tags']);
  expect(learned).toEqual([observation]);
  expect(answer()).toMatchObject({ outcome: { type: 'complete' }, steps: [{ toolMode: 'tags' }] });
});

test('with the tool mode fixed by the user, a refusal of tools is shown', async () => {
  const failure: Failure = { code: 'bad-response', message: 'no tools here', retryable: false };
  const { run, answer } = scriptedRun(
    () => [{ type: 'retry', reason: 'tools-unsupported', observation: null, afterMs: 0, failure }],
    {},
    { mayFallBack: false },
  );
  await run();
  expect(answer().outcome).toEqual({ type: 'error', failure });
});

test('Stop during a response keeps the text, and nothing is written after it', async () => {
  const spoken = Promise.withResolvers<void>();
  const { run, stop, log, rows, answer } = scriptedRun(() => [
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
  expect(joinRunText(answer())).toBe('This is ');
});

test('a failed tool is an error result for the model', async () => {
  const tool = scriptedTool('look', async () => {
    throw new Error('The tab is closed.');
  });
  const { run, answer, client } = scriptedRun(
    (request) =>
      hasResult(request) ? [...scriptedText('It failed.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [tool] },
  );
  await run();
  expect(client.requests[1]?.messages.at(-1)).toMatchObject({ isError: true, content: 'Error: The tab is closed.' });
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('a step that a stopped worker left open is requested again, which is measured', async () => {
  const { goOn, log, client, answer, samples } = scriptedRun(() => [...scriptedText('It is so.'), STEP_END], {
    now: () => 7,
  });
  await askQuestion(log);
  const start = { type: 'step-start', stepId: 'run:0', toolMode: 'native' } as const;
  await log.append(THREAD_ID, [start, { type: 'text-delta', delta: 'It is' }], 'run');
  await goOn();
  expect(client.requests).toHaveLength(1);
  expect(answer()).toMatchObject({ outcome: { type: 'complete' }, steps: [{ resets: ['interrupted'] }] });
  expect(joinRunText(answer())).toBe('It is so.');
  expect(samples).toContainEqual({ at: 7, model: MODEL, type: 'step-reset', reason: 'interrupted' });
});

test('a run and each of its calls are measured', async () => {
  const { run, samples } = scriptedRun(
    (request) =>
      hasResult(request) ? [...scriptedText('It is so.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [scriptedTool('look', async () => 'seen')] },
  );
  await run();
  const types = samples.map((sample) => sample.type);
  expect(types).toEqual(expect.arrayContaining(['call-parsed', 'queue', 'call-started', 'call-ended']));
  expect(types.filter((type) => type === 'step')).toHaveLength(2);
  expect(samples.at(-1)).toMatchObject({ type: 'run', outcome: 'complete', steps: 2 });
});

test('a tool that needs approval waits, and continues after the response', async () => {
  const tool: Tool = {
    ...scriptedTool('look', async () => 'seen'),
    effects: { needs: () => ({ type: 'tab', tabId: 1 }) },
  };
  const { run, goOn, log, answer } = scriptedRun(
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

test('a page that cannot be read to decide about an approval is an error of the call', async () => {
  const tool: Tool = {
    ...scriptedTool('look', async () => 'seen'),
    effects: {
      needs: () => {
        throw new PageError('browser-page', 'This page cannot be read.');
      },
    },
  };
  const { run, answer } = scriptedRun(
    (request) =>
      hasResult(request) ? [...scriptedText('It failed.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [tool] },
  );
  await run();
  expect(answer().steps[0]?.parts).toMatchObject([
    { call: { state: 'output-error', code: 'browser-page', errorText: 'This page cannot be read.' } },
  ]);
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('an approval of one document is not valid for another with the same number', async () => {
  let document = 'https://files.test/first.pdf';
  const tool: Tool = {
    ...scriptedTool('look', async () => 'seen'),
    effects: { needs: () => ({ type: 'document', tabId: 1, findUrl: async () => document }) },
  };
  const url = 'https://a.test/';
  const { goOn, log, answer } = scriptedRun(() => [...scriptedCall('a', 'look', {}), STEP_END], {
    tools: [tool],
    context: { page: createNoPages(() => url) },
  });
  const yes = { type: 'tool-approval-response', toolCallId: 'a', approved: true } as const;
  await log.append(THREAD_ID, [asked('question', 'Why?'), runStart('run', { page: { title: '', url } })], null);
  await goOn();
  document = 'https://files.test/second.pdf';
  await log.append(THREAD_ID, [yes], 'run');
  await goOn();
  const waiting = { state: 'approval-requested', request: { document } };
  expect(answer().steps[0]?.parts).toMatchObject([{ call: waiting }]);
  await log.append(THREAD_ID, [yes], 'run');
  await goOn();
  expect(answer().steps[0]?.parts).toMatchObject([{ call: { state: 'output-available' } }]);
});

test('a model that keeps calling must answer at the step limit', async () => {
  let words = 0;
  const { run, answer, client } = scriptedRun(
    ({ toolMode }) =>
      toolMode === 'none'
        ? [...scriptedText('Enough.'), STEP_END]
        : [...scriptedCall('a', 'look', { word: `${words++}` }), STEP_END],
    { tools: [scriptedTool('look', async () => 'seen')] },
  );
  await run();
  expect(client.requests).toHaveLength(6);
  expect(client.requests.at(-1)).toMatchObject({ toolMode: 'none', tools: [] });
  expect(answer().outcome).toEqual({ type: 'incomplete', reason: 'step-limit' });
  expect(joinRunText(answer())).toBe('Enough.');
});

test('a bug in a client ends the run with an error message', async () => {
  const { run, answer } = scriptedRun(() => {
    throw new TypeError('x is not a function');
  });
  await run();
  expect(answer().outcome).toMatchObject({
    type: 'error',
    failure: { code: 'internal', detail: 'TypeError: x is not a function' },
  });
});

test('a bug in a client changes nothing once the user has stopped the run', async () => {
  const outcome = { type: 'incomplete', reason: 'cancelled' } as const;
  const end: ThreadEvent = { type: 'run-end', outcome, stats: { ms: 0, steps: 1, toolCalls: 0 } };
  const { run, log, answer } = scriptedRun(() => [
    {
      type: 'pause',
      until: async () => {
        await log.append(THREAD_ID, [end], 'run');
        throw new TypeError('x is not a function');
      },
    },
  ]);
  await run();
  expect(answer().outcome).toEqual(outcome);
});

test('a model that repeats a call three times is told so, and must answer', async () => {
  let looks = 0;
  const tool = scriptedTool('look', async () => {
    looks++;
    return 'seen';
  });
  const { run, answer, client } = scriptedRun(
    ({ toolMode }) =>
      toolMode === 'none' ? [...scriptedText('So be it.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END],
    { tools: [tool] },
  );
  await run();
  expect(looks).toBe(1);
  expect(client.requests).toHaveLength(4);
  const results = client.requests.at(-1)?.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
  expect(results).toEqual([
    'seen',
    'Same as before:\nseen',
    expect.stringContaining('You have asked this three times'),
  ]);
  expect(answer().outcome).toEqual({ type: 'complete' });
});

test('a repeated call runs again if the page has changed', async () => {
  let url = 'https://one.test/';
  const tool = scriptedTool('look', async () => ({ content: `seen ${url}`, details: { url } }));
  const { run, client } = scriptedRun(
    ({ messages }) => {
      const results = messages.filter((message) => message.role === 'tool').length;
      if (results === 1) url = 'https://two.test/';
      return results === 2 ? [...scriptedText('Both.'), STEP_END] : [...scriptedCall('a', 'look', {}), STEP_END];
    },
    {
      tools: [tool],
      context: { page: createNoPages(() => url) },
    },
  );
  await run();
  expect(client.requests.at(-1)?.messages.at(-1)).toMatchObject({ content: 'seen https://two.test/' });
});

test('a follow-up runs without a model request', async () => {
  const tools = [
    scriptedTool('open', async () => ({ content: 'opened', followUp: { toolName: 'look', input: { word: 'x' } } })),
    scriptedTool('look', async (_signal, { word }) => `looked at ${word}`),
  ];
  const { run, client } = scriptedRun(
    (request) =>
      hasResult(request) ? [...scriptedText('I see.'), STEP_END] : [...scriptedCall('a', 'open', {}), STEP_END],
    { tools },
  );
  await run();
  expect(client.requests).toHaveLength(2);
  expect(client.requests[1]?.messages.slice(1)).toMatchObject([
    { role: 'assistant', toolCalls: [{ toolName: 'open' }, { toolName: 'look', input: { word: 'x' } }] },
    { role: 'tool', toolCallId: 'a', content: 'opened' },
    { role: 'tool', content: 'looked at x' },
  ]);
});

test('a direct answer ends the run without another model request', async () => {
  const tool = scriptedTool('quote', async () => ({ content: 'To be.', returnDirect: true }));
  const { run, client, answer } = scriptedRun(() => [...scriptedCall('a', 'quote', {}), STEP_END], { tools: [tool] });
  await run();
  expect(client.requests).toHaveLength(1);
  expect(answer()).toMatchObject({ outcome: { type: 'complete' }, steps: [{}, { decision: 'answer' }] });
  expect(joinRunText(answer())).toBe('To be.');
});
