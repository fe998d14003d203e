import type { Schema } from './schema-alternatives.ts';

/** The reduced form of a schema: see `toolJsonSchema`. */
export type PlainSchema = {
  type?: string;
  description?: string;
  enum?: (string | number)[];
  properties?: Record<string, PlainSchema>;
  required?: string[];
  items?: PlainSchema;
  /** The schema of the values of an object without named properties. */
  additionalProperties?: PlainSchema;
  anyOf?: PlainSchema[];
};

/** Longer patterns and values are not described. In characters. */
const MAX_LENGTH = 120;

/**
 * Larger limits are not described, since few calls reach them. A call that does gets an error that states the limit.
 */
const MAX_TOLD_CHARACTERS = 300;
const MAX_TOLD_ITEMS = 1_000;

/** Bounds of number types, which schema generators add to every number. */
const BOUNDS_OF_TYPES: ReadonlySet<number> = new Set([2 ** 53 - 1, 2 ** 31 - 1, 2 ** 31, 2 ** 63, 2 ** 32 - 1]);

/** Constraints of a schema of this type that a plain schema cannot express, as sentences: `At most 2000 characters.` */
export function constraintsInWords(schema: Schema, type: string | null): string[] {
  return [...describeBounds(schema, type), ...describeFormats(schema, type)];
}

function describeBounds(schema: Schema, type: string | null): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  switch (type) {
    case 'string':
      return range(aboveOne(minLength), upTo(MAX_TOLD_CHARACTERS, maxLength), ' characters');
    case 'array':
      return range(aboveOne(minItems), upTo(MAX_TOLD_ITEMS, maxItems), ' items');
    case 'number':
    case 'integer': {
      const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
      const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
      return [
        ...range(above === minimum ? undefined : minimum, below === maximum ? undefined : maximum, ''),
        ...(isBound(above) ? [`More than ${above}.`] : []),
        ...(isBound(below) ? [`Less than ${below}.`] : []),
      ];
    }
    default:
      return [];
  }
}

/** Drops a minimum of one, since a text or list is assumed not to be empty. */
function aboveOne(count: unknown): unknown {
  return typeof count === 'number' && count > 1 ? count : undefined;
}

function upTo(limit: number, count: unknown): unknown {
  return typeof count === 'number' && count <= limit ? count : undefined;
}

function range(least: unknown, most: unknown, unit: string): string[] {
  if (isBound(least) && isBound(most))
    return [least === most ? `Exactly ${least}${unit}.` : `${least} to ${most}${unit}.`];
  if (isBound(least)) return [`At least ${least}${unit}.`];
  return isBound(most) ? [`At most ${most}${unit}.`] : [];
}

function isBound(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    !BOUNDS_OF_TYPES.has(Math.abs(value)) &&
    Math.abs(value) < 2 ** 53
  );
}

function describeFormats(schema: Schema, type: string | null): string[] {
  const { pattern, format, contentEncoding, multipleOf, uniqueItems } = schema;
  const forms: string[] = [];
  if (type === 'string' && isShortText(format)) forms.push(`Format: ${format}.`);
  if (type === 'string' && isShortText(contentEncoding)) forms.push(`Encoding: ${contentEncoding}.`);
  if (type === 'string' && isShortText(pattern)) forms.push(`Pattern: ${pattern}`);
  if (typeof multipleOf === 'number' && multipleOf !== 1 && type !== 'string')
    forms.push(`A multiple of ${multipleOf}.`);
  if (type === 'array' && uniqueItems === true) forms.push('No item twice.');
  return forms;
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;
}

/** The default value as a sentence; null if it is empty or too long. */
export function defaultInWords(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const json = JSON.stringify(value);
  return json.length > MAX_LENGTH || ['""', '{}', '[]'].includes(json) ? null : `Default: ${json}.`;
}

/** Whether a description already contains all numbers of a sentence, its format, or its default. */
function saysAlready(description: string, sentence: string): boolean {
  const text = description.toLowerCase();
  const [, kind, form] = /^(Format|Encoding|Pattern|Default): (.*?)\.?$/.exec(sentence) ?? [];
  if (kind !== undefined && form !== undefined)
    return text.includes(kind === 'Default' ? 'default' : form.toLowerCase());
  if (!LIMITS.test(sentence)) return text.includes(sentence.toLowerCase());
  const textNumbers = new Set(text.replace(/(?<=\d),(?=\d{3})/g, '').match(NUMBER));
  return (sentence.match(NUMBER) ?? []).every((number) => textNumbers.has(number));
}

const LIMITS = /^(?:Exactly |At least |At most |More than |Less than |A multiple of |-?\d[\d.e+-]* to )-?\d/;
const NUMBER = /(?<![\w.])-?\d+(?:\.\d+)?/g;

/** Describes values that the schema itself does not list: `One of: 1, 2, 3.` */
export function valuesInWords(values: readonly unknown[], most: number): string {
  const literals = values.slice(0, most).map((value) => JSON.stringify(value));
  const rest = values.length - literals.length;
  return `One of: ${literals.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

/** Below this depth, only the name of a type is shown. */
const MAX_DEPTH = 4;

/** A type in TypeScript notation: `{city: string, days?: integer}[]`. */
export function typeInWords(schema: PlainSchema, depth = 0): string {
  const { type = 'any', enum: values, anyOf, properties, required, items } = schema;
  if (values) return values.map((value) => JSON.stringify(value)).join('|');
  if (depth >= MAX_DEPTH) return type;
  if (anyOf) return [...new Set(anyOf.map((each) => typeInWords(each, depth + 1)))].join('|');
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, each]) => `${name}${required?.includes(name) ? '' : '?'}: ${typeInWords(each, depth + 1)}`,
    );
    return `{${fields.join(', ')}}`;
  }
  if (type === 'array' && items) {
    const item = typeInWords(items, depth + 1);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  return type;
}

/** A description followed by sentences, without those that repeat it. */
export function joinSentences(description: unknown, sentences: readonly (string | null)[]): string | undefined {
  const text = typeof description === 'string' ? description.trim() : '';
  const newSentences = [...new Set(sentences)].filter((each) => each !== null && !saysAlready(text, each));
  if (newSentences.length === 0) return text === '' ? undefined : text;
  const start = text === '' || /[.!?:;)\]…。！？]$/.test(text) ? text : `${text}.`;
  return [start, ...newSentences].filter((each) => each !== '').join(' ');
}
