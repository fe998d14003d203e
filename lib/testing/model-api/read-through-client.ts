import type { ModelInterface } from '../../contracts/endpoint.ts';
import type { ToolMode } from '../../contracts/model.ts';
import type { ModelEvent, ModelRequest } from '../../contracts/model-client.ts';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { createModelClient, type ModelClientOptions } from '../../model-api/client/model-client.ts';

/** A reply as delivered: `pieces` are the results of single reads. */
export type ServedReply = {
  interface: ModelInterface;
  pieces: readonly string[];
  tools: readonly ToolDefinition[];
  toolMode?: ToolMode;
  status?: number;
  headers?: Record<string, string>;
  settings?: ModelClientOptions['settings'];
};

/** The events of the real client for this reply to a question. Nothing is sent. */
export async function readThroughClient(reply: ServedReply): Promise<ModelEvent[]> {
  const { pieces, tools, toolMode = 'native', status = 200, headers = {}, settings = {} } = reply;
  const type = pieces.join('').startsWith('{') ? 'application/json' : 'text/event-stream';
  const fetch = async () =>
    new Response(toByteStream(pieces), { status, headers: { 'content-type': type, ...headers } });
  const client = createModelClient({
    ...SERVERS[reply.interface],
    interface: reply.interface,
    apiKey: 'test-key',
    fetch: fetch as typeof globalThis.fetch,
    settings,
    random: () => 0.5,
  });
  const request: ModelRequest = { ...QUESTION, tools: [...tools], toolMode };
  const events: ModelEvent[] = [];
  for await (const event of client.stream(request, new AbortController().signal)) events.push(event);
  return events;
}

const QUESTION = {
  modelId: 'm',
  system: 'You are helpful.',
  messages: [{ role: 'user' as const, content: 'When is high water in Oslo?' }],
  maxOutputTokens: null,
  attempt: 0,
};

const PUBLIC = { baseUrl: 'https://api.example.com/v1', hostKind: 'public' as const };

const SERVERS: Record<ModelInterface, Pick<ModelClientOptions, 'baseUrl' | 'hostKind'>> = {
  'chat-completions': PUBLIC,
  'anthropic-messages': PUBLIC,
  'openai-responses': PUBLIC,
  gemini: { baseUrl: 'https://generativelanguage.googleapis.com/v1beta', hostKind: 'public' },
  ollama: { baseUrl: 'http://127.0.0.1:11434', hostKind: 'loopback' },
};

function toByteStream(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
}
