import * as z from 'zod';

/** Names are sent back as written by the server. All other texts are cleaned, limited in length, and untrusted. */
const described = { name: z.string(), title: z.string(), description: z.string(), isRequired: z.boolean() };
const limit = z.number().nullable();
const options = z.array(z.object({ value: z.string(), title: z.string() }));

/** A field of a form of an MCP server. Its kinds are those of MCP's `PrimitiveSchemaDefinition`. */
export const ElicitationField = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    ...described,
    format: z.enum(['email', 'uri', 'date', 'date-time']).nullable(),
    minLength: limit,
    maxLength: limit,
    default: z.string().nullable(),
  }),
  z.object({
    type: z.literal('number'),
    ...described,
    isInteger: z.boolean(),
    minimum: limit,
    maximum: limit,
    default: limit,
  }),
  z.object({ type: z.literal('boolean'), ...described, default: z.boolean() }),
  z.object({ type: z.literal('choice'), ...described, options, default: z.string().nullable() }),
  z.object({
    type: z.literal('choices'),
    ...described,
    options,
    minItems: limit,
    maxItems: limit,
    default: z.array(z.string()),
  }),
]);
export type ElicitationField = z.infer<typeof ElicitationField>;

/**
 * A request of an MCP server for input from the user during a call. `server` is its name, as given by the user. It
 * receives the answer.
 */
export const ElicitationForm = z.object({
  server: z.object({ name: z.string(), url: z.string() }),
  message: z.string(),
  fields: z.array(ElicitationField),
});
export type ElicitationForm = z.infer<typeof ElicitationForm>;

const Value = z.union([z.string().max(10_000), z.number(), z.boolean(), z.array(z.string().max(1_000)).max(200)]);
export const ElicitationContent = z.record(z.string().max(200), Value);
export type ElicitationContent = z.infer<typeof ElicitationContent>;

/** The user's answer. Its content is sent to the server that asked, and is not stored. */
export const ElicitationAnswer = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('accept'), content: ElicitationContent }),
  z.strictObject({ action: z.literal('decline') }),
  z.strictObject({ action: z.literal('cancel') }),
]);
export type ElicitationAnswer = z.infer<typeof ElicitationAnswer>;

/** Asks the user, and resolves with the answer. Rejects when `signal` is aborted. */
export type Elicit = (form: ElicitationForm, signal: AbortSignal) => Promise<ElicitationAnswer>;

/** Returns the default values that a server sets for its form. */
export function defaultContent({ fields }: Pick<ElicitationForm, 'fields'>): ElicitationContent {
  return Object.fromEntries(
    fields.flatMap((field) =>
      field.default === null || (field.type === 'choices' && field.default.length === 0 && !field.isRequired)
        ? []
        : [[field.name, field.default]],
    ),
  );
}

/** Returns the first field whose value is missing or invalid. Null if the content is a valid answer to the form. */
export function invalidField(
  { fields }: Pick<ElicitationForm, 'fields'>,
  content: ElicitationContent,
): ElicitationField | null {
  return fields.find((field) => !isValid(field, content[field.name])) ?? null;
}

/** Whether the content only contains values for fields of this form. */
export function hasOnlyFormFields({ fields }: Pick<ElicitationForm, 'fields'>, content: ElicitationContent): boolean {
  return Object.keys(content).every((name) => fields.some((field) => field.name === name));
}

function isValid(field: ElicitationField, value: ElicitationContent[string] | undefined): boolean {
  if (value === undefined) return !field.isRequired;
  switch (field.type) {
    case 'text':
      return (
        typeof value === 'string' && isWithin(value.length, field.minLength, field.maxLength) && hasFormat(field, value)
      );
    case 'number':
      return (
        typeof value === 'number' &&
        Number.isFinite(value) &&
        (!field.isInteger || Number.isInteger(value)) &&
        isWithin(value, field.minimum, field.maximum)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && isOption(field.options, value);
    case 'choices':
      return (
        Array.isArray(value) &&
        isWithin(value.length, field.minItems, field.maxItems) &&
        value.every((each) => isOption(field.options, each))
      );
    default:
      return field satisfies never;
  }
}

function hasFormat({ format }: Extract<ElicitationField, { type: 'text' }>, value: string): boolean {
  switch (format) {
    case null:
      return true;
    case 'email':
      return z.email().safeParse(value).success;
    case 'uri':
      return URL.canParse(value);
    case 'date':
      return z.iso.date().safeParse(value).success;
    case 'date-time':
      return z.iso.datetime({ offset: true }).safeParse(value).success;
    default:
      return format satisfies never;
  }
}

function isWithin(value: number, minimum: number | null, maximum: number | null): boolean {
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

function isOption(all: z.infer<typeof options>, value: string): boolean {
  return all.some((option) => option.value === value);
}
