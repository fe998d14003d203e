import type { ResetReason } from './event.ts';
import type { FinishReason, ModelRef, ToolMode, Usage } from './model.ts';

/**
 * One measurement, kept on this machine only. Durations are in milliseconds, `at` is in milliseconds since 1970.
 * `model` is null if it does not belong to a model.
 */
export type MetricSample = {
  at: number;
  model: ModelRef | null;
} /** A model call ended. `firstEventMs`: from the request to the first content, or null if there was none. */ & (
  | {
      type: 'step';
      toolMode: ToolMode;
      ms: number;
      firstEventMs: number | null;
      finishReason: FinishReason | null;
      usage: Usage | null;
      /** The format of the step's calls: native, a dialect, or null for none. */
      format: string | null;
    }
  /** A call was detected, `ms` after the step's first content. `whileStreaming`: before the stream ended. */
  | { type: 'call-detected'; toolName: string; format: string; ms: number; whileStreaming: boolean }
  /** A call's arguments ended. */
  | { type: 'call-parsed'; toolName: string; how: 'strict' | 'repaired' | 'failed' }
  /** A call started, `ms` after it was complete. */
  | { type: 'call-started'; toolName: string; ms: number; whileStreaming: boolean }
  | { type: 'call-ended'; toolName: string; ms: number; ok: boolean }
  | { type: 'step-reset'; reason: ResetReason }
  /** Visible output was retracted. */
  | { type: 'rollback' }
  /**
   * A call left the queue, started or refused: how many calls run and wait at that time, and how long this one waited
   * (0: not at all).
   */
  | { type: 'queue'; running: number; waiting: number; ms: number; refused: boolean }
  | { type: 'run'; outcome: string; ms: number; steps: number }
  /** Frames of the panel that took more than 50 ms, in `ms` of streaming. */
  | { type: 'jank'; frames: number; ms: number }
);

export interface Metrics {
  /** Records a sample without blocking. Never throws. */
  record(sample: MetricSample): void;
}
