import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { toolMiddleware } from './index.ts';

const USAGE = {
  inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: undefined, reasoning: undefined },
};

const OPTIONS: LanguageModelV4CallOptions = {
  prompt: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Does it rain in Bergen?' }] },
  ],
  tools: [
    {
      type: 'function',
      name: 'weather',
      description: 'The weather in a city now.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  ],
  toolChoice: { type: 'auto' },
};

const STOP: LanguageModelV4FinishReason = { unified: 'stop', raw: 'stop' };

type Reply = LanguageModelV4StreamPart[] | Error;

/** A model that gives these replies in turn, and records the requests. */
function fakeModel(replies: Reply[], modelId = 'any'): { model: LanguageModelV4; asked: LanguageModelV4CallOptions[] } {
  const asked: LanguageModelV4CallOptions[] = [];
  const next = (options: LanguageModelV4CallOptions): LanguageModelV4StreamPart[] => {
    asked.push(options);
    const reply = replies.shift() ?? [];
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'fake',
    modelId,
    supportedUrls: {},
    async doStream(options) {
      const parts = next(options);
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
    async doGenerate(options) {
      const parts = next(options);
      const content = parts.flatMap((part): LanguageModelV4Content[] => {
        if (part.type === 'text-delta') return [{ type: 'text', text: part.delta }];
        return part.type === 'tool-call' ? [part] : [];
      });
      const end = parts.find((part) => part.type === 'finish');
      return { content, finishReason: end?.finishReason ?? STOP, usage: USAGE, warnings: [] };
    },
  };
  return { model, asked };
}

/** A text reply in these pieces. */
function says(pieces: string[], finishReason = STOP): LanguageModelV4StreamPart[] {
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: '0' },
    ...pieces.map((delta) => ({ type: 'text-delta' as const, id: '0', delta })),
    { type: 'text-end', id: '0' },
    { type: 'finish', finishReason, usage: USAGE },
  ];
}

async function streamed(
  model: LanguageModelV4,
  params = OPTIONS,
  middleware = toolMiddleware(),
): Promise<LanguageModelV4StreamPart[]> {
  const doStream = () => model.doStream(params);
  const doGenerate = () => model.doGenerate(params);
  const result = await middleware.wrapStream?.({ doStream, doGenerate, params, model });
  const parts: LanguageModelV4StreamPart[] = [];
  if (result) for await (const part of result.stream) parts.push(part);
  return parts;
}

const callsIn = (parts: readonly LanguageModelV4StreamPart[]) => parts.filter((part) => part.type === 'tool-call');
const textIn = (parts: readonly LanguageModelV4StreamPart[]) =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
const findFinish = (parts: readonly LanguageModelV4StreamPart[]) => parts.find((part) => part.type === 'finish');

const REFUSAL = Object.assign(new Error('Bad Request'), {
  statusCode: 400,
  responseBody: '{"error":{"message":"registry.ollama.ai/library/gemma does not support tools"}}',
});

const CALL = '<tool name="weather">{"city":"Bergen"}</tool>';

test('if the server refuses tools, the model is asked again in the same step, with the tools in the prompt', async () => {
  const { model, asked } = fakeModel([REFUSAL, says(['I look.\n', CALL])]);
  const parts = await streamed(model);
  expect(asked).toHaveLength(2);
  expect(asked[1]).not.toHaveProperty('tools');
  expect(asked[1]?.prompt[0]).toMatchObject({
    role: 'system',
    content: expect.stringMatching(/^Be brief\.\n\n[\s\S]*weather/),
  });
  expect(textIn(parts).trim()).toBe('I look.');
  expect(callsIn(parts)).toMatchObject([{ toolName: 'weather', input: '{"city":"Bergen"}' }]);
  expect(findFinish(parts)).toMatchObject({ finishReason: { unified: 'tool-calls', raw: 'stop' } });
});

test('a refusal inside a stream with status 200 is understood as well', async () => {
  const error: LanguageModelV4StreamPart = { type: 'error', error: { message: 'This model does not support tools.' } };
  const { model } = fakeModel([[{ type: 'stream-start', warnings: [] }, error], says([CALL])]);
  expect(callsIn(await streamed(model))).toHaveLength(1);
});

test('observations are kept: the second question is immediately sent with tags', async () => {
  const supportsTools = new Map<string, boolean>();
  const middleware = toolMiddleware({ supportsTools });
  const { model, asked } = fakeModel([REFUSAL, says([CALL]), says([CALL])]);
  await streamed(model, OPTIONS, middleware);
  await streamed(model, OPTIONS, middleware);
  expect(asked.map(({ tools }) => tools?.length ?? 0)).toEqual([1, 0, 0]);
  expect(supportsTools).toEqual(new Map([['fake/any', false]]));
});

test('other errors are the caller’s', async () => {
  const failure = Object.assign(new Error('Unauthorized'), { statusCode: 401 });
  const { model, asked } = fakeModel([failure]);
  await expect(streamed(model)).rejects.toBe(failure);
  expect(asked).toHaveLength(1);
});

test.each([
  ['Hermes', '<tool_call>\n{"name": "weather", "arguments": {"city": "Bergen"}}\n</tool_call>'],
  ['Mistral', '[TOOL_CALLS][{"name": "weather", "arguments": {"city": "Bergen"}}]'],
  ['Llama', '<function=weather>{"city": "Bergen"}</function>'],
  ['broken JSON', "<tool_call>{'name': 'weather', 'arguments': {'city': 'Bergen',}}</tool_call>"],
])('a call that a model with native tools writes as text is read: %s', async (_, text) => {
  const pieces = [...text];
  const { model } = fakeModel([says(pieces)]);
  const parts = await streamed(model);
  expect(callsIn(parts)).toMatchObject([{ toolName: 'weather', input: '{"city":"Bergen"}' }]);
  expect(textIn(parts).trim()).toBe('');
});

test('broken arguments of a native call are repaired, and types are corrected by the schema', async () => {
  const call: LanguageModelV4StreamPart = {
    type: 'tool-call',
    toolCallId: 'call-1',
    toolName: 'Weather',
    input: "{city: 'Bergen',}",
  };
  const finish = findFinish(says([])) as LanguageModelV4StreamPart;
  const { model } = fakeModel([[call, finish]]);
  expect(callsIn(await streamed(model))).toEqual([{ ...call, toolName: 'weather', input: '{"city":"Bergen"}' }]);
});

test('a call that was cut off is passed on unchanged, so that it cannot run', async () => {
  const { model } = fakeModel([
    says(['<tool_call>{"name": "weather", "arguments": {"city": "Ber'], { unified: 'length', raw: 'length' }),
  ]);
  const parts = await streamed(model);
  const [call] = callsIn(parts);
  expect(call?.input).toContain('"city": "Ber');
  expect(() => JSON.parse(call?.input ?? '{}')).toThrow();
  expect(findFinish(parts)).toMatchObject({ finishReason: { unified: 'length' } });
});

test('a call in a result is a quotation and stays text', async () => {
  const quoted = '<tool_call>{"name": "weather", "arguments": {"city": "Oslo"}}</tool_call>';
  const prompt: LanguageModelV4Prompt = [
    ...OPTIONS.prompt,
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: { city: 'Bergen' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'weather',
          output: { type: 'text', value: `Rain. ${quoted}` },
        },
      ],
    },
  ];
  const { model } = fakeModel([says([`The page says: ${quoted}`])]);
  expect(callsIn(await streamed(model, { ...OPTIONS, prompt }))).toEqual([]);
});

test('a history of calls and results becomes turns that every chat template takes', async () => {
  const prompt: LanguageModelV4Prompt = [
    ...OPTIONS.prompt,
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: { city: 'Bergen' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'weather',
          output: { type: 'json', value: { rain: '</tool_result>' } },
        },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
  ];
  const { model, asked } = fakeModel([says(['Dry.'])]);
  await streamed(model, { ...OPTIONS, prompt }, toolMiddleware({ supportsTools: new Map([['fake/any', false]]) }));
  const [, ...turns] = asked[0]?.prompt ?? [];
  expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(turns[1]).toMatchObject({ content: [{ type: 'text', text: CALL }] });
  const [result, question] = (turns[2]?.content ?? []) as { text: string }[];
  expect(result?.text).toBe('<tool_result name="weather" id="a">\n{"rain":"‹/tool_result>"}\n</tool_result>');
  expect(question?.text).toBe('And now?');
});

test('reasoning between tags becomes reasoning', async () => {
  const { model } = fakeModel([says(['<think>Rain?', '</think>', 'It rains.'])]);
  const parts = await streamed(model);
  expect(textIn(parts)).toBe('It rains.');
  expect(parts.filter(({ type }) => type === 'reasoning-delta')).toMatchObject([{ delta: 'Rain?' }]);
});

test('a whole answer is read like a stream', async () => {
  const { model } = fakeModel([REFUSAL, says(['I look.\n', CALL])]);
  const result = await toolMiddleware().wrapGenerate?.({
    doGenerate: () => model.doGenerate(OPTIONS),
    doStream: () => model.doStream(OPTIONS),
    params: OPTIONS,
    model,
  });
  expect(result?.content).toMatchObject([
    { type: 'text', text: expect.stringContaining('I look.') },
    { type: 'tool-call', toolName: 'weather', input: '{"city":"Bergen"}' },
  ]);
  expect(result?.finishReason.unified).toBe('tool-calls');
});

test('without tools nothing is changed', async () => {
  const { tools: _, ...without } = OPTIONS;
  const { model } = fakeModel([says([CALL])]);
  expect(textIn(await streamed(model, without))).toBe(CALL);
});
