import type OpenAI from 'openai';
import { APIError } from 'openai';
import type { ModelEvent } from '../protocol/model-client.ts';
import { mayPassByItself } from './connection-trouble.ts';
import { HttpError } from './endpoint-client.ts';
import { failedGeneration } from './error-text.ts';
import { networkFailure, refusal, type Target, timeoutFailure } from './model-error.ts';
import type { ReplyDecoder } from './reply-decoder.ts';
import type { RequestBody } from './request-body.ts';
import type { Watchdog } from './watchdog.ts';

/** One request, and who reads its reply. `now`: milliseconds since 1970. */
export type Exchange = {
  client: OpenAI;
  target: Target;
  body: RequestBody;
  decoder: ReplyDecoder;
  watchdog: Watchdog;
  /** See `ReplyDecoderOptions`. */
  salvage: (text: string) => ModelEvent[];
  now: () => number;
};

/**
 * Sends one request and yields what its reply says, to the end or to what went wrong; see `ModelClient`. Every retry it
 * yields is one that could help if nothing had been shown. Throws only when `signal` is aborted or for a bug.
 */
export async function* streamReply(exchange: Exchange, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const { client, body, decoder, watchdog } = exchange;
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  try {
    const both = AbortSignal.any([signal, watchdog.signal]);
    const response = await client.chat.completions
      .create(body as OpenAI.ChatCompletionCreateParams, { signal: both })
      .asResponse();
    watchdog.headersArrived();
    reader = response.body?.getReader() ?? null;
    const text = new TextDecoder();
    while (reader !== null && !decoder.isOver) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new BodyError('The reply broke off.', { cause });
      });
      const events = decoder.push(done ? text.decode() : text.decode(value, { stream: true }));
      if (events.length > 0) watchdog.contentArrived();
      yield* events;
      if (done) break;
    }
    yield* decoder.end().map(diedEarly);
  } catch (error) {
    signal.throwIfAborted();
    yield* broken(exchange, error);
  } finally {
    watchdog.stop();
    // Also on an early return. A body that has broken rejects once more, which says nothing new.
    await reader?.cancel().catch(() => undefined);
  }
}

/** The request was refused, or the connection failed before or while the reply came. */
function broken({ target, decoder, watchdog, salvage, now }: Exchange, error: unknown): ModelEvent[] {
  const http = error instanceof APIError ? error.cause : null;
  if (http instanceof HttpError) {
    const generation = failedGeneration(http.body);
    const salvaged = generation === null ? [] : salvage(generation);
    if (salvaged.length > 0) return [...salvaged, { type: 'step-end', finishReason: 'tool-calls' }];
    return [refusal(target, http.status, http.body, { headers: http.headers, now: now() })];
  }
  if (!(error instanceof APIError || error instanceof BodyError)) throw error;
  if (decoder.hasSpoken) return decoder.end({ cut: true });
  if (watchdog.barked !== null) return [again(timeoutFailure(target, watchdog.barked))];
  const failure = networkFailure(target, error);
  // A reply that has begun shows that the server is there.
  const mayPass = error instanceof BodyError || mayPassByItself(error, target.hostKind);
  return [mayPass ? again(failure) : { type: 'failure', failure }];
}

/** A connection that closed before a word came may do better next time. */
function diedEarly(event: ModelEvent): ModelEvent {
  return event.type === 'failure' && event.failure.code === 'network' ? again(event.failure) : event;
}

function again(failure: Extract<ModelEvent, { type: 'failure' }>['failure']): ModelEvent {
  return { type: 'retry', reason: 'retry', lesson: null, afterMs: 0, failure };
}

/** Reading a reply failed after its headers had come. */
class BodyError extends Error {}
