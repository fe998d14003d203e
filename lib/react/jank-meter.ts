/** A frame that took longer than this was seen to stutter, in milliseconds. */
export const SLOW_FRAME_MS = 50;

export type JankCount = { frames: number; ms: number };

/** Counts slow frames and the time that was watched. Holds only its counts; the caller feeds it frames. */
export class JankMeter {
  private last: number | null = null;
  private counted: JankCount = { frames: 0, ms: 0 };

  /** A frame at `time`, in milliseconds on any clock that only grows. Returns how long has been watched since `take`. */
  frame(time: number): number {
    if (this.last !== null) {
      const took = time - this.last;
      this.counted = {
        frames: this.counted.frames + (took > SLOW_FRAME_MS ? 1 : 0),
        ms: this.counted.ms + took,
      };
    }
    this.last = time;
    return this.counted.ms;
  }

  /** Frames stopped for a good reason (the page was hidden): the time until the next one does not count. */
  pause(): void {
    this.last = null;
  }

  /** What was counted since the last time; null where nothing was watched. */
  take(): JankCount | null {
    const counted = this.counted;
    this.counted = { frames: 0, ms: 0 };
    return counted.ms > 0 ? counted : null;
  }
}
