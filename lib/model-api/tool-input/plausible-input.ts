import { asSchema, type JsonSchema, typesOf } from './coerce-input.ts';

/** The part of a schema that suggests a value besides its type. */
type Suggestive = JsonSchema & {
  description?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  format?: string;
};

/**
 * Realistic arguments of a call, from the tool's schema: only the required ones, each with a value that the schema itself
 * contains (a default, an example, a constant, the first of a list, a quoted word of its description) or that fits its type.
 * Contains no placeholders.
 */
export function plausibleInput(schema: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(required(schema).map(([name, property]) => [name, value(property) ?? fallback(property)]));
}

/** Whether the schema suggests a value for every required argument. */
export function hasPlausibleInput(schema: JsonSchema): boolean {
  return required(schema).every(([, property]) => value(property) !== undefined);
}

function required(schema: JsonSchema): [string, Suggestive][] {
  return (schema.required ?? []).map((name) => [name, asSchema(schema.properties?.[name]) ?? {}]);
}

function value(property: Suggestive): unknown {
  const named = property.default ?? property.examples?.[0] ?? property.const ?? property.enum?.[0];
  if (named !== undefined) return named;
  switch (typesOf(property).find((type) => type !== 'null')) {
    case 'integer':
    case 'number':
      return property.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return property.items === undefined ? [] : listOf(value(asSchema(property.items) ?? {}));
    case 'object':
      return hasPlausibleInput(property) ? plausibleInput(property) : undefined;
    default:
      return quoted(property.description ?? '') ?? FORMATS[property.format ?? ''];
  }
}

function listOf(item: unknown): unknown[] | undefined {
  return item === undefined ? undefined : [item];
}

/** The quoted example in `Words, such as "opening hours".` or `Its id (S4) or heading.` */
function quoted(description: string): string | undefined {
  return /"([^"]{1,60})"/.exec(description)?.[1] ?? /\(([A-Z]\d{1,3})\)/.exec(description)?.[1];
}

const FORMATS: Record<string, string> = {
  uri: 'https://example.org/',
  date: '2026-03-01',
  'date-time': '2026-03-01T09:00:00Z',
  email: 'ada@example.org',
};

/** A value if the schema suggests none: of the right type, and not recognizable as a placeholder. */
function fallback(property: Suggestive): unknown {
  return typesOf(property).includes('object') ? {} : typesOf(property).includes('array') ? [] : 'opening hours';
}
