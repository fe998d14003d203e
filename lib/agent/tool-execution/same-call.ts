import { isJsonObject, type ToolCall } from '../../contracts/index.ts';

/** A key that is equal for two calls with the same tool and arguments; the order of properties does not matter. */
export function callKey({ toolName, input }: { toolName: string; input: unknown }): string {
  return `${toolName} ${JSON.stringify(input, sortedProperties)}`;
}

/** The arguments of a call, or their text so far. */
export function askedFor(call: ToolCall): string {
  return callKey({ toolName: call.toolName, input: 'input' in call ? call.input : call.inputText });
}

/**
 * The identical call of the same step that runs for both, or null if this one runs itself: the one that has started, else the
 * first. Small models, and servers that send a call both natively and as text, repeat calls.
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
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
