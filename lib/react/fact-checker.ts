import type {
  AnswerCheck,
  AnswerDifferences,
  FactCheckRequest,
  ReadText,
  WordDifferences,
} from '../contracts/index.ts';
import type { ComparisonRequest, ComparisonResult, FactWorkerRequest } from './fact-check-worker.ts';

/**
 * After this time without an answer, the worker is terminated, and nothing is shown for the request. In milliseconds.
 */
const TIMEOUT_MS = 30_000;

type Result = AnswerCheck | ComparisonResult;
type Waiting = { resolve: (result: Result) => void; timer: ReturnType<typeof setTimeout> };

/** Checks answers in a worker, which is started by the first request and keeps the sources of one chat. */
export class FactCheckClient {
  #worker: Worker | null = null;
  #chat = '';
  #lastId = 0;
  /** The texts that the worker has, by a key that identifies them. */
  readonly #sent = new Map<string, number>();
  readonly #waiting = new Map<number, Waiting>();

  /** Null if the check failed or took too long. */
  check(chat: string, request: FactCheckRequest): Promise<AnswerCheck | null> {
    const { parts, question, given } = request;
    return this.#request((id) =>
      this.#post(id, chat, request.sources, { parts, question, given }),
    ) as Promise<AnswerCheck | null>;
  }

  /** The facts that only one of two answers has. The answers are given as Markdown. Null if that took too long. */
  compareFacts(first: string, second: string): Promise<AnswerDifferences | null> {
    return this.#compare({ compare: 'facts', first, second }) as Promise<AnswerDifferences | null>;
  }

  /** The words that only one of two texts has. Null if they have little in common, or if that took too long. */
  compareWords(first: string, second: string): Promise<WordDifferences | null> {
    return this.#compare({ compare: 'words', first, second }) as Promise<WordDifferences | null>;
  }

  #compare(request: Omit<ComparisonRequest, 'id'>): Promise<Result> {
    return this.#request((id) => this.#start().postMessage({ ...request, id } satisfies ComparisonRequest));
  }

  /** The result of a request that `post` sends with an id. Null if there is none. */
  #request(post: (id: number) => void): Promise<Result> {
    if (!canStartWorker()) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Result>();
    this.#lastId += 1;
    const id = this.#lastId;
    const timer = setTimeout(() => this.close(), TIMEOUT_MS);
    this.#waiting.set(id, { resolve, timer });
    post(id);
    return promise;
  }

  /** Reads sources before the answer is checked against them. */
  prepare(chat: string, sources: readonly ReadText[]): void {
    if (canStartWorker()) this.#post(0, chat, sources, null);
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { resolve, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      resolve(null);
    }
    this.#waiting.clear();
    this.#sent.clear();
  }

  #post(id: number, chat: string, sources: readonly ReadText[], check: FactWorkerRequest['check']): void {
    if (chat !== this.#chat) this.#sent.clear();
    this.#chat = chat;
    const texts: [number, ReadText][] = [];
    const keys = sources.map((source) => {
      const name = `${JSON.stringify(source.place)} ${source.title}\n${source.text}`;
      const sentKey = this.#sent.get(name);
      if (sentKey !== undefined) return sentKey;
      const key = this.#sent.size;
      this.#sent.set(name, key);
      texts.push([key, source]);
      return key;
    });
    this.#start().postMessage({ id, chat, sources: keys, texts, check } satisfies FactWorkerRequest);
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./fact-check-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; result: Result }>) => {
      const waiting = this.#waiting.get(data.id);
      if (!waiting) return;
      clearTimeout(waiting.timer);
      this.#waiting.delete(data.id);
      waiting.resolve(data.result);
    };
    worker.onerror = () => this.close();
    this.#worker = worker;
    return worker;
  }
}

/** Whether workers can be started. False without a browser, as in tests. */
function canStartWorker(): boolean {
  return globalThis.Worker !== undefined;
}
