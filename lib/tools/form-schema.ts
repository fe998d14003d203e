import type { FieldSchema, KnownForm } from '../contracts/index.ts';
import { estimateTokens } from '../text/index.ts';

/** Maximum number of forms in one tool definition. */
const MAX_FORMS = 3;
/** Maximum tokens of all their fields, in small and in other windows. */
const MAX_TOKENS = { small: 400, usual: 2_500 };
/** Maximum number of choices of a field in a small window. */
const MAX_SMALL_OPTIONS = 12;
/** Maximum length of a field's description in a small window, in characters. */
const MAX_SMALL_DESCRIPTION = 60;

/**
 * The arguments of a call that fills in one of these forms, sorted by how well they match the question. Required fields
 * come first if not all fields fit. Omitted fields are still accepted.
 */
export function fillSchema(forms: readonly KnownForm[], isSmall: boolean): Record<string, unknown> {
  const budget = isSmall ? MAX_TOKENS.small : MAX_TOKENS.usual;
  const includedForms: KnownForm[] = [];
  const properties = new Map<string, FieldSchema>();
  let remainingTokens = budget - estimateTokens(JSON.stringify(frame([], {})));
  for (const form of forms.slice(0, MAX_FORMS)) {
    remainingTokens -= estimateTokens(form.name) + 2;
    const newFields = fieldsWithin(form, properties, remainingTokens, isSmall);
    if (newFields.size === 0 && includedForms.length > 0) break;
    includedForms.push(form);
    for (const [key, schema] of newFields) {
      remainingTokens -= estimateFieldTokens(key, schema);
      properties.set(key, schema);
    }
  }
  return frame(includedForms, Object.fromEntries(properties));
}

function frame(forms: readonly KnownForm[], properties: Record<string, FieldSchema>): Record<string, unknown> {
  return {
    type: 'object',
    properties: {
      form: { type: 'string', enum: forms.map(({ name }) => name) },
      values: { type: 'object', description: 'All values that are known, by field.', properties },
    },
    required: ['form', 'values'],
  };
}

function fieldsWithin(
  { schema }: KnownForm,
  existingFields: ReadonlyMap<string, FieldSchema>,
  budget: number,
  isSmall: boolean,
): Map<string, FieldSchema> {
  const keys = Object.keys(schema.properties);
  const requiredKeys = keys.filter((key) => schema.required.includes(key));
  const ordered = [...requiredKeys, ...keys.filter((key) => !schema.required.includes(key))];
  const fields = new Map<string, FieldSchema>();
  let remainingTokens = budget;
  for (const key of ordered) {
    const whole = schema.properties[key];
    if (whole === undefined || existingFields.has(key)) continue;
    const fieldSchema = isSmall ? shorten(whole) : whole;
    remainingTokens -= estimateFieldTokens(key, fieldSchema);
    if (remainingTokens < 0) break;
    fields.set(key, fieldSchema);
  }
  return fields;
}

function estimateFieldTokens(key: string, schema: FieldSchema): number {
  return estimateTokens(JSON.stringify({ [key]: schema })) + 1;
}

/** Reduces a field to what a small model needs to know. */
function shorten({ type, description, format, items, ...schema }: FieldSchema): FieldSchema {
  const few = (options: readonly string[] | undefined) =>
    options === undefined || options.length > MAX_SMALL_OPTIONS ? {} : { enum: options };
  return {
    type,
    description: description.slice(0, MAX_SMALL_DESCRIPTION),
    ...(format === undefined ? {} : { format }),
    ...few(schema.enum),
    ...(items === undefined ? {} : { items: { type: 'string', ...few(items.enum) } }),
  };
}
