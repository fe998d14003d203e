// Sends one reported reply through the real client and describes the result.
import '../../lib/testing/english.ts';
import * as z from 'zod';
import { failureMessage } from '../../components/parts/failure-message.ts';
import type { ModelInterface } from '../../lib/contracts/index.ts';
import type { ModelEvent } from '../../lib/contracts/model-client.ts';
import type { ToolDefinition } from '../../lib/contracts/tool.ts';
import type { ModelClientOptions } from '../../lib/model-api/client/model-client.ts';
import { type CollectedCall, collectReply } from '../../lib/testing/model-api/collect-reply.ts';
import { readThroughClient } from '../../lib/testing/model-api/read-through-client.ts';

/** A reply described in a public report. `want`: the expected result, in phrases that `isAsWanted` knows. */
export type ReportedCase = {
  id: string;
  source: string;
  interface: ModelInterface;
  settings?: ModelClientOptions['settings'];
  reply: { body: string; status?: number; headers?: Record<string, string> };
  want: string;
};

/** `calls`: `name {json}` or `name ERROR[code] text`. `end`: how the reply ended, in one line. */
export type CaseOutcome = { text: string; reasoning: string; calls: string[]; end: string };

const tool = (name: string, inputSchema: z.ZodType): ToolDefinition => ({ name, description: name, inputSchema });

/** One tool with a required argument, two with several types, and one with only optional arguments. */
const TOOLS: ToolDefinition[] = [
  tool('weather', z.strictObject({ city: z.string(), days: z.number().optional() })),
  tool(
    'web_search',
    z.strictObject({ query: z.string(), count: z.number().optional(), sites: z.array(z.string()).optional() }),
  ),
  tool('read_page', z.strictObject({ max_chars: z.number().optional(), cursor: z.string().optional() })),
  tool(
    'fill',
    z.strictObject({ ids: z.array(z.string()).optional(), opts: z.object({ mode: z.string().optional() }).optional() }),
  ),
];

/** `cut`: splits the body into the pieces that arrive. */
export async function runCase(reported: ReportedCase, cut: (body: string) => string[]): Promise<CaseOutcome> {
  const { reply, settings = {} } = reported;
  const { body, ...head } = reply;
  const served = { ...head, interface: reported.interface, pieces: cut(body), tools: TOOLS, settings };
  return describeOutcome(await readThroughClient(served));
}

function describeOutcome(events: readonly ModelEvent[]): CaseOutcome {
  const { text, reasoning, calls } = collectReply(events);
  const end = events.map(describeEnd).findLast((each) => each !== null) ?? 'NO END';
  return { text, reasoning, calls: calls.map((call) => `${call.name} ${describeResult(call)}`), end };
}

function describeResult({ input, error }: CollectedCall): string {
  if (error !== undefined) return `ERROR[${error.code}] ${error.text.split('\n')[0]}`;
  return input === undefined ? 'null' : JSON.stringify(input);
}

function describeEnd(event: ModelEvent): string | null {
  switch (event.type) {
    case 'step-end':
      return `end:${event.finishReason}`;
    case 'interrupted':
      return `INTERRUPTED ${event.detail}`;
    case 'failure':
      return `FAIL ${event.failure.code}/${getReasonType(event.failure)} ${failureMessage(event.failure)} detail=${event.failure.detail ?? ''}`;
    case 'retry': {
      const { reason, observation, failure } = event;
      return `RETRY ${reason} obs=${JSON.stringify(observation)} fail=${failure.code}/${getReasonType(failure)} detail=${failure.detail ?? ''}`;
    }
    default:
      return null;
  }
}

function getReasonType(failure: object): string {
  return 'reason' in failure ? (failure.reason as { type: string }).type : '';
}
