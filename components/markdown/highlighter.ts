import type { CodeRequest, HighlightReply } from './highlight-worker.ts';

/**
 * How long a block may take, in milliseconds. Usual code is far quicker, but the patterns of a language can take
 * minutes for code that was written to be slow.
 */
const TIMEOUT_MS = 5_000;

export type HighlightWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/**
 * Highlights blocks of code in a worker, one after the other. A worker whose block takes too long is terminated, and
 * the block stays as it is.
 */
export class Highlighter {
  readonly #start: () => HighlightWorker;
  #worker: HighlightWorker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** `start` is called for the first block, and for the next one after a worker was terminated. */
  constructor(start: () => HighlightWorker) {
    this.#start = start;
  }

  /** Null if the language is unknown, or the block took too long. */
  highlight(request: CodeRequest): Promise<HighlightReply> {
    const reply = this.#last.then(() => this.#ask(request));
    this.#last = reply;
    return reply;
  }

  async #ask(request: CodeRequest): Promise<HighlightReply> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const { promise, resolve } = Promise.withResolvers<HighlightReply>();
    const giveUp = () => {
      worker.terminate();
      this.#worker = null;
      resolve(null);
    };
    const timer = setTimeout(giveUp, TIMEOUT_MS);
    worker.onmessage = ({ data }: MessageEvent<HighlightReply>) => resolve(data);
    worker.onerror = giveUp;
    worker.postMessage(request);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }
}
