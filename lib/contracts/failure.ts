import * as z from 'zod';

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

/**
 * An expected failure, as a value. `message` is for the user and says what to do; `detail` is the shortened text of the server or
 * browser.
 */
export const Failure = z.object({
  code: FailureCode,
  message: z.string(),
  detail: z.string().optional(),
  retryable: z.boolean(),
});
export type Failure = z.infer<typeof Failure>;
