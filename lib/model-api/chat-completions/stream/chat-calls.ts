import { isJsonObject, type JsonObject, parseJson } from '../../../contracts/index.ts';
import type { CallExtras, ToolCallDelta } from './chunk-reader.ts';

const NO_CALLS: readonly ToolCallDelta[] = [];

/**
 * The fragments in a `delta` or `message`: a list, a single object, the JSON text of either, or the `function_call`
 * used before November 2023, which only counts if there is nothing else. Rules: quirks: index-no-integer, id-empty,
 * id-null, id-word-null, name-empty, type-missing, calls-no-list, arguments-null, arguments-object, arguments-field,
 * function-call-field.
 */
export function readToolCalls(body: JsonObject): readonly ToolCallDelta[] {
  const calls = body.tool_calls ?? body.toolCalls ?? body.tool_call;
  if (calls !== undefined && calls !== null) {
    const deltas = readList(typeof calls === 'string' ? parseJson(calls) : calls);
    if (deltas.length > 0) return deltas;
  }
  return isJsonObject(body.function_call) ? [readToolCall({ index: 0, function: body.function_call })] : NO_CALLS;
}

function readList(calls: unknown): ToolCallDelta[] {
  if (Array.isArray(calls)) return calls.flatMap(readList);
  return isJsonObject(calls) ? [readToolCall(calls)] : [];
}

/** Reads one fragment, also in the form of a content part (`tool_use`). */
export function readToolCall(call: JsonObject): ToolCallDelta {
  const fn = isJsonObject(call.function) ? call.function : isJsonObject(call.custom) ? call.custom : call;
  const args = fn.arguments ?? fn.parameters ?? fn.input ?? fn.args;
  const text = typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args);
  const delta: ToolCallDelta = {
    index: readIndex(call.index),
    id: present(call.id),
    name: present(fn.name),
    arguments: text,
    object: isJsonObject(args) ? args : null,
    extras: readExtras(call, fn),
  };
  return delta.name?.includes('</arg_key>') === true ? withoutPairsInName(delta, delta.name) : delta;
}

/** Moves arguments that the server left in the name of the tool to where they belong (quirk: arguments-in-name). */
function withoutPairsInName(delta: ToolCallDelta, name: string): ToolCallDelta {
  const pairs = [...name.matchAll(NAMED_PAIR)].map(([, key = '', value = '']) => [key.trim(), value] as const);
  if (pairs.length === 0 || !/^\s*(?:\{\s*\})?\s*$/.test(delta.arguments)) return delta;
  const input = JSON.stringify(Object.fromEntries(pairs));
  return { ...delta, name: present(name.slice(0, name.indexOf('<'))), arguments: input, object: null };
}

/** The first key may have the tag of a call in place of its own (quirk: format-glm-variants). */
const NAMED_PAIR = /<(?:arg_key|tool_call)>([^<]*)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g;

/** Reads an index, which gateways also send as a string. Null for any other value. */
export function readIndex(value: unknown): number | null {
  const index = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : null;
}

/**
 * Reads a string; blank strings, `null` and words such as `none` count as absent (quirks: id-empty, id-null,
 * id-word-null, name-empty).
 */
function present(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return text === '' || text === 'null' || text === 'undefined' ? null : text;
}

function readExtras(call: JsonObject, fn: JsonObject): CallExtras | null {
  const fields = providerFields(call);
  const functionFields = fn === call ? null : providerFields(fn);
  const extraContent = call.extra_content ?? undefined;
  if (fields === null && functionFields === null && extraContent === undefined) return null;
  return {
    ...(extraContent === undefined ? {} : { extraContent }),
    ...(fields === null ? {} : { fields }),
    ...(functionFields === null ? {} : { functionFields }),
  };
}

/**
 * Signatures under any name, and the fields that LiteLLM passes through; null if there are none, which is the common
 * case.
 */
function providerFields(object: JsonObject): Record<string, unknown> | null {
  let extraFields: Record<string, unknown> | null = null;
  for (const key in object) {
    if (USUAL.has(key) || !PROVIDER_FIELD.test(key) || object[key] === null) continue;
    extraFields ??= {};
    extraFields[key] = object[key];
  }
  return extraFields;
}

const USUAL: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'name', 'arguments', 'input']);
const PROVIDER_FIELD = /signature|^provider_specific_fields$/i;
