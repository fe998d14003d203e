import type { ResetReason } from './event.ts';
import type { FinishReason, ModelRef, ToolMode, Usage } from './model.ts';

/**
 * One measurement, kept on this machine only. Durations are milliseconds, `at` is milliseconds since 1970; `model` is null
 * for what belongs to no model.
 */
export type MetricSample = {
  at: number;
  model: ModelRef | null;
} /** A model call ended. `firstEventMs`: from the request to the first content, or null where there was none. */ & (
  | {
      type: 'step';
      toolMode: ToolMode;
      ms: number;
      firstEventMs: number | null;
      finishReason: FinishReason | null;
      usage: Usage | null;
      /** The step's calls were native, text in a dialect, or none. */
      format: string | null;
    }
  /** A call was recognised. `ms` from the step's first content; `whileStreaming`: before the stream had ended. */
  | { type: 'call-detected'; toolName: string; format: string; ms: number; whileStreaming: boolean }
  /** A call's arguments ended. */
  | { type: 'call-parsed'; toolName: string; how: 'strict' | 'repaired' | 'failed' }
  /** A call began to run, `ms` after it was complete. */
  | { type: 'call-started'; toolName: string; ms: number; whileStreaming: boolean }
  | { type: 'call-ended'; toolName: string; ms: number; ok: boolean }
  | { type: 'step-reset'; reason: ResetReason }
  /** Something shown was taken back. */
  | { type: 'rollback' }
  /** A call was put in the queue: how many run and wait now, and how long it waited (0: it did not). */
  | { type: 'queue'; running: number; waiting: number; ms: number; refused: boolean }
  | { type: 'run'; outcome: string; ms: number; steps: number }
  /** Frames of the panel that took longer than 50 ms, in `ms` of streaming. */
  | { type: 'jank'; frames: number; ms: number }
);

export interface Metrics {
  /** Takes a sample and returns at once; never throws. */
  record(sample: MetricSample): void;
}
