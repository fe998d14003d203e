import * as z from 'zod';
import { ToolRegistration } from './page-tools.ts';

/** The value of a form field, as in a tool's arguments: a list for fields with several choices. */
export const FieldValue = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(1_000)).max(200).readonly(),
]);
export type FieldValue = z.infer<typeof FieldValue>;

/** Values by the keys of fields. */
export const FieldValues = z.record(z.string().max(100), FieldValue);
export type FieldValues = z.infer<typeof FieldValues>;

/** How a field is operated, which also determines the type of its value. */
export const FieldKind = z.enum([
  'text',
  'number',
  'date',
  'calendar',
  'time',
  'datetime',
  'month',
  'week',
  'color',
  'checkbox',
  'checkboxes',
  'radios',
  'select',
  'listbox',
  'combobox',
  'slider',
  'spinbutton',
  'editable',
  'file',
]);
export type FieldKind = z.infer<typeof FieldKind>;

/** Whether a field can be filled, or why not: `secret` is a password, a code or payment data. */
export const FieldState = z.enum(['open', 'disabled', 'read-only', 'secret', 'file']);
export type FieldState = z.infer<typeof FieldState>;

/** The JSON Schema of a field's value. It is flat, with keywords that model interfaces support. */
export type FieldSchema = {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  description: string;
  format?: string;
  pattern?: string;
  enum?: readonly string[];
  items?: { type: 'string'; enum?: readonly string[] };
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  default?: FieldValue;
};

/**
 * Identifies a field after the page was redrawn. `token` belongs to the element itself, as long as the document keeps
 * it. `attributes` are its `name`, `id` and `type`. `before` and `after` are the labels of its neighbours. `alike` is
 * the number of fields with its label and groups in forms with its form's title and button, including itself.
 */
export const FieldFingerprint = z.object({
  token: z.string(),
  attributes: z.string(),
  before: z.string(),
  after: z.string(),
  alike: z.number().default(1),
});
export type FieldFingerprint = z.infer<typeof FieldFingerprint>;

export const FormField = z.object({
  /** The name of the property in the schema, unique within the form. */
  key: z.string(),
  kind: FieldKind,
  /** Its accessible name, or the text before it, or ''. */
  label: z.string(),
  /** The names of the groups around it in its form, the outermost first. */
  groups: z.array(z.string()).readonly(),
  /** Its accessible description, and the format that its placeholder shows. */
  hint: z.string(),
  isRequired: z.boolean(),
  state: FieldState,
  /** Its value. Null if that is secret or unknown. */
  value: FieldValue.nullable(),
  /** Its choices. Null if it has none, or only shows them when it is opened. */
  options: z.array(z.string()).readonly().nullable(),
  /** The page's error message for the value, or ''. */
  error: z.string(),
  fingerprint: FieldFingerprint,
});
export type FormField = z.infer<typeof FormField>;

/** A form of the open page, as models see it. */
export type KnownForm = Pick<FormDefinition, 'name' | 'title' | 'schema'>;

/** Identifies a form by its title, its submit button, and the fields that matter. */
export type FormTarget = Pick<FormDefinition, 'title' | 'submitLabel' | 'fields'>;

/** A form in one document, in the shape of a tool definition. */
export type FormDefinition = {
  /** Only valid in this document. */
  formId: string;
  /** The name of the tool: ASCII, unique in the document. */
  name: string;
  title: string;
  fields: readonly FormField[];
  /** JSON Schema of the fields that can be filled in. */
  schema: {
    type: 'object';
    properties: Readonly<Record<string, FieldSchema>>;
    required: readonly string[];
    additionalProperties: false;
  };
  /** The label of the submit button, which only the user presses. Null if there is none. */
  submitLabel: string | null;
};

/**
 * A form in one of the documents of a tab. `documentId` is random. `url` is the address of the site that created the
 * document, or ''.
 */
export type TabForm = { frameId: number; documentId: string; url: string; form: FormDefinition };

/** The forms of a page and of its readable frames. `title` and `url` identify the page. */
export type PageForms = { title: string; url: string; forms: TabForm[] };

/**
 * How a form to be filled in differs from the one that was approved. `form`: it has a different title or submit button,
 * or a field is in another form. `ambiguous`: two fields match the approved one.
 */
export const FormDifference = z.object({
  /** '' for the form itself. */
  key: z.string(),
  label: z.string(),
  what: z.enum(['form', 'gone', 'ambiguous', 'label', 'kind', 'options', 'state']),
  before: z.string(),
  now: z.string(),
});
export type FormDifference = z.infer<typeof FormDifference>;

/**
 * Where a value for a field was found: in the `user`'s words, on the `page` of the form, in the text of another
 * `source`, by its name among the sources of a chat, or nowhere.
 */
export const ValueOrigin = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user') }),
  z.object({ type: z.literal('page') }),
  z.object({ type: z.literal('source'), name: z.string() }),
  z.object({ type: z.literal('unknown') }),
]);
export type ValueOrigin = z.infer<typeof ValueOrigin>;

/**
 * A field to be filled in, as shown to the user. `value` is null if the field is required but no value was proposed.
 */
export const ProposedField = z.object({
  field: FormField,
  isMultiple: z.boolean(),
  value: FieldValue.nullable(),
  origin: ValueOrigin,
});
export type ProposedField = z.infer<typeof ProposedField>;

/**
 * A form to be filled in, or a call of a page's `tool`, whose fields are its arguments. `leftToUser` lists the labels
 * of fields for secrets and files, which only the user fills in.
 */
export const FormProposal = z.object({
  tabId: z.number(),
  frameId: z.number(),
  documentId: z.string(),
  url: z.string(),
  title: z.string(),
  submitLabel: z.string().nullable(),
  fields: z.array(ProposedField),
  leftToUser: z.array(z.string()),
  tool: ToolRegistration.optional(),
});
export type FormProposal = z.infer<typeof FormProposal>;

/**
 * A tool's proposal, before the origin of its values is known. `spellings`: other ways in which the user may have
 * written a value.
 */
export type FormDraft = Omit<FormProposal, 'fields'> & {
  fields: readonly (Omit<ProposedField, 'origin'> & { spellings: readonly string[] })[];
};

/**
 * A form that may be filled in with these values, once. `fillId` is that of the call. `until` is the deadline for
 * beginning, in milliseconds since 1970.
 */
export type ApprovedForm = { fillId: string; proposal: FormProposal; values: FieldValues; until: number };

/**
 * Returns the id of a form filling. It includes the id of the approval, because servers reuse the id of a call in
 * another step.
 */
export function buildFillId(confirmId: string, toolCallId: string): string {
  return `${confirmId} ${toolCallId}`;
}

/**
 * Why a field was not filled in. `differs`: while others were filled in, the page replaced it with a different field.
 * `not-seen`: it is covered or no longer visible. `invalid`: the page or the browser does not accept the value.
 * `not-taken`: the field did not change. `timeout`: others took too long.
 */
export const FieldRefusal = z.enum([
  'disabled',
  'read-only',
  'secret',
  'file',
  'unknown-field',
  'differs',
  'wrong-type',
  'no-such-option',
  'not-seen',
  'invalid',
  'not-taken',
  'timeout',
]);
export type FieldRefusal = z.infer<typeof FieldRefusal>;

/**
 * The final state of a field, as the page shows it. `changed`: the page changed the value to `value`. `message` is the
 * page's message about a value that it does not accept, or the available options.
 */
export const FieldResult = z.discriminatedUnion('status', [
  z.object({ key: z.string(), label: z.string(), status: z.literal('set'), value: FieldValue }),
  z.object({ key: z.string(), label: z.string(), status: z.literal('changed'), value: FieldValue }),
  z.object({
    key: z.string(),
    label: z.string(),
    status: z.literal('refused'),
    reason: FieldRefusal,
    message: z.string(),
    value: FieldValue.nullable(),
  }),
  z.object({ key: z.string(), label: z.string(), status: z.literal('gone') }),
]);
export type FieldResult = z.infer<typeof FieldResult>;

/**
 * The outcome of filling in a form. `hasTriedToSend`: the page tried to submit or to navigate while it was filled in,
 * which was prevented. `late`: it may no longer begin. `replaced`: the document was reloaded since, so the outcome is
 * unknown.
 */
export const FillOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('filled'), fields: z.array(FieldResult), hasTriedToSend: z.boolean() }),
  z.object({ type: z.literal('stopped'), differences: z.array(FormDifference) }),
  z.object({ type: z.literal('late') }),
  z.object({ type: z.literal('replaced') }),
]);
export type FillOutcome = z.infer<typeof FillOutcome>;

/** Returns the outcome in the details of a result. Null if there is none. */
export function readFillOutcome(details: Record<string, unknown> | undefined): FillOutcome | null {
  const { success, data } = FillOutcome.safeParse(details?.filling);
  return success ? data : null;
}

/** A part of a form to show: the fields that are filled in, or the submit button. */
export const ShownPart = z.enum(['fields', 'button']);
export type ShownPart = z.infer<typeof ShownPart>;

/**
 * A request to the script in the page: to list the forms, to fill one in as approved, to undo that, or to show a part
 * of a form. A filling with this id that has already begun is not repeated, and its outcome is reported again.
 */
export type FormRequest =
  | { type: 'list' }
  | { type: 'fill'; fillId: string; documentId: string; form: FormTarget; values: FieldValues; until: number }
  | { type: 'undo'; fillId: string; documentId: string }
  | { type: 'show'; documentId: string; form: FormTarget; part: ShownPart };

export type FormAnswer =
  | { type: 'forms'; documentId: string; forms: FormDefinition[] }
  | { type: 'shown'; isShown: boolean }
  | FillOutcome;

/** The part of a proposal that identifies the form in the page. */
export function toFormTarget({ title, submitLabel, fields }: FormProposal): FormTarget {
  return { title, submitLabel, fields: fields.map(({ field }) => field) };
}
