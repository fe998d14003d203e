import type { ModelEvent } from '../../contracts/model-client.ts';
import { type CollectedCall, collectReply } from './collect-reply.ts';
import { readThroughClient } from './read-through-client.ts';
import { type SuiteCase, type SuiteFile, suiteBody, suiteTools } from './torture-suite.ts';

export type SuiteOutcome = {
  calls: [name: string, input: unknown][];
  refused: string[];
  text: string;
  reasoning: string;
  end: string;
};

/** The outcome of a case in this client. `cut` splits the body into the results of single reads. */
export async function runSuiteCase(
  suite: SuiteFile,
  each: SuiteCase,
  cut: (body: string) => string[] = (body) => [body],
): Promise<SuiteOutcome> {
  const isText = suite.interface === 'text';
  const events = await readThroughClient({
    interface: suite.interface === 'text' ? 'chat-completions' : suite.interface,
    pieces: cut(suiteBody(suite, each)),
    tools: suiteTools(suite.tools),
    toolMode: isText ? 'tags' : 'native',
  });
  return collectOutcome(events);
}

function collectOutcome(events: readonly ModelEvent[]): SuiteOutcome {
  const { calls, ...texts } = collectReply(events);
  const isRefused = ({ input }: CollectedCall) => input === undefined;
  return {
    ...texts,
    calls: calls.flatMap((call) => (isRefused(call) ? [] : [[call.name, call.input]])),
    refused: calls.filter(isRefused).map(({ name }) => name),
    end: describeEnd(events),
  };
}

function describeEnd(events: readonly ModelEvent[]): string {
  const end = events.findLast(({ type }) => ENDS.has(type));
  if (end?.type === 'step-end') return end.finishReason;
  if (end?.type === 'interrupted') return 'interrupted';
  // A failure before any text is retried.
  return end === undefined ? '' : 'failure';
}

const ENDS: ReadonlySet<string> = new Set(['step-end', 'interrupted', 'failure', 'retry']);

/** The parts of an outcome for which the case states an expectation. */
export function comparedParts(outcome: SuiteOutcome, { want }: SuiteCase): Partial<SuiteOutcome> {
  const keys = Object.keys(want) as (keyof SuiteOutcome)[];
  return Object.fromEntries(keys.map((key) => [key, outcome[key]]));
}
