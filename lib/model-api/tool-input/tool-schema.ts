import { isJsonObject, type ToolDefinition } from '../../contracts/index.ts';
import { inputSchema, listAllowedTypes, listRequiredNames } from './coerce-input.ts';
import {
  type Alternative,
  readAlternatives,
  readSchemaProperties,
  type Schema,
  uniteObjects,
} from './schema-alternatives.ts';
import {
  constraintsInWords,
  defaultInWords,
  joinSentences,
  type PlainSchema,
  typeInWords,
  valuesInWords,
} from './schema-words.ts';

/**
 * How detailed a schema may be. `plain`: one type, description, enum, properties, required, items, and alternatives if
 * values have several types. `plainest`: no alternatives, a type everywhere, only enums of strings, and only ordinary
 * names.
 */
export type SchemaDetail = 'plain' | 'plainest';

/** Below this depth, a schema has only its type. */
const MAX_DEPTH = 10;
/** A longer list of values is shortened and described in words. */
const MAX_VALUES = 500;
const VALUES_IN_WORDS = 40;

/** Created once for each schema of a tool, by detail. */
const schemaCache: Record<SchemaDetail, WeakMap<object, PlainSchema>> = {
  plain: new WeakMap(),
  plainest: new WeakMap(),
};

/**
 * The arguments of a tool in a form that every server accepts, without hidden parameters: the plainest JSON Schema with
 * the same meaning. Limits of length, number and format are described in words, since servers refuse many of these
 * keywords. They are checked when a call arrives (quirk: plain-schemas). The result must not be modified.
 */
export function toolJsonSchema(tool: ToolDefinition, detail: SchemaDetail = 'plain'): PlainSchema {
  const source = inputSchema(tool);
  const schema = schemaCache[detail].get(source) ?? argumentsSchema(source as Schema, detail);
  schemaCache[detail].set(source, schema);
  const { hidden = [] } = tool;
  if (hidden.length === 0) return schema;
  const visibleProperties = Object.entries(schema.properties ?? {}).filter(([name]) => !hidden.includes(name));
  return { ...schema, properties: Object.fromEntries(visibleProperties) };
}

/** Arguments are always one object, whose properties are listed. */
function argumentsSchema(source: Schema, detail: SchemaDetail): PlainSchema {
  const { alternatives } = readAlternatives({ type: 'object', ...source });
  const { schema, words } = objectSchema(
    alternatives.map((each) => each.schema),
    detail,
    0,
  );
  const { additionalProperties: _, properties = {}, ...plain } = schema;
  return described({ ...plain, type: 'object', properties }, source.description, words);
}

/** A schema of one type, and sentences for the constraints that it cannot express. */
type Typed = { schema: PlainSchema; words: (string | null)[] };

function plainSchema(value: unknown, detail: SchemaDetail, depth: number): PlainSchema {
  const source: Schema = isJsonObject(value) ? value : {};
  const { alternatives, isNullable } = readAlternatives(source);
  const typedSchemas = groupByType(alternatives).map((group) => typedSchema(group, detail, depth));
  const { schema, words } = oneOfTypes(typedSchemas, detail);
  const [only, ...others] = alternatives;
  const description = source.description ?? (others.length === 0 ? only?.schema.description : undefined);
  const limits = alternatives.flatMap((each) => constraintsInWords(each.schema, each.type));
  const sentences = [...words, ...limits, isNullable ? 'May be null.' : null, defaultInWords(source.default)];
  return described(schema, description, sentences);
}

function described(schema: PlainSchema, own: unknown, sentences: readonly (string | null)[]): PlainSchema {
  const description = joinSentences(own, sentences);
  return { ...schema, ...(description === undefined ? {} : { description }) };
}

/**
 * Groups alternatives by type, in their order. If there are both integers and numbers, integers count as numbers. If a
 * value may have any type, there is only one group.
 */
function groupByType(alternatives: readonly Alternative[]): Alternative[][] {
  const open = alternatives.find(({ type }) => type === null);
  if (open) return [[open]];
  const hasNumber = alternatives.some(({ type }) => type === 'number');
  const groups = new Map<string, Alternative[]>();
  for (const each of alternatives) {
    const type = hasNumber && each.type === 'integer' ? 'number' : (each.type ?? '');
    groups.set(type, [...(groups.get(type) ?? []), { ...each, type }]);
  }
  return [...groups.values()];
}

function oneOfTypes(typedSchemas: readonly Typed[], detail: SchemaDetail): Typed {
  const [first] = typedSchemas;
  if (first === undefined || typedSchemas.length === 1) return first ?? { schema: {}, words: [] };
  const schemas = typedSchemas.map(({ schema, words }) => described(schema, undefined, words));
  if (detail === 'plain') return { schema: { anyOf: schemas }, words: [] };
  const [main = first, ...others] = typedSchemas.toSorted((a, b) => rankType(a) - rankType(b));
  return {
    schema: main.schema,
    words: [...main.words, `Or: ${others.map(({ schema }) => typeInWords(schema)).join(' or ')}.`],
  };
}

/** If there are several types, a plainest schema keeps the most expressive one. */
function rankType({ schema }: Typed): number {
  return ['object', 'array', 'string', 'number', 'integer', 'boolean'].indexOf(schema.type ?? '');
}

function typedSchema(group: readonly Alternative[], detail: SchemaDetail, depth: number): Typed {
  const type = group[0]?.type ?? null;
  const schemas = group.map(({ schema }) => schema);
  if (depth > MAX_DEPTH && type !== null) return { schema: { type }, words: [] };
  const values = type === 'object' || type === 'array' ? listedValues(schemas) : null;
  if (values !== null)
    return {
      schema: detail === 'plain' ? { type: type ?? '' } : { type: 'string' },
      words: [valuesInWords(values, VALUES_IN_WORDS)],
    };
  switch (type) {
    case null:
      return detail === 'plain'
        ? { schema: {}, words: [] }
        : { schema: { type: 'string' }, words: ['Any JSON value.'] };
    case 'object':
      return objectSchema(schemas, detail, depth);
    case 'array':
      return arraySchema(schemas, detail, depth);
    default:
      return scalarSchema(type, schemas, detail);
  }
}

function scalarSchema(type: string, schemas: readonly Schema[], detail: SchemaDetail): Typed {
  const values = listedValues(schemas);
  if (values === null) return { schema: { type }, words: [] };
  const meanings = schemas.map(describeValue);
  const isListed = (type === 'string' || detail === 'plain') && type !== 'boolean' && values.length <= MAX_VALUES;
  const enumValues = values.filter((value) => detail === 'plain' || value !== '') as (string | number)[];
  if (isListed && enumValues.length > 0) return { schema: { type, enum: enumValues }, words: meanings };
  const isAnyBoolean = type === 'boolean' && values.length === 2;
  return { schema: { type }, words: isAnyBoolean ? [] : [valuesInWords(values, VALUES_IN_WORDS), ...meanings] };
}

/** The only values that these schemas allow; null if there are others. */
function listedValues(schemas: readonly Schema[]): unknown[] | null {
  const lists = schemas.map(listValues);
  const values = [...new Set(lists.flatMap((each) => each ?? []))].filter((each) => each !== null);
  return values.length === 0 || lists.includes(null) ? null : values;
}

/** The values that a schema lists; null if it allows others. */
function listValues(schema: Schema): unknown[] | null {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) && schema.enum.length > 0 ? schema.enum : null;
}

/** The meaning of a schema's only value, if it has a description. */
function describeValue(schema: Schema): string | null {
  const text = schema.description ?? schema.title;
  const values = listValues(schema);
  return typeof text === 'string' && values?.length === 1
    ? `${JSON.stringify(values[0])}: ${text.replace(/\.$/, '')}.`
    : null;
}

/**
 * The schema of a list. If each position has its own schema, the items may be any of these, and the order is described
 * in words.
 */
function arraySchema(schemas: readonly Schema[], detail: SchemaDetail, depth: number): Typed {
  const tuples = schemas.map(({ prefixItems, items }) =>
    [prefixItems, items].find((each): each is unknown[] => Array.isArray(each)),
  );
  const items = schemas.flatMap((each, index) => tuples[index] ?? (isJsonObject(each.items) ? [each.items] : []));
  const different = [...new Map(items.map((each) => [JSON.stringify(each), each])).values()];
  const [first] = different;
  const item = plainSchema(different.length > 1 ? { anyOf: different } : first, detail, depth + 1);
  const words = tuples.map((each) => (each === undefined || each.length === 0 ? null : orderInWords(each, detail)));
  return { schema: { type: 'array', items: item }, words };
}

function orderInWords(items: readonly unknown[], detail: SchemaDetail): string {
  const names = items.map((each) => {
    const { description, ...type } = plainSchema(each, detail, MAX_DEPTH);
    return description ?? typeInWords(type);
  });
  return `In this order: ${names.map((name) => name.replace(/\.$/, '')).join(', ')}.`;
}

/** Property names that servers accept. */
const ORDINARY_NAME = /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/;

function objectSchema(schemas: readonly Schema[], detail: SchemaDetail, depth: number): Typed {
  const { schema, words } = uniteObjects(schemas);
  const entries = Object.entries(readSchemaProperties(schema)).filter(([, each]) => each !== false);
  const properties = entries.map(([name, each]) => [name, plainSchema(each, detail, depth + 1)] as const);
  const isSent = (name: string) => detail === 'plain' || ORDINARY_NAME.test(name);
  const sentProperties = properties.filter(([name]) => isSent(name));
  const propertySentences = properties.filter(([name]) => !isSent(name)).map(propertyInWords);
  if (properties.length === 0) return openObject(schema, detail, depth);
  const required = sentProperties.filter(([name]) => isRequired(schema, name)).map(([name]) => name);
  const plain = { properties: Object.fromEntries(sentProperties), ...(required.length > 0 ? { required } : {}) };
  const isOpen = schema.additionalProperties === true || isJsonObject(schema.additionalProperties);
  return {
    schema: { type: 'object', ...plain },
    words: [words, ...propertySentences, isOpen ? 'Other properties are allowed.' : null],
  };
}

/** A nullable property may be omitted: if the schema requires it, `coerceInput` sets a missing argument to null. */
function isRequired(schema: Schema, name: string): boolean {
  const property = readSchemaProperties(schema)[name];
  if (!isJsonObject(property)) return listRequiredNames(schema).includes(name);
  const isMarked = listRequiredNames(schema).includes(name) || property.required === true;
  return isMarked && !listAllowedTypes(property).includes('null');
}

/**
 * An object with arbitrary names. Some servers refuse an object without properties, so for those its JSON is requested
 * as text.
 */
function openObject(schema: Schema, detail: SchemaDetail, depth: number): Typed {
  const patterns = isJsonObject(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
  const values = isJsonObject(schema.additionalProperties) ? schema.additionalProperties : patterns[0];
  const value = isJsonObject(values) ? plainSchema(values, detail, depth + 1) : null;
  if (detail === 'plain')
    return { schema: { type: 'object', ...(value ? { additionalProperties: value } : {}) }, words: [] };
  const of = value?.type === undefined ? '' : ` with values of type ${typeInWords(value)}`;
  return {
    schema: depth === 0 ? { type: 'object' } : { type: 'string' },
    words: depth === 0 ? [] : [`A JSON object${of}.`],
  };
}

function propertyInWords([name, { description, ...schema }]: readonly [string, PlainSchema]): string {
  return `Also takes ${JSON.stringify(name)} (${typeInWords(schema)})${description === undefined ? '.' : `: ${description}`}`;
}
