import { describe, expect, test } from 'vitest';
import type { RequestQuirk } from '../../contracts/capability.ts';
import type { ModelSettings } from '../../contracts/model.ts';
import type { ModelMessage, ModelRequest } from '../../contracts/model-client.ts';
import { assistantTurn, call, recordRequest, toolMessage, user } from '../../testing/model-api/recorded-request.ts';
import { TOOLS } from '../../testing/model-api/request-from-server.ts';
import { NO_REQUEST_CAPABILITY } from '../chat-completions/request/request-body.ts';
import { openAiResponses } from './responses.ts';

type Options = { quirks?: RequestQuirk[]; settings?: Pick<ModelSettings, 'reasoningEffort' | 'temperature'> };

function record(
  messages: ModelMessage[],
  change: Partial<ModelRequest> = {},
  { quirks = [], settings = {} }: Options = {},
) {
  const more = { interface: 'openai-responses', settings } as const;
  return recordRequest(messages, { change: { tools: TOOLS, ...change }, quirks, more });
}
const REASONING = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' };

test('nothing is stored, and reasoning is encrypted', async () => {
  const { path, body } = await record([user('Where?')], { maxOutputTokens: 1 });
  expect(path).toBe('/v1/responses');
  expect(body).toEqual({
    model: 'm',
    stream: true,
    store: false,
    instructions: 'Be brief.',
    input: [{ type: 'message', role: 'user', content: 'Where?' }],
    tools: [
      {
        type: 'function',
        name: 'find',
        description: 'Finds words.',
        parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
        strict: false,
      },
    ],
    max_output_tokens: 16,
    include: ['reasoning.encrypted_content'],
    reasoning: { summary: 'auto' },
  });
});

test('reasoning is sent back before what it led to (quirk: reasoning-items)', async () => {
  const opaque = {
    interface: 'openai-responses',
    items: [
      { type: 'reasoning', item: REASONING },
      { type: 'message', length: 7, phase: 'commentary' },
      { type: 'function_call' },
    ],
  };
  const { body } = await record([
    user('Where?'),
    { ...assistantTurn('I look.', call('c1')), opaque },
    toolMessage('c1'),
  ]);
  expect(body.input).toEqual([
    { type: 'message', role: 'user', content: 'Where?' },
    REASONING,
    { type: 'message', role: 'assistant', content: 'I look.', phase: 'commentary' },
    { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"query":"x"}' },
    { type: 'function_call_output', call_id: 'c1', output: 'Found.' },
  ]);
});

test('if the items are uncertain, no reasoning is sent back', async () => {
  const opaque = {
    interface: 'openai-responses',
    items: [
      { type: 'reasoning', item: REASONING },
      { type: 'message', length: 99 },
    ],
  };
  const { body } = await record([user('Where?'), { ...assistantTurn('Nine.'), opaque }, user('Sure?')]);
  expect(JSON.stringify(body)).not.toContain('gAAAA');
});

test('pictures are parts, those of results a turn of the user', async () => {
  const image = { mediaType: 'image/png', data: 'AAAA', width: 1, height: 1 } as const;
  const shown: ModelMessage = {
    role: 'tool',
    toolCallId: 'c1',
    toolName: 'find',
    content: 'x',
    isError: false,
    images: [image],
  };
  const { body } = await record([user('Where?'), assistantTurn('', call('c1')), shown]);
  expect((body.input as unknown[]).at(-1)).toEqual({
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: 'The picture from find:' },
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
    ],
  });
});

describe('the cache key (quirk: cache-key)', () => {
  const cacheKey = (messages: ModelMessage[], baseUrl = 'https://api.openai.com/v1') => {
    const request: ModelRequest = {
      modelId: 'm',
      system: 'Be brief.',
      messages,
      tools: [],
      toolMode: 'native',
      maxOutputTokens: null,
      attempt: 0,
    };
    const { body } = openAiResponses(request, {
      baseUrl,
      known: NO_REQUEST_CAPABILITY,
      settings: {},
      contextWindow: null,
    });
    return (body as { prompt_cache_key?: string }).prompt_cache_key;
  };

  test('stays the same in a conversation and differs between conversations', () => {
    const key = cacheKey([user('Where?')]);
    expect(key).toMatch(/./);
    expect(cacheKey([user('Where?'), assistantTurn('There.'), user('Sure?')])).toBe(key);
    expect(cacheKey([user('When?')])).not.toBe(key);
  });

  test('is not sent to a server on this machine', () => {
    expect(cacheKey([user('Where?')], 'http://127.0.0.1:8080/v1')).toBeUndefined();
  });
});

test('effects of refusals about reasoning', async () => {
  const settings = { reasoningEffort: 'high', temperature: 0.1 } as const;
  expect((await record([user('?')], {}, { settings })).body).toMatchObject({
    temperature: 0.1,
    reasoning: { effort: 'high', summary: 'auto' },
  });
  const unverified = await record([user('?')], {}, { settings, quirks: ['no-reasoning-summary'] });
  expect(unverified.body).toMatchObject({ reasoning: { effort: 'high' }, include: ['reasoning.encrypted_content'] });
  const plain = await record([user('?')], {}, { settings, quirks: ['no-reasoning'] });
  expect(plain.body).not.toHaveProperty('reasoning');
  expect(plain.body).not.toHaveProperty('include');
});

test('with tags there are no tools, and results are text', async () => {
  const { body } = await record([user('Where?'), assistantTurn('', call('c1')), toolMessage('c1')], {
    toolMode: 'tags',
  });
  expect(body).not.toHaveProperty('tools');
  expect((body.input as { role: string }[]).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});

test.each(['native', 'tags'] as const)(
  'every item of a chat with two questions names its type, with %s tools (quirk: typed-items)',
  async (toolMode) => {
    const messages = [user('When is high water?'), assistantTurn('At nine.'), user('And low water?')];
    const { body } = await record(messages, { toolMode });
    expect(body.input).toMatchObject([
      { type: 'message', role: 'user' },
      { type: 'message', role: 'assistant', content: 'At nine.' },
      { type: 'message', role: 'user' },
    ]);
  },
);

test('a local server also gets the effort for its chat template (quirk: thinking-in-template)', async () => {
  const { body } = await record([user('?')], {}, { settings: { reasoningEffort: 'none' } });
  expect(body).toMatchObject({
    reasoning: { effort: 'none' },
    chat_template_kwargs: { enable_thinking: false, thinking: false },
  });
});
