import { Validator } from '@cfworker/json-schema';
import * as z from 'zod';
import { isJsonObject, type McpTool, type McpToolDefinition } from '../contracts/index.ts';
import { cleanText } from '../page-reader/dom/index.ts';
import type { ListedTool } from './protocol.ts';

/** Maximum length of a description, in characters. The rest is dropped. */
const MAX_DESCRIPTION = 1_500;
const MAX_NAME = 64;

/**
 * The listed tools by name, cleaned, without those whose schema cannot be used. If two have the same name, the first
 * one is used.
 */
export function listedDefinitions(listedTools: readonly ListedTool[]): Map<string, McpToolDefinition> {
  const definitions = new Map<string, McpToolDefinition>();
  for (const { name, description, inputSchema, annotations } of listedTools) {
    const schema = cleanSchema(inputSchema);
    if (schema === null || definitions.has(name)) continue;
    definitions.set(name, {
      description: cleanText(description).trim().slice(0, MAX_DESCRIPTION),
      inputSchema: schema,
      isReadOnly: annotations?.readOnlyHint === true,
    });
  }
  return definitions;
}

/** The tools of a server after it has listed them again. Allowed definitions stay unchanged, and new tools are off. */
export function mergeTools(
  storedTools: readonly McpTool[],
  newDefinitions: ReadonlyMap<string, McpToolDefinition>,
): McpTool[] {
  const names = new Set(storedTools.map(({ name }) => name));
  const remainingTools = storedTools
    .map((tool) => ({ ...tool, listed: newDefinitions.get(tool.name) ?? null }))
    // A tool that is gone and was never allowed need not be shown.
    .filter((tool) => tool.listed !== null || tool.allowed !== null);
  const newTools = [...newDefinitions].filter(([name]) => !names.has(name));
  return [
    ...remainingTools,
    ...newTools.map(([name, definition]) => ({ name, isOn: false, allowed: null, listed: definition })),
  ];
}

/** The tools of a server after the user has switched those with these names. Switching one on allows its definition as listed now. */
export function switchTools(storedTools: readonly McpTool[], names: readonly string[], isOn: boolean): McpTool[] {
  return storedTools.map((tool) => {
    if (!names.includes(tool.name)) return tool;
    return isOn ? { ...tool, isOn, allowed: tool.listed ?? tool.allowed } : { ...tool, isOn };
  });
}

/**
 * A name for a tool that every model API accepts: letters, digits, `_` and `-`, at most 64 characters, beginning with a letter, and
 * not easily confused with any of `takenNames`.
 */
export function toolName(serverName: string, name: string, takenNames: Iterable<string>): string {
  const server = plainName(serverName).slice(0, 20).replace(/_+$/, '') || 'server';
  const whole = `${/^[a-z]/i.test(server) ? server : `mcp_${server}`}_${plainName(name) || 'tool'}`.slice(0, MAX_NAME);
  const keys = new Set([...takenNames].map(toNameKey));
  if (!keys.has(toNameKey(whole))) return whole;
  for (let number = 2; ; number++) {
    const numbered = `${whole.slice(0, MAX_NAME - 4)}_${number}`;
    if (!keys.has(toNameKey(numbered))) return numbered;
  }
}

/** `findTool` ignores case, `-` and `_`, so names must also differ without them. */
function toNameKey(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '');
}

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
/**
 * Longer arguments are left to the server, which checks them as well: a pattern of its schema may take the square of their length.
 * Characters.
 */
const MAX_CHECKED = 20_000;
/** Maximum number of errors reported to the model. */
const MAX_ERRORS = 5;

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
 * A server's schema in its stored form: with cleaned and shortened texts, without external references, and without
 * patterns that could take forever. Null if it is not the schema of an object, or is too large even with texts of a few
 * words.
 */
function cleanSchema(schema: Schema): Schema | null {
  if (!mayBeObject(schema) || JSON.stringify(schema).length > MAX_LISTED_LENGTH) return null;
  for (const maxText of [MAX_TEXT, MAX_SHORT_TEXT]) {
    const budget = { values: MAX_VALUES, maxText };
    const cleaned = cleanValue(schema, 0, budget);
    if (budget.values < 0 || !isJsonObject(cleaned)) return null;
    const object = asObject(cleaned);
    if (JSON.stringify(object).length <= MAX_LENGTH) return object;
  }
  return null;
}

/** Arguments are always an object, so a schema without a type counts as that of an object. */
function mayBeObject({ type }: Schema): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

/**
 * A schema with `type: object` at the top. Model servers refuse alternatives there, so their properties are merged.
 * What all alternatives require is required, and the MCP server checks the rest.
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

/** Checks arguments against a schema without generating code, which extensions may not do. */
export function schemaValidator(schema: Schema): z.ZodType<Record<string, unknown>> {
  let validator: Validator | null = null;
  return z.record(z.string(), z.unknown()).superRefine((value, context) => {
    if (JSON.stringify(value).length > MAX_CHECKED) return;
    validator ??= new Validator(schema, '2020-12', false);
    for (const message of listValidationErrors(validator, value)) context.addIssue({ code: 'custom', message });
  });
}

function listValidationErrors(validator: Validator, value: unknown): string[] {
  try {
    const { valid, errors } = validator.validate(value);
    if (valid) return [];
    // Errors of a whole value repeat those of its parts.
    const places = errors.map(({ instanceLocation }) => instanceLocation);
    const inner = errors.filter(
      ({ instanceLocation }) => !places.some((place) => place.startsWith(`${instanceLocation}/`)),
    );
    const messages = inner.map(
      ({ instanceLocation, error }) => `${instanceLocation.replace(/^#\/?/, '') || 'arguments'}: ${error}`,
    );
    return [...new Set(messages)].slice(0, MAX_ERRORS);
  } catch {
    // The schema has a dangling reference or an invalid pattern, so the check is left to the server.
    return [];
  }
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
