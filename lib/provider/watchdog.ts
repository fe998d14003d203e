import type { HostKind } from './base-url.ts';

/** How long a reply may keep silent, in milliseconds. */
export type Patience = {
  /** Until the reply's headers. */
  headers: number;
  /** From the headers to the first content. */
  firstContent: number;
  /** Between contents; comments and other heartbeats are not content. */
  idle: number;
  /** For the whole reply. */
  total: number;
};

/** Local servers load the model and read the whole prompt before they say a word. */
export function patienceFor(hostKind: HostKind): Patience {
  return hostKind === 'public'
    ? { headers: 60_000, firstContent: 120_000, idle: 60_000, total: 600_000 }
    : { headers: 600_000, firstContent: 600_000, idle: 300_000, total: 3_600_000 };
}

/** A reply that is not streamed says nothing, not even its headers, until all of it is written. */
export function patienceForOnePiece(patience: Patience): Patience {
  return { ...patience, headers: patience.headers + patience.firstContent + patience.idle };
}

/**
 * Aborts `signal` when a reply keeps silent for too long. Timers are the runtime's, which do not jump with the clock. Content
 * only leaves its time; the timer, when it fires, waits for what is left: setting one for every chunk costs more than
 * reading it.
 */
export class Watchdog {
  private readonly controller = new AbortController();
  private readonly patience: Patience;
  private readonly totalTimer: ReturnType<typeof setTimeout>;
  private timer: ReturnType<typeof setTimeout>;
  /** When content came last, in milliseconds of `performance.now`. */
  private lastContent: number | null = null;
  /** Seconds of silence it gave up after, or null. */
  barked: number | null = null;

  constructor(patience: Patience) {
    this.patience = patience;
    this.timer = this.after(patience.headers);
    this.totalTimer = this.after(patience.total);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  headersArrived(): void {
    clearTimeout(this.timer);
    this.timer = this.after(this.patience.firstContent);
  }

  contentArrived(): void {
    const isFirst = this.lastContent === null;
    this.lastContent = performance.now();
    if (isFirst) this.watchIdle(this.patience.idle);
  }

  stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.totalTimer);
  }

  private watchIdle(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const left = (this.lastContent ?? 0) + this.patience.idle - performance.now();
      if (left > 0) this.watchIdle(left);
      else this.bark(this.patience.idle);
    }, milliseconds);
  }

  private after(milliseconds: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.bark(milliseconds), milliseconds);
  }

  private bark(milliseconds: number): void {
    this.barked = Math.round(milliseconds / 1000);
    this.controller.abort(new DOMException('The reply took too long.', 'TimeoutError'));
  }
}
