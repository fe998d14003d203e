import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelInterface } from '../../contracts/endpoint.ts';
import type { ModelEvent, ModelMessage, ModelRequest } from '../../contracts/model-client.ts';
import { startConformanceServer } from '../../testing/model-api/conformance/conformance-server.ts';
import { ANSWER, THOUGHT } from '../../testing/model-api/conformance/scenarios.ts';
import { SIGNATURE } from '../../testing/model-api/conformance/wires.ts';
import { summarizeReply } from '../../testing/model-api/native-reply.ts';
import { QUIRK_TOOLS } from '../../testing/model-api/quirk-response.ts';
import type { RawServer } from '../../testing/model-api/raw-server.ts';
import { listModels } from '../endpoints/list-models.ts';
import { takesPdfs } from '../presets/presets.ts';
import { createModelClient } from './model-client.ts';

const QUESTION: ModelMessage = { role: 'user', content: 'When is high water?' };

/** Interfaces in which calls arrive complete, so that a limit never cuts one. */
const WHOLE_CALLS: readonly ModelInterface[] = ['gemini', 'ollama'];

/** How each interface writes a PDF. Ollama does not support files, so its requests contain none. */
const DATA_URL = 'data:application/pdf;base64,JVBERi0xLjQK';
const LABEL = expect.stringContaining('A PDF the user attached');
const QUESTION_LAST = expect.stringContaining('When is high water?');
const PDF_WIRES: Record<ModelInterface, object> = {
  'chat-completions': {
    messages: [
      {},
      {
        content: [
          { type: 'text', text: LABEL },
          { type: 'file', file: { filename: 'tides.pdf', file_data: DATA_URL } },
          { type: 'text', text: QUESTION_LAST },
        ],
      },
    ],
  },
  'anthropic-messages': {
    messages: [
      {
        content: [
          { type: 'text', text: LABEL },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK' },
            title: 'tides.pdf',
          },
          { type: 'text', text: QUESTION_LAST },
        ],
      },
    ],
  },
  'openai-responses': {
    input: [
      {
        content: [
          { type: 'input_text', text: LABEL },
          { type: 'input_file', filename: 'tides.pdf', file_data: DATA_URL },
          { type: 'input_text', text: QUESTION_LAST },
        ],
      },
    ],
  },
  gemini: {
    contents: [
      {
        parts: [
          { text: LABEL },
          { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0xLjQK' } },
          { text: QUESTION_LAST },
        ],
      },
    ],
  },
  ollama: { messages: [{}, { content: QUESTION_LAST }] },
};

describe.each(ModelInterface.options)('%s', (modelInterface) => {
  let server: RawServer;
  beforeAll(async () => {
    server = await startConformanceServer(modelInterface);
  });
  afterAll(() => server.close());

  const access = () => ({
    baseUrl: `${server.url}/v1`,
    hostKind: 'public' as const,
    apiKey: 'sk-test-0123',
    fetch,
    interface: modelInterface,
  });
  async function ask(modelId: string, messages: ModelMessage[] = [QUESTION], signal = new AbortController().signal) {
    const client = createModelClient({ ...access(), random: () => 0.5 });
    const request: ModelRequest = {
      modelId,
      system: 'Be brief.',
      messages,
      tools: QUIRK_TOOLS,
      toolMode: 'native',
      maxOutputTokens: null,
      attempt: 0,
    };
    const events: ModelEvent[] = [];
    for await (const event of client.stream(request, signal)) events.push(event);
    return { events, end: events.at(-1), ...summarizeReply({ events, end: events.at(-1), early: 0 }) };
  }
  /** The step as the next request contains it, with the results of its calls. */
  function continued({ events, text, reasoning }: Awaited<ReturnType<typeof ask>>): ModelMessage[] {
    const names = new Map(
      events.flatMap((each) => (each.type === 'tool-input-start' ? [[each.toolCallId, each.toolName]] : [])),
    );
    const toolCalls = events.flatMap((each) =>
      each.type === 'tool-input-available'
        ? [{ toolCallId: each.toolCallId, toolName: names.get(each.toolCallId) ?? '', input: each.input }]
        : [],
    );
    const end = events.at(-1);
    const opaque = end?.type === 'step-end' ? (end.opaque ?? null) : null;
    return [
      QUESTION,
      { role: 'assistant', content: text, toolCalls, reasoning, opaque },
      ...toolCalls.map(({ toolCallId, toolName }) => ({
        role: 'tool' as const,
        toolCallId,
        toolName,
        content: 'Rain.',
        isError: false,
      })),
    ];
  }

  test('text', async () => {
    const { text, calls, end } = await ask('text');
    expect(text).toBe(ANSWER);
    expect(calls).toEqual([]);
    expect(end).toMatchObject({
      type: 'step-end',
      finishReason: 'stop',
      usage: { inputTokens: 100, outputTokens: 20 },
    });
  });

  test('thinking is shown, and sent back with the call that it led to', async () => {
    const first = await ask('thinking');
    expect(first).toMatchObject({ reasoning: THOUGHT, calls: [{ city: 'Oslo' }] });
    const second = await ask('thinking', continued(first));
    expect(second.text).toBe(ANSWER);
    const echoed = server.requests.at(-1)?.body ?? '';
    const isSigned = modelInterface !== 'chat-completions' && modelInterface !== 'ollama';
    expect(echoed).toContain(isSigned ? SIGNATURE : THOUGHT);
  });

  test('one call and its result', async () => {
    const first = await ask('one-call');
    expect(first).toMatchObject({ text: 'I look.', names: ['weather'], calls: [{ city: 'Oslo' }] });
    expect(first.end).toMatchObject({ finishReason: 'tool-calls' });
    expect((await ask('one-call', continued(first))).text).toBe(ANSWER);
  });

  test('parallel calls and their results', async () => {
    const first = await ask('parallel-calls');
    expect(first.calls).toEqual([{ city: 'Oslo' }, { city: 'Bergen' }]);
    expect((await ask('parallel-calls', continued(first))).text).toBe(ANSWER);
  });

  test('arguments that a limit cut off never run', async () => {
    const { text, calls, end } = await ask('cut-arguments');
    expect(text).toBe('I look.');
    expect(calls).toEqual(WHOLE_CALLS.includes(modelInterface) ? [] : ['truncated-input']);
    expect(end).toMatchObject({ type: 'step-end', finishReason: 'length' });
  });

  test('a picture', async () => {
    const image = { mediaType: 'image/png', data: 'iVBORw0KGgo', width: 1, height: 1 } as const;
    const attached = { delimiter: 'f', data: [], images: [{ name: 'tide.png', image }] };
    expect((await ask('picture', [{ role: 'user', content: 'What is it?', attached }])).text).toBe(ANSWER);
    expect(server.requests.at(-1)?.body).toContain('iVBORw0KGgo');
  });

  test('a PDF is sent as a file if the interface accepts it', async () => {
    const pdf = { name: 'tides.pdf', label: 'A PDF the user attached', data: 'JVBERi0xLjQK', tokens: 100, pages: 1 };
    const attached = { delimiter: 'f', data: [], images: [], pdfs: [pdf] };
    expect((await ask('pdf', [{ role: 'user', content: 'When is high water?', attached }])).text).toBe(ANSWER);
    const sent = JSON.parse(server.requests.at(-1)?.body ?? '');
    expect(sent).toMatchObject(PDF_WIRES[modelInterface]);
    expect(takesPdfs(modelInterface, 'https://models.example.com/v1')).toBe(
      modelInterface !== 'chat-completions' && modelInterface !== 'ollama',
    );
  });

  test('a PDF that is refused is sent as text (quirk: refused-pdf)', async () => {
    const pdf = { name: 'tides.pdf', label: 'A PDF', data: 'JVBERi0xLjQK', tokens: 100, pages: 1 };
    const attached = { delimiter: 'f', data: [], images: [], pdfs: [pdf] };
    const { end } = await ask('pdf-refused', [{ role: 'user', content: 'When?', attached }]);
    expect(end).toMatchObject({ type: 'retry', reason: 'pdf-refused', observation: { quirk: 'pdfs-as-text' } });
    expect((await ask('pdf-refused')).end).toMatchObject({ type: 'failure' });
  });

  test('a refusal', async () => {
    const { end } = await ask('refusal');
    // Ollama has no finish reason for this.
    expect(end).toMatchObject({ finishReason: modelInterface === 'ollama' ? 'stop' : 'content-filter' });
  });

  test('a rate limit is waited for as long as the server asks', async () => {
    const { end } = await ask('rate-limit');
    expect(end).toMatchObject({ type: 'retry', reason: 'retry', failure: { code: 'rate-limit' } });
    expect(end?.type === 'retry' && end.afterMs).toBeGreaterThanOrEqual(2_000);
  });

  test('overload leads to another request', async () => {
    const { end } = await ask('overload');
    expect(end).toMatchObject({ type: 'retry', reason: 'retry', failure: { retryable: true } });
  });

  test('an error in the stream ends it, and keeps the text so far', async () => {
    const { text, end } = await ask('stream-error');
    expect(text).toBe('High water');
    expect(end).toMatchObject({ type: 'failure' });
  });

  test('cancelling closes the connection', async () => {
    const controller = new AbortController();
    const client = createModelClient(access());
    const request: ModelRequest = {
      modelId: 'cancel',
      system: '',
      messages: [QUESTION],
      tools: [],
      toolMode: 'none',
      maxOutputTokens: null,
      attempt: 0,
    };
    const reading = (async () => {
      for await (const event of client.stream(request, controller.signal))
        if (event.type === 'text-delta') controller.abort();
    })();
    await expect(reading).rejects.toThrow();
    expect(await server.requests.at(-1)?.closed).toBeTypeOf('number');
  });

  test('a cache hit is counted as the provider means it', async () => {
    const { end } = await ask('cache-hit');
    const cached = modelInterface === 'ollama' ? {} : { cachedTokens: 4_096 };
    expect(end).toMatchObject({ usage: { inputTokens: 5_000, outputTokens: 20, ...cached } });
  });

  test('a conversation that is too long is shortened', async () => {
    expect((await ask('overflow')).end).toMatchObject({ type: 'retry', reason: 'context-length' });
  });

  test('an address of another interface is reported as such, and not requested again', async () => {
    const other = modelInterface === 'ollama' ? 'chat-completions' : 'ollama';
    const client = createModelClient({ ...access(), interface: other });
    const request: ModelRequest = {
      modelId: 'text',
      system: '',
      messages: [QUESTION],
      tools: [],
      toolMode: 'none',
      maxOutputTokens: null,
      attempt: 0,
    };
    const events: ModelEvent[] = [];
    for await (const event of client.stream(request, new AbortController().signal)) events.push(event);
    expect(events).toMatchObject([{ type: 'failure', failure: { code: 'not-found' } }]);
    if (other === 'ollama') expect(JSON.stringify(events)).toContain('interface');
  });

  test('its models are listed', async () => {
    const models = await listModels(access(), new AbortController().signal);
    expect(models.map(({ modelId }) => modelId)).toContain('parallel-calls');
  });
});
