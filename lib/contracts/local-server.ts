import * as z from 'zod';

/**
 * A model server found on this machine. `post` is its response to a chat request without a model, which shows whether it accepts
 * our requests; lists do not.
 */
export const LocalServer = z.object({
  /** Null: an unknown server with a compatible API. */
  presetId: z.string().nullable(),
  /** Null for an unknown server. */
  name: z.string().nullable(),
  baseUrl: z.string(),
  models: z.array(z.string()),
  post: z.enum(['answers', 'needs-key', 'origin-refused', 'silent']),
});
export type LocalServer = z.infer<typeof LocalServer>;
