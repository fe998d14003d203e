import * as z from 'zod';
import { Failure } from './failure.ts';

export const IncompleteReason = z.enum(['cancelled', 'interrupted', 'length', 'content-filter', 'step-limit']);
export type IncompleteReason = z.infer<typeof IncompleteReason>;

/** How a run ended. */
export const RunOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('complete') }),
  z.object({ type: z.literal('incomplete'), reason: IncompleteReason }),
  z.object({ type: z.literal('error'), failure: Failure }),
]);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** Whether the model can go on where this left off. After Stop and errors the user asks again instead. */
export function canContinue(outcome: RunOutcome): outcome is Extract<RunOutcome, { type: 'incomplete' }> {
  if (outcome.type !== 'incomplete') return false;
  return outcome.reason === 'step-limit' || outcome.reason === 'interrupted' || outcome.reason === 'length';
}

/** An outcome in one word, for measurements: `complete`, why it is incomplete, or what failed. */
export function outcomeName(outcome: RunOutcome): string {
  switch (outcome.type) {
    case 'complete':
      return outcome.type;
    case 'incomplete':
      return outcome.reason;
    case 'error':
      return outcome.failure.code;
    default:
      return outcome satisfies never;
  }
}

/** Counts of one run; `ms` is wall time from run-start to run-end. */
export const RunStats = z.object({
  ms: z.number(),
  steps: z.number(),
  toolCalls: z.number(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  /** Of the input tokens, those read from a cache and those written to one; absent where no step reported any. */
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  /** From run-start to the first content; absent where it was not measured. */
  firstContentMs: z.number().optional(),
});
export type RunStats = z.infer<typeof RunStats>;
