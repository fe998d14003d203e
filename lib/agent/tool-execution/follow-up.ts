import {
  type AssistantMessage,
  type EventOf,
  type ThreadState,
  type Tool,
  type ToolCall,
  toolCallsOf,
} from '../../contracts/index.ts';
import { isFollowed } from '../thread/direct-answer.ts';
import { askedFor, callKey } from './repeated-calls.ts';

/** Maximum number of follow-up calls in a row after a call of the model. */
const MAX_FOLLOW_UPS = 2;

/**
 * The calls that results of the last step name and that were not made yet: only read-only tools, valid arguments, at most two in
 * a row, and never a call the run has made before. Anything else a result names is left to the model, which sees the result.
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

/** 0 for a call the model made. */
function depthOf(call: ToolCall, calls: readonly ToolCall[]): number {
  const parent = calls.find((each) => each.toolCallId === call.followUpOf);
  return parent ? 1 + depthOf(parent, calls) : 0;
}

/** Ids of calls that no model made: unused in the thread, nine letters and digits (quirk: nine-character-ids). */
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
