import * as z from 'zod';
import { Failure } from './failure.ts';

/** The result of a test call. `tokens` and `detail` are parameters of its message. */
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

/** The evidence for a capability: the result of a test call, or text from a server or an older version. */
export const Evidence = z.union([ProbeFinding, z.string()]);
export type Evidence = z.infer<typeof Evidence>;

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

const ProbeVerdict = z.enum(['yes', 'no', 'unclear']);

/** The finding of a check, with the parameters of its message, which components create. */
const CheckFinding = z.discriminatedUnion('type', [
  z.object({ type: z.literal('test-interrupted') }),
  z.object({ type: z.literal('test-failed'), detail: z.string() }),
  z.object({ type: z.literal('may-connect'), host: z.string() }),
  z.object({ type: z.literal('connections-in-use'), host: z.string() }),
  z.object({ type: z.literal('lists-models'), host: z.string(), count: z.number() }),
  z.object({ type: z.literal('lists-no-models'), host: z.string() }),
  z.object({ type: z.literal('takes-requests') }),
  z.object({ type: z.literal('no-key-needed') }),
  z.object({ type: z.literal('key-accepted') }),
  z.object({ type: z.literal('model-answers'), model: z.string() }),
  z.object({ type: z.literal('empty-answer'), model: z.string() }),
  z.object({ type: z.literal('broke-off') }),
  z.object({ type: z.literal('streams') }),
  z.object({ type: z.literal('came-at-once') }),
  z.object({ type: z.literal('came-in-one-piece') }),
  /** `similar` lists the models of the server with the most similar names. */
  z.object({ type: z.literal('failure'), failure: Failure, similar: z.array(z.string()) }),
  z.object({ type: z.literal('tools'), verdict: ProbeVerdict, model: z.string(), evidence: Evidence }),
  z.object({ type: z.literal('vision'), verdict: ProbeVerdict, model: z.string(), evidence: Evidence }),
  z.object({ type: z.literal('context-unknown') }),
  /** `size`: whether a typical page fits and, if not, whether the user can enlarge the window. */
  z.object({ type: z.literal('context'), tokens: z.number(), size: z.enum(['enough', 'small', 'small-setting']) }),
]);
export type CheckFinding = z.infer<typeof CheckFinding>;

/**
 * The result of one check. `note`: it works, but the user should know something. `failed`: later checks did not run.
 */
export const EndpointCheck = z.object({
  check: CheckName,
  result: z.enum(['ok', 'note', 'failed']),
  finding: CheckFinding,
});
export type EndpointCheck = z.infer<typeof EndpointCheck>;

/** The endpoint and model to test. If `modelId` is null, the first model that the server lists is tested. */
export const ConnectionTestTarget = z.object({ endpointId: z.string().min(1), modelId: z.string().min(1).nullable() });
export type ConnectionTestTarget = z.infer<typeof ConnectionTestTarget>;

/** Messages from the worker to a page during the test. */
export const ConnectionTestMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('check'), check: EndpointCheck }),
  z.object({ type: z.literal('end') }),
]);
export type ConnectionTestMessage = z.infer<typeof ConnectionTestMessage>;
