import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { assistantTurn, call, recordRequest, toolMessage, user } from '../../../testing/model-api/recorded-request.ts';
import { tools as ownTools } from '../../../tools/index.ts';

/** What a server actually receives: docs/quirks.md, "What requests must look like". See also echoed-state.test.ts. */

const TOOLS = [{ name: 'find', description: 'Finds words.', inputSchema: z.strictObject({ query: z.string() }) }];
const asked = () => [user('Where?'), assistantTurn('', call('call_1')), toolMessage('call_1')];

const sent: typeof recordRequest = (messages, { change, ...known } = {}) =>
  recordRequest(messages, { ...known, change: { tools: TOOLS, ...change } });

describe('a history that every server accepts', () => {
  test('history-arguments: arguments are a serialized object, regardless of what the model sent', async () => {
    const broken = [call('a', '{"query": "x'), call('b', null), call('c', ['x']), call('d', { query: 'x' })];
    const { messages } = await sent([user('Where?'), assistantTurn('', ...broken)]);
    const calls = messages[2]?.tool_calls as { function: { arguments: string } }[];
    expect(calls.map((each) => each.function.arguments)).toEqual(['{}', '{}', '{}', '{"query":"x"}']);
  });

  test('content-with-calls: content is null with calls, or "" if the server requires a string', async () => {
    expect((await sent(asked())).messages[2]).toMatchObject({ content: null });
    expect((await sent(asked(), { quirks: ['empty-content'] })).messages[2]).toMatchObject({ content: '' });
  });

  test('content-with-calls: an empty assistant turn is omitted', async () => {
    expect((await sent([user('Where?'), assistantTurn(' '), user('Well?')])).roles).toEqual(['system', 'user']);
  });

  test('result-per-call: one result per call, in call order, right after the calls', async () => {
    const history = [
      user('Where?'),
      assistantTurn('', call('a'), call('b'), call('c')),
      toolMessage('c', 'C'),
      toolMessage('a', 'A'),
      user('Well?'),
    ];
    const { messages } = await sent([...history, toolMessage('stray')]);
    expect(messages.slice(3)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'A' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: not run.' },
      { role: 'tool', tool_call_id: 'c', content: 'C' },
      { role: 'user', content: 'Well?' },
    ]);
  });

  test('assistant-after-tool: an assistant turn is inserted between result and question only if the server requires it', async () => {
    const history = [...asked(), user('And?')];
    expect((await sent(history)).roles).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
    expect((await sent(history, { quirks: ['assistant-after-tool'] })).roles).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  test('alternate-roles: roles that must alternate do, from the first user turn to the last', async () => {
    const history = [
      user('Where?'),
      assistantTurn('Let me see.', call('a')),
      toolMessage('a'),
      assistantTurn('There.'),
      assistantTurn('Or there.'),
      user('And?'),
    ];
    const { messages, roles, body } = await sent(history, { quirks: ['alternate-roles'] });
    expect(roles).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    expect(messages[0]?.content).toBe('Be brief.\n\nWhere?');
    expect(messages[2]?.content).toContain('<tool_result name="find" id="a">');
    expect(body.tools).toHaveLength(1);
  });

  test.each(['native', 'tags', 'none'] as const)(
    'alternate-roles, one-system-message, no-system-role: in %s mode the system prompt goes into the first user turn if there is no role for it',
    async (toolMode) => {
      const { messages, roles } = await sent([user('Where?')], { quirks: ['no-system-role'], change: { toolMode } });
      expect(roles).toEqual(['user']);
      expect(messages[0]?.content).toMatch(/^Be brief\.[\s\S]*Where\?$/);
    },
  );

  test('one-system-message, no-system-role: otherwise there is one system message, the first, and no developer', async () => {
    const { roles } = await sent([...asked(), user('And?')]);
    expect(roles.filter((role) => role === 'system')).toEqual(['system']);
    expect(roles[0]).toBe('system');
    expect(roles).not.toContain('developer');
  });

  test('tools-with-history: a history with calls is sent natively only with its tools, and the last step of a run is all text', async () => {
    const { body, roles, messages } = await sent(asked(), { change: { toolMode: 'none', tools: [] } });
    expect(body).not.toHaveProperty('tools');
    expect(roles).toEqual(['system', 'user']);
    expect(messages[1]?.content).toContain(`<tool_result name="find" id="call_1" input='{"query":"x"}'>`);
    expect((await sent(asked())).body.tools).toHaveLength(1);
  });

  test('string-content: content is always a string', async () => {
    const { messages } = await sent([...asked(), user('And?')]);
    for (const { content } of messages) expect(content === null || typeof content === 'string').toBe(true);
  });
});

describe('the rest of the request', () => {
  test('no-stream-options: usage is requested until the server refuses that', async () => {
    expect((await sent([user('Hi')])).body.stream_options).toEqual({ include_usage: true });
    expect((await sent([user('Hi')], { quirks: ['no-stream-options'] })).body).not.toHaveProperty('stream_options');
  });

  test('no-stop: with tags the server stops where results would begin, unless it refuses stop sequences', async () => {
    const change = { toolMode: 'tags' as const };
    expect((await sent([user('Hi')], { change })).body.stop).toContain('</tool>\n<tool_result');
    expect((await sent([user('Hi')], { change, quirks: ['no-stop'] })).body).not.toHaveProperty('stop');
    expect((await sent([user('Hi')])).body).not.toHaveProperty('stop');
    expect((await sent([user('Hi')], { change: { toolMode: 'tags', tools: [] } })).body).not.toHaveProperty('stop');
  });

  test('no-stop: the user’s stop sequences come first, and there are at most four', async () => {
    const own = (stop: unknown) => ({ change: { toolMode: 'tags' as const }, more: { settings: { body: { stop } } } });
    const { body } = await sent([user('Hi')], own(['END', '###']));
    expect(body.stop).toEqual(['END', '###', '</tool>\n<tool_result', '</tool>\n\n<tool_result']);
    expect((await sent([user('Hi')], own('END'))).body.stop).toHaveLength(4);
    expect((await sent([user('Hi')], { more: { settings: { body: { stop: ['END'] } } } })).body.stop).toEqual(['END']);
  });

  test('max-completion-tokens: a limit only if one is requested, under the name that the server accepts', async () => {
    expect(Object.keys((await sent([user('Hi')])).body).filter((key) => key.startsWith('max'))).toEqual([]);
    const change = { maxOutputTokens: 64 };
    expect((await sent([user('Hi')], { change })).body).toMatchObject({ max_tokens: 64 });
    const newer = await sent([user('Hi')], { change, quirks: ['max-completion-tokens'] });
    expect(newer.body).toMatchObject({ max_completion_tokens: 64 });
    expect(newer.body).not.toHaveProperty('max_tokens');
  });

  test.each(['native', 'tags', 'none'] as const)(
    'no-parallel-tool-calls, no-empty-tools, no-tool-choice: nothing is sent about tools but the tools (%s)',
    async (toolMode) => {
      const { body } = await sent(asked(), { change: { toolMode, tools: toolMode === 'tags' ? TOOLS : [] } });
      const stop = toolMode === 'tags' ? ['stop'] : [];
      expect(Object.keys(body).sort()).toEqual(['messages', 'model', ...stop, 'stream', 'stream_options']);
    },
  );

  test('plain-schemas: schemas carry no keyword that servers refuse', async () => {
    const { body } = await sent([user('Hi')], { change: { tools: ownTools } });
    expect(JSON.stringify(body.tools)).not.toMatch(/"(\$schema|\$ref|\$defs|additionalProperties|strict)"/);
  });

  test('plain-schemas: and only the plainest if one was refused; a tool without arguments then has no schema', async () => {
    const inputSchema = z.strictObject({
      query: z.string().min(1).regex(/x/).default('x').describe('Words.'),
      kind: z.enum(['a', 'b']),
      where: z.union([z.string(), z.number()]).optional(),
    });
    const tools = [
      { name: 'find', description: 'Finds.', inputSchema },
      { name: 'list', description: 'Lists.', inputSchema: z.strictObject({}) },
    ];
    const { body } = await sent([user('Hi')], { change: { tools }, quirks: ['plain-schemas'] });
    expect(body.tools).toEqual([
      {
        type: 'function',
        function: {
          name: 'find',
          description: 'Finds.',
          parameters: {
            type: 'object',
            properties: {
              query: { type: 'string', description: 'Words. Pattern: x Default: "x".' },
              kind: { type: 'string', enum: ['a', 'b'] },
              where: { type: 'string', description: 'Or: number.' },
            },
            required: ['kind'],
          },
        },
      },
      { type: 'function', function: { name: 'list', description: 'Lists.' } },
    ]);
  });

  test('tool-name-characters: the names of our tools fit every server', () => {
    for (const { name } of ownTools) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
  });

  test('no-streamed-tools: a server that cannot stream tools gets a request without streaming, with a notice; without tools it streams', async () => {
    const { body, events } = await sent([user('Hi')], { streamsTools: false });
    expect(body.stream).toBe(false);
    expect(body).not.toHaveProperty('stream_options');
    expect(events[0]).toMatchObject({ type: 'step-notice', notice: { code: 'not-streaming' } });
    const without = await sent([user('Hi')], { streamsTools: false, change: { toolMode: 'tags' } });
    expect(without.body.stream).toBe(true);
    expect(without.events[0]?.type).toBe('text-delta');
  });
});
