import { isJsonObject, type JsonObject } from '../../../contracts/index.ts';
import type { ReadCall } from '../dialect.ts';

/** Keys under which formats put the tool's name and its arguments, most common first. */
const NAME_KEYS = ['name', 'tool_name', 'tool', 'function', 'action', 'function_name', 'method', 'func', 'fn'] as const;
const ARGUMENT_KEYS = [
  'arguments',
  'parameters',
  'args',
  'params',
  'input',
  'action_input',
  'tool_input',
  'function_args',
  'tool_args',
  'tool_arguments',
  'tool_parameters',
  'function_arguments',
  'kwargs',
] as const;
const OTHER_KEYS = [
  'id',
  'type',
  'index',
  'tool_call_id',
  'call_id',
  'tool_call',
  'tool_calls',
  'function_call',
  'thought',
  'reasoning',
];

const KNOWN_NAME_KEYS: ReadonlySet<string> = new Set(NAME_KEYS);
const KNOWN_ARGUMENT_KEYS: ReadonlySet<string> = new Set(ARGUMENT_KEYS);
const KNOWN_OTHER_KEYS: ReadonlySet<string> = new Set(OTHER_KEYS);

export const isNameKey = (key: string): boolean => KNOWN_NAME_KEYS.has(key);
export const isArgumentsKey = (key: string): boolean => KNOWN_ARGUMENT_KEYS.has(key);
/** Whether a key of this name can appear in a call object. */
export const isCallKey = (key: string): boolean =>
  KNOWN_NAME_KEYS.has(key) || KNOWN_ARGUMENT_KEYS.has(key) || KNOWN_OTHER_KEYS.has(key);

/**
 * The calls in a parsed value, in every known JSON shape: `{name, arguments}` under any of their names, OpenAI's
 * `{function: {…}}` and `{tool_calls: […]}`, and, with `nameIsKey`, `{tool: {arguments}}`. quirks: format-hermes,
 * format-llama-json, format-functools, format-granite, format-cohere, format-wrapped-json, format-bare-json.
 */
export function callsIn(value: unknown, isStrict: boolean, isName: (name: string) => boolean): ReadCall[] {
  if (Array.isArray(value)) return value.flatMap((item) => callsIn(item, isStrict, isName));
  if (!isJsonObject(value)) return [];
  if (Array.isArray(value.tool_calls)) return callsIn(value.tool_calls, isStrict, isName);
  if (isJsonObject(value.tool_call)) return callsIn(value.tool_call, isStrict, isName);
  if (isJsonObject(value.function_call)) return callsIn(value.function_call, isStrict, isName);
  if (isJsonObject(value.function)) return callsIn(value.function, isStrict, isName);
  if (isJsonObject(value.tool)) return callsIn(value.tool, isStrict, isName);
  const nameKey = NAME_KEYS.find((key) => typeof value[key] === 'string');
  const name = nameKey === undefined ? undefined : (value[nameKey] as string);
  if (name === undefined || name === '') return nameAsKey(value, isStrict, isName);
  const key = ARGUMENT_KEYS.find((each) => value[each] !== undefined);
  // Small models write the arguments next to the name (quirk: format-flat-arguments).
  const beside = Object.fromEntries(Object.entries(value).filter(([each]) => !isCallKey(each)));
  const isFlat = Object.keys(beside).length > 0 && (key === undefined || isEmptyObject(value[key]));
  const argumentsValue = isFlat || key === undefined ? beside : value[key];
  const call = { name, arguments: { type: 'json', text: argumentsText(key, argumentsValue) }, isStrict } as const;
  return [key === undefined && !isFlat ? { ...call, lacksArguments: true } : call];
}

function isEmptyObject(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function nameAsKey(value: JsonObject, isStrict: boolean, isName: (name: string) => boolean): ReadCall[] {
  const [only, ...rest] = Object.entries(value);
  if (only === undefined || rest.length > 0 || !isJsonObject(only[1]) || !isName(only[0])) return [];
  return [{ name: only[0], arguments: { type: 'json', text: JSON.stringify(only[1]) }, isStrict }];
}

/**
 * The arguments as JSON text. They may be an object in a string. LangChain's may be a single value, which stays under
 * its key.
 */
function argumentsText(key: string | undefined, argumentsValue: unknown): string {
  if (argumentsValue === null || argumentsValue === undefined) return '{}';
  const isLangChain = key === 'action_input' || key === 'tool_input';
  if (isLangChain && !isJsonObject(argumentsValue)) return JSON.stringify({ [key]: argumentsValue });
  return typeof argumentsValue === 'string' ? argumentsValue : JSON.stringify(argumentsValue);
}
