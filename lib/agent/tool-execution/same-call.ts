import type { ToolCall } from '../../contracts/index.ts';

/** A text that two calls share exactly when they ask the same tool for the same; the order of properties does not count. */
export function callKey({ toolName, input }: { toolName: string; input: unknown }): string {
  return `${toolName} ${JSON.stringify(input, sortedProperties)}`;
}

/** What a call asks for, also while nothing but its text is known. */
export function askedFor(call: ToolCall): string {
  return callKey({ toolName: call.toolName, input: 'input' in call ? call.input : call.inputText });
}

/**
 * The call of the same step that asks for exactly this as well and runs for both, or null where this one runs itself: the one
 * that has begun, else the first. Small models, and servers that give a call both natively and as text, repeat calls.
 */
export function sameCallBefore(calls: readonly ToolCall[], call: ToolCall): ToolCall | null {
  if (hasBegun(call)) return null;
  const key = askedFor(call);
  const same = calls.filter((each) => each.state !== 'input-streaming' && askedFor(each) === key);
  const first = same.find(hasBegun) ?? same[0];
  return first === undefined || first.toolCallId === call.toolCallId ? null : first;
}

function hasBegun(call: ToolCall): boolean {
  return call.state !== 'input-streaming' && (call.state !== 'input-available' || call.approved);
}

function sortedProperties(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
