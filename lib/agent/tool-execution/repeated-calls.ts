import {
  type AssistantMessage,
  isJsonObject,
  listToolCalls,
  type Secret,
  type Step,
  type ThreadEvent,
  type Tool,
  type ToolCall,
  type ToolOutput,
} from '../../contracts/index.ts';

/** After this many consecutive steps with the same calls, the model has to answer. */
const MAX_IDENTICAL_STEPS = 3;

/** After this many consecutive steps without a new result, the model has to answer. */
const MAX_STEPS_WITHOUT_NEW_RESULT = 2;

/** A longer result, in characters, is not repeated but referred to. */
const SHORT_RESULT = 2_000;

const SAME_AS_BEFORE = 'Same as before:\n';

const NUDGE =
  'You have asked this three times, and the result does not change. Answer now with what you have, or say what is missing.';

type EarlierResult = { toolCallId: string; output: ToolOutput };

/**
 * Returns the earlier call of the run whose result also answers this one: the same tool with the same arguments, in an
 * earlier step, with no effects in between. Calls of one step do not answer each other, because their order is
 * arbitrary.
 */
export function findEarlierResult(run: AssistantMessage, call: ToolCall, tools: readonly Tool[]): EarlierResult | null {
  const key = getCallKey(call);
  const earlier = run.steps.slice(0, -1).flatMap(listToolCalls).reverse();
  for (const each of earlier) {
    if (!isReadOnly(each, tools)) return null;
    const isAnswer = each.state === 'output-available' && each.output.details?.repeatedOf === undefined;
    if (isAnswer && getCallKey(each) === key) return { toolCallId: each.toolCallId, output: each.output };
  }
  return null;
}

/** Whether this result comes from the page that is open now. Results that do not name a page do not depend on one. */
export function isResultOfPage({ output }: EarlierResult, pageUrl: string | null): boolean {
  return output.details?.url === undefined || output.details.url === pageUrl;
}

/**
 * Returns the output for a repeated call: the result again or, if it is long and the model still has it, a reference to
 * it. The third time, it is a request to answer.
 */
export function buildRepeatedOutput(run: AssistantMessage, call: ToolCall, earlier: EarlierResult): ToolOutput {
  const { content, secrets = [], localOnly } = earlier.output;
  const isAtHand = content.length > SHORT_RESULT && !wasShortened(run);
  const same = isAtHand
    ? `Same as before: nothing has changed since the result of call ${earlier.toolCallId} above.`
    : `${SAME_AS_BEFORE}${content}`;
  const key = getCallKey(call);
  const before = run.steps.slice(0, -1).toReversed();
  const times = 1 + countWhile(before, (step) => listToolCalls(step).some((each) => getCallKey(each) === key));
  return {
    content: times >= MAX_IDENTICAL_STEPS ? `${same}\n\n${NUDGE}` : same,
    details: { ...earlier.output.details, repeatedOf: earlier.toolCallId },
    ...(isAtHand ? {} : secretsAfter(SAME_AS_BEFORE, secrets)),
    ...(localOnly ? { localOnly } : {}),
  };
}

/** Returns the result of `first` for an identical call of the same step. Null while there is none. */
export function copySharedResult({ toolCallId }: ToolCall, first: ToolCall): ThreadEvent | null {
  if (first.state === 'output-error') {
    const { errorText, code, localOnly } = first;
    const rest = { ...(code === null ? {} : { code }), ...(localOnly ? { localOnly } : {}) };
    return { type: 'tool-output-error', toolCallId, errorText, ...rest, ms: 0 };
  }
  if (first.state !== 'output-available') return null;
  const { content, details, secrets = [], localOnly } = first.output;
  const same = `Same call as ${first.toolCallId}, which ran once for both`;
  const isLong = content.length > SHORT_RESULT;
  const output = {
    content: isLong ? `${same}: see its result.` : `${same}:\n${content}`,
    details: { ...details, repeatedOf: first.toolCallId },
    ...(isLong ? {} : secretsAfter(`${same}:\n`, secrets)),
    ...(localOnly ? { localOnly } : {}),
  };
  return { type: 'tool-output-available', toolCallId, output, ms: 0 };
}

/** Returns the positions of secrets in a text after `before` was put in front of it. */
function secretsAfter(before: string, secrets: readonly Secret[]): Pick<ToolOutput, 'secrets'> {
  if (secrets.length === 0) return {};
  const { length } = before;
  return { secrets: secrets.map(({ kind, start, end }) => ({ kind, start: start + length, end: end + length })) };
}

/**
 * Whether the model makes no progress. Either it made exactly the same calls in each of the last three steps, or it
 * only repeated earlier calls, in any order, in the last two.
 */
export function isStuck(steps: readonly Step[], tools: readonly Tool[]): boolean {
  const latest = steps.slice(-MAX_STEPS_WITHOUT_NEW_RESULT);
  if (latest.length === MAX_STEPS_WITHOUT_NEW_RESULT && latest.every(repeatsOnly)) return true;
  const last = steps.slice(-MAX_IDENTICAL_STEPS).map((step) => {
    const calls = listToolCalls(step).filter((call) => call.followUpOf === null);
    const isHarmless = calls.every((call) => call.state === 'output-error' || isReadOnly(call, tools));
    return isHarmless && calls.length > 0 ? [...new Set(calls.map(getCallKey))].sort().join('\n') : null;
  });
  return last.length === MAX_IDENTICAL_STEPS && last[0] !== null && last.every((stepKey) => stepKey === last[0]);
}

/**
 * Whether all calls of a step that ran were answered with earlier results. Those that were cut off with the reply did
 * not run.
 */
function repeatsOnly(step: Step): boolean {
  const calls = listToolCalls(step);
  return calls.some(isRepeat) && calls.every((call) => isRepeat(call) || wasNotRun(call));
}

function isRepeat(call: ToolCall): boolean {
  return call.state === 'output-available' && call.output.details?.repeatedOf !== undefined;
}

function wasNotRun(call: ToolCall): boolean {
  return call.state === 'output-error' && (call.code === 'not-run' || call.code === 'truncated-input');
}

/** Whether results may have been removed from the model's context to make room. */
function wasShortened(run: AssistantMessage): boolean {
  return run.steps.some(
    (step) => step.resets.includes('context-length') || step.notices.some((notice) => notice.code === 'shortened'),
  );
}

function isReadOnly(call: ToolCall, tools: readonly Tool[]): boolean {
  // A tool that does not exist has no effects.
  return tools.find((tool) => tool.name === call.toolName)?.annotations.readOnlyHint ?? true;
}

function countWhile<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  const end = items.findIndex((item) => !holds(item));
  return end < 0 ? items.length : end;
}

/**
 * Returns a key that is equal for two calls with the same tool and arguments. The order of properties does not matter.
 */
export function buildCallKey({ toolName, input }: { toolName: string; input: unknown }): string {
  return `${toolName} ${JSON.stringify(input, sortedProperties)}`;
}

/** Returns the `buildCallKey` of a call. While its arguments are arriving, their incomplete text is used. */
export function getCallKey(call: ToolCall): string {
  return buildCallKey({ toolName: call.toolName, input: 'input' in call ? call.input : call.inputText });
}

/**
 * Returns the identical call of the same step that runs for both: the one that has started, otherwise the first. Null
 * if this call runs itself. Small models repeat calls, and some servers send a call both natively and as text.
 */
export function findSharedCall(calls: readonly ToolCall[], call: ToolCall): ToolCall | null {
  if (hasBegun(call)) return null;
  const key = getCallKey(call);
  const same = calls.filter((each) => each.state !== 'input-streaming' && getCallKey(each) === key);
  const first = same.find(hasBegun) ?? same[0];
  return first === undefined || first.toolCallId === call.toolCallId ? null : first;
}

function hasBegun(call: ToolCall): boolean {
  return call.state !== 'input-streaming' && (call.state !== 'input-available' || call.approved);
}

function sortedProperties(_key: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
