import { isJsonObject, type ToolDefinition } from '../../../contracts/index.ts';
import { decodeXmlEntities } from '../../../text/index.ts';
import {
  asSchema,
  inputSchema,
  type JsonSchema,
  listAllowedTypes,
  propertySchema,
  typeText,
} from '../../tool-input/coerce-input.ts';

/** Decodes the five XML entities and numeric ones once, and unwraps `<![CDATA[…]]>`. */
export function decodeXml(text: string): string {
  const cdata = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(text);
  return cdata ? (cdata[1] ?? '') : decodeXmlEntities(text);
}

/** Text with the escapes that keep it from being read as markup. */
export function escapeTags(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

type Element = { key: string; inner: string };

/** Which closing tags were missing. `isRepaired`: at least one. `isTruncated`: that of the last element. */
type MissingTags = { isRepaired: boolean; isTruncated: boolean };

const OPEN_TAG = /<([\p{L}\p{N}_][\p{L}\p{N}_.-]*)((?:\s+[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/uy;

/**
 * Parses arguments written as elements named after them. Types come from the schema. Nested elements become an object,
 * or a list if they are named `item`, numbered, or all have the same name. Returns null if there is other text between
 * the elements. Missing tags are recorded in `missing`.
 */
export function elementsToInput(
  schema: JsonSchema,
  text: string,
  missing: MissingTags,
): Record<string, unknown> | null {
  const elements = readElements(text, missing);
  if (elements === null) return null;
  const isOpen = schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0;
  const entries = groupByKey(elements).map(([key, inners]) => {
    const property = propertySchema(schema, key);
    const each = inners.length > 1 && property?.type === 'array' ? asSchema(property.items) : property;
    const values = inners.map((inner) => elementValue(each, inner, missing, isOpen));
    return [key, oneOrAll(property, values)] as const;
  });
  return Object.fromEntries(entries);
}

function readElements(text: string, missing: MissingTags): Element[] | null {
  const elements: Element[] = [];
  let at = 0;
  for (;;) {
    const gap = /(?:\s|\]<\]minimax\[>\[)*/y;
    gap.lastIndex = at;
    at += gap.exec(text)?.[0].length ?? 0;
    if (at >= text.length) return elements;
    OPEN_TAG.lastIndex = at;
    const open = OPEN_TAG.exec(text);
    if (!open?.[1]) return null;
    at += open[0].length;
    if (open[3] === '/') {
      elements.push({ key: open[1], inner: '' });
      continue;
    }
    const close = closingTag(text, open[1], at);
    // An element without a closing tag extends to the next opening tag, or to the end.
    const next = close ?? nextLine(text, at);
    missing.isRepaired ||= close === null;
    missing.isTruncated ||= close === null && next.end === text.length;
    elements.push({ key: open[1], inner: text.slice(at, next.start) });
    at = next.end;
  }
}

function nextLine(text: string, from: number): { start: number; end: number } {
  const next = text.indexOf('\n<', from);
  return next < 0 ? { start: text.length, end: text.length } : { start: next, end: next };
}

/**
 * Finds the closing tag of an element. Nested elements of the same name are counted, unless that would leave no closing
 * tag for this one.
 */
function closingTag(text: string, name: string, from: number): { start: number; end: number } | null {
  const tags = new RegExp(`(?:\\]<\\]minimax\\[>\\[)?<(/?)\\s*${name.replaceAll('.', '\\.')}\\s*>`, 'g');
  tags.lastIndex = from;
  let depth = 1;
  let last: { start: number; end: number } | null = null;
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    if (tag[1] === '') depth++;
    else {
      depth--;
      last = { start: tag.index, end: tag.index + tag[0].length };
      if (depth === 0) return last;
    }
  }
  return last;
}

/** `isOpen`: the tool's schema says nothing about its arguments, so a value that looks like a number is one. */
function elementValue(schema: JsonSchema | undefined, inner: string, missing: MissingTags, isOpen = false): unknown {
  const types = schema ? listAllowedTypes(schema) : [];
  if (types.includes('string')) return typeText(schema, asText(inner), 'string');
  const elements = inner.includes('<')
    ? readElements(inner, types.length > 0 ? missing : { ...NOTHING_MISSING })
    : null;
  const [only] = elements ?? [];
  if (elements === null || only === undefined) {
    const value = typeText(schema, asText(inner), isOpen && /^\s*-?\d/.test(inner) ? 'json' : 'string');
    return types.join() === 'array' && typeof value === 'string' ? splitLines(value) : value;
  }
  const mayBeList = types.length === 0 || types.includes('array');
  if (mayBeList && (types.length > 0 || looksLikeList(elements))) {
    return elements.map((element) => elementValue(asSchema(schema?.items), element.inner, missing));
  }
  if (types.length > 0 && !types.includes('object')) return elementValue(schema, only.inner, missing);
  return elementsToInput(schema ?? {}, inner, missing);
}

/** Splits a text for a list parameter, with one item per line. */
function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const NOTHING_MISSING: MissingTags = { isRepaired: false, isTruncated: false };

function looksLikeList(elements: Element[]): boolean {
  const keys = new Set(elements.map((element) => element.key));
  const isNumbered = elements.every((element, index) => element.key === String(index));
  return isNumbered || (keys.size === 1 && (elements.length > 1 || keys.has('item')));
}

function asText(inner: string): string {
  const text = decodeXmlEntities(inner);
  const bare = text.trim();
  return bare.includes('\n') ? text : bare;
}

function groupByKey(elements: Element[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const { key, inner } of elements) groups.set(key, [...(groups.get(key) ?? []), inner]);
  return [...groups];
}

/** One argument as text. `type` is the type that the format itself states. The tool's schema takes precedence. */
export type ArgumentField = { key: string; text: string; type?: 'string' | 'json' };

/** Arguments that are not JSON. `open`: how to read a text whose type neither the schema nor the format determines. */
export type Fields = { list: readonly ArgumentField[]; open: 'string' | 'json' };

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
  const entries = [...values].map(([key, list]) => [key, oneOrList(propertySchema(schema, key), list)] as const);
  return Object.fromEntries(entries);
}

/**
 * Combines the values of a repeated argument into a list. If the schema does not allow a list, equal values are merged.
 * Different values stay a list, which the schema then rejects, since it is unknown which one the model means (quirk:
 * argument-given-twice).
 */
function oneOrList(schema: JsonSchema | undefined, values: readonly unknown[]): unknown {
  const areEqual = values.every((each) => JSON.stringify(each) === JSON.stringify(values[0]));
  return areEqual ? oneOrAll(schema, values) : values;
}

/** Combines the values of a repeated element into a list, or takes the last one if the schema does not allow a list. */
function oneOrAll(schema: JsonSchema | undefined, values: readonly unknown[]): unknown {
  const types = schema ? listAllowedTypes(schema) : [];
  const isList = values.length > 1 && (types.length === 0 || types.includes('array'));
  return isList ? values : values.at(-1);
}

/** Some models put the whole object into one parameter of this name (quirks: format-dsml, format-minimax-m2). */
const WRAPPERS = new Set(['arguments', 'input', 'parameters', 'properties', 'args', 'params']);

function wholeObject(schema: JsonSchema, list: readonly ArgumentField[]): Record<string, unknown> | null {
  const [field] = list;
  if (!field || list.length > 1 || !WRAPPERS.has(field.key)) return null;
  const declared = Object.keys(schema.properties ?? {});
  if (declared.length === 0 || declared.includes(field.key)) return null;
  const value = typeText({ type: 'object' }, field.text, 'json');
  if (!isJsonObject(value)) return null;
  return Object.keys(value).every((key) => declared.includes(key)) ? { ...value } : null;
}
