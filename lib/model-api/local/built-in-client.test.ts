import { describe, expect, test } from 'vitest';
import type { ModelEvent, ModelRequest } from '../../contracts/model-client.ts';
import { builtInState } from '../../contracts/models-in-browser.ts';
import { downloadBuiltIn } from '../../extension/built-in-model.ts';
import { standInModel } from '../../testing/model-api/stand-in-model.ts';
import { tools } from '../../tools/index.ts';
import { createBuiltInClient } from './built-in-client.ts';

const REQUEST: ModelRequest = {
  modelId: 'built-in',
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'What is on the page?' }],
  tools,
  toolMode: 'tags',
  maxOutputTokens: null,
  attempt: 0,
};

async function ask(options: Parameters<typeof standInModel>[0], change: Partial<ModelRequest> = {}) {
  const standIn = standInModel(options);
  const events: ModelEvent[] = [];
  const client = createBuiltInClient(standIn.model);
  for await (const event of client.stream({ ...REQUEST, ...change }, new AbortController().signal)) events.push(event);
  return { events, ...standIn };
}

const types = (events: readonly ModelEvent[]) => events.map((event) => event.type);
const named = (name: string, more = {}) => Object.assign(new DOMException('said so', name), more);

describe("the browser's own model", () => {
  test('streams its answer, reports usage, and closes its session', async () => {
    const { events, openSessions } = await ask({ answer: () => ['It is ', 'about tides.'] });
    expect(types(events)).toEqual(['observation', 'text-delta', 'text-delta', 'step-end']);
    expect(events[0]).toMatchObject({ observation: { type: 'context-window', tokens: 9_216 } });
    expect(events.at(-1)).toMatchObject({ finishReason: 'stop', usage: { inputTokens: 1_234 } });
    expect(openSessions()).toBe(0);
  });

  test('gets three tools as tags, and the last turn as prompt', async () => {
    const { asked } = await ask({ answer: () => ['Fine.'] });
    const [system] = asked[0]?.initial ?? [];
    expect(system?.role).toBe('system');
    expect(system?.content).toContain('<tool name="find_in_page">');
    expect(system?.content.match(/^- \w+/gm)).toEqual(['- read_page', '- find_in_page', '- read_selection']);
    expect(asked[0]?.last).toBe('What is on the page?');
  });

  test('makes one call per turn; later output is not read', async () => {
    const { events, openSessions } = await ask({
      answer: () => ['<tool name="read_', 'page">{}</tool>', '\n<tool_result>All about cats.', '</tool_result> Cats.'],
    });
    expect(events.filter((event) => event.type === 'tool-input-available')).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain('ats');
    expect(events.at(-1)).toMatchObject({ type: 'step-end', finishReason: 'tool-calls' });
    expect(openSessions()).toBe(0);
  });

  test('gets results as user turns, and no tools if it has to answer', async () => {
    const call = { toolCallId: 'a', toolName: 'read_page', input: {} };
    const messages: ModelRequest['messages'] = [
      ...REQUEST.messages,
      { role: 'assistant', content: '', toolCalls: [call], reasoning: '', opaque: null },
      { role: 'tool', toolCallId: 'a', toolName: 'read_page', content: 'Tides.', isError: false },
    ];
    const { asked } = await ask({ answer: () => ['Tides.'] }, { messages, toolMode: 'none' });
    expect(asked[0]?.initial.map((prompt) => prompt.role)).toEqual(['system']);
    expect(asked[0]?.initial[0]?.content).not.toContain('<tool name');
    expect(asked[0]?.last).toMatch(/^What is on the page[\s\S]*<tool_result[\s\S]*Tides\./);
  });
});

describe('if unavailable, reports what to do', () => {
  test.each([
    ['unavailable', 'built-in-unavailable'],
    ['downloadable', 'built-in-to-download'],
    ['downloading', 'built-in-downloading'],
    ['something new', 'built-in-unavailable'],
  ])('%s', async (availability, type) => {
    const { events, asked } = await ask({ availability, answer: () => ['x'] });
    expect(events).toMatchObject([{ type: 'failure', failure: { reason: { type } } }]);
    expect(asked).toEqual([]);
  });

  test('a browser without its own model', async () => {
    const events: ModelEvent[] = [];
    for await (const event of createBuiltInClient(null).stream(REQUEST, new AbortController().signal))
      events.push(event);
    expect(events).toMatchObject([{ failure: { reason: { type: 'built-in-absent' } } }]);
  });

  test('a conversation that is too long is retried, shortened', async () => {
    const refusal = named('QuotaExceededError', { contextWindow: 4_096, requested: 9_000 });
    const { events } = await ask({ refusal, answer: () => [] });
    expect(events).toMatchObject([
      { type: 'retry', reason: 'context-length', observation: { type: 'context-window', tokens: 4_096 } },
    ]);
  });

  test.each(['NotAllowedError', 'NotReadableError', 'NotSupportedError', 'UnknownError', 'TimeoutError'])(
    '%s',
    async (name) => {
      const { events, openSessions } = await ask({ answer: () => [named(name)] });
      expect(events.at(-1)).toMatchObject({ type: 'failure', failure: { detail: `${name}: said so` } });
      expect(openSessions()).toBe(0);
    },
  );

  test('output before an interruption is kept', async () => {
    const { events } = await ask({ answer: () => ['It is about ', named('UnknownError')] });
    expect(types(events)).toEqual(['observation', 'text-delta', 'interrupted']);
  });

  test('text that was held back is kept, and a call that was cut off is an error', async () => {
    const held = await ask({ answer: () => ['<tool na', named('UnknownError')] });
    expect(held.events.slice(1)).toMatchObject([{ type: 'text-delta', delta: '<tool na' }, { type: 'interrupted' }]);
    const cut = await ask({ answer: () => ['<tool name="find_in_page">{"query": "ti', named('UnknownError')] });
    expect(types(cut.events).slice(-2)).toEqual(['tool-input-error', 'interrupted']);
  });

  test('Stop ends the response and its session', async () => {
    const stop = new AbortController();
    const { model, openSessions } = standInModel({ answer: () => ['a', 'b', 'c'] });
    const received: ModelEvent[] = [];
    const listening = async () => {
      for await (const event of createBuiltInClient(model).stream(REQUEST, stop.signal)) {
        received.push(event);
        if (event.type === 'text-delta') return;
      }
    };
    await listening();
    expect(types(received)).toEqual(['observation', 'text-delta']);
    expect(openSessions()).toBe(0);
    stop.abort(new Error('stopped'));
    await expect(
      createBuiltInClient(model).stream(REQUEST, stop.signal)[Symbol.asyncIterator]().next(),
    ).rejects.toThrow('stopped');
  });
});

test('its download reports progress', async () => {
  const { model, openSessions } = standInModel({ availability: 'downloadable', answer: () => [] });
  expect(await builtInState(model)).toBe('downloadable');
  expect(await builtInState(null)).toBe('absent');
  const shares: number[] = [];
  await downloadBuiltIn(model, (share) => shares.push(share), new AbortController().signal);
  expect(shares).toEqual([0, 0.5, 1]);
  expect(openSessions()).toBe(0);
});
