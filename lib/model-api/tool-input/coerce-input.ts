import * as z from 'zod';
import { isJsonObject, parseJson, type ToolDefinition } from '../../contracts/index.ts';
import { parseOrRepairJson } from './parse-arguments.ts';

/** The part of JSON Schema that describes types. */
export type JsonSchema = {
  type?: string | string[];
  /** `false` forbids a property. */
  properties?: Record<string, JsonSchema | false>;
  required?: string[];
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: unknown;
  items?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $defs?: Record<string, unknown>;
};

/** By zod schema, since a tool is copied for each request that shows only some of its parameters. */
const converted = new WeakMap<z.ZodType, JsonSchema>();
const resolved = new WeakMap<JsonSchema, JsonSchema>();

/** The tool's arguments as JSON Schema, made once. Must not be changed. */
export function jsonSchemaOf(tool: ToolDefinition): JsonSchema {
  if (tool.jsonSchema) return tool.jsonSchema;
  const known = converted.get(tool.inputSchema);
  if (known) return known;
  const schema = z.toJSONSchema(tool.inputSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  converted.set(tool.inputSchema, schema);
  return schema;
}

/** The same without references, for typing. */
export function inputSchema(tool: ToolDefinition): JsonSchema {
  const whole = jsonSchemaOf(tool);
  const known = resolved.get(whole);
  if (known) return known;
  const schema = withoutReferences(whole, whole.$defs ?? {}, 0) as JsonSchema;
  resolved.set(whole, schema);
  return schema;
}

/** Replaces references by definitions. A recursive schema is left open at some depth. */
function withoutReferences(value: unknown, definitions: Record<string, unknown>, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return {};
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, definitions, depth + 1));
  const name =
    '$ref' in value && typeof value.$ref === 'string' ? value.$ref.replace(/^#\/(\$defs|definitions)\//, '') : null;
  if (name !== null) return withoutReferences(definitions[name] ?? {}, definitions, depth + 1);
  const entries = Object.entries(value).filter(([key]) => key !== '$defs');
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutReferences(each, definitions, depth + 1)]));
}

const MAX_DEPTH = 16;

/** The schema of one property, or undefined if there is none. */
export function propertySchema(schema: JsonSchema, key: string): JsonSchema | undefined {
  const own = Object.hasOwn(schema.properties ?? {}, key) ? asSchema(schema.properties?.[key]) : undefined;
  if (own !== undefined) return own;
  const patterned = Object.entries(schema.patternProperties ?? {}).find(([pattern]) => matches(pattern, key))?.[1];
  const member = membersOf(schema)
    .map((each) => propertySchema(each, key))
    .find((each) => each);
  return patterned ?? member ?? asSchema(schema.additionalProperties);
}

/** A keyword's value, if it is a schema. */
export function asSchema(value: unknown): JsonSchema | undefined {
  return isJsonObject(value) ? (value as JsonSchema) : undefined;
}

/** Nested repetitions may take exponential time, so such a pattern matches nothing, like one that is invalid. */
function matches(pattern: string, key: string): boolean {
  if (/\([^)]*[+*}][^)]*\)[+*{]/.test(pattern)) return false;
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return false;
  }
}

/**
 * Converts strings to the types in the schema: numbers, booleans, null, lists and objects, at any depth. Values that cannot be
 * converted are unchanged, and the schema rejects them. Properties that a closed schema does not have, or that are forbidden, are
 * removed, since an extra argument is no reason not to run the call. Their names are added to `dropped`.
 */
export function coerceInput(schema: JsonSchema | undefined, value: unknown, dropped = new Set<string>()): unknown {
  if (schema === undefined) return value;
  if (typeof value === 'string') return coerceString(schema, value, dropped);
  if (Array.isArray(value)) {
    return value.map((item) => coerceInput(asSchema(schema.items), item, dropped));
  }
  if (typeof value === 'object' && value !== null)
    return coerceObject(schema, value as Record<string, unknown>, dropped);
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return isPlain && isTextOnly(typesOf(schema)) ? String(value) : value;
}

function isTextOnly(types: readonly string[]): boolean {
  return types.length === 1 && types[0] === 'string';
}

/** Types a text without quotes; `open` is the type if the schema has none. */
export function typeText(schema: JsonSchema | undefined, text: string, open: 'string' | 'json'): unknown {
  if (schema !== undefined && typesOf(schema).length > 0) return coerceString(schema, text);
  return open === 'string' ? text : (parseJson(text.trim()) ?? nullOrText(text));
}

function nullOrText(text: string): unknown {
  return text.trim() === 'null' ? null : text;
}

function coerceObject(schema: JsonSchema, value: Record<string, unknown>, dropped: Set<string>): unknown {
  const hasOwn = Object.keys(schema.properties ?? {}).length > 0;
  const target = hasOwn ? schema : (membersOf(schema).find((each) => matchesAlternative(each, value)) ?? schema);
  const entries: [key: string, value: unknown][] = [];
  let isChanged = false;
  for (const key of Object.keys(value)) {
    if (takes(target, key)) {
      const coerced = coerceInput(propertySchema(target, key), value[key], dropped);
      entries.push([key, coerced]);
      isChanged ||= coerced !== value[key];
    } else {
      dropped.add(key);
      isChanged = true;
    }
  }
  return isChanged ? Object.fromEntries(entries) : value;
}

function takes(schema: JsonSchema, key: string): boolean {
  if (schema.properties?.[key] === false) return false;
  return schema.additionalProperties !== false || isKnown(schema, key);
}

/** Whether the value matches an alternative by its required properties and constants. */
function matchesAlternative(schema: JsonSchema, value: Record<string, unknown>): boolean {
  return (
    schema.properties !== undefined &&
    (schema.required ?? []).every((key) => Object.hasOwn(value, key)) &&
    Object.entries(schema.properties).every(
      ([key, property]) => value[key] === undefined || allows(property, value[key]),
    )
  );
}

/** Decides by constants only, which distinguish alternatives. */
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
  const types = typesOf(schema);
  const trimmed = text.trim();
  if (schema.enum?.includes(text)) return text;
  if (schema.enum?.includes(trimmed)) return trimmed;
  // The order is Ollama's (corpus: TestQwenToolCallValueParsing): null, boolean and number take precedence over text.
  if (isTextOnly(types) || types.length === 0) return text;
  if (/^null$/i.test(trimmed) && (types.includes('null') || !types.includes('string'))) return null;
  if (types.includes('boolean') && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  if (types.includes('integer') || types.includes('number')) {
    const number = readNumber(trimmed);
    if (number !== null) return number;
  }
  if (types.includes('array') || types.includes('object')) {
    const structure = readStructure(schema, types, trimmed, dropped);
    if (structure !== undefined) return structure;
  }
  return text;
}

function readStructure(schema: JsonSchema, types: string[], text: string, dropped: Set<string>): unknown {
  if (text === '' && types.length === 1) return types[0] === 'array' ? [] : {};
  const value = /^[[{]/.test(text) ? (parseJson(text) ?? parseLiteral(text)) : undefined;
  const isWanted = Array.isArray(value) ? types.includes('array') : types.includes('object');
  return typeof value === 'object' && value !== null && isWanted ? coerceInput(schema, value, dropped) : undefined;
}

function readNumber(text: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** The types the schema allows, including alternatives; empty if it allows any. */
export function typesOf(schema: JsonSchema): string[] {
  if (typeof schema.type === 'string') return [TYPE_NAMES[schema.type] ?? schema.type];
  if (schema.type !== undefined) return schema.type.map((type) => TYPE_NAMES[type] ?? type);
  if (schema.enum) return [...new Set(schema.enum.map((each) => (each === null ? 'null' : typeof each)))];
  if (schema.const !== undefined) return [typeof schema.const];
  const members = membersOf(schema);
  if (members.length > 0) return [...new Set(members.flatMap(typesOf))];
  return schema.properties ? ['object'] : schema.items ? ['array'] : [];
}

/** Common type names in schemas that JSON Schema does not have. */
const TYPE_NAMES: Record<string, string> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  dict: 'object',
  list: 'array',
  tuple: 'array',
};

function membersOf(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
}

/** Parses a Python literal: single quotes, True, None. Only complete literals are accepted, so that cut text is not completed. */
function parseLiteral(text: string): unknown {
  if (!/^\[[\s\S]*\]$|^\{[\s\S]*\}$/.test(text)) return undefined;
  const parsed = parseOrRepairJson(text);
  return 'value' in parsed ? parsed.value : undefined;
}
