import * as z from 'zod';
import type { EventOf, ToolDefinition } from '../../contracts/index.ts';
import { withChoice } from './call-identity.ts';
import { coerceInput, inputSchema } from './coerce-input.ts';
import { parseArguments } from './parse-arguments.ts';
import { parseKeywords } from './python-literal.ts';
import { toolJsonSchema } from './tool-schema.ts';
import { withNesting, withoutWrappers } from './wrapped-arguments.ts';

/** `leftOut`: names of arguments that the tool does not have. */
export type FitInput = { input: unknown; repaired: boolean; leftOut: string[] };
/** `errorText` is written for the model. */
export type InputError = { ok: false; errorText: string; code: 'bad-input' | 'truncated-input' };
export type ParsedInput = ({ ok: true } & FitInput) | InputError;

/** Maximum length of arguments, in characters. */
export const MAX_INPUT = 256_000;
const MAX_DEPTH = 64;

/** The error text for the model about a call that was cut off. */
const TRUNCATED =
  'The call was cut off before the end of its arguments, so it was not run. Send the whole call again, with shorter arguments if they were long.';

/**
 * Turns the text of a call's arguments into input that its tool accepts. Parses it (`parseArguments`), then converts
 * and validates it with the tool's schema. Repaired arguments are accepted only with `mayRepair`. A call that was cut
 * off or does not validate never runs. The result is also `repaired` if arguments were removed because a closed schema
 * does not have them, so that a misnamed argument does not disappear unnoticed. `maxLength`: in characters. `calledName`: the name in the call,
 * which may be a choice of the tool (`findByChoice`).
 */
export function parseToolInput(
  tool: ToolDefinition,
  text: string,
  options: { mayRepair: boolean; maxLength?: number; calledName?: string },
): ParsedInput {
  const maxLength = options.maxLength ?? MAX_INPUT;
  if (text.length > maxLength) return unfit(tool, `The arguments are longer than ${maxLength} characters.`);
  const parseResult = parseWritten(tool, text);
  if (parseResult.state === 'truncated') return truncatedInput();
  if (!('value' in parseResult) || (parseResult.state === 'repaired' && !options.mayRepair)) {
    return unfit(tool, 'The arguments are not a JSON object.');
  }
  const { state, value: written } = parseResult;
  if (measureDepth(written) > MAX_DEPTH)
    return unfit(tool, `The arguments are nested deeper than ${MAX_DEPTH} levels.`);
  const dropped = new Set<string>();
  const chosen = withChoice(tool, withoutWrappers(tool, written), options.calledName ?? tool.name);
  const value = withNesting(tool, chosen);
  const checked = tool.inputSchema.safeParse(coerceInput(inputSchema(tool), value, dropped));
  if (!checked.success) return unfit(tool, `The arguments do not fit:\n${z.prettifyError(checked.error)}`);
  const repaired = state === 'repaired' || value !== written || dropped.size > 0;
  return { ok: true, input: checked.data, repaired, leftOut: [...dropped] };
}

/** Parses the arguments as JSON, or else as the keywords of a Python call (quirk: keyword-arguments). */
function parseWritten(tool: ToolDefinition, text: string): ReturnType<typeof parseArguments> {
  const parseResult = parseArguments(text);
  if ('value' in parseResult) return parseResult;
  const value = parseKeywords(inputSchema(tool), text);
  return value === null ? parseResult : { state: 'repaired', value };
}

/** The event of a call with valid arguments. */
export function inputAvailable(
  toolCallId: string,
  { input, repaired, leftOut }: FitInput,
): EventOf<'tool-input-available'> {
  const more = leftOut.length > 0 ? { leftOut } : {};
  return { type: 'tool-input-available', toolCallId, input, repaired, ...more };
}

/** The error of a call that was cut off. */
export function truncatedInput(): InputError {
  return { ok: false, errorText: TRUNCATED, code: 'truncated-input' };
}

export function unknownTool(name: string, tools: readonly ToolDefinition[]): string {
  const names = tools.map((tool) => tool.name).join(', ');
  return `There is no tool named ${JSON.stringify(name)}. The tools are: ${names || 'none'}.`;
}

function unfit(tool: ToolDefinition, problem: string): InputError {
  const schema = JSON.stringify(toolJsonSchema(tool));
  const errorText = `${problem}\nCall ${tool.name} again with arguments that fit this schema: ${schema}`;
  return { ok: false, errorText, code: 'bad-input' };
}

function measureDepth(value: unknown): number {
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
