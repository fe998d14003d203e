import { useEffect } from 'react';
import { openRun, type ThreadState } from '../contracts/thread.ts';
import type { MetricsRecorder } from '../storage/metrics.ts';
import { JankMeter } from './jank-meter.ts';

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
