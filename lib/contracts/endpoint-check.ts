import * as z from 'zod';
import { Failure } from './failure.ts';
import { Evidence } from './probe-finding.ts';

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

const ProbeVerdict = z.enum(['yes', 'no', 'unclear']);

/** What a check has found, with what a sentence about it names. Components say it, and what to do. */
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
  /** `similar`: the models of the server whose names are most like the one that it does not have. */
  z.object({ type: z.literal('failure'), failure: Failure, similar: z.array(z.string()) }),
  z.object({ type: z.literal('tools'), verdict: ProbeVerdict, model: z.string(), evidence: Evidence }),
  z.object({ type: z.literal('vision'), verdict: ProbeVerdict, model: z.string(), evidence: Evidence }),
  z.object({ type: z.literal('context-unknown') }),
  /** `size`: whether a usual page fits, and, where it does not, whether the user can give the model more. */
  z.object({ type: z.literal('context'), tokens: z.number(), size: z.enum(['enough', 'small', 'small-setting']) }),
]);
export type CheckFinding = z.infer<typeof CheckFinding>;

/** What came of one of them. `note`: it works, but the user should know something; `failed`: nothing after it was tried. */
export const EndpointCheck = z.object({
  check: CheckName,
  result: z.enum(['ok', 'note', 'failed']),
  finding: CheckFinding,
});
export type EndpointCheck = z.infer<typeof EndpointCheck>;

/** What the worker tells a page while it tests. */
export const ConnectionTestMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('check'), check: EndpointCheck }),
  z.object({ type: z.literal('end') }),
]);
export type ConnectionTestMessage = z.infer<typeof ConnectionTestMessage>;
