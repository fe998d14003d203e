import type { ToolDefinition } from '../../contracts/index.ts';
import { inputSchema } from '../tool-input/coerce-input.ts';
import { toolJsonSchema } from '../tool-input/parse-tool-input.ts';
import { hasPlausibleInput, plausibleInput } from '../tool-input/plausible-input.ts';

/**
 * Explains to a model without native tools how to write calls. It costs tokens on every turn (quirk: tool-prompt-cost), so what
 * several tools share is described once. The example is a valid call, since small models copy it (quirk: copied-placeholder). The
 * tag of results is not mentioned, since models would write it (quirk: invented-result).
 */
export function tagPrompt(tools: readonly ToolDefinition[]): string {
  const shown = exampleTool(tools);
  if (shown === undefined) return '';
  return [
    'You can call tools. Write a call on a line of its own, like this:',
    callTag(shown.name, plausibleInput(inputSchema(shown))),
    'Arguments are JSON, {} for none. After your calls, stop: the results come in the next message, never from you.',
    'You may write several calls, one a line. When you know enough, answer without tags.',
    'Tools:',
    ...toolLines(tools),
  ].join('\n');
}

/** Formats a call in the tag protocol. */
export function callTag(toolName: string, input: unknown): string {
  return `<tool name="${toolName}">${JSON.stringify(input)}</tool>`;
}

/**
 * Stop sequences for invented results. Each includes the closing tag, so that a reply that begins with a result is still
 * recognized; servers strip the sequence, and a call is complete without its closing tag. Many servers accept no more than four.
 */
export const RESULT_STOPS: readonly string[] = [
  '</tool>\n<tool_result',
  '</tool>\n\n<tool_result',
  '</tool><tool_result',
  // The form that Qwen and Hermes models were trained on.
  '</tool_call>\n<tool_response',
];

/** The first tool whose schema suggests a value for every required argument; tools with arguments are preferred. */
function exampleTool(tools: readonly ToolDefinition[]): ToolDefinition | undefined {
  const plain = tools.filter((tool) => hasPlausibleInput(inputSchema(tool)));
  return plain.find((tool) => (inputSchema(tool).required ?? []).length > 0) ?? plain[0] ?? tools[0];
}

function toolLines(tools: readonly ToolDefinition[]): string[] {
  const described = new Set<string>();
  return tools.map(
    (tool) => `- ${tool.name}(${signature(tool, described)}): ${tool.description.replaceAll('\n', ' ')}`,
  );
}

/** `query: string (words to find), cursor?: string`. Adds the parameters it describes to `described`. */
function signature(tool: ToolDefinition, described: Set<string>): string {
  const schema = toolJsonSchema(tool);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, PropertySchema>);
  const required = new Set((schema.required ?? []) as string[]);
  return properties
    .map(([name, property]) => {
      const type = typeName(property, 0);
      const key = `${name}: ${property.description}`;
      const about = property.description && !described.has(key) ? ` (${property.description})` : '';
      described.add(key);
      return `${name}${required.has(name) ? '' : '?'}: ${type}${about}`;
    })
    .join(', ');
}

type PropertySchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  items?: PropertySchema;
  properties?: Record<string, PropertySchema>;
  required?: string[];
  anyOf?: PropertySchema[];
  oneOf?: PropertySchema[];
};

/** Deeper than this a type is only called by its kind. */
const MAX_DEPTH = 4;

/** A type as TypeScript writes it: `{city: string, days?: integer}[]`. */
function typeName(schema: PropertySchema, depth: number): string {
  if (typeof schema !== 'object' || schema === null) return 'any';
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join('|');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const members = schema.anyOf ?? schema.oneOf;
  if (members && depth < MAX_DEPTH) return [...new Set(members.map((each) => typeName(each, depth + 1)))].join('|');
  if (schema.properties && depth < MAX_DEPTH) {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties).map(
      ([name, each]) => `${name}${required.has(name) ? '' : '?'}: ${typeName(each, depth + 1)}`,
    );
    return `{${fields.join(', ')}}`;
  }
  if (schema.type === 'array' && schema.items && depth < MAX_DEPTH) {
    const item = typeName(schema.items, depth + 1);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  return [schema.type ?? 'any'].flat().join('|');
}
