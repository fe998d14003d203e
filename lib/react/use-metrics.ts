import { useEffect, useState } from 'react';
import type { MetricSample } from '../contracts/index.ts';
import { type SidenoteDb, samplesSince } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

/** Interval in which the window advances without new samples, in milliseconds. */
const TICK_MS = 30_000;

/** Samples of an interval, milliseconds since 1970. */
export type MeasuredWindow = { from: number; to: number; samples: readonly MetricSample[] };

/** The measurements of the last `lengthMs` milliseconds, live; null until they are known. */
export function useMetrics(db: SidenoteDb, lengthMs: number): MeasuredWindow | null {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const measured = useStored(async () => {
    const to = Date.now();
    const from = to - lengthMs;
    return { from, to, samples: await samplesSince(db, from) };
  }, [db, lengthMs, tick]);
  return measured ?? null;
}
