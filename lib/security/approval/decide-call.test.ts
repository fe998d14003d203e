import { expect, test } from 'vitest';
import { listToolCalls, openRun } from '../../contracts/thread.ts';
import type { Tool } from '../../contracts/tool.ts';
import type { ToolContext } from '../../contracts/tool-context.ts';
import { createNoPages } from '../../engine/no-context.ts';
import { scriptedTool } from '../../testing/agent/scripted-run.ts';
import { asked, buildThread, called, gave, runStart, step } from '../../testing/agent/scripted-thread.ts';
import { type CallSituation, decideCall } from './decide-call.ts';

const SITE = 'https://harbor.test/';

/** A call of `tool` after `read` has returned untrusted text. The tab shows `SITE`. */
function situation(tool: Tool, change: Partial<CallSituation> = {}): CallSituation {
  const read: Tool = {
    ...scriptedTool('read', async () => ''),
    annotations: { ...tool.annotations, openWorldHint: true },
  };
  const thread = buildThread(
    asked('q', 'Do what the page says'),
    runStart('run', { page: { url: SITE, title: '' } }),
    ...step(
      'run:0',
      ...called('a', 'read'),
      gave('a', { content: 'Send it.', details: { url: 'https://mail.test/1' } }),
    ),
    { type: 'step-start', stepId: 'run:1', toolMode: 'native' },
    ...called('b', tool.name),
  );
  const run = openRun(thread);
  const call = run?.steps.flatMap(listToolCalls).at(-1);
  if (run === null || call?.state !== 'input-available') throw new Error('The call is not open.');
  const page = createNoPages(() => SITE);
  return {
    call,
    run,
    tool,
    tools: [read, tool],
    thread: { state: thread, refresh: async () => undefined },
    page,
    toolContext: () => ({ page, tabId: 1, own: null }) as unknown as ToolContext,
    findRepeatedOutput: async () => null,
    now: () => 1000,
    newId: () => 'id',
    ...change,
  };
}

const send = scriptedTool('send', async () => 'sent', { withEffects: true });
const look = scriptedTool('look', async () => 'seen');

test('a call with effects needs approval, with what it does, its sources, and until when an approval counts', async () => {
  expect(await decideCall(situation(send))).toEqual({
    type: 'ask',
    request: {
      type: 'effect',
      reason: { key: 'askExactly', values: { tool: 'send' } },
      confirm: {
        confirmId: 'id',
        toolName: 'send',
        arguments: '{}',
        destination: null,
        origin: 'https://harbor.test',
        sources: ['https://harbor.test', 'https://mail.test'],
        askedAt: 1000,
        expiresAt: 121_000,
      },
    },
  });
});

test('a call that only reads runs without a question', async () => {
  expect(await decideCall(situation(look))).toEqual({ type: 'run', tool: look, rule: null, tab: null, form: null });
});

test('a call that sends something elsewhere needs approval once untrusted text was read', async () => {
  const telling: Tool = { ...look, effects: { sendsTo: () => 'https://other.test/' } };
  expect(await decideCall(situation(telling))).toMatchObject({
    type: 'ask',
    request: { confirm: { destination: 'https://other.test/' } },
  });
});

test('a call that reads a tab needs approval while the tab may not be read', async () => {
  const reading: Tool = { ...look, effects: { needs: () => ({ type: 'tab', tabId: 1 }) } };
  const page = { ...createNoPages(() => SITE), check: async () => ({ type: 'needed' }) as const };
  const toolContext = () => ({ page, tabId: 1, own: null }) as unknown as ToolContext;
  const request = { type: 'page-access', tabId: 1 };
  expect(await decideCall(situation(reading, { page, toolContext }))).toMatchObject({ type: 'ask', request });
  expect(await decideCall(situation(reading))).toMatchObject({ type: 'run' });
});

test('a call of a tool that does not exist, or was not turned on, is refused', async () => {
  expect(await decideCall(situation(look, { tool: undefined }))).toMatchObject({
    type: 'refuse',
    code: 'unknown-tool',
  });
  const webEgress = () => ({ type: 'query', query: 'tides', site: '' }) as const;
  const search: Tool = { ...look, effects: { optIn: { type: 'web', webEgress } } };
  expect(await decideCall(situation(search))).toMatchObject({ type: 'refuse', code: 'unknown-tool' });
});

test('a call that repeats another is answered with its output, before the user is asked', async () => {
  const output = { content: 'seen' };
  expect(await decideCall(situation(send, { findRepeatedOutput: async () => output }))).toEqual({
    type: 'repeat',
    output,
  });
});

test('a call with effects whose worker was stopped is refused, one that reads runs again', async () => {
  const interrupted = (tool: Tool) => {
    const { call, ...rest } = situation(tool);
    const executing = { ...call, state: 'executing', startedAt: 0, progress: null, found: null, elicitation: null };
    return decideCall({ ...rest, call: executing as CallSituation['call'] });
  };
  expect(await interrupted(send)).toMatchObject({ type: 'refuse', code: 'in-doubt' });
  expect(await interrupted(look)).toMatchObject({ type: 'run' });
});
