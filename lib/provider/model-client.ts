import type { ModelClient, ModelEvent, ModelRequest } from '../protocol/model-client.ts';
import type { HostKind } from './base-url.ts';
import { CallIds } from './call-ids.ts';
import { createEndpointClient } from './endpoint-client.ts';
import { ContentReader } from './read-content.ts';
import { ReplyDecoder } from './reply-decoder.ts';
import { type KnownOfModel, NOTHING_KNOWN, type RequestBody, requestBody } from './request-body.ts';
import { salvageCalls } from './salvage-calls.ts';
import { settleRetry, speaks } from './settle-retry.ts';
import { cutWindow } from './silent-truncation.ts';
import { streamReply } from './stream-reply.ts';
import { type Patience, patienceFor, patienceForOnePiece, Watchdog } from './watchdog.ts';

export type ModelClientOptions = {
  /** As `parseBaseUrl` gives it. */
  baseUrl: string;
  hostKind: HostKind;
  apiKey: string | null;
  fetch: typeof fetch;
  patience?: Patience;
  known?: KnownOfModel;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** 0 to 1. */
  random?: () => number;
};

/**
 * A model behind `/chat/completions`. Native tools, tags in the prompt and no tools at all give the same events; see
 * `ModelClient` for what it yields and throws. `known`: what the server has said of earlier requests.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { hostKind, known = NOTHING_KNOWN, now = Date.now, random = Math.random } = options;
  const patience = options.patience ?? patienceFor(hostKind);
  // A server near by needs no network.
  const isOnline = () => hostKind !== 'public' || (globalThis.navigator?.onLine ?? true);
  const client = createEndpointClient(options);
  return {
    async *stream(request, signal) {
      const { host } = new URL(options.baseUrl);
      const target = { host, hostKind, hasKey: options.apiKey !== null, modelId: request.modelId };
      const body = requestBody(request, known);
      const ids = new CallIds(usedIds(request));
      const salvage = (text: string) => salvageCalls(text, request.tools, ids);
      const isNative = request.toolMode === 'native';
      const decoder = new ReplyDecoder(target, isNative ? request.tools : [], ids, { salvage });
      const content = new ContentReader(request.tools, request.toolMode, ids);
      if (!body.stream) yield notStreaming(host);
      const watchdog = new Watchdog(body.stream ? patience : patienceForOnePiece(patience), { isOnline });
      let hasSpoken = false;
      const { toolMode, attempt } = request;
      for await (const said of streamReply({ client, target, body, decoder, watchdog, salvage, now }, signal)) {
        for (const event of content.push(said)) {
          hasSpoken ||= speaks(event);
          if (event.type === 'step-end' && hostKind !== 'public') yield* cutSilently(body, event);
          if (event.type === 'step-end' && isNative) yield* textCalls(content);
          yield event.type === 'retry'
            ? settleRetry(event, { known, toolMode, attempt, random: random() }, hasSpoken)
            : event;
        }
      }
    },
  };
}

function usedIds(request: ModelRequest): string[] {
  return request.messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map((call) => call.toolCallId) : [],
  );
}

function notStreaming(host: string): ModelEvent {
  const message = `${host} cannot stream while it is offered tools: this answer comes in one piece.`;
  return { type: 'step-notice', notice: { code: 'not-streaming', message } };
}

/** Servers near by, whose window is a setting; hosted ones refuse what is too long. */
function cutSilently(body: RequestBody, { usage }: Extract<ModelEvent, { type: 'step-end' }>): ModelEvent[] {
  if (usage?.inputTokens === undefined) return [];
  const sent = body.messages.map((message) => message.content ?? '').join('\n') + JSON.stringify(body.tools ?? '');
  const tokens = cutWindow(sent, usage.inputTokens);
  if (tokens === null) return [];
  const message = `The server read only the last ${tokens} tokens of this conversation. Give the model a larger context there (Ollama: num_ctx), or start a new chat.`;
  return [
    { type: 'lesson', lesson: { type: 'context-window', tokens } },
    { type: 'step-notice', notice: { code: 'shortened', message } },
  ];
}

/** A server that was offered tools natively and let calls through as text: evidence that it takes no tools. */
function textCalls({ callCount, formats }: ContentReader): ModelEvent[] {
  if (callCount === 0) return [];
  return [{ type: 'lesson', lesson: { type: 'text-call', format: [...formats].join(', ') } }];
}
