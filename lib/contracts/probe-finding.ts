import * as z from 'zod';
import { Failure } from './failure.ts';

/** What a test call of a model came to. `tokens` and `detail` stand in the sentence a component makes of it. */
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

/** Why something is believed of a model: what a test call came to, or the words of a server or of an older version. */
export const Evidence = z.union([ProbeFinding, z.string()]);
export type Evidence = z.infer<typeof Evidence>;
