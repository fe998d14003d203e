import { expect, test } from 'vitest';
import type { ParameterRule, RequestQuirk } from '../../contracts/capability.ts';
import type { ModelSettings } from '../../contracts/model.ts';
import type { ModelMessage, ModelRequest } from '../../contracts/model-client.ts';
import { assistantTurn, call, recordRequest, toolMessage, user } from '../../testing/model-api/recorded-request.ts';
import { TOOLS } from '../../testing/model-api/request-from-server.ts';

const MARK = { cache_control: { type: 'ephemeral' } };

function record(
  messages: ModelMessage[],
  change: Partial<ModelRequest> = {},
  {
    quirks = [] as RequestQuirk[],
    rules = [] as ParameterRule[],
    settings = {} as Pick<ModelSettings, 'reasoningEffort' | 'temperature'>,
  } = {},
) {
  const more = { interface: 'anthropic-messages', apiKey: 'sk-ant-0123456789', settings } as const;
  return recordRequest(messages, { change: { tools: TOOLS, ...change }, quirks, rules, more });
}

const page = (content: string): ModelMessage => ({
  role: 'user',
  content,
  preface: 'Today is Tuesday.',
  attached: {
    delimiter: 'f1',
    data: [{ label: 'The page:', text: 'High water at nine.', page: 'needed' }],
    images: [],
  },
});
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' } as const;
const state = (...blocks: object[]) => ({ interface: 'anthropic-messages', blocks });

test('is sent to /messages with the headers of the interface and the bare key', async () => {
  const { path, headers, body } = await record([user('Where?')]);
  expect(path).toBe('/v1/messages');
  expect(headers).toMatchObject({
    'x-api-key': 'sk-ant-0123456789',
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  });
  expect(headers).not.toHaveProperty('authorization');
  expect(body).toEqual({
    model: 'm',
    stream: true,
    max_tokens: 16_384,
    system: [{ type: 'text', text: 'Be brief.', ...MARK }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Where?', ...MARK }] }],
    tools: [
      {
        name: 'find',
        description: 'Finds words.',
        input_schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
        eager_input_streaming: true,
        ...MARK,
      },
    ],
  });
});

test('marks tools, system, the last page and the end: four, regardless of the state of the chat', async () => {
  const { body, messages } = await record([
    page('Old?'),
    assistantTurn('Nine.'),
    page('When?'),
    assistantTurn('', call('c1')),
    toolMessage('c1'),
    user('So?'),
  ]);
  expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(4);
  expect(messages[0]).toMatchObject({
    content: [{ text: expect.stringContaining('High water') }, { text: 'Today is Tuesday.\n\nQuestion: Old?' }],
  });
  expect(messages[2]).toMatchObject({ content: [MARK, { text: 'Today is Tuesday.\n\nQuestion: When?' }] });
  expect(messages.at(-1)).toMatchObject({ role: 'user', content: [{ type: 'tool_result' }, { text: 'So?', ...MARK }] });
});

test('a call and its result, with an id the interface takes, an error and a picture', async () => {
  const image = { mediaType: 'image/png', data: 'AAAA', width: 1, height: 1 } as const;
  const { messages } = await record([
    user('Where?'),
    assistantTurn('I look.', call('functions.find:0'), call('c2')),
    toolMessage('functions.find:0'),
    { role: 'tool', toolCallId: 'c2', toolName: 'find', content: '', isError: true, images: [image] },
  ]);
  const [, asked, answered] = messages as { role: string; content: Record<string, unknown>[] }[];
  expect(asked).toMatchObject({
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', name: 'find', input: { query: 'x' } },
      { id: 'c2' },
    ],
  });
  const id = asked?.content[1]?.id;
  expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
  expect(answered?.content).toMatchObject([
    { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: 'Found.' }] },
    {
      tool_use_id: 'c2',
      is_error: true,
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
    },
  ]);
});

test('signed thinking is sent back unchanged and in place (quirk: signed-thinking)', async () => {
  const opaque = state(
    thinking,
    { type: 'text', length: 7 },
    { type: 'redacted_thinking', data: 'X' },
    { type: 'tool_use' },
  );
  const { messages } = await record([
    user('Where?'),
    { ...assistantTurn('I look.', call('c1')), opaque },
    toolMessage('c1'),
  ]);
  expect(messages[1]?.content).toMatchObject([
    thinking,
    { type: 'text', text: 'I look.' },
    { type: 'redacted_thinking', data: 'X' },
    { type: 'tool_use', id: 'c1' },
  ]);
});

test('if the log differs from the blocks, thinking still comes first', async () => {
  const opaque = state(thinking, { type: 'text', length: 99 }, { type: 'tool_use' });
  const { messages } = await record([
    user('Where?'),
    { ...assistantTurn('I look.', call('c1')), opaque },
    toolMessage('c1'),
  ]);
  expect(messages[1]?.content).toMatchObject([thinking, { type: 'text' }, { type: 'tool_use' }]);
});

test('the state of another interface is omitted', async () => {
  const opaque = { reasoningField: 'reasoning', reasoningDetails: [], toolCalls: {} };
  const { messages } = await record([user('Where?'), { ...assistantTurn('Nine.'), opaque }, user('Sure?')]);
  expect(messages[1]?.content).toEqual([{ type: 'text', text: 'Nine.' }]);
});

test('an effort means adaptive thinking, without a temperature, which is refused with it', async () => {
  const { body } = await record([user('Where?')], {}, { settings: { reasoningEffort: 'high', temperature: 0.2 } });
  expect(body).toMatchObject({
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: 'high' },
  });
  expect(body).not.toHaveProperty('temperature');
  expect((await record([user('Where?')], {}, { settings: { temperature: 1.4 } })).body).toMatchObject({
    temperature: 1,
  });
});

test('the longest answer leaves room for the thoughts, unless the user limits it', async () => {
  const settings = { reasoningEffort: 'high' } as const;
  expect((await record([user('?')], {}, { settings })).body.max_tokens).toBe(16_384 + 16_384);
  expect((await record([user('?')], { maxOutputTokens: 3_000 }, { settings })).body.max_tokens).toBe(3_000);
});

test('no effort means no thinking, unless the model refused that setting (quirk: no-thinking)', async () => {
  const settings = { reasoningEffort: 'none', temperature: 0.5 } as const;
  expect((await record([user('?')], {}, { settings })).body).toMatchObject({
    temperature: 0.5,
    thinking: { type: 'disabled' },
  });
  expect((await record([user('?')], {}, { settings, quirks: ['no-thinking'] })).body).not.toHaveProperty('thinking');
});

test('models that accept a budget get one, below the limit of the answer (quirk: thinking-budget)', async () => {
  const old = { quirks: ['thinking-budget' as const], settings: { reasoningEffort: 'medium' as const } };
  expect((await record([user('Where?')], {}, old)).body).toMatchObject({
    max_tokens: 16_384 + 8_192,
    thinking: { type: 'enabled', budget_tokens: 8_192 },
  });
  expect((await record([user('Where?')], { maxOutputTokens: 3_000 }, old)).body).toMatchObject({
    max_tokens: 3_000,
    thinking: { type: 'enabled', budget_tokens: 1_976 },
  });
  const short = await record([user('Where?')], { maxOutputTokens: 1_500 }, old);
  expect(short.body).not.toHaveProperty('thinking');
  // A turn that another model began has no thoughts.
  const foreign = await record([user('Where?'), assistantTurn('', call('c1')), toolMessage('c1')], {}, old);
  expect(foreign.body).not.toHaveProperty('thinking');
});

test('effects of refusals: no eager input, and a lower limit', async () => {
  const rules = [{ change: 'answer-at-most', tokens: 4_096 } as const];
  const { body } = await record([user('Where?')], {}, { quirks: ['no-eager-input'], rules });
  expect(JSON.stringify(body)).not.toContain('eager_input_streaming');
  expect(body.max_tokens).toBe(4_096);
});

test('with tags there are no tools, and generation stops where results would begin', async () => {
  const { body, roles } = await record([user('Where?'), assistantTurn('', call('c1')), toolMessage('c1')], {
    toolMode: 'tags',
  });
  expect(body).not.toHaveProperty('tools');
  expect(body.stop_sequences).toEqual(expect.arrayContaining([expect.stringContaining('tool_result')]));
  expect(roles).toEqual(['user', 'assistant', 'user']);
});

test('a history with calls is sent as text if no tools are offered', async () => {
  const { body } = await record([user('Where?'), assistantTurn('', call('c1')), toolMessage('c1')], {
    toolMode: 'none',
    tools: [],
  });
  expect(JSON.stringify(body)).not.toContain('"tool_use"');
});

test('blank texts, which are refused, are omitted', async () => {
  const { messages } = await record([user('Where?'), assistantTurn('\n', call('c1')), toolMessage('c1', ' ')]);
  expect(messages[1]?.content).toMatchObject([{ type: 'tool_use' }]);
  expect(messages[2]?.content).toMatchObject([{ type: 'tool_result', content: [] }]);
});

test('a local server also gets the effort for its chat template (quirk: thinking-in-template)', async () => {
  const { body } = await record([user('?')], {}, { settings: { reasoningEffort: 'max' } });
  expect(body).toMatchObject({
    output_config: { effort: 'max' },
    chat_template_kwargs: { enable_thinking: true, thinking: true, reasoning_effort: 'max' },
  });
});
