import * as z from 'zod';

/** The user's policy for one site: sent with the question, ask each time, or never sent. */
export const SitePolicy = z.enum(['send', 'ask', 'never']);
export type SitePolicy = z.infer<typeof SitePolicy>;
