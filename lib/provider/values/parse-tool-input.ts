import { jsonrepair } from 'jsonrepair';
import * as z from 'zod';
import type { EventOf } from '../../protocol/event.ts';
import type { ToolDefinition } from '../../protocol/tool.ts';
import { coerceInput, inputSchema } from './coerce-input.ts';
import { isJson, parseJson } from './json-value.ts';

/** `leftOut`: names of arguments the tool does not have. */
export type FitInput = { input: unknown; repaired: boolean; leftOut: string[] };
export type ParsedInput = ({ ok: true } & FitInput) | { ok: false; errorText: string };

/** Arguments beyond this are nobody's (design, bounds). In characters. */
export const MAX_INPUT = 256_000;
const MAX_DEPTH = 64;

/**
 * Turns the text of a call's arguments into input its tool accepts: JSON, else (only with `mayRepair`) repaired JSON,
 * then typed by and checked against the tool's schema. Blank text, and the `null` of a map that was never made, are `{}`.
 * `repaired` also where the model gave arguments that the closed schema does not know: they are left out, and a misnamed one
 * must not vanish unseen. `maxLength` is in characters. What does not validate is never run; `errorText` is written for the model.
 */
export function parseToolInput(
  tool: ToolDefinition,
  text: string,
  options: { mayRepair: boolean; maxLength?: number },
): ParsedInput {
  const maxLength = options.maxLength ?? MAX_INPUT;
  if (text.length > maxLength) return unfit(tool, `The arguments are longer than ${maxLength} characters.`);
  const strict = parseObject(text);
  const parsed = strict ?? (options.mayRepair ? repairObject(text) : null);
  if (parsed === null) return unfit(tool, 'The arguments are not a JSON object.');
  if (depthOf(parsed) > MAX_DEPTH) return unfit(tool, `The arguments are nested deeper than ${MAX_DEPTH} levels.`);
  const dropped = new Set<string>();
  const checked = tool.inputSchema.safeParse(coerceInput(inputSchema(tool), parsed, dropped));
  if (!checked.success) return unfit(tool, `The arguments do not fit:\n${z.prettifyError(checked.error)}`);
  return { ok: true, input: checked.data, repaired: strict === null || dropped.size > 0, leftOut: [...dropped] };
}

/** The event of a call whose arguments fit. */
export function inputAvailable(
  toolCallId: string,
  { input, repaired, leftOut }: FitInput,
): EventOf<'tool-input-available'> {
  const more = leftOut.length > 0 ? { leftOut } : {};
  return { type: 'tool-input-available', toolCallId, input, repaired, ...more };
}

export function unknownTool(name: string, tools: readonly ToolDefinition[]): string {
  const names = tools.map((tool) => tool.name).join(', ');
  return `There is no tool named ${JSON.stringify(name)}. The tools are: ${names || 'none'}.`;
}

function unfit(tool: ToolDefinition, problem: string): ParsedInput {
  const schema = JSON.stringify(toolJsonSchema(tool));
  return { ok: false, errorText: `${problem}\nCall ${tool.name} again with arguments that fit this schema: ${schema}` };
}

/**
 * The schema as servers take it: plain JSON Schema, without the keywords some of them refuse (provider-quirks 105), and
 * without the parameters that are of no use yet.
 */
export function toolJsonSchema(tool: ToolDefinition): Record<string, unknown> {
  const { $schema: _, additionalProperties: __, ...schema } = z.toJSONSchema(tool.inputSchema, { io: 'input' });
  const { hidden = [] } = tool;
  if (hidden.length === 0) return schema;
  const shown = Object.entries(schema.properties ?? {}).filter(([name]) => !hidden.includes(name));
  return { ...schema, properties: Object.fromEntries(shown) };
}

function parseObject(text: string): Record<string, unknown> | null {
  const bare = withoutFence(text.trim());
  if (bare === '' || bare === 'null') return {};
  const value = parseJson(bare);
  // gpt-oss and others encode twice: a JSON string that holds the object (provider-quirks 29).
  return asObject(typeof value === 'string' ? parseJson(value) : value);
}

function repairObject(text: string): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(jsonrepair(withoutFence(text.trim()))));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Record<string, unknown> | null {
  return isJson(value) ? { ...value } : null;
}

/** DeepSeek-R1 hosts send a code fence, or only its language word, inside the arguments (provider-quirks 33). */
function withoutFence(text: string): string {
  return text.replace(/^(```)?(json)?\s*(?=[{"])/i, '').replace(/\s*```$/, '');
}

function depthOf(value: unknown): number {
  let deepest = 0;
  const open: [unknown, number][] = [[value, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, depth] = next;
    if (typeof item !== 'object' || item === null) continue;
    deepest = Math.max(deepest, depth);
    if (deepest > MAX_DEPTH) return deepest;
    for (const child of Object.values(item)) open.push([child, depth + 1]);
  }
  return deepest;
}
