import type { ToolCall } from '../protocol/tool-call.ts';

/** A text that two calls share exactly when they ask the same tool for the same; the order of properties does not count. */
export function callKey({ toolName, input }: { toolName: string; input: unknown }): string {
  return `${toolName} ${JSON.stringify(input, sortedProperties)}`;
}

/** What a call asks for, also while nothing but its text is known. */
export function askedFor(call: ToolCall): string {
  return callKey({ toolName: call.toolName, input: 'input' in call ? call.input : call.inputText });
}

function sortedProperties(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
