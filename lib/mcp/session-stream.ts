import { sleep } from '../control-flow/index.ts';
import type { ServerMessage } from './protocol.ts';
import { isEventStream, replyMessages, type StreamPosition, streamStart } from './reply-messages.ts';

/** How long a call waits for the stream to open, in milliseconds. Messages that a server sends before that are lost. */
const OPENING_MS = 1_000;
/**
 * How long the stream stays open after the last member left, in milliseconds. A server refuses a new stream until it
 * has noticed that the previous one was closed.
 */
const LEAVING_MS = 1_000;

/**
 * The stream of a session. On it, some servers of revisions before 2026-07-28 send messages that belong to no request,
 * including forms and updates of resources (MCP 2025-11-25, "Listening for Messages from the Server"). It is open only
 * while needed, and shared by all calls and watched resources, since servers refuse a second one (quirk:
 * one-session-stream).
 */
export class SessionStream<Call> {
  /** Resolves when the stream will not be opened again: the server has none, or the session has ended. */
  readonly ended: Promise<void>;
  readonly #reportEnd: () => void;
  readonly #open: (position: StreamPosition, signal: AbortSignal, call: Call | null) => Promise<Response>;
  readonly #onMessage: (message: ServerMessage, call: Call | null) => void;
  readonly #members = new Set<{ call: Call | null }>();
  #isEnded = false;
  #stop = new AbortController();
  #position = streamStart();
  /** The server's answer to the current request, or null if there is none. */
  #currentAnswer: Promise<unknown> | null = null;

  /** `onMessage` gets each message together with the call that joined last, or null. */
  constructor(
    open: (position: StreamPosition, signal: AbortSignal, call: Call | null) => Promise<Response>,
    onMessage: (message: ServerMessage, call: Call | null) => void,
  ) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#reportEnd = resolve;
    this.#open = open;
    this.#onMessage = onMessage;
  }

  /**
   * Keeps the stream open for a call, or for messages that belong to no call. Resolves to a function that leaves the
   * stream.
   */
  async join(call: Call | null, signal: AbortSignal): Promise<() => void> {
    const member = { call };
    this.#members.add(member);
    // Also opened during a pause, since a call cannot wait for the pause to end.
    if (this.#currentAnswer === null && !this.#isEnded) {
      this.#stop.abort();
      this.#stop = new AbortController();
      void this.#keepOpen(this.#stop.signal);
    }
    await Promise.race([this.#currentAnswer, sleep(OPENING_MS, signal).catch(() => undefined)]);
    return () => {
      this.#members.delete(member);
      setTimeout(() => {
        if (this.#members.size === 0) this.#close();
      }, LEAVING_MS);
    };
  }

  end(): void {
    this.#isEnded = true;
    this.#close();
    this.#reportEnd();
  }

  #close(): void {
    this.#stop.abort();
    this.#currentAnswer = null;
    // Messages sent in the meantime do not belong to a later call.
    this.#position = streamStart();
  }

  async #keepOpen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Ignored: results arrive on the streams of the calls.
      await this.#read(signal).catch(() => undefined);
      if (signal.aborted) return;
      this.#currentAnswer = null;
      await sleep(this.#position.retryMs, signal).catch(() => undefined);
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const opening = this.#open(this.#position, signal, this.#lastCall());
    this.#currentAnswer = opening.catch(() => undefined);
    const response = await opening;
    if (response.ok && isEventStream(response)) {
      for await (const message of replyMessages(response, this.#position)) {
        this.#onMessage(message, this.#lastCall());
      }
      return;
    }
    // Servers without such a stream answer 405, or with a page. 404 means that the session has ended, or that the
    // address does not exist.
    if (response.ok || response.status === 404 || response.status === 405) this.end();
    await response.body?.cancel();
  }

  /** The call that joined last. */
  #lastCall(): Call | null {
    return [...this.#members].findLast(({ call }) => call !== null)?.call ?? null;
  }
}
