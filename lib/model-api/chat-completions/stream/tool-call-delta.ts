import { isJsonObject, type JsonObject } from '../../../contracts/index.ts';
import type { OpaqueCall } from '../opaque-state.ts';

/** Provider state of a fragment. */
export type CallExtras = Omit<OpaqueCall, 'wireId'>;

/** One tool-call fragment, in which blanks (`""`, `null`, `"null"`) are absent. */
export type ToolCallDelta = {
  index: number | null;
  id: string | null;
  name: string | null;
  arguments: string;
  /** The arguments, if they came as an object instead of a string (quirk: arguments-object); `arguments` is its JSON. */
  object: JsonObject | null;
  extras: CallExtras | null;
};

const NONE: readonly ToolCallDelta[] = [];

/**
 * The fragments in a `delta` or `message`: a list, a single object, or the `function_call` from before November 2023, which only
 * counts alone. Rules: quirks: index-no-integer, id-empty, id-null, id-word-null, name-empty, type-missing, calls-no-list,
 * arguments-null, arguments-object, function-call-field.
 */
export function readToolCalls(body: JsonObject): readonly ToolCallDelta[] {
  const { tool_calls: calls, function_call: legacy } = body;
  if (Array.isArray(calls) && calls.length > 0) return readList(calls);
  if (isJsonObject(calls)) return [readToolCall(calls)];
  return isJsonObject(legacy) ? [readToolCall({ index: 0, function: legacy })] : NONE;
}

function readList(calls: readonly unknown[]): ToolCallDelta[] {
  const deltas: ToolCallDelta[] = [];
  for (const call of calls) {
    if (isJsonObject(call)) deltas.push(readToolCall(call));
  }
  return deltas;
}

function readToolCall(call: JsonObject): ToolCallDelta {
  const fn = isJsonObject(call.function) ? call.function : call;
  const args = fn.arguments ?? fn.parameters;
  return {
    index: readIndex(call.index),
    id: present(call.id),
    name: present(fn.name),
    arguments: typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args),
    object: isJsonObject(args) ? args : null,
    extras: readExtras(call, fn),
  };
}

/** Reads an index, which gateways also send as a string. Null for anything else. */
export function readIndex(value: unknown): number | null {
  const index = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : null;
}

/**
 * Reads a string; blank strings, `null` and words for nothing are absent (quirks: id-empty, id-null, id-word-null, name-empty).
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

/** Signatures under any name, and what LiteLLM passes through; null if there are none, which is the common case. */
function providerFields(object: JsonObject): Record<string, unknown> | null {
  let found: Record<string, unknown> | null = null;
  for (const key in object) {
    if (USUAL.has(key) || !PROVIDER_FIELD.test(key) || object[key] === null) continue;
    found ??= {};
    found[key] = object[key];
  }
  return found;
}

const USUAL: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'name', 'arguments']);
const PROVIDER_FIELD = /signature|^provider_specific_fields$/i;
