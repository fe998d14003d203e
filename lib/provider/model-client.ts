import type { ModelClient, ModelEvent, ModelRequest } from '../protocol/model-client.ts';
import type { HostKind } from './base-url.ts';
import { CallIds } from './call-ids.ts';
import { createEndpointClient } from './endpoint-client.ts';
import { ReplyDecoder } from './reply-decoder.ts';
import { type KnownOfModel, NOTHING_KNOWN, type RequestBody, requestBody } from './request-body.ts';
import { settleRetry, speaks } from './settle-retry.ts';
import { cutWindow } from './silent-truncation.ts';
import { streamReply } from './stream-reply.ts';
import { TagScanner } from './tag-scanner.ts';
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
  const client = createEndpointClient(options);
  return {
    async *stream(request, signal) {
      const { host } = new URL(options.baseUrl);
      const target = { host, hostKind, hasKey: options.apiKey !== null, modelId: request.modelId };
      const body = requestBody(request, known);
      const ids = new CallIds(usedIds(request));
      const decoder = new ReplyDecoder(target, request.toolMode === 'native' ? request.tools : [], ids);
      if (!body.stream) yield notStreaming(host);
      const watchdog = new Watchdog(body.stream ? patience : patienceForOnePiece(patience));
      const reply = streamReply({ client, target, body, decoder, watchdog, now }, signal);
      const events = request.toolMode === 'tags' ? readTags(reply, new TagScanner(request.tools, ids)) : reply;
      let hasSpoken = false;
      for await (const event of events) {
        hasSpoken ||= speaks(event);
        if (event.type === 'step-end' && hostKind !== 'public') yield* cutSilently(body, event);
        const { toolMode, attempt } = request;
        yield event.type === 'retry'
          ? settleRetry(event, { known, toolMode, attempt, random: random() }, hasSpoken)
          : event;
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

/** Text through the tag scanner; everything else as it is. What the scanner holds back comes before the end. */
async function* readTags(events: AsyncIterable<ModelEvent>, scanner: TagScanner): AsyncGenerator<ModelEvent> {
  for await (const event of events) {
    switch (event.type) {
      case 'text-delta':
        yield* scanner.push(event.delta);
        break;
      case 'step-end': {
        const isCutOff = event.finishReason === 'length' || event.finishReason === 'content-filter';
        yield* scanner.end({ cut: isCutOff });
        const called = scanner.callCount > 0 && event.finishReason === 'stop';
        yield called ? { ...event, finishReason: 'tool-calls' } : event;
        break;
      }
      case 'failure':
      case 'retry':
      case 'interrupted':
        yield* scanner.end({ cut: true });
        yield event;
        break;
      default:
        yield event;
    }
  }
}
