import * as z from 'zod';

/**
 * A model server found on this machine. `post`: what it made of a chat request without a model, which is what tells
 * whether it will talk to us: lists prove nothing.
 */
export const LocalServer = z.object({
  /** null: it speaks the interface, but not like any server we know. */
  presetId: z.string().nullable(),
  /** null for a server we do not know. */
  name: z.string().nullable(),
  baseUrl: z.string(),
  models: z.array(z.string()),
  post: z.enum(['answers', 'needs-key', 'origin-refused', 'silent']),
});
export type LocalServer = z.infer<typeof LocalServer>;
