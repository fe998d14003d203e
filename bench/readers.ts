import '../lib/testing/english.ts';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type AiTool, streamText } from 'ai';
import OpenAI from 'openai';
import type { ToolMode } from '../lib/contracts/model.ts';
import type { ModelEvent } from '../lib/contracts/model-client.ts';
import type { ToolDefinition } from '../lib/contracts/tool.ts';
import { ResponseDecoder } from '../lib/model-api/chat-completions/response/response-decoder.ts';
import { createModelClient } from '../lib/model-api/client/model-client.ts';
import { CallIds } from '../lib/model-api/tool-input/call-identity.ts';

const BASE_URL = 'https://bench.invalid/v1';
const QUESTION = 'Go on.';
const messages = [{ role: 'user' as const, content: QUESTION }];

export function sidenoteClient(fetch: typeof globalThis.fetch) {
  return createModelClient({ baseUrl: BASE_URL, hostKind: 'public', apiKey: 'key', fetch });
}

export function openAiClient(fetch: typeof globalThis.fetch): OpenAI {
  return new OpenAI({ baseURL: BASE_URL, apiKey: 'key', maxRetries: 0, fetch });
}

export function aiModel(fetch: typeof globalThis.fetch): unknown {
  return createOpenAICompatible({ name: 'bench', baseURL: BASE_URL, apiKey: 'key', fetch }).chatModel('m');
}

/** The minimum that turns a response into parsed chunks: one reader, one decoder, `split` and `JSON.parse`. */
export async function readByHand(fetch: typeof globalThis.fetch, onChunk: (chunk: FloorChunk) => void): Promise<void> {
  const response = await fetch(BASE_URL, { method: 'POST', body: JSON.stringify({ messages }) });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const read = await reader?.read();
    if (read === undefined || read.done) return;
    rest += decoder.decode(read.value, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.slice('data: '.length);
      if (data !== '[DONE]') onChunk(JSON.parse(data));
    }
  }
}

export type FloorChunk = {
  choices: [{ delta: { content?: string; tool_calls?: [{ function: { arguments: string } }] } }];
};

/**
 * Sidenote's reader, from the request to the last event. Throws if a response did not end well, since a fast failure is
 * not a result.
 */
export async function readWithSidenote(
  fetch: typeof globalThis.fetch,
  tools: readonly ToolDefinition[],
  onEvent: (event: ModelEvent) => void,
): Promise<void> {
  const toolMode: ToolMode = tools.length > 0 ? 'native' : 'none';
  const request = {
    modelId: 'm',
    system: '',
    messages,
    tools: [...tools],
    toolMode,
    maxOutputTokens: null,
    attempt: 0,
  };
  let last: ModelEvent['type'] | null = null;
  for await (const event of sidenoteClient(fetch).stream(request, new AbortController().signal)) {
    onEvent(event);
    last = event.type;
  }
  if (last !== 'step-end') throw new Error(`Sidenote ended with ${last}.`);
}

/** Only Sidenote's decoder, in the loop of the baseline. The difference to the above is the cost of the client. */
export async function readWithDecoder(
  fetch: typeof globalThis.fetch,
  tools: readonly ToolDefinition[],
  onEvent: (event: ModelEvent) => void,
): Promise<void> {
  const response = await fetch(BASE_URL, { method: 'POST', body: JSON.stringify({ messages }) });
  const reader = response.body?.getReader();
  const text = new TextDecoder();
  const decoder = new ResponseDecoder(TARGET, tools, new CallIds([]));
  for (;;) {
    const read = await reader?.read();
    if (read === undefined || read.done) break;
    for (const event of decoder.push(text.decode(read.value, { stream: true }))) onEvent(event);
  }
  for (const event of decoder.end()) onEvent(event);
}

const TARGET = { host: 'bench.invalid', hostKind: 'public', hasKey: true, modelId: 'm' } as const;

export async function readWithOpenAi(fetch: typeof globalThis.fetch, onChunk: (chunk: Chunk) => void): Promise<void> {
  const stream = await openAiClient(fetch).chat.completions.create({ model: 'm', messages, stream: true });
  for await (const chunk of stream) onChunk(chunk);
}

type Chunk = OpenAI.ChatCompletionChunk;

/** The helper that also maintains the growing message. */
export async function readWithOpenAiHelper(
  fetch: typeof globalThis.fetch,
  tools: readonly OpenAI.ChatCompletionTool[],
): Promise<void> {
  const given = tools.length > 0 ? { tools: [...tools] } : {};
  const stream = openAiClient(fetch).chat.completions.stream({ model: 'm', messages, ...given });
  let chunks = 0;
  for await (const _ of stream) chunks++;
  if (chunks === 0) throw new Error('The openai helper read nothing.');
  await stream.finalChatCompletion();
}

/** AI SDK, from the request to the last part of its stream. `onPart` may be slow and is awaited. */
export async function readWithAiSdk(
  fetch: typeof globalThis.fetch,
  tools: Record<string, AiTool>,
  onPart: (part: { type: string; delta?: string }) => unknown,
): Promise<void> {
  const { fullStream } = streamText({ model: aiModel(fetch), prompt: QUESTION, tools, onError });
  for await (const part of fullStream) await onPart(part);
}

function onError({ error }: { error: unknown }): never {
  throw new Error('The AI SDK failed.', { cause: error });
}
