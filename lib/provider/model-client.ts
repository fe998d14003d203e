import type OpenAI from 'openai';
import { APIError } from 'openai';
import type { ModelClient, ModelEvent, ModelRequest } from '../protocol/model-client.ts';
import type { HostKind } from './base-url.ts';
import { CallIds } from './call-ids.ts';
import { createEndpointClient, HttpError } from './endpoint-client.ts';
import { networkFailure, refusal, type Target, timeoutFailure } from './model-error.ts';
import { ContentReader } from './read-content.ts';
import { ReplyDecoder } from './reply-decoder.ts';
import { tagPrompt } from './tag-prompt.ts';
import { toTaggedMessages } from './tagged-messages.ts';
import { type OpenAiMessage, type OpenAiTool, toOpenAiMessages, toOpenAiTools } from './to-openai-messages.ts';
import { type Patience, patienceFor, Watchdog } from './watchdog.ts';

export type ModelClientOptions = {
  /** As `parseBaseUrl` gives it. */
  baseUrl: string;
  hostKind: HostKind;
  apiKey: string | null;
  fetch: typeof fetch;
  patience?: Patience;
};

type RequestBody = { model: string; stream: true; messages: OpenAiMessage[]; tools?: OpenAiTool[] };

/**
 * A model behind `/chat/completions`. Native tools, tags in the prompt and no tools at all give the same events; see
 * `ModelClient` for what it yields and throws.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const client = createEndpointClient(options);
  return {
    async *stream(request, signal) {
      const host = new URL(options.baseUrl).host;
      const target = { host, hostKind: options.hostKind, hasKey: options.apiKey !== null, modelId: request.modelId };
      const patience = options.patience ?? patienceFor(options.hostKind);
      const ids = new CallIds(usedIds(request));
      const content = new ContentReader(request.tools, request.toolMode, ids);
      for await (const event of streamReply(client, target, patience, request, ids, signal)) yield* content.push(event);
    },
  };
}

function usedIds(request: ModelRequest): string[] {
  return request.messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
}

/** Without tools in the request there is no `tools` field at all: an empty list is refused by several servers. */
function requestBody(request: ModelRequest): RequestBody {
  const base = { model: request.modelId, stream: true } as const;
  if (request.toolMode === 'native') {
    const tools = toOpenAiTools(request.tools);
    return { ...base, messages: toOpenAiMessages(request), ...(tools.length > 0 ? { tools } : {}) };
  }
  const instructions = request.toolMode === 'tags' ? tagPrompt(request.tools) : '';
  return { ...base, messages: toTaggedMessages(request, instructions) };
}

async function* streamReply(
  client: OpenAI,
  target: Target,
  patience: Patience,
  request: ModelRequest,
  ids: CallIds,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const watchdog = new Watchdog(patience);
  const decoder = new ReplyDecoder(target, request.toolMode === 'native' ? request.tools : [], ids);
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  try {
    const body = requestBody(request) as OpenAI.ChatCompletionCreateParamsStreaming;
    const both = AbortSignal.any([signal, watchdog.signal]);
    const response = await client.chat.completions.create(body, { signal: both }).asResponse();
    watchdog.headersArrived();
    if (response.body === null) return yield* decoder.end();
    reader = response.body.getReader();
    const text = new TextDecoder();
    while (!decoder.isOver) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new BodyError('The reply broke off.', { cause });
      });
      const events = decoder.push(done ? text.decode() : text.decode(value, { stream: true }));
      if (events.length > 0) watchdog.contentArrived();
      yield* events;
      if (done) break;
    }
    yield* decoder.end();
  } catch (error) {
    signal.throwIfAborted();
    yield* broken(target, decoder, watchdog, error);
  } finally {
    watchdog.stop();
    // Also on an early return. A body that has broken rejects once more, which says nothing new.
    await reader?.cancel().catch(() => undefined);
  }
}

/** The request was refused, or the connection failed before or while the reply came. */
function broken(target: Target, decoder: ReplyDecoder, watchdog: Watchdog, error: unknown): ModelEvent[] {
  const http = error instanceof APIError ? error.cause : null;
  if (http instanceof HttpError) return [refusal(target, http.status, http.body, http.headers)];
  if (!(error instanceof APIError || error instanceof BodyError)) throw error;
  if (decoder.hasSpoken) return decoder.end({ cut: true });
  if (watchdog.barked !== null) return [{ type: 'failure', failure: timeoutFailure(target, watchdog.barked) }];
  return [{ type: 'failure', failure: networkFailure(target, error) }];
}

/** Reading a reply failed after its headers had come. */
class BodyError extends Error {}
