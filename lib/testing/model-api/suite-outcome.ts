import type { ModelEvent } from '../../contracts/model-client.ts';
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
  const outcome: SuiteOutcome = { calls: [], refused: [], text: '', reasoning: '', end: '' };
  const calls = new Map<string, { name: string; input: unknown; isRefused: boolean }>();
  for (const event of events) {
    if (event.type === 'text-delta') outcome.text += event.delta;
    else if (event.type === 'reasoning-delta') outcome.reasoning += event.delta;
    else if (event.type === 'text-to-reasoning') {
      outcome.reasoning += outcome.text;
      outcome.text = '';
    } else if (event.type === 'reply-discard') outcome.text = '';
    else if (event.type === 'tool-input-start')
      calls.set(event.toolCallId, { name: event.toolName, input: undefined, isRefused: true });
    else if (event.type === 'tool-input-retract') calls.delete(event.toolCallId);
    else if (event.type === 'tool-input-available') {
      const call = calls.get(event.toolCallId);
      if (call) Object.assign(call, { input: event.input, isRefused: false });
    } else if (event.type === 'step-end') outcome.end = event.finishReason;
    // A failure before any text is retried.
    else if (event.type === 'failure' || event.type === 'retry') outcome.end = 'failure';
    else if (event.type === 'interrupted') outcome.end = 'interrupted';
  }
  for (const { name, input, isRefused } of calls.values()) {
    if (isRefused) outcome.refused.push(name);
    else outcome.calls.push([name, input]);
  }
  return outcome;
}

/** The parts of an outcome for which the case states an expectation. */
export function comparedParts(outcome: SuiteOutcome, { want }: SuiteCase): Partial<SuiteOutcome> {
  const keys = Object.keys(want) as (keyof SuiteOutcome)[];
  return Object.fromEntries(keys.map((key) => [key, outcome[key]]));
}
