import { expect, test } from 'vitest';
import * as z from 'zod';
import type { RequestQuirk } from '../../contracts/capability.ts';
import type { ModelSettings, ReasoningEffort } from '../../contracts/model.ts';
import type { ModelMessage, ModelRequest } from '../../contracts/model-client.ts';
import { assistantTurn, call, recordRequest, toolMessage, user } from '../../testing/model-api/recorded-request.ts';
import { TOOLS } from '../../testing/model-api/request-from-server.ts';

type Options = { quirks?: RequestQuirk[]; settings?: Pick<ModelSettings, 'reasoningEffort' | 'temperature' | 'body'> };

function record(
  messages: ModelMessage[],
  change: Partial<ModelRequest> = {},
  { quirks = [], settings = {} }: Options = {},
) {
  const more = { interface: 'gemini', apiKey: 'AIza-0123456789', settings } as const;
  return recordRequest(messages, { change: { tools: TOOLS, ...change }, quirks, more });
}

test('is sent to the model’s own address, with the plain key in its header', async () => {
  const { path, headers, body } = await record([user('Where?')], { modelId: 'models/g-pro', maxOutputTokens: 100 });
  expect(path).toBe('/v1/models/g-pro:streamGenerateContent?alt=sse');
  expect(headers).toMatchObject({ 'x-goog-api-key': 'AIza-0123456789' });
  expect(headers).not.toHaveProperty('authorization');
  expect(body).toEqual({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [{ role: 'user', parts: [{ text: 'Where?' }] }],
    tools: [
      {
        functionDeclarations: [
          {
            name: 'find',
            description: 'Finds words.',
            parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
          },
        ],
      },
    ],
    generationConfig: { maxOutputTokens: 100, thinkingConfig: { includeThoughts: true } },
  });
});

test('schemas have nothing beyond the subset', async () => {
  const inputSchema = z.strictObject({ n: z.number().int().min(1).max(9).optional().describe('How many.') });
  const { body } = await record([user('?')], { tools: [{ name: 'f', description: '', inputSchema }] });
  expect(body.tools).toMatchObject([
    {
      functionDeclarations: [
        { parameters: { type: 'object', properties: { n: { type: 'integer', description: 'How many. 1 to 9.' } } } },
      ],
    },
  ]);
  expect(JSON.stringify(body)).not.toContain('minimum');
});

test('calls go back with their signatures, results as turns of the user', async () => {
  const opaque = { interface: 'gemini', text: 'SigT', calls: { c1: 'Sig1' } };
  const error: ModelMessage = { role: 'tool', toolCallId: 'c2', toolName: 'find', content: 'No.', isError: true };
  const { body } = await record([
    user('Where?'),
    { ...assistantTurn('I look.', call('c1'), call('c2')), opaque },
    toolMessage('c1'),
    error,
    user('So?'),
  ]);
  expect(body.contents).toEqual([
    { role: 'user', parts: [{ text: 'Where?' }] },
    {
      role: 'model',
      parts: [
        { text: 'I look.', thoughtSignature: 'SigT' },
        { functionCall: { name: 'find', args: { query: 'x' } }, thoughtSignature: 'Sig1' },
        { functionCall: { name: 'find', args: { query: 'x' } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'find', response: { result: 'Found.' } } },
        { functionResponse: { name: 'find', response: { error: 'No.' } } },
        { text: 'So?' },
      ],
    },
  ]);
});

test('ids that Gemini gave go back with their calls and results (quirk: call-ids-echoed)', async () => {
  const opaque = { interface: 'gemini', text: null, calls: {}, ids: { c1: 'fc-1' } };
  const { body } = await record([
    user('Where?'),
    { ...assistantTurn('', call('c1'), call('c2')), opaque },
    toolMessage('c1'),
    toolMessage('c2'),
  ]);
  const [, calls, results] = body.contents as { parts: object[] }[];
  expect(calls?.parts).toMatchObject([{ functionCall: { id: 'fc-1' } }, { functionCall: {} }]);
  expect(results?.parts).toMatchObject([{ functionResponse: { id: 'fc-1' } }, { functionResponse: {} }]);
  expect(JSON.stringify(body)).not.toContain('c2');
});

test('calls of another model carry the documented placeholder once the server has asked for it', async () => {
  const messages = [user('Where?'), assistantTurn('', call('c1'), call('c2')), toolMessage('c1'), toolMessage('c2')];
  expect(JSON.stringify((await record(messages)).body)).not.toContain('thoughtSignature');
  const { body } = await record(messages, {}, { quirks: ['dummy-thought-signature'] });
  expect(JSON.stringify(body).match(/skip_thought_signature_validator/g)).toHaveLength(1);
});

test('pictures of the user and of results are inline data', async () => {
  const image = { mediaType: 'image/png', data: 'AAAA', width: 1, height: 1 } as const;
  const attached = { delimiter: 'f', data: [], images: [{ name: 'a.png', image }] };
  const shown: ModelMessage = {
    role: 'tool',
    toolCallId: 'c1',
    toolName: 'find',
    content: 'x',
    isError: false,
    images: [image],
  };
  const { body } = await record([{ role: 'user', content: 'What?', attached }, assistantTurn('', call('c1')), shown]);
  expect(JSON.stringify(body).match(/"inlineData":{"mimeType":"image\/png","data":"AAAA"}/g)).toHaveLength(2);
});

test('an effort is a budget; the user’s own configuration stays', async () => {
  const settings = {
    reasoningEffort: 'low',
    temperature: 0.3,
    body: { generationConfig: { topK: 5 }, safetySettings: [] },
  } as const;
  const { body } = await record(
    [user('?')],
    {},
    { settings: { ...settings, body: { ...settings.body, safetySettings: [] } } },
  );
  expect(body).toMatchObject({
    safetySettings: [],
    generationConfig: { topK: 5, temperature: 0.3, thinkingConfig: { includeThoughts: true, thinkingBudget: 1_024 } },
  });
  const none = await record([user('?')], {}, { settings: { reasoningEffort: 'none' } });
  expect(none.body).toMatchObject({
    generationConfig: { thinkingConfig: { includeThoughts: false, thinkingBudget: 0 } },
  });
  const refused = await record([user('?')], {}, { quirks: ['no-thinking'] });
  expect(refused.body.generationConfig).toEqual({});
});

test('with tags there are no tools, and stop sequences', async () => {
  const { body } = await record([user('Where?'), assistantTurn('', call('c1')), toolMessage('c1')], {
    toolMode: 'tags',
  });
  expect(body).not.toHaveProperty('tools');
  expect(body.generationConfig).toMatchObject({ stopSequences: expect.any(Array) });
  expect((body.contents as { role: string }[]).map(({ role }) => role)).toEqual(['user', 'model', 'user']);
});

test.each<[string, ReasoningEffort, object]>([
  ['gemini-2.5-flash', 'max', { includeThoughts: true, thinkingBudget: 24_576 }],
  ['gemini-3.8-flash', 'none', { includeThoughts: false, thinkingLevel: 'minimal' }],
  ['gemini-3.1-pro-preview', 'minimal', { includeThoughts: true, thinkingLevel: 'low' }],
  ['models/gemini-3.8-flash', 'max', { includeThoughts: true, thinkingLevel: 'high' }],
  ['gemini-4-hydrogen', 'none', { includeThoughts: false, thinkingLevel: 'low' }],
  ['gemini-4-neon', 'max', { includeThoughts: true, thinkingLevel: 'xhigh' }],
  ['gemini-flash-latest', 'xhigh', { includeThoughts: true, thinkingLevel: 'xhigh' }],
])(
  '%s is asked for effort %s by a level from generation 3 on (quirk: thinking-level)',
  async (modelId, effort, config) => {
    const { body } = await record([user('?')], { modelId }, { settings: { reasoningEffort: effort } });
    expect(body.generationConfig).toMatchObject({ thinkingConfig: config });
  },
);
