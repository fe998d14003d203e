import type { HostKind } from '../../contracts/index.ts';

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
 * Local servers load the model and process the whole prompt before they respond. `minutes` is the user's setting for any silence,
 * or null.
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
export type TimeoutEnvironment = { wall: () => number; monotonic: () => number; isOnline: () => boolean };

const HERE: TimeoutEnvironment = { wall: () => Date.now(), monotonic: () => performance.now(), isOnline: () => true };

/** After a sleep, or without a network, a response must show activity within this time; in milliseconds. */
const GRACE = 15_000;
/** Ticks that are this late, by either clock, mean that the machine slept or its clock was set. Milliseconds. */
const LATE = 20_000;

/**
 * Aborts `signal` when a response is silent for too long. Checks a monotonic clock every few seconds, so that content costs no
 * timer. After the machine wakes up, or loses its network, the response gets a short grace period instead of the whole timeout,
 * since the connection is probably dead without an error (quirk: silent-connection).
 */
export class IdleTimeout {
  private readonly controller = new AbortController();
  private readonly timeouts: Timeouts;
  private readonly here: TimeoutEnvironment;
  private readonly interval: ReturnType<typeof setInterval>;
  private readonly end: number;
  private silentSince: number;
  private deadline: number;
  private lastTick: { wall: number; monotonic: number };
  /** Seconds of silence before the timeout, or null. */
  silentSeconds: number | null = null;

  constructor(timeouts: Timeouts, here: Partial<TimeoutEnvironment> = {}) {
    this.timeouts = timeouts;
    this.here = { ...HERE, ...here };
    this.lastTick = { wall: this.here.wall(), monotonic: this.here.monotonic() };
    this.silentSince = this.lastTick.monotonic;
    this.deadline = this.silentSince + timeouts.headers;
    this.end = this.silentSince + timeouts.total;
    const shortest = Math.min(timeouts.headers, timeouts.firstContent, timeouts.idle);
    this.interval = setInterval(() => this.tick(), Math.min(5_000, Math.max(10, shortest / 4)));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  headersArrived(): void {
    this.restart(this.timeouts.firstContent);
  }

  contentArrived(): void {
    this.restart(this.timeouts.idle);
  }

  stop(): void {
    clearInterval(this.interval);
  }

  /** Checks the clocks; public for tests, which pass their own. */
  tick(): void {
    if (this.silentSeconds !== null) return;
    const wall = this.here.wall();
    const monotonic = this.here.monotonic();
    const hasSlept = wall - this.lastTick.wall > LATE || monotonic - this.lastTick.monotonic > LATE;
    this.lastTick = { wall, monotonic };
    if (hasSlept) this.deadline = monotonic + GRACE;
    else if (!this.here.isOnline()) this.deadline = Math.min(this.deadline, monotonic + GRACE);
    if (monotonic >= this.deadline || monotonic >= this.end) this.timeOut(monotonic);
  }

  private restart(milliseconds: number): void {
    this.silentSince = this.here.monotonic();
    this.deadline = this.silentSince + milliseconds;
  }

  private timeOut(now: number): void {
    this.stop();
    this.silentSeconds = Math.round((now - this.silentSince) / 1000);
    this.controller.abort(new DOMException('The reply took too long.', 'TimeoutError'));
  }
}
