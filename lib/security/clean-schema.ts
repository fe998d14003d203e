import { isJsonObject } from '../contracts/index.ts';
import { cleanText } from '../text/index.ts';

type Schema = Record<string, unknown>;

/** Maximum size of a schema, in characters as listed and as stored, levels, and values. A larger schema is not used. */
const MAX_LISTED_LENGTH = 400_000;
const MAX_LENGTH = 64_000;
const MAX_DEPTH = 24;
const MAX_VALUES = 3_000;
/** Maximum length of a text in a schema, in characters. The rest is dropped. */
const MAX_TEXT = 600;
/** The same limit for a schema that would otherwise be too large. */
const MAX_SHORT_TEXT = 60;
const MANY_WAYS = 200;
const MAX_PATTERN = 200;

/** Keywords that name or load other schemas, or do not describe the arguments. */
const LEFT_OUT = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
  '$comment',
  '__proto__',
  'examples',
  'icons',
]);

/**
 * The schema of a tool of an MCP server or a page in its stored form: with cleaned and shortened texts, without
 * external references, and without patterns that could take forever. Null if it is not the schema of an object, or is
 * too large even with texts of a few words.
 */
export function cleanSchema(schema: Schema): Schema | null {
  // Before it becomes text, for which thousands of levels are too many.
  if (!mayBeObject(schema) || isDeeperThan(2 * MAX_DEPTH, schema)) return null;
  if (JSON.stringify(schema).length > MAX_LISTED_LENGTH) return null;
  for (const maxText of [MAX_TEXT, MAX_SHORT_TEXT]) {
    const budget = { values: MAX_VALUES, maxText };
    const cleaned = cleanValue(schema, 0, budget);
    if (budget.values < 0 || !isJsonObject(cleaned)) return null;
    const object = asObject(cleaned);
    if (JSON.stringify(object).length <= MAX_LENGTH) return object;
  }
  return null;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}

/** Arguments are always an object, so a schema without a type counts as that of an object. */
function mayBeObject({ type }: Schema): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

/**
 * A schema with `type: object` at the top. Model servers refuse alternatives there, so their properties are merged.
 * What all alternatives require is required, and the server or the page checks the rest.
 */
function asObject(schema: Schema): Schema {
  const { anyOf, oneOf, allOf, ...own } = schema;
  const choices = [anyOf, oneOf].filter(Array.isArray);
  const everything: unknown[] = Array.isArray(allOf) ? allOf : [];
  const variants = [...choices.flat(), ...everything];
  const areFlat = variants.every((each) => isJsonObject(each) && mayBeObject(each) && !('$ref' in each));
  if (variants.length === 0 || !areFlat) return { ...schema, type: 'object' };
  const readProperties = (each: unknown) =>
    isJsonObject(each) && isJsonObject(each.properties) ? each.properties : {};
  const readRequired = (each: unknown) => (isJsonObject(each) && Array.isArray(each.required) ? each.required : []);
  const [first = [], ...others] = choices.map((list) =>
    list.map(readRequired).reduce((common, names) => common.filter((name: unknown) => names.includes(name))),
  );
  const requiredNames = [...readRequired(own), ...everything.flatMap(readRequired), ...first, ...others.flat()];
  return {
    ...own,
    type: 'object',
    properties: Object.assign({}, ...variants.map(readProperties), readProperties(own)),
    ...(requiredNames.length === 0 ? {} : { required: [...new Set(requiredNames)] }),
  };
}

function cleanValue(value: unknown, depth: number, budget: { values: number; maxText: number }): unknown {
  if (--budget.values < 0 || depth > MAX_DEPTH) {
    budget.values = -1;
    return null;
  }
  if (typeof value === 'string') return cleanText(value).slice(0, budget.maxText);
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, depth + 1, budget));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    if (LEFT_OUT.has(key) && !isJsonObject(each)) return [];
    if (key === '__proto__') return [];
    if (key === '$ref' && !(typeof each === 'string' && LOCAL.test(each))) return [];
    if (key === 'pattern' && typeof each === 'string' && !isQuickPattern(each)) return [];
    if (key === 'patternProperties' && isJsonObject(each) && !Object.keys(each).every(isQuickPattern)) return [];
    return [[key, cleanValue(each, depth + 1, budget)]];
  });
  return Object.fromEntries(entries);
}

const LOCAL = /^#(?:\/|$)/;

/**
 * Whether a pattern is short, repeats no group, and can match in few ways, since others can take forever on a crafted
 * text. An unlimited repetition counts as many ways, so only one is allowed.
 */
function isQuickPattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN) return false;
  const plain = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'a').replace(/([(*+?}])\?/g, '$1');
  let ways = 1;
  for (const [, two, least, most] of plain.matchAll(/([?|])|[*+]|\{(\d+),(\d*)\}/g)) {
    ways *= two ? 2 : most ? Number(most) - Number(least) + 1 : MANY_WAYS;
  }
  return !/\)[*+{]/.test(plain) && ways < MANY_WAYS ** 2;
}
