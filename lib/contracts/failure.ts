import * as z from 'zod';
import { FailureReason } from './failure-reason.ts';

export const FailureCode = z.enum([
  'auth',
  'permission',
  'origin-refused',
  'not-found',
  'network',
  'timeout',
  'rate-limit',
  'context-length',
  'bad-response',
  'internal',
]);
export type FailureCode = z.infer<typeof FailureCode>;

/** `detail` is the shortened text of the server or browser. */
const common = { code: FailureCode, detail: z.string().optional(), retryable: z.boolean() };

/**
 * An expected failure, as a value. `code`: its kind, which control flow looks at. `reason`: what exactly went wrong, of which
 * a component makes a sentence that says what to do. Logs of older versions have `message`, that sentence, instead.
 */
export const Failure = z.union([
  z.object({ ...common, reason: FailureReason }),
  z.object({ ...common, message: z.string() }),
]);
export type Failure = z.infer<typeof Failure>;
