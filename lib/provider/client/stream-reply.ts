import type OpenAI from 'openai';
import { APIError } from 'openai';
import type { ModelEvent } from '../../protocol/model-client.ts';
import { mayPassByItself } from '../errors/connection-trouble.ts';
import { failedGeneration } from '../errors/error-text.ts';
import { networkFailure, offlineFailure, refusal, type Target, timeoutFailure } from '../errors/model-error.ts';
import { type ReplyReader, retryOf } from '../replies/reply-reader.ts';
import type { RequestBody } from '../requests/request-body.ts';
import { HttpError } from './endpoint-client.ts';
import { type Patience, Watchdog } from './watchdog.ts';

/** One request, and who reads its reply. `notices`: said before it is sent. `now`: milliseconds since 1970. */
export type Exchange = {
  client: OpenAI;
  target: Target;
  body: RequestBody;
  reader: ReplyReader;
  patience: Patience;
  notices: readonly ModelEvent[];
  /** Is there a network, as far as this server needs one? */
  isOnline: () => boolean;
  now: () => number;
};

/**
 * Sends one request and yields what its reply says, to the end or to what went wrong; see `ModelClient`. Throws only when
 * `signal` is aborted or for a bug.
 *
 * This is the one asynchronous loop between the connection and whoever takes the events: reading is synchronous behind it,
 * and each further generator would add as much to every event as all of the reading costs.
 */
export async function* streamReply(exchange: Exchange, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const { client, body, reader, patience, notices, isOnline } = exchange;
  yield* notices;
  const watchdog = new Watchdog(patience, { isOnline });
  let bytes: ReadableStreamDefaultReader<Uint8Array> | null = null;
  try {
    const both = AbortSignal.any([signal, watchdog.signal]);
    const response = await client.chat.completions
      .create(body as OpenAI.ChatCompletionCreateParams, { signal: both })
      .asResponse();
    watchdog.headersArrived();
    bytes = response.body?.getReader() ?? null;
    const text = new TextDecoder();
    while (bytes !== null && !reader.isOver) {
      let piece: ReadableStreamReadResult<Uint8Array>;
      try {
        piece = await bytes.read();
      } catch (cause) {
        throw new BodyError('The reply broke off.', { cause });
      }
      const events = reader.push(piece.done ? text.decode() : text.decode(piece.value, { stream: true }));
      if (reader.isTalking) watchdog.contentArrived();
      for (const event of events) yield event;
      if (piece.done) break;
    }
    yield* reader.end();
  } catch (error) {
    signal.throwIfAborted();
    yield* broken(exchange, watchdog, error);
  } finally {
    watchdog.stop();
    // Also on an early return. A body that has broken rejects once more, which says nothing new.
    await bytes?.cancel().catch(() => undefined);
  }
}

/** The request was refused, or the connection failed before or while the reply came. */
function broken({ target, reader, isOnline, now }: Exchange, watchdog: Watchdog, error: unknown): ModelEvent[] {
  const http = error instanceof APIError ? error.cause : null;
  if (http instanceof HttpError) {
    const generation = failedGeneration(http.body);
    const salvaged = generation === null ? [] : reader.salvage(generation);
    if (salvaged.length > 0) return reader.tell([...salvaged, { type: 'step-end', finishReason: 'tool-calls' }]);
    return reader.tell([refusal(target, http.status, http.body, { headers: http.headers, now: now() })]);
  }
  if (!(error instanceof APIError || error instanceof BodyError)) throw error;
  if (reader.hasSpoken) return reader.breakOff();
  if (!isOnline()) return reader.tell([{ type: 'failure', failure: offlineFailure(target) }]);
  if (watchdog.barked !== null) return reader.tell([retryOf(timeoutFailure(target, watchdog.barked))]);
  const failure = networkFailure(target, error);
  // A reply that has begun shows that the server is there.
  const mayPass = error instanceof BodyError || mayPassByItself(error, target.hostKind);
  return reader.tell([mayPass ? retryOf(failure) : { type: 'failure', failure }]);
}

/** Reading a reply failed after its headers had come. */
class BodyError extends Error {}
