import * as z from 'zod';

/** The user's policy for one site: send with the question, ask each time, or never send. */
export const SitePolicy = z.enum(['send', 'ask', 'never']);
export type SitePolicy = z.infer<typeof SitePolicy>;
