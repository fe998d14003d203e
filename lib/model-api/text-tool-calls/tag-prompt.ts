import type { ToolDefinition } from '../../contracts/index.ts';
import {
  asSchema,
  inputSchema,
  type JsonSchema,
  listAllowedTypes,
  listRequiredNames,
} from '../tool-input/coerce-input.ts';
import { typeInWords } from '../tool-input/schema-words.ts';
import { toolJsonSchema } from '../tool-input/tool-schema.ts';

/**
 * Explains to a model without native tools how to write calls. It costs tokens on every turn (quirk: tool-prompt-cost),
 * so what several tools have in common is described once. The example is a valid call, since small models copy it
 * (quirk: copied-placeholder). The tag of results is not mentioned, since models would write it (quirk:
 * invented-result).
 */
export function tagPrompt(tools: readonly ToolDefinition[]): string {
  const sampleTool = exampleTool(tools);
  if (sampleTool === undefined) return '';
  return [
    'You can call tools. Write a call on a line of its own, like this:',
    callTag(sampleTool.name, plausibleInput(inputSchema(sampleTool))),
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
 * Formats a result in the tag protocol. `text` must not contain the closing tag or a call (`neutralizeMarkers`).
 * `input`: the arguments of a call that is not itself in the text.
 */
export function resultTag(call: { toolName: string; toolCallId: string }, text: string, input?: unknown): string {
  const inputAttribute = input === undefined ? '' : ` input='${attribute(JSON.stringify(input))}'`;
  const id = attribute(call.toolCallId).replaceAll('"', '');
  return `<tool_result name="${call.toolName}" id="${id}"${inputAttribute}>\n${text}\n</tool_result>`;
}

/** Escapes three characters that occur only in strings in JSON, so that the result is still JSON. */
function attribute(json: string): string {
  return json.replace(/[<>']/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/**
 * Stop sequences for invented results. Each includes the closing tag of a call, so that a reply that begins with a
 * result is still recognized. Servers strip the sequence, and a call is complete without its closing tag. Many servers
 * accept at most four.
 */
export const RESULT_STOPS: readonly string[] = [
  '</tool>\n<tool_result',
  '</tool>\n\n<tool_result',
  '</tool><tool_result',
  // The form on which Qwen and Hermes models were trained.
  '</tool_call>\n<tool_response',
];

/** The first tool whose schema suggests a value for every required argument; tools with arguments are preferred. */
function exampleTool(tools: readonly ToolDefinition[]): ToolDefinition | undefined {
  const plain = tools.filter((tool) => hasPlausibleInput(inputSchema(tool)));
  return plain.find((tool) => listRequiredNames(inputSchema(tool)).length > 0) ?? plain[0] ?? tools[0];
}

function toolLines(tools: readonly ToolDefinition[]): string[] {
  const described = new Set<string>();
  return tools.map(
    (tool) => `- ${tool.name}(${signature(tool, described)}): ${tool.description.replaceAll('\n', ' ')}`,
  );
}

/**
 * Formats the parameters of a tool: `query: string (words to find), cursor?: string`. Adds the ones it describes to
 * `described`.
 */
function signature(tool: ToolDefinition, described: Set<string>): string {
  const schema = toolJsonSchema(tool);
  const properties = Object.entries(schema.properties ?? {});
  const requiredNames = new Set(schema.required);
  return properties
    .map(([name, property]) => {
      const type = typeInWords(property);
      const key = `${name}: ${property.description}`;
      const about = property.description && !described.has(key) ? ` (${property.description})` : '';
      described.add(key);
      return `${name}${requiredNames.has(name) ? '' : '?'}: ${type}${about}`;
    })
    .join(', ');
}

/** The parts of a schema that suggest a value, besides its type. */
type Suggestive = JsonSchema & {
  description?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  format?: string;
};

/**
 * Realistic arguments for a call, from the tool's schema. Includes only required arguments. Each value is contained in
 * the schema itself (a default, an example, a constant, the first of a list, a quoted word in its description), or fits
 * its type. Contains no placeholders.
 */
function plausibleInput(schema: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(required(schema).map(([name, property]) => [name, value(property) ?? fallback(property)]));
}

/** Whether the schema suggests a value for every required argument. */
function hasPlausibleInput(schema: JsonSchema): boolean {
  return required(schema).every(([, property]) => value(property) !== undefined);
}

function required(schema: JsonSchema): [string, Suggestive][] {
  return listRequiredNames(schema).map((name) => [name, asSchema(schema.properties?.[name]) ?? {}]);
}

function value(property: Suggestive): unknown {
  const suggestion = property.default ?? property.examples?.[0] ?? property.const ?? property.enum?.[0];
  if (suggestion !== undefined) return suggestion;
  switch (listAllowedTypes(property).find((type) => type !== 'null')) {
    case 'integer':
    case 'number':
      return property.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return property.items === undefined ? [] : wrapInList(value(asSchema(property.items) ?? {}));
    case 'object':
      return hasPlausibleInput(property) ? plausibleInput(property) : undefined;
    default:
      return quoted(property.description ?? '') ?? FORMATS[property.format ?? ''];
  }
}

function wrapInList(item: unknown): unknown[] | undefined {
  return item === undefined ? undefined : [item];
}

/** The quoted example in `Words, such as "opening hours".` or `Its id (S4) or heading.` */
function quoted(description: string): string | undefined {
  return /"([^"]{1,60})"/.exec(description)?.[1] ?? /\(([A-Z]\d{1,3})\)/.exec(description)?.[1];
}

const FORMATS: Record<string, string> = {
  uri: 'https://example.org/',
  date: '2026-03-01',
  'date-time': '2026-03-01T09:00:00Z',
  email: 'ada@example.org',
};

/** A value of the right type for a schema that suggests none. It must not look like a placeholder. */
function fallback(property: Suggestive): unknown {
  return listAllowedTypes(property).includes('object')
    ? {}
    : listAllowedTypes(property).includes('array')
      ? []
      : 'opening hours';
}
