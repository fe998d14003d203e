import {
  type AssistantMessage,
  type EventOf,
  type ThreadState,
  type Tool,
  type ToolCall,
  toolCallsOf,
} from '../../contracts/index.ts';
import { maskSecrets } from '../../security/index.ts';
import { askedFor, callKey } from './same-call.ts';

/** How many calls may follow one the model made, each named by the result before it. */
const MAX_FOLLOW_UPS = 2;

/**
 * The calls that results of the last step name and that were not made yet: of tools that only read, with arguments that fit,
 * two in a row at most, and never a call the run has made before. Everything else a result names is left to the model, which
 * sees the result.
 */
export function dueFollowUps(
  state: ThreadState,
  run: AssistantMessage,
  tools: readonly Tool[],
): EventOf<'tool-follow-up'>[] {
  const step = run.steps.at(-1);
  if (!step) return [];
  const calls = toolCallsOf(step);
  const made = new Set(run.steps.flatMap(toolCallsOf).map(askedFor));
  const ids = new CallIds(state);
  return calls.flatMap((call): EventOf<'tool-follow-up'>[] => {
    if (call.state !== 'output-available' || isFollowed(call, calls) || depthOf(call, calls) >= MAX_FOLLOW_UPS)
      return [];
    const { followUp, followUps = [] } = call.output;
    return [...(followUp === undefined ? [] : [followUp]), ...followUps].flatMap(follow(call.toolCallId));
  });

  function follow(followUpOf: string) {
    return (named: { toolName: string; input: unknown }): EventOf<'tool-follow-up'>[] => {
      const tool = tools.find((each) => each.name === named.toolName);
      const parsed = tool?.annotations.readOnlyHint ? tool.inputSchema.safeParse(named.input) : null;
      if (!tool || !parsed?.success) return [];
      const key = callKey({ toolName: tool.name, input: parsed.data });
      if (made.has(key)) return [];
      made.add(key);
      return [{ type: 'tool-follow-up', toolCallId: ids.next(), toolName: tool.name, input: parsed.data, followUpOf }];
    };
  }
}

function isFollowed(call: ToolCall, calls: readonly ToolCall[]): boolean {
  return calls.some((each) => each.followUpOf === call.toolCallId);
}

/** Has this call the result of another one of the step? */
function isShared(call: ToolCall, calls: readonly ToolCall[]): boolean {
  const repeatedOf = call.state === 'output-available' ? call.output.details?.repeatedOf : undefined;
  return calls.some((each) => each.toolCallId === repeatedOf);
}

/** 0 for a call the model made. */
function depthOf(call: ToolCall, calls: readonly ToolCall[]): number {
  const parent = calls.find((each) => each.toolCallId === call.followUpOf);
  return parent ? 1 + depthOf(parent, calls) : 0;
}

/**
 * The answer of the run where every chain of calls in its last step ended in a result that is meant for the user as it is
 * (`returnDirect`); else null, and the model speaks.
 */
export function directAnswer(run: AssistantMessage): string | null {
  const calls = run.steps.slice(-1).flatMap(toolCallsOf);
  const ends = calls.filter((call) => !isFollowed(call, calls) && !isShared(call, calls));
  if (ends.length === 0) return null;
  const contents = ends.map((call) =>
    call.state === 'output-available' && call.output.returnDirect === true ? call.output.content : null,
  );
  if (contents.includes(null)) return null;
  const answer = contents.join('\n\n');
  // Later it goes to the model as words of its own.
  return run.isRevealed ? answer : maskSecrets(answer).text;
}

/** Ids of calls that no model made: free in the thread, and nine letters and digits (quirk: nine-character-ids). */
class CallIds {
  readonly #used: Set<string>;

  constructor(state: ThreadState) {
    const steps = state.messages.flatMap((message) => (message.role === 'assistant' ? message.steps : []));
    this.#used = new Set(steps.flatMap(toolCallsOf).map((call) => call.toolCallId));
  }

  next(): string {
    for (let n = this.#used.size; ; n++) {
      const id = `next${String(n).padStart(5, '0')}`;
      if (this.#used.has(id)) continue;
      this.#used.add(id);
      return id;
    }
  }
}
