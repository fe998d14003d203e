import { BROWSER_SEARCH, type ChatRule, hasRule, type ThreadState, type Tool } from '../contracts/index.ts';
import type { ToolUse } from './approval-policy.ts';
import { originOf } from './origin.ts';
import { carriesSecret } from './web-policy.ts';

/**
 * The rule by which the user may allow calls like this one for the rest of a chat, or null: only for calls that read, of a tool that
 * is described as the user allowed it, and never for addresses that no web server has.
 */
export function ruleFor(
  tool: Tool,
  { input, destination, isReadOnly, change }: Omit<ToolUse, 'origin'>,
): ChatRule | null {
  if (!isReadOnly || change !== null || destination === null) return null;
  const egress = tool.webEgress?.(input);
  if (egress !== undefined) {
    const origin = originOf(egress.type === 'query' ? destination : egress.url);
    if (origin === null || !(origin === BROWSER_SEARCH || /^https?:/.test(origin))) return null;
    return { type: egress.type === 'query' ? 'searches' : 'pages', origin };
  }
  // The name that a model knows may be that of another tool once the list has changed.
  return tool.source === undefined ? null : { type: 'tool', server: destination, tool: tool.source.tool };
}

/** Whether the user allows what this rule covers in this chat. Nothing that is masked as a secret goes out by a rule. */
export function isCoveredByRule(rule: ChatRule | null, input: unknown, state: ThreadState): boolean {
  return rule !== null && hasRule(state.rules, rule) && !carriesSecret(JSON.stringify(input), state);
}
