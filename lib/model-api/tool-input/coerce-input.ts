import * as z from 'zod';
import { isJsonObject, parseJson, type ToolDefinition } from '../../contracts/index.ts';
import { memoize } from '../../control-flow/index.ts';
import { foldName } from './fold-name.ts';
import { parseOrRepairJson } from './parse-arguments.ts';
import { resolveReferences } from './resolve-references.ts';

/** The part of JSON Schema that describes types. */
export type JsonSchema = {
  type?: string | string[];
  /** `false` forbids a property. */
  properties?: Record<string, JsonSchema | false>;
  required?: unknown;
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: unknown;
  items?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  /** The OpenAPI keyword for a type that may be null. */
  nullable?: boolean;
};

/** Cached by zod schema, since a tool is copied for each request that contains only some of its parameters. */
const toJsonSchema = memoize(
  (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
);

const withoutReferences = memoize((schema: JsonSchema) => resolveReferences(schema) as JsonSchema);

/** The tool's arguments as JSON Schema, without references. Must not be changed. */
export function inputSchema({ jsonSchema, inputSchema: schema }: ToolDefinition): JsonSchema {
  return withoutReferences(jsonSchema ?? toJsonSchema(schema));
}

/** The schema of one property, or undefined if there is none. */
export function propertySchema(schema: JsonSchema, key: string): JsonSchema | undefined {
  const own = Object.hasOwn(schema.properties ?? {}, key) ? asSchema(schema.properties?.[key]) : undefined;
  if (own !== undefined) return own;
  const patterned = Object.entries(schema.patternProperties ?? {}).find(([pattern]) => matches(pattern, key))?.[1];
  const member = listMembers(schema)
    .map((each) => propertySchema(each, key))
    .find((each) => each);
  return asSchema(patterned) ?? member ?? asSchema(schema.additionalProperties);
}

/** The names of the required properties; some servers put other values there. */
export function listRequiredNames({ required }: { required?: unknown }): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** A keyword's value, if it is a schema. */
export function asSchema(value: unknown): JsonSchema | undefined {
  return isJsonObject(value) ? (value as JsonSchema) : undefined;
}

/** Nested repetitions may take exponential time. A pattern with them matches nothing, like an invalid one. */
function matches(pattern: string, key: string): boolean {
  if (/\([^)]*[+*}][^)]*\)[+*{]/.test(pattern)) return false;
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return false;
  }
}

/**
 * Converts strings to the types in the schema: numbers, booleans, null, lists and objects, at any depth. Values that
 * cannot be converted are unchanged, and the schema rejects them. Properties that are forbidden, or that a closed
 * schema does not have, are removed, because an extra argument should not prevent the call. Their names are added to
 * `dropped`.
 */
export function coerceInput(schema: JsonSchema | undefined, value: unknown, dropped = new Set<string>()): unknown {
  if (schema === undefined) return value;
  if (typeof value === 'string') return coerceString(schema, value, dropped);
  if (Array.isArray(value)) {
    return value.map((item) => coerceInput(asSchema(schema.items), item, dropped));
  }
  if (isJsonObject(value)) {
    const list = isListOnly(listAllowedTypes(schema)) ? listInObject(value) : null;
    return list === null ? coerceObject(schema, value, dropped) : coerceInput(schema, list, dropped);
  }
  if (typeof value !== 'number' && typeof value !== 'boolean') return value;
  const types = listAllowedTypes(schema);
  return isTextOnly(types) ? String(value) : isListOnly(types) ? [coerceInput(asSchema(schema.items), value)] : value;
}

function isListOnly(types: readonly string[]): boolean {
  return types.length === 1 && types[0] === 'array';
}

/**
 * The list that an object stands for: `{"item": […]}` as servers convert XML, or `{"0": …, "1": …}` as PHP does (quirk:
 * object-for-list).
 */
function listInObject(value: Record<string, unknown>): unknown[] | null {
  const entries = Object.entries(value);
  const isNumbered = entries.length > 0 && entries.every(([key], index) => key === String(index));
  if (isNumbered) return entries.map(([, item]) => item);
  const [only] = entries;
  return entries.length === 1 && only !== undefined && /^(?:items?|elements?|entry|li)$/i.test(only[0])
    ? [only[1]].flat()
    : null;
}

function isTextOnly(types: readonly string[]): boolean {
  return types.length === 1 && types[0] === 'string';
}

/** Converts an unquoted text to a typed value; `open` is the type if the schema specifies none. */
export function typeText(schema: JsonSchema | undefined, text: string, open: 'string' | 'json'): unknown {
  if (schema !== undefined && listAllowedTypes(schema).length > 0) return coerceString(schema, text);
  return open === 'string' ? text : (parseJson(text.trim()) ?? nullOrText(text));
}

function nullOrText(text: string): unknown {
  return text.trim() === 'null' ? null : text;
}

function coerceObject(schema: JsonSchema, value: Record<string, unknown>, dropped: Set<string>): unknown {
  const hasOwn = Object.keys(schema.properties ?? {}).length > 0;
  const target = hasOwn ? schema : (listMembers(schema).find((each) => matchesAlternative(each, value)) ?? schema);
  const entries: [key: string, value: unknown][] = [];
  let isChanged = false;
  for (const [writtenKey, written] of Object.entries(value)) {
    const key = isKnown(target, writtenKey) ? writtenKey : (findKey(target, value, writtenKey) ?? writtenKey);
    if (takes(target, key)) {
      const coerced = coerceInput(propertySchema(target, key), withoutCloser(written), dropped);
      const isNone = coerced === null && isAbsent(target, key);
      if (!isNone) entries.push([key, coerced]);
      isChanged ||= isNone || coerced !== written || key !== writtenKey;
    } else {
      dropped.add(key);
      isChanged = true;
    }
  }
  // Strict schemas require every argument and use null for an absent one.
  const given = new Set(entries.map(([key]) => key));
  const absent = listRequiredNames(target).filter((key) => !given.has(key) && isNullable(target, key));
  if (!isChanged && absent.length === 0) return value;
  return Object.fromEntries([...entries, ...absent.map((key) => [key, null] as const)]);
}

/**
 * The only missing property whose name differs from a key just in case, separators, blanks, quotation marks or tags
 * that the server left (quirks: argument-name-variants, markup-in-arguments).
 */
function findKey(schema: JsonSchema, value: Record<string, unknown>, key: string): string | null {
  const folded = foldKey(key);
  const names = Object.keys(schema.properties ?? {}).filter((name) => foldKey(name) === folded);
  const [only] = names;
  const isRepeated = Object.keys(value).filter((each) => foldKey(each) === folded).length > 1;
  return names.length === 1 && only !== undefined && !isRepeated ? only : null;
}

function foldKey(key: string): string {
  return foldName(key.replace(/<\/?(?:arg_key|arg_value|parameter)>?/g, '').replace(/["'`“”:]/g, ''));
}

/** A text without the closing tag that the server's parser left at its end (quirk: markup-in-arguments). */
function withoutCloser(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const closer = /<\/(arg_value|parameter)>\s*$/.exec(value);
  return closer === null || value.includes(`<${closer[1]}`) ? value : value.slice(0, closer.index);
}

/**
 * Whether null means that an argument is absent: it is optional, and its type does not include null (quirk:
 * null-for-absent).
 */
function isAbsent(schema: JsonSchema, key: string): boolean {
  const property = asSchema(schema.properties?.[key]);
  if (property === undefined || listRequiredNames(schema).includes(key)) return false;
  const types = listAllowedTypes(property);
  return types.length > 0 && !types.includes('null');
}

function isNullable(schema: JsonSchema, key: string): boolean {
  const property = propertySchema(schema, key);
  return property !== undefined && listAllowedTypes(property).includes('null');
}

function takes(schema: JsonSchema, key: string): boolean {
  if (schema.properties?.[key] === false) return false;
  return schema.additionalProperties !== false || isKnown(schema, key);
}

/** Whether the value matches an alternative by its required properties and constants. */
function matchesAlternative(schema: JsonSchema, value: Record<string, unknown>): boolean {
  return (
    schema.properties !== undefined &&
    listRequiredNames(schema).every((key) => Object.hasOwn(value, key)) &&
    Object.entries(schema.properties).every(
      ([key, property]) => value[key] === undefined || allows(property, value[key]),
    )
  );
}

/** Only compares constants, which distinguish alternatives. */
function allows(property: JsonSchema | false, value: unknown): boolean {
  if (property === false) return false;
  if (property.const !== undefined) return property.const === value;
  return property.enum?.length !== 1 || property.enum[0] === value;
}

function isKnown(schema: JsonSchema, key: string): boolean {
  if (Object.hasOwn(schema.properties ?? {}, key)) return true;
  return Object.keys(schema.patternProperties ?? {}).some((pattern) => matches(pattern, key));
}

function coerceString(schema: JsonSchema, text: string, dropped = new Set<string>()): unknown {
  const types = listAllowedTypes(schema);
  const trimmed = text.trim();
  if (schema.enum?.includes(text)) return text;
  if (schema.enum?.includes(trimmed)) return trimmed;
  // The order is the same as in Ollama (TestQwenToolCallValueParsing): null, boolean and number take precedence over
  // text.
  if (isTextOnly(types) || types.length === 0) return text;
  if (/^null$/i.test(trimmed) && types.includes('null')) return null;
  if (!types.includes('string') && isNothing(trimmed, types)) return null;
  if (types.includes('boolean') && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  if (types.includes('integer') || types.includes('number')) {
    const number = readNumber(trimmed);
    if (number !== null) return number;
  }
  if (types.includes('array') || types.includes('object')) {
    const structure = readStructure(schema, types, trimmed, dropped);
    if (structure !== undefined) return structure;
  }
  return isListOnly(types) && isSingleValue(trimmed) ? [coerceInput(asSchema(schema.items), trimmed)] : text;
}

/** Whether a text means that an argument of another type is absent (quirk: null-for-absent). */
function isNothing(text: string, types: readonly string[]): boolean {
  return /^(?:null|none)$/i.test(text) || (text === '' && !types.includes('array') && !types.includes('object'));
}

function readStructure(schema: JsonSchema, types: string[], text: string, dropped: Set<string>): unknown {
  if (text === '' && types.length === 1) return types[0] === 'array' ? [] : {};
  const value = /^[[{]/.test(text) ? (parseJson(text) ?? parseLiteral(text)) : undefined;
  const isWanted = Array.isArray(value) ? types.includes('array') : types.includes('object');
  return typeof value === 'object' && value !== null && isWanted ? coerceInput(schema, value, dropped) : undefined;
}

/**
 * Whether a text in place of a list can only be its single value (quirk: value-for-list). If it contains a separator,
 * or begins with an incomplete list or object, it is unclear what the model meant.
 */
function isSingleValue(text: string): boolean {
  return text !== '' && !/[,;|\r\n]|^[[{(]/.test(text);
}

function readNumber(text: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/**
 * The types that the schema allows, including those of alternatives. Empty if it allows any. Without `type`, they are
 * inferred from the values and from keywords that only one type has.
 */
export function listAllowedTypes(schema: JsonSchema): string[] {
  const types = typesWithoutNull(schema);
  return schema.nullable === true && types.length > 0 ? [...new Set([...types, 'null'])] : types;
}

function typesWithoutNull(schema: JsonSchema): string[] {
  if (schema.type !== undefined) {
    const names = [schema.type].flat().map(typeName);
    return names.every((name) => TYPES.has(name)) ? names : [];
  }
  if (schema.enum !== undefined && schema.enum.length > 0) return [...new Set(schema.enum.map(typeOfValue))];
  if (schema.const !== undefined) return [typeOfValue(schema.const)];
  const members = listMembers(schema);
  if (members.length > 0) return [...new Set(members.flatMap(listAllowedTypes))];
  const implied = IMPLIED_TYPES.find(([, keywords]) => keywords.some((keyword) => keyword in schema));
  return implied ? [implied[0]] : [];
}

/** Keywords that only one type has, in the order in which they decide. */
const IMPLIED_TYPES: readonly [type: string, keywords: readonly string[]][] = [
  ['object', ['properties', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

function typeName(type: unknown): string {
  const name = typeof type === 'string' ? type.toLowerCase() : 'any';
  return TYPE_NAMES[name] ?? name;
}

/** The type of a value in JSON Schema. */
export function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Common type names in schemas that are not part of JSON Schema. */
const TYPE_NAMES: Record<string, string> = {
  str: 'string',
  text: 'string',
  char: 'string',
  enum: 'string',
  date: 'string',
  datetime: 'string',
  'date-time': 'string',
  time: 'string',
  uri: 'string',
  url: 'string',
  uuid: 'string',
  email: 'string',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  dict: 'object',
  map: 'object',
  record: 'object',
  list: 'array',
  tuple: 'array',
  set: 'array',
  none: 'null',
};

function listMembers(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).filter(isJsonObject) as JsonSchema[];
}

/**
 * Parses a Python literal: single quotes, True, None. Accepts only complete literals, so that truncated text is not
 * completed.
 */
function parseLiteral(text: string): unknown {
  if (!/^\[[\s\S]*\]$|^\{[\s\S]*\}$/.test(text)) return undefined;
  const parseResult = parseOrRepairJson(text);
  return 'value' in parseResult ? parseResult.value : undefined;
}
