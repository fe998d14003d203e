import { useEffect } from 'react';
import { openRun, type ThreadState } from '../contracts/index.ts';
import type { MetricsRecorder } from '../storage/index.ts';

/** A sample is taken for so much watched streaming, in milliseconds. */
const SAMPLE_MS = 10_000;

/** Measures how smoothly the panel draws while an answer streams into it and it can be seen. */
export function useJank(metrics: MetricsRecorder, thread: ThreadState): void {
  const run = openRun(thread);
  const isStreaming = run?.steps.at(-1)?.state === 'streaming';
  const endpointId = run?.model.endpointId ?? '';
  const modelId = run?.model.modelId ?? '';
  useEffect(() => {
    if (!isStreaming) return;
    const meter = new JankMeter();
    const report = () => {
      const counted = meter.take();
      if (counted) metrics.record({ at: Date.now(), model: { endpointId, modelId }, type: 'jank', ...counted });
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

/** A frame that took longer than this was seen to stutter, in milliseconds. */
const SLOW_FRAME_MS = 50;

type JankCount = { frames: number; ms: number };

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
