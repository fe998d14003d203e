import type OpenAI from 'openai';
import { APIError } from 'openai';
import { type HostKind, type ModelEvent, parseJson } from '../../contracts/index.ts';
import { sleep } from '../../control-flow/index.ts';
import { type ResponseReader, toRetryEvent } from '../chat-completions/response/response-reader.ts';
import type { WireRequest } from '../chat-completions/wire-interface.ts';
import { failedGeneration } from '../errors/error-text.ts';
import {
  isTransientConnectionError,
  networkFailure,
  notDecompressed,
  offlineFailure,
  refusal,
  type Target,
  timeoutFailure,
} from '../errors/model-error.ts';
import { BodyDecoder } from './body-text.ts';
import { HttpError } from './endpoint-client.ts';
import { rateLimitIn } from './rate-limit-headers.ts';

/** One request and its reader. `notices` are emitted before it is sent. `now`: milliseconds since 1970. */
type Exchange = {
  client: OpenAI;
  target: Target;
  wire: WireRequest;
  reader: ResponseReader;
  timeouts: Timeouts;
  notices: readonly ModelEvent[];
  /** Whether the network needed for this server is available. */
  isOnline: () => boolean;
  now: () => number;
};

/**
 * Sends one request and yields the events of its response, including the end or the failure; see `ModelClient`. The
 * first `next` sends it. Rejects only when `signal` is aborted or for a bug. An iterator instead of an async generator,
 * since a generator adds three microtasks to every event, as much as reading costs in total.
 */
export function streamResponse(exchange: Exchange, signal: AbortSignal): AsyncIterableIterator<ModelEvent> {
  return new ResponseStream(exchange, signal);
}

class ResponseStream implements AsyncIterableIterator<ModelEvent> {
  readonly #exchange: Exchange;
  readonly #signal: AbortSignal;
  readonly #idleTimeout: IdleTimeout;
  readonly #text = new BodyDecoder();
  #bytes: ReadableStreamDefaultReader<Uint8Array> | null = null;
  /** `loading`: the user was told that the server has to load the model, and nothing has been sent yet. */
  #state: 'unsent' | 'loading' | 'reading' | 'ended' = 'unsent';
  /** Settles with the headers of the response. Null before the request is sent and after the headers have arrived. */
  #sent: Promise<void> | null = null;
  /** The response's `content-encoding`, or null. */
  #compression: string | null = null;
  /** While this is set, errors come from the connection. */
  #isReadingBody = false;
  /** Events that were read but not returned yet, from `position` on. */
  #events: readonly ModelEvent[];
  #position = 0;
  /** The observation from the headers, returned just before the end so that it does not delay the answer. */
  #observed: ModelEvent | null = null;

  constructor(exchange: Exchange, signal: AbortSignal) {
    this.#exchange = exchange;
    this.#signal = signal;
    this.#idleTimeout = new IdleTimeout(exchange.timeouts, { isOnline: exchange.isOnline });
    this.#events = exchange.notices;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<ModelEvent>> {
    const event = this.#events[this.#position];
    if (event !== undefined) {
      this.#position++;
      return Promise.resolve({ done: false, value: event });
    }
    const isInBody = this.#state === 'reading' && this.#sent === null && !this.#exchange.reader.isOver;
    if (!isInBody || this.#bytes === null) return this.#readOn();
    // Most pieces contain an event. An async function around the read would cost as much as reading the piece.
    this.#isReadingBody = true;
    return this.#bytes.read().then(this.#takeOrReadOn, this.#failed);
  }

  /** Called by a loop that ends early. */
  async return(): Promise<IteratorResult<ModelEvent>> {
    this.#events = [];
    await this.#close();
    return { done: true, value: undefined };
  }

  readonly #takeOrReadOn = (piece: ReadableStreamReadResult<Uint8Array>) => {
    try {
      return this.#take(piece) ?? this.#readOn();
    } catch (error) {
      return this.#fail(error);
    }
  };

  readonly #failed = (error: unknown) => this.#fail(error);

  /** Sends the request if necessary, and reads up to the next event. */
  async #readOn(): Promise<IteratorResult<ModelEvent>> {
    const { reader } = this.#exchange;
    try {
      if (this.#state === 'unsent' && (await this.#hasModel()) === false) {
        this.#state = 'loading';
        return this.#notice('loading');
      }
      const isLoading = this.#state === 'loading';
      if (isLoading || this.#state === 'unsent') {
        this.#state = 'reading';
        this.#sent = this.#send();
      }
      if (this.#sent !== null) {
        if (isLoading && (await this.#isLoadedBefore(this.#sent))) return this.#notice('loaded');
        const sent = this.#sent;
        this.#sent = null;
        await sent;
      }
      while (this.#state === 'reading') {
        this.#isReadingBody = true;
        const event = this.#take(this.#bytes === null || reader.isOver ? END : await this.#bytes.read());
        if (event !== null) return event;
      }
    } catch (error) {
      return await this.#fail(error);
    }
    await this.#close();
    return { done: true, value: undefined };
  }

  /** Reads a piece of the body and returns its first event, or null. */
  #take(piece: ReadableStreamReadResult<Uint8Array>): IteratorResult<ModelEvent> | null {
    this.#isReadingBody = false;
    const { reader } = this.#exchange;
    const read = piece.done ? this.#end() : reader.push(this.#text.decode(piece.value));
    const events = this.#observed === null ? read : this.#withObserved(read, this.#observed);
    if (reader.hasNewContent) this.#idleTimeout.contentArrived();
    const first = events[0];
    if (first === undefined) return null;
    this.#events = events;
    this.#position = 1;
    return { done: false, value: first };
  }

  /** Whether the server has the model in memory; null if it does not say. */
  async #hasModel(unwanted?: AbortSignal): Promise<boolean | null> {
    const { client, wire } = this.#exchange;
    if (wire.loaded === undefined) return null;
    const signals = [this.#signal, AbortSignal.timeout(ASK_TIMEOUT_MS), ...(unwanted ? [unwanted] : [])];
    try {
      const reply = await client.get(wire.loaded.url, { signal: AbortSignal.any(signals) }).asResponse();
      return wire.loaded.isLoaded(parseJson(await reply.text()));
    } catch {
      // The request itself will show what is wrong.
      return null;
    }
  }

  /**
   * Whether the server finishes loading the model before it answers. On a slow machine, processing a page takes longer
   * than loading.
   */
  async #isLoadedBefore(answer: Promise<void>): Promise<boolean> {
    const answerController = new AbortController();
    const stop = () => answerController.abort();
    answer.then(stop, stop);
    try {
      do await sleep(LOADING_POLL_MS, answerController.signal);
      while (!(await this.#hasModel(answerController.signal)));
      return true;
    } catch {
      return false;
    }
  }

  #notice(code: 'loading' | 'loaded'): IteratorYieldResult<ModelEvent> {
    return { done: false, value: { type: 'step-notice', notice: { code, model: this.#exchange.target.modelId } } };
  }

  async #send(): Promise<void> {
    const { client, wire } = this.#exchange;
    const signal = AbortSignal.any([this.#signal, this.#idleTimeout.signal]);
    const response = await client.post(wire.path, { body: wire.body, signal }).asResponse();
    this.#idleTimeout.headersArrived();
    this.#bytes = response.body?.getReader() ?? null;
    this.#compression = response.headers.get('content-encoding');
    const rateLimit = rateLimitIn(response.headers);
    if (rateLimit !== null) this.#observed = { type: 'observation', observation: { type: 'rate-limit', rateLimit } };
  }

  #withObserved(events: readonly ModelEvent[], observed: ModelEvent): readonly ModelEvent[] {
    const end = events.findIndex(({ type }) => type === 'step-end');
    if (end < 0) return events;
    this.#observed = null;
    return events.toSpliced(end, 0, observed);
  }

  /** Ends the response: the body has ended, or the rest is not needed. */
  #end(): ModelEvent[] {
    const { reader } = this.#exchange;
    this.#state = 'ended';
    return [...(reader.isOver ? [] : reader.push(this.#text.end())), ...reader.end()];
  }

  async #fail(error: unknown): Promise<IteratorResult<ModelEvent>> {
    this.#state = 'ended';
    try {
      this.#signal.throwIfAborted();
      const cause = this.#isReadingBody ? new BodyError(this.#compression, { cause: error }) : error;
      this.#events = broken(this.#exchange, this.#idleTimeout, cause);
      this.#position = 0;
    } catch (thrown) {
      await this.#close();
      throw thrown;
    }
    return this.next();
  }

  async #close(): Promise<void> {
    this.#state = 'ended';
    this.#idleTimeout.stop();
    // Cancelling a broken body rejects again with the same error.
    await this.#bytes?.cancel().catch(() => undefined);
  }
}

/** The events of a failure: the request was refused, or the connection broke before or during the response. */
function broken({ target, reader, isOnline, now }: Exchange, idleTimeout: IdleTimeout, error: unknown): ModelEvent[] {
  const http = error instanceof APIError ? error.cause : null;
  if (http instanceof HttpError) {
    const generation = failedGeneration(http.body);
    const salvaged = generation === null ? [] : reader.salvage(generation);
    if (salvaged.length > 0) return reader.process([...salvaged, { type: 'step-end', finishReason: 'tool-calls' }]);
    return reader.process([refusal(target, http.status, http.body, { headers: http.headers, now: now() })]);
  }
  if (!(error instanceof APIError || error instanceof BodyError)) throw error;
  if (reader.hasContent) return reader.breakOff();
  if (!isOnline()) return reader.process([{ type: 'failure', failure: offlineFailure(target) }]);
  if (idleTimeout.silentSeconds !== null)
    return reader.process([toRetryEvent(timeoutFailure(target, idleTimeout.silentSeconds))]);
  // quirk: not-compressed
  const failure =
    error instanceof BodyError && error.compression !== null
      ? notDecompressed(target, error.compression)
      : networkFailure(target, error);
  // A response that has begun shows that the server is reachable.
  const mayPass = error instanceof BodyError || isTransientConnectionError(error, target.hostKind);
  return reader.process([mayPass ? toRetryEvent(failure) : { type: 'failure', failure }]);
}

/** Timeout for asking whether the model is loaded, in milliseconds. Short, since only the notice depends on it. */
const ASK_TIMEOUT_MS = 1_000;
/** How often to ask a server that is loading the model whether it is done, in milliseconds. */
const LOADING_POLL_MS = 1_000;

/** Reading a reply failed after its headers had come. */
class BodyError extends Error {
  readonly compression: string | null;
  constructor(compression: string | null, options: ErrorOptions) {
    super(undefined, options);
    this.compression = compression;
  }
}

const END: ReadableStreamReadDoneResult<Uint8Array> = { done: true, value: undefined };

/** Maximum silence of a response, in milliseconds. */
export type Timeouts = {
  /** Until the reply's headers. */
  headers: number;
  /** From the headers to the first content. */
  firstContent: number;
  /** Between content; comments and other heartbeats are not content. */
  idle: number;
  /** For the whole reply. */
  total: number;
};

/**
 * Local servers load the model and process the whole prompt before they respond. `minutes` is the user's setting for
 * any silence, or null.
 */
export function timeoutsFor(hostKind: HostKind, minutes: number | null = null): Timeouts {
  if (minutes !== null) {
    const silence = minutes * 60_000;
    return { headers: silence, firstContent: silence, idle: silence, total: Math.max(3_600_000, 2 * silence) };
  }
  return hostKind === 'public'
    ? { headers: 60_000, firstContent: 120_000, idle: 60_000, total: 600_000 }
    : { headers: 600_000, firstContent: 600_000, idle: 300_000, total: 3_600_000 };
}

/** Without streaming, not even the headers arrive before the whole response is generated. */
export function timeoutsForSingleResponse(timeouts: Timeouts): Timeouts {
  return { ...timeouts, headers: timeouts.headers + timeouts.firstContent + timeouts.idle };
}

/** The clocks and network state that the idle timeout uses. `wall` and `monotonic` in milliseconds, from any origin. */
type TimeoutEnvironment = { wall: () => number; monotonic: () => number; isOnline: () => boolean };

const HERE: TimeoutEnvironment = { wall: () => Date.now(), monotonic: () => performance.now(), isOnline: () => true };

/**
 * After the machine was suspended, or without a network, a response must show activity within this time; in
 * milliseconds.
 */
const GRACE = 15_000;
/**
 * A tick that is this late, by either clock, means that the machine was suspended or its clock was set. Milliseconds.
 */
const LATE = 20_000;

/**
 * Aborts `signal` when a response is silent for too long. Checks a monotonic clock every few seconds and counts silence
 * from the first check after the last content, so that content costs neither a timer nor a clock read. After the
 * machine resumes, or loses its network, the response gets a short grace period instead of the whole timeout, since the
 * connection has probably broken without an error (quirk: silent-connection).
 */
export class IdleTimeout {
  readonly #controller = new AbortController();
  readonly #timeouts: Timeouts;
  readonly #here: TimeoutEnvironment;
  readonly #interval: ReturnType<typeof setInterval>;
  readonly #end: number;
  #silentSince: number;
  #deadline: number;
  #lastTick: { wall: number; monotonic: number };
  /** Whether content has arrived since the last check. */
  #hasContent = false;
  /** How many seconds of silence led to the timeout, or null. */
  silentSeconds: number | null = null;

  constructor(timeouts: Timeouts, here: Partial<TimeoutEnvironment> = {}) {
    this.#timeouts = timeouts;
    this.#here = { ...HERE, ...here };
    this.#lastTick = { wall: this.#here.wall(), monotonic: this.#here.monotonic() };
    this.#silentSince = this.#lastTick.monotonic;
    this.#deadline = this.#silentSince + timeouts.headers;
    this.#end = this.#silentSince + timeouts.total;
    const shortest = Math.min(timeouts.headers, timeouts.firstContent, timeouts.idle);
    this.#interval = setInterval(() => this.tick(), Math.min(5_000, Math.max(10, shortest / 4)));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  headersArrived(): void {
    this.#restart(this.#here.monotonic(), this.#timeouts.firstContent);
  }

  contentArrived(): void {
    this.#hasContent = true;
  }

  stop(): void {
    clearInterval(this.#interval);
  }

  /** Checks the clocks; public for tests, which pass their own. */
  tick(): void {
    if (this.silentSeconds !== null) return;
    const wall = this.#here.wall();
    const monotonic = this.#here.monotonic();
    const hasSlept = wall - this.#lastTick.wall > LATE || monotonic - this.#lastTick.monotonic > LATE;
    this.#lastTick = { wall, monotonic };
    if (this.#hasContent) this.#restart(monotonic, this.#timeouts.idle);
    this.#hasContent = false;
    if (hasSlept) this.#deadline = monotonic + GRACE;
    else if (!this.#here.isOnline()) this.#deadline = Math.min(this.#deadline, monotonic + GRACE);
    if (monotonic >= this.#deadline || monotonic >= this.#end) this.#timeOut(monotonic);
  }

  #restart(from: number, milliseconds: number): void {
    this.#silentSince = from;
    this.#deadline = from + milliseconds;
  }

  #timeOut(now: number): void {
    this.stop();
    this.silentSeconds = Math.round((now - this.#silentSince) / 1000);
    this.#controller.abort(new DOMException('The reply took too long.', 'TimeoutError'));
  }
}
