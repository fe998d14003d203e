import * as z from 'zod';

/** What the connection test tries, in this order. */
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
 * What came of one of them. `note`: it works, but the user should know something; `failed`: nothing after it was tried.
 * `message` says what to do.
 */
export const EndpointCheck = z.object({
  check: CheckName,
  result: z.enum(['ok', 'note', 'failed']),
  message: z.string(),
});
export type EndpointCheck = z.infer<typeof EndpointCheck>;

/** What the worker tells a page while it tests. */
export const ConnectionTestMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('check'), check: EndpointCheck }),
  z.object({ type: z.literal('end') }),
]);
export type ConnectionTestMessage = z.infer<typeof ConnectionTestMessage>;
