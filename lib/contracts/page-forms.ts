/** What a field of a form holds, as a tool's arguments have it: a list for fields of several choices. */
export type FieldValue = string | number | boolean | readonly string[];

/** How a field is operated, which also says what it holds. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'date'
  | 'calendar'
  | 'time'
  | 'datetime'
  | 'month'
  | 'week'
  | 'color'
  | 'checkbox'
  | 'checkboxes'
  | 'radios'
  | 'select'
  | 'listbox'
  | 'combobox'
  | 'slider'
  | 'spinbutton'
  | 'editable'
  | 'file';

/** Why a field is not filled: `secret` is a password, a code or payment data. */
export type FieldState = 'open' | 'disabled' | 'read-only' | 'secret' | 'file';

/** The JSON Schema of a field's value: flat, with the keywords that interfaces of models know. */
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
 * What a field is known by when the page was drawn again. `token` is that of the element itself, as long as the document keeps it;
 * `attributes` are its `name`, `id` and `type`; `before` and `after` the labels of its neighbours.
 */
export type FieldFingerprint = { token: string; attributes: string; before: string; after: string };

export type FormField = {
  /** The name of the property in the schema, unique in the form. */
  key: string;
  kind: FieldKind;
  /** Its accessible name, or the text that stands before it. '' if it has none. */
  label: string;
  /** The names of the groups around it in its form, the outermost first. */
  groups: readonly string[];
  /** Its accessible description, and the format that its placeholder shows. */
  hint: string;
  isRequired: boolean;
  state: FieldState;
  /** What it holds; null if that is secret or unknown. */
  value: FieldValue | null;
  /** The choices it has; null if it has none, or shows them only when it is opened. */
  options: readonly string[] | null;
  /** What the page says is wrong with the value, or ''. */
  error: string;
  fingerprint: FieldFingerprint;
};

/** A form of one document, as a definition of a tool. */
export type FormDefinition = {
  /** Known in the document only. */
  formId: string;
  /** The name of the tool: ASCII, unique in the document. */
  name: string;
  title: string;
  fields: readonly FormField[];
  /** What can be filled in, as JSON Schema. */
  schema: {
    type: 'object';
    properties: Readonly<Record<string, FieldSchema>>;
    required: readonly string[];
    additionalProperties: false;
  };
  /** The button that sends the form, which only the user presses; null if there is none. */
  submitLabel: string | null;
};

/** A form of one of the documents of a tab. `url`: the address of the site that made the document; '' if it has none. */
export type TabForm = { frameId: number; url: string; form: FormDefinition };

/** The forms of a page and of those of its frames that may be read, as `title` and `url` name the page. */
export type PageForms = { title: string; url: string; forms: TabForm[] };

/**
 * How a form that is to be filled differs from the one that was approved. `form`: it has another title or another button that sends
 * it, or a field is in another form; `ambiguous`: two fields fit what was approved.
 */
export type FormDifference = {
  /** '' for the form itself. */
  key: string;
  label: string;
  what: 'form' | 'gone' | 'ambiguous' | 'label' | 'kind' | 'options' | 'state';
  before: string;
  now: string;
};

/**
 * Why a field was not filled. `not-seen`: it is covered, or cannot be seen anymore; `invalid`: the page or the browser does not
 * accept the value; `not-taken`: the field did not change; `timeout`: others took too long.
 */
export type FieldRefusal =
  | 'disabled'
  | 'read-only'
  | 'secret'
  | 'file'
  | 'unknown-field'
  | 'wrong-type'
  | 'no-such-option'
  | 'not-seen'
  | 'invalid'
  | 'not-taken'
  | 'timeout';

/**
 * What became of a field, as the page shows it at the end. `changed`: the page made another value of it, which is `value`.
 * `message`: the page's words for a value it does not accept, or the options there are.
 */
export type FieldResult = { key: string; label: string } & (
  | { status: 'set'; value: FieldValue }
  | { status: 'changed'; value: FieldValue }
  | { status: 'refused'; reason: FieldRefusal; message: string; value: FieldValue | null }
  | { status: 'gone' }
);

/** `hasTriedToSend`: the page tried to submit or to leave while it was filled in, which was prevented. */
export type FillOutcome =
  | { type: 'filled'; fields: FieldResult[]; hasTriedToSend: boolean }
  | { type: 'stopped'; differences: FormDifference[] };

/** What the script in the page is asked: to list the forms, to fill one as it was approved, or to bring back what that replaced. */
export type FormRequest =
  | { type: 'list' }
  | { type: 'fill'; form: FormDefinition; values: Readonly<Record<string, FieldValue>> }
  | { type: 'undo' };

export type FormAnswer = { type: 'forms'; forms: FormDefinition[] } | FillOutcome;
