import {
  type AssistantMessage,
  type Step,
  type ThreadEvent,
  type Tool,
  type ToolCall,
  type ToolOutput,
  toolCallsOf,
} from '../../contracts/index.ts';
import { askedFor } from './same-call.ts';

/** After as many steps in a row that ask for the same, the model has to answer. */
const ENOUGH = 3;

/** A longer result is pointed at rather than given again, in characters. */
const SHORT_RESULT = 2_000;

const NUDGE =
  'You have asked this three times, and the result does not change. Answer now with what you have, or say what is missing.';

type Known = { toolCallId: string; output: ToolOutput };

/**
 * The earlier call of the run that has answered this one already: the same tool with the same arguments, in a step before,
 * with nothing run since that could change something. Calls of one step do not answer each other: which of them is first
 * would be a matter of luck.
 */
export function earlierResult(run: AssistantMessage, call: ToolCall, tools: readonly Tool[]): Known | null {
  const key = askedFor(call);
  const earlier = run.steps.slice(0, -1).flatMap(toolCallsOf).reverse();
  for (const each of earlier) {
    if (!isReadOnly(each, tools)) return null;
    const isAnswer = each.state === 'output-available' && each.output.details?.repeatedOf === undefined;
    if (isAnswer && askedFor(each) === key) return { toolCallId: each.toolCallId, output: each.output };
  }
  return null;
}

/** Whether this result comes from the page that is open now. Results that name no page do not depend on one. */
export function isOfPage({ output }: Known, pageUrl: string | null): boolean {
  return output.details?.url === undefined || output.details.url === pageUrl;
}

/**
 * What answers a call that has been answered before: the result again or, where it is long and the model still has it, a
 * word about where it is; and the third time a nudge.
 */
export function repeatedOutput(run: AssistantMessage, call: ToolCall, known: Known): ToolOutput {
  const { content } = known.output;
  const isAtHand = content.length > SHORT_RESULT && !wasShortened(run);
  const same = isAtHand
    ? `Same as before: nothing has changed since the result of call ${known.toolCallId} above.`
    : `Same as before:\n${content}`;
  const key = askedFor(call);
  const before = run.steps.slice(0, -1).toReversed();
  const times = 1 + countWhile(before, (step) => toolCallsOf(step).some((each) => askedFor(each) === key));
  return {
    content: times >= ENOUGH ? `${same}\n\n${NUDGE}` : same,
    details: { ...known.output.details, repeatedOf: known.toolCallId },
  };
}

/** The result of `first` for a call of the same step that asks for exactly the same; null while there is none. */
export function sharedResult({ toolCallId }: ToolCall, first: ToolCall): ThreadEvent | null {
  if (first.state === 'output-error') {
    const { errorText, code } = first;
    return { type: 'tool-output-error', toolCallId, errorText, ...(code === null ? {} : { code }), ms: 0 };
  }
  if (first.state !== 'output-available') return null;
  const { content, details } = first.output;
  const same = `Same call as ${first.toolCallId}, which ran once for both`;
  const output = {
    content: content.length > SHORT_RESULT ? `${same}: see its result.` : `${same}:\n${content}`,
    details: { ...details, repeatedOf: first.toolCallId },
  };
  return { type: 'tool-output-available', toolCallId, output, ms: 0 };
}

/** Whether the model has asked for exactly the same, and nothing else, in each of the last three of these steps. */
export function isStuck(steps: readonly Step[], tools: readonly Tool[]): boolean {
  const last = steps.slice(-ENOUGH).map((step) => {
    const calls = toolCallsOf(step).filter((call) => call.followUpOf === null);
    const isHarmless = calls.every((call) => call.state === 'output-error' || isReadOnly(call, tools));
    return isHarmless && calls.length > 0 ? [...new Set(calls.map(askedFor))].sort().join('\n') : null;
  });
  return last.length === ENOUGH && last[0] !== null && last.every((asked) => asked === last[0]);
}

/** Results may have left the model's sight to make room. */
function wasShortened(run: AssistantMessage): boolean {
  return run.steps.some(
    (step) => step.resets.includes('context-length') || step.notices.some((notice) => notice.code === 'shortened'),
  );
}

function isReadOnly(call: ToolCall, tools: readonly Tool[]): boolean {
  // A tool that is not there has changed nothing.
  return tools.find((tool) => tool.name === call.toolName)?.annotations.readOnlyHint ?? true;
}

function countWhile<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  const end = items.findIndex((item) => !holds(item));
  return end < 0 ? items.length : end;
}
