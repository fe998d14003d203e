export type QueueLimits = {
  /** Maximum jobs of one run at a time. */
  perRun: number;
  /** Maximum jobs of all runs at a time. */
  inAll: number;
  /** Maximum waiting jobs of all runs. */
  waiting: number;
};

type Waiting<Job> = { job: Job; isExclusive: boolean };
type Lane<Job> = { running: number; runsExclusively: boolean; waiting: Waiting<Job>[] };

/**
 * Decides which job starts next. Runs take turns, so that a run with a hundred calls does not starve one with a single call;
 * within a run jobs start in order. An exclusive job runs alone in its run. Has no clock and does no work: the caller that takes
 * a job must call `release`.
 */
export class FairQueue<Job> {
  readonly #limits: QueueLimits;
  /** In the order of their turns: a run that was served moves to the end. */
  readonly #lanes = new Map<string, Lane<Job>>();
  #running = 0;
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether more jobs wait than allowed. */
  get isOverfull(): boolean {
    return this.#waiting > this.#limits.waiting;
  }

  add(runId: string, job: Job, isExclusive: boolean): void {
    const lane = this.#lanes.get(runId) ?? { running: 0, runsExclusively: false, waiting: [] };
    lane.waiting.push({ job, isExclusive });
    this.#lanes.set(runId, lane);
    this.#waiting++;
  }

  /** The next job that may start now, or null. */
  take(): Job | null {
    if (this.#running >= this.#limits.inAll) return null;
    for (const [runId, lane] of this.#lanes) {
      const next = lane.waiting[0];
      if (!next || !this.#hasRoom(lane, next)) continue;
      lane.waiting.shift();
      lane.running++;
      lane.runsExclusively = next.isExclusive;
      this.#waiting--;
      this.#running++;
      this.#lanes.delete(runId);
      this.#lanes.set(runId, lane);
      return next.job;
    }
    return null;
  }

  /** Notes that a job of this run has ended. */
  release(runId: string): void {
    const lane = this.#lanes.get(runId);
    if (!lane) return;
    lane.running--;
    lane.runsExclusively = false;
    this.#running--;
    this.#forgetIfIdle(runId, lane);
  }

  /** Removes a waiting job. Returns false if it is not waiting (any more). */
  remove(runId: string, job: Job): boolean {
    const lane = this.#lanes.get(runId);
    const index = lane?.waiting.findIndex((each) => each.job === job) ?? -1;
    if (!lane || index < 0) return false;
    lane.waiting.splice(index, 1);
    this.#waiting--;
    this.#forgetIfIdle(runId, lane);
    return true;
  }

  #hasRoom(lane: Lane<Job>, next: Waiting<Job>): boolean {
    if (lane.runsExclusively || lane.running >= this.#limits.perRun) return false;
    return !next.isExclusive || lane.running === 0;
  }

  #forgetIfIdle(runId: string, lane: Lane<Job>): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(runId);
  }
}
