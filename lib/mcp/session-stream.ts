import { sleep } from '../contracts/index.ts';
import type { ServerMessage } from './protocol.ts';
import { isEventStream, replyMessages, type StreamPosition, streamStart } from './reply-messages.ts';

/** A call waits so long for the stream to open, in milliseconds: what a server sends before that is lost. */
const OPENING_MS = 1_000;
/** How long the stream stays open after it was left: until a server has noticed, it refuses the next one. */
const LEAVING_MS = 1_000;

/**
 * The stream of a session on which some servers of revisions before 2026-07-28 send what belongs to no request, among it
 * forms and updates of resources (MCP 2025-11-25, "Listening for Messages from the Server"). Open only while it is needed,
 * and one for all calls and watched resources: servers refuse a second one (quirk: one-session-stream).
 */
export type SessionStream<Call> = {
  /** Keeps the stream open for a call, or for what belongs to none. Resolves with a function that leaves the stream. */
  join(call: Call | null, signal: AbortSignal): Promise<() => void>;
  end(): void;
  /** Resolves when the stream is not opened again: the server has none, or the session has ended. */
  ended: Promise<void>;
};

/** `onMessage` gets each message with the call that joined last, or null. */
export function createSessionStream<Call>(
  open: (position: StreamPosition, signal: AbortSignal, call: Call | null) => Promise<Response>,
  onMessage: (message: ServerMessage, call: Call | null) => void,
): SessionStream<Call> {
  const members = new Set<{ call: Call | null }>();
  const { promise: ended, resolve: reportEnd } = Promise.withResolvers<void>();
  let isEnded = false;
  let stop = new AbortController();
  let position = streamStart();
  /** The server's answer to the current request; null if there is none. */
  let currentAnswer: Promise<unknown> | null = null;

  /** The call that joined last. */
  function lastCall(): Call | null {
    return [...members].findLast(({ call }) => call !== null)?.call ?? null;
  }

  function close(): void {
    stop.abort();
    currentAnswer = null;
    // Messages that are sent in the meantime belong to no later call.
    position = streamStart();
  }

  function end(): void {
    isEnded = true;
    close();
    reportEnd();
  }

  async function keepOpen({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      // Ignored: results arrive on the streams of the calls.
      await read(signal).catch(() => undefined);
      if (signal.aborted) return;
      currentAnswer = null;
      await sleep(position.retryMs, signal).catch(() => undefined);
    }
  }

  async function read(signal: AbortSignal): Promise<void> {
    const opening = open(position, signal, lastCall());
    currentAnswer = opening.catch(() => undefined);
    const response = await opening;
    if (response.ok && isEventStream(response)) {
      for await (const message of replyMessages(response, position)) {
        onMessage(message, lastCall());
      }
      return;
    }
    // Servers without such a stream answer 405, or with a page. 404: the session has ended, or there is no such address.
    if (response.ok || response.status === 404 || response.status === 405) end();
    await response.body?.cancel();
  }

  return {
    ended,
    end,
    async join(call, signal) {
      const member = { call };
      members.add(member);
      // Also during a pause: a call cannot wait for its end.
      if (currentAnswer === null && !isEnded) {
        stop.abort();
        stop = new AbortController();
        void keepOpen(stop);
      }
      await Promise.race([currentAnswer, sleep(OPENING_MS, signal).catch(() => undefined)]);
      return () => {
        members.delete(member);
        setTimeout(() => {
          if (members.size === 0) close();
        }, LEAVING_MS);
      };
    },
  };
}
