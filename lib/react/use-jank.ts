import { useEffect } from 'react';
import { openRun, type ThreadState } from '../contracts/index.ts';
import type { MetricsRecorder } from '../storage/index.ts';

/** Observed streaming time per sample, in milliseconds. */
const SAMPLE_MS = 10_000;

/** Measures how smoothly the visible panel renders while an answer streams. */
export function useJank(metrics: MetricsRecorder, thread: ThreadState): void {
  const run = openRun(thread);
  const isStreaming = run?.steps.at(-1)?.state === 'streaming';
  const endpointId = run?.model.endpointId ?? '';
  const modelId = run?.model.modelId ?? '';
  useEffect(() => {
    if (!isStreaming) return;
    const meter = new JankMeter();
    const report = () => {
      const jankCount = meter.take();
      if (jankCount) metrics.record({ at: Date.now(), model: { endpointId, modelId }, type: 'jank', ...jankCount });
    };
    const onFrame = (time: number) => {
      if (meter.frame(time) >= SAMPLE_MS) report();
      frame = requestAnimationFrame(onFrame);
    };
    let frame = requestAnimationFrame(onFrame);
    const pause = () => meter.pause();
    const leave = () => {
      report();
      void metrics.flush();
    };
    document.addEventListener('visibilitychange', pause);
    window.addEventListener('pagehide', leave);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', pause);
      window.removeEventListener('pagehide', leave);
      report();
    };
  }, [metrics, isStreaming, endpointId, modelId]);
}

/** A longer frame is a visible stutter. In milliseconds. */
const SLOW_FRAME_MS = 50;

type JankCount = { frames: number; ms: number };

/** Counts slow frames and observed time. The caller reports the frames. */
export class JankMeter {
  #last: number | null = null;
  #counted: JankCount = { frames: 0, ms: 0 };

  /** Reports a frame at `time`, in milliseconds of a monotonic clock. Returns the observed time since `take`. */
  frame(time: number): number {
    if (this.#last !== null) {
      const took = time - this.#last;
      this.#counted = {
        frames: this.#counted.frames + (took > SLOW_FRAME_MS ? 1 : 0),
        ms: this.#counted.ms + took,
      };
    }
    this.#last = time;
    return this.#counted.ms;
  }

  /** Pauses while frames are stopped (the page is hidden): the time until the next one does not count. */
  pause(): void {
    this.#last = null;
  }

  /** Returns the counts since the last call. Null if nothing was observed. */
  take(): JankCount | null {
    const jankCount = this.#counted;
    this.#counted = { frames: 0, ms: 0 };
    return jankCount.ms > 0 ? jankCount : null;
  }
}
