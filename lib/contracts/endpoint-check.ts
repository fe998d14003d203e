import * as z from 'zod';

/** The checks of the connection test, in order. */
export const CheckName = z.enum([
  'permission',
  'reachable',
  'origin',
  'key',
  'model',
  'stream',
  'tools',
  'vision',
  'context',
]);
export type CheckName = z.infer<typeof CheckName>;

/**
 * The result of one check. `note`: it works, but the user should know something; `failed`: later checks were not made. `message`
 * says what to do.
 */
export const EndpointCheck = z.object({
  check: CheckName,
  result: z.enum(['ok', 'note', 'failed']),
  message: z.string(),
});
export type EndpointCheck = z.infer<typeof EndpointCheck>;

/** Messages from the worker to a page during the test. */
export const ConnectionTestMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('check'), check: EndpointCheck }),
  z.object({ type: z.literal('end') }),
]);
export type ConnectionTestMessage = z.infer<typeof ConnectionTestMessage>;
