import type { ToolDefinition } from '../../../contracts/index.ts';
import {
  asSchema,
  inputSchema,
  type JsonSchema,
  propertySchema,
  typesOf,
  typeText,
} from '../../tool-input/coerce-input.ts';

/** One argument as text. `type` is what the format itself says of it; the tool's schema goes first. */
export type Field = { key: string; text: string; type?: 'string' | 'json' };

/** Arguments that are not JSON. `open`: what a text is where neither the schema nor the format gives it a type. */
export type Fields = { list: readonly Field[]; open: 'string' | 'json' };

/** The arguments as JSON values, typed by the tool's schema; a key that is repeated becomes a list. */
export function fieldValues(tool: ToolDefinition | null, fields: Fields): Record<string, unknown> {
  const schema = tool ? inputSchema(tool) : {};
  const whole = wholeObject(schema, fields.list);
  if (whole) return whole;
  const values = new Map<string, unknown[]>();
  for (const field of fields.list) {
    const property = propertySchema(schema, field.key);
    const isRepeated = fields.list.filter((each) => each.key === field.key).length > 1;
    const target = isRepeated && property?.type === 'array' ? property.items : property;
    const open = field.type ?? fields.open;
    // Items of a list have no white space of their own around them.
    const text = isRepeated ? field.text.trim() : field.text;
    values.set(field.key, [...(values.get(field.key) ?? []), typeText(asSchema(target), text, open)]);
  }
  const entries = [...values].map(([key, list]) => [key, oneOrAll(propertySchema(schema, key), list)] as const);
  return Object.fromEntries(entries);
}

/** An argument that came several times is a list, unless the schema says it is none: then the last one counts. */
export function oneOrAll(schema: JsonSchema | undefined, values: readonly unknown[]): unknown {
  const types = schema ? typesOf(schema) : [];
  const isList = values.length > 1 && (types.length === 0 || types.includes('array'));
  return isList ? values : values.at(-1);
}

/** Some models put the whole object into one parameter of this name (quirks: format-dsml, format-minimax-m2). */
const WRAPPERS = new Set(['arguments', 'input', 'parameters', 'properties', 'args', 'params']);

function wholeObject(schema: JsonSchema, list: readonly Field[]): Record<string, unknown> | null {
  const [field] = list;
  if (!field || list.length > 1 || !WRAPPERS.has(field.key)) return null;
  const declared = Object.keys(schema.properties ?? {});
  if (declared.length === 0 || declared.includes(field.key)) return null;
  const value = typeText({ type: 'object' }, field.text, 'json');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.keys(value).every((key) => declared.includes(key)) ? { ...value } : null;
}
