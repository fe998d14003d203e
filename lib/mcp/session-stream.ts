import { sleep } from '../contracts/index.ts';
import type { ServerMessage } from './protocol.ts';
import { replyMessages } from './reply-messages.ts';

/** A call waits so long for the stream to open, in milliseconds: what a server sends before that is lost. */
const OPENING_MS = 1_000;

/**
 * The stream of a session on which some servers of revisions before 2026-07-28 send what belongs to no request, among it
 * forms (MCP 2025-11-25, "Listening for Messages from the Server"). Open only while calls run, and one for all of them, since
 * browsers open few connections to a host.
 */
export class SessionStream<Call> {
  readonly #open: (signal: AbortSignal) => Promise<Response>;
  readonly #onMessage: (message: ServerMessage, call: Call) => void;
  readonly #calls = new Set<Call>();
  #stream: { opened: Promise<void>; stop: AbortController } | null = null;
  #isOffered = true;

  constructor(
    open: (signal: AbortSignal) => Promise<Response>,
    onMessage: (message: ServerMessage, call: Call) => void,
  ) {
    this.#open = open;
    this.#onMessage = onMessage;
  }

  /** Sends messages to the call that joined last. Resolves with a function that leaves the stream. */
  async join(call: Call, signal: AbortSignal): Promise<() => void> {
    if (!this.#isOffered) return () => undefined;
    this.#calls.add(call);
    this.#stream ??= this.#start();
    await Promise.race([this.#stream.opened, sleep(OPENING_MS, signal).catch(() => undefined)]);
    return () => {
      this.#calls.delete(call);
      if (this.#calls.size > 0) return;
      this.#stream?.stop.abort();
      this.#stream = null;
    };
  }

  #start(): { opened: Promise<void>; stop: AbortController } {
    const stop = new AbortController();
    const opened = this.#open(stop.signal).then(
      async (response) => {
        if (response.ok && response.headers.get('content-type')?.includes('text/event-stream') === true) {
          void this.#read(response);
          return;
        }
        // Servers without such a stream answer 405.
        this.#isOffered = false;
        await response.body?.cancel();
      },
      () => undefined,
    );
    return { opened, stop };
  }

  async #read(response: Response): Promise<void> {
    try {
      for await (const message of replyMessages(response, { lastEventId: null, retryMs: null })) {
        const call = [...this.#calls].at(-1);
        if (call !== undefined) this.#onMessage(message, call);
      }
    } catch {
      // Ignored: results arrive on the streams of the calls.
    }
  }
}
