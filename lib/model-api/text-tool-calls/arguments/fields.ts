import { isJsonObject, type ToolDefinition } from '../../../contracts/index.ts';
import {
  asSchema,
  inputSchema,
  type JsonSchema,
  propertySchema,
  typesOf,
  typeText,
} from '../../tool-input/coerce-input.ts';

/** One argument as text. `type` is the type the format itself states; the tool's schema takes precedence. */
export type Field = { key: string; text: string; type?: 'string' | 'json' };

/** Arguments that are not JSON. `open` is how to read a text that neither the schema nor the format gives a type. */
export type Fields = { list: readonly Field[]; open: 'string' | 'json' };

/** Converts arguments to JSON values by the tool's schema. A key that is repeated becomes a list. */
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
    // White space around the items of a list is not part of them.
    const text = isRepeated ? field.text.trim() : field.text;
    values.set(field.key, [...(values.get(field.key) ?? []), typeText(asSchema(target), text, open)]);
  }
  const entries = [...values].map(([key, list]) => [key, oneOrAll(propertySchema(schema, key), list)] as const);
  return Object.fromEntries(entries);
}

/** Combines the values of a repeated argument into a list, or takes the last one if the schema does not allow a list. */
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
  if (!isJsonObject(value)) return null;
  return Object.keys(value).every((key) => declared.includes(key)) ? { ...value } : null;
}
