import { isJsonObject } from '../../contracts/index.ts';
import { listAllowedTypes, listRequiredNames, typeOfValue } from './coerce-input.ts';

export type Schema = Record<string, unknown>;

/** A schema of one type without `allOf`, `anyOf`, `oneOf` or lists of types. `type`: null if it allows any type. */
export type Alternative = { type: string | null; schema: Schema };

/** Maximum number of alternatives. A model would not follow more. */
const MAX_ALTERNATIVES = 60;

/**
 * The alternatives that a schema allows, one entry per type and member. Null is represented by `isNullable`. Never
 * empty.
 */
export function readAlternatives(schema: Schema): { alternatives: Alternative[]; isNullable: boolean } {
  const all = expand(schema).slice(0, MAX_ALTERNATIVES);
  const alternatives = all.filter(({ type }) => type !== 'null');
  const isNullable = alternatives.length < all.length;
  return { alternatives: alternatives.length > 0 ? alternatives : [{ type: null, schema: {} }], isNullable };
}

function expand(schema: Schema): Alternative[] {
  const whole = mergeAllOfMembers(schema);
  const { anyOf, oneOf, ...base } = whole;
  const members = [anyOf, oneOf].find((each) => Array.isArray(each) && each.length > 0) as unknown[] | undefined;
  if (members !== undefined) {
    const { description: _, default: __, title: ___, ...shared } = base;
    return members
      .filter((member) => member !== false)
      .slice(0, MAX_ALTERNATIVES)
      .flatMap((member) => expand(isJsonObject(member) ? intersect(shared, member) : shared));
  }
  const types = listAllowedTypes(whole);
  if (types.length === 0) return [{ type: null, schema: base }];
  return types.map((type) => ({ type, schema: keepValuesOfType(base, types, type) }));
}

/** Each type in a list of types keeps only its own values. */
function keepValuesOfType(schema: Schema, types: readonly string[], type: string): Schema {
  const { enum: values, ...rest } = schema;
  if (!Array.isArray(values)) return schema;
  const own = values.filter((value) => {
    const valueType = typeOfValue(value);
    return types.length === 1
      ? valueType !== 'null'
      : valueType === type || (type === 'integer' && Number.isInteger(value));
  });
  return own.length > 0 ? { ...rest, enum: own } : rest;
}

function mergeAllOfMembers(schema: Schema): Schema {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return rest;
  return allOf.filter(isJsonObject).map(mergeAllOfMembers).reduce(intersect, rest);
}

/** Merges two schemas into one that requires both, as far as a plain schema can express it. */
function intersect(a: Schema, b: Schema): Schema {
  const properties = intersectProperties(readSchemaProperties(a), readSchemaProperties(b));
  const required = [...new Set([...listRequiredNames(a), ...listRequiredNames(b)])];
  const values = intersectValues(a.enum, b.enum);
  const { type, anyOf, oneOf } = { ...a, ...b };
  const first = (anyOf ?? oneOf) as unknown[] | undefined;
  // Two lists of alternatives cannot be merged into one, so those of `a` are nested in each of `b`.
  const inner = a.anyOf ?? a.oneOf;
  const isBoth = Array.isArray(inner) && (b.anyOf ?? b.oneOf) !== undefined;
  const { oneOf: _, ...merged } = { ...a, ...b };
  return {
    ...merged,
    ...(type === undefined ? {} : { type }),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(values === undefined ? {} : { enum: values }),
    ...(first === undefined
      ? {}
      : { anyOf: isBoth ? first.map((member) => ({ allOf: [member, { anyOf: inner }] })) : first }),
  };
}

function intersectValues(a: unknown, b: unknown): unknown {
  if (!Array.isArray(a) || !Array.isArray(b)) return b ?? a;
  return a.filter((value) => b.includes(value));
}

export function readSchemaProperties(schema: Schema): Record<string, unknown> {
  return isJsonObject(schema.properties) ? schema.properties : {};
}

function intersectProperties(a: Record<string, unknown>, b: Record<string, unknown>): Record<string, unknown> {
  const shared = Object.keys(b).filter(
    (name) => Object.hasOwn(a, name) && isJsonObject(a[name]) && isJsonObject(b[name]),
  );
  return {
    ...a,
    ...b,
    ...Object.fromEntries(shared.map((name) => [name, intersect(a[name] as Schema, b[name] as Schema)])),
  };
}

/**
 * Merges several objects into one that has all their properties and requires those that all of them require. `words`
 * describes which properties belong together.
 */
export function uniteObjects(schemas: readonly Schema[]): { schema: Schema; words: string | null } {
  const [only] = schemas;
  if (only === undefined || schemas.length === 1) return { schema: only ?? {}, words: null };
  const names = [...new Set(schemas.flatMap((each) => Object.keys(readSchemaProperties(each))))];
  const properties = names.map((name): [string, unknown] => [name, uniteProperty(name, schemas)]);
  const required = names.filter((name) => schemas.every((each) => listRequiredNames(each).includes(name)));
  const forms = [...new Set(schemas.map((each) => formatObjectShape(each, schemas, required)))];
  return {
    schema: { ...only, properties: Object.fromEntries(properties), required },
    words:
      forms.length > 1 && forms.length <= MAX_FORMS && !forms.includes('{}') ? `Either ${forms.join(' or ')}.` : null,
  };
}

const MAX_FORMS = 8;

function uniteProperty(name: string, schemas: readonly Schema[]): unknown {
  const all = schemas
    .map((each) => readSchemaProperties(each)[name])
    .filter((each) => each !== undefined && each !== false);
  const different = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
  const [first] = different;
  if (different.length <= 1) return first ?? true;
  const description = different.flatMap((each) =>
    isJsonObject(each) && typeof each.description === 'string' ? [each.description] : [],
  )[0];
  return { anyOf: different, ...(description === undefined ? {} : { description }) };
}

/** The properties that distinguish one of several objects: `{kind: "a", path, count?}`. */
function formatObjectShape(schema: Schema, all: readonly Schema[], shared: readonly string[]): string {
  const required = listRequiredNames(schema);
  const parts = Object.entries(readSchemaProperties(schema)).flatMap(([name, each]) => {
    const constant = findConstant(each);
    if (constant !== undefined) return [`${name}: ${JSON.stringify(constant)}`];
    if (shared.includes(name)) return [];
    if (required.includes(name)) return [name];
    return all.every((other) => Object.hasOwn(readSchemaProperties(other), name)) ? [] : [`${name}?`];
  });
  return `{${parts.join(', ')}}`;
}

function findConstant(schema: unknown): unknown {
  if (!isJsonObject(schema)) return undefined;
  if (schema.const !== undefined) return schema.const;
  return Array.isArray(schema.enum) && schema.enum.length === 1 ? schema.enum[0] : undefined;
}
