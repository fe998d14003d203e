import * as z from 'zod';

/** A server the person has configured. Its key lies elsewhere. `models` is what it listed last, or what was typed in. */
export const Endpoint = z.object({
  endpointId: z.string().min(1),
  name: z.string().min(1),
  baseUrl: z.string(),
  models: z.array(z.string()),
  createdAt: z.number(),
});
export type Endpoint = z.infer<typeof Endpoint>;
