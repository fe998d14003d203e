import { isJsonObject, type JsonObject, parseJson, type ToolDefinition } from '../../contracts/index.ts';
import { inputSchema, type JsonSchema, listRequiredNames, propertySchema } from './coerce-input.ts';
import { foldName } from './fold-name.ts';
import { withoutPathKeys } from './path-keys.ts';

/** Names of fields in which models wrap the arguments of a call, folded. */
const WRAPPERS: ReadonlySet<string> = new Set(
  [
    'arguments',
    'args',
    'kwargs',
    'input',
    'inputs',
    'parameters',
    'params',
    'properties',
    'data',
    'payload',
    'body',
  ].concat(
    [
      'tool_input',
      'tool_arguments',
      'tool_args',
      'function_arguments',
      'action_input',
      'function',
      'tool_call',
      'tool_calls',
      'value',
    ].map(foldName),
  ),
);

/** Fields of a call, not of its arguments, that may accompany a wrapper. Folded. */
const BESIDE: ReadonlySet<string> = new Set(
  [
    'name',
    'tool',
    'tool_name',
    'function',
    'function_name',
    'action',
    'type',
    'id',
    'call_id',
    'tool_call_id',
    'index',
    'recipient_name',
  ].map(foldName),
);

/** Maximum number of wrappers around the arguments. */
const MAX_WRAPPERS = 4;

/**
 * Removes wrappers around the arguments: `{"arguments": {…}}`, the tool's own name, or a whole call, including nested
 * ones and those encoded as a string (quirk: wrapped-arguments). Only the schema decides. A field is a wrapper if the
 * tool has no argument with its name, but has at least one of those inside it. A field with an unknown name is a
 * wrapper if everything inside it is an argument. Returns the same object if there is no wrapper.
 */
export function withoutWrappers(tool: ToolDefinition, value: JsonObject): JsonObject {
  const schema = inputSchema(tool);
  const isPath = (key: string, name: string) =>
    propertySchema(schema, key) === undefined &&
    (Object.hasOwn(schema.properties ?? {}, name) || WRAPPERS.has(foldName(name)));
  let current = withoutPathKeys(value, isPath);
  for (let count = 0; count < MAX_WRAPPERS; count++) {
    const inner = innerArguments(tool, schema, current);
    if (inner === null) return fits(schema, current) ? current : value;
    current = inner;
  }
  return value;
}

/** Whether at least one argument belongs to the tool, or there are none. */
function fits(schema: JsonSchema, value: JsonObject): boolean {
  const keys = Object.keys(value);
  return keys.length === 0 || keys.some((key) => propertySchema(schema, key) !== undefined);
}

function innerArguments(tool: ToolDefinition, schema: JsonSchema, value: JsonObject): JsonObject | null {
  const keys = Object.keys(value);
  if (keys.length === 0 || keys.some((key) => propertySchema(schema, key) !== undefined)) return null;
  const ownName = foldName(tool.name);
  const isWrapper = (key: string) => WRAPPERS.has(foldName(key)) || foldName(key) === ownName;
  for (const key of keys.filter(isWrapper)) {
    const inner = asObject(value[key]);
    const isCall = keys.every((other) => other === key || BESIDE.has(foldName(other)) || isWrapper(other));
    if (inner !== null && isCall) return inner;
  }
  return keys.length === 1 ? onlyArguments(schema, value[keys[0] ?? '']) : null;
}

/** Unwraps a field that is not a known wrapper: its object counts if every key is an argument of the tool. */
function onlyArguments(schema: JsonSchema, value: unknown): JsonObject | null {
  const inner = asObject(value);
  const keys = inner === null ? [] : Object.keys(inner);
  return keys.length > 0 && keys.every((key) => propertySchema(schema, key) !== undefined) ? inner : null;
}

/**
 * Puts arguments where the schema has them if the model wrote them one level too high: `{"name": …}` in place of
 * `{"values": {"name": …}}`. All arguments that the tool does not have must belong to the same required object, and that
 * object must be missing (quirk: arguments-not-nested). Returns the same object if there is nothing to move.
 */
export function withNesting(tool: ToolDefinition, value: JsonObject): JsonObject {
  const schema = inputSchema(tool);
  const strayKeys = Object.keys(value).filter((key) => propertySchema(schema, key) === undefined);
  if (strayKeys.length === 0) return value;
  const [parent, ...others] = listRequiredNames(schema).filter((name) => {
    const nested = Object.hasOwn(value, name) ? undefined : propertySchema(schema, name);
    return nested !== undefined && strayKeys.every((key) => Object.hasOwn(nested.properties ?? {}, key));
  });
  if (parent === undefined || others.length > 0) return value;
  const entries = Object.entries(value);
  return {
    ...Object.fromEntries(entries.filter(([key]) => !strayKeys.includes(key))),
    [parent]: Object.fromEntries(entries.filter(([key]) => strayKeys.includes(key))),
  };
}

function asObject(value: unknown): JsonObject | null {
  const argumentsValue = typeof value === 'string' ? parseJson(value.trim()) : value;
  const only = Array.isArray(argumentsValue) && argumentsValue.length === 1 ? argumentsValue[0] : argumentsValue;
  return isJsonObject(only) ? only : null;
}
