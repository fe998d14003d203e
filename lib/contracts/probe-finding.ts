import * as z from 'zod';
import { Failure } from './failure.ts';

/** The result of a test call. `tokens` and `detail` are values for its message. */
export const ProbeFinding = z.discriminatedUnion('type', [
  z.object({ type: z.literal('used-tool') }),
  z.object({ type: z.literal('no-call') }),
  z.object({ type: z.literal('wrote-call-as-text') }),
  z.object({ type: z.literal('still-thinking'), tokens: z.number() }),
  z.object({ type: z.literal('tool-never-arrived'), tokens: z.number() }),
  z.object({ type: z.literal('refused'), failure: Failure }),
  z.object({ type: z.literal('broke-off') }),
  z.object({ type: z.literal('result-refused'), failure: Failure }),
  z.object({ type: z.literal('said-nothing') }),
  z.object({ type: z.literal('probe-interrupted') }),
  z.object({ type: z.literal('server-says-so') }),
  z.object({ type: z.literal('saw-picture') }),
  z.object({ type: z.literal('did-not-say-colour') }),
  z.object({ type: z.literal('picture-not-answered') }),
  z.object({ type: z.literal('picture-refused'), detail: z.string() }),
]);
export type ProbeFinding = z.infer<typeof ProbeFinding>;

/** Evidence for a capability: the result of a test call, or a text of a server or an older version. */
export const Evidence = z.union([ProbeFinding, z.string()]);
export type Evidence = z.infer<typeof Evidence>;
