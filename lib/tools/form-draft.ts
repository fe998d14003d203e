import {
  type FieldKind,
  type FieldSchema,
  type FieldState,
  type FieldValue,
  type FieldValues,
  type FormDraft,
  type FormField,
  PageError,
  type TabForm,
} from '../contracts/index.ts';
import { dateSpellings } from './date-spellings.ts';
import { convertToFormat, fieldFormat } from './field-formats.ts';
import { findFields, findForm } from './find-form.ts';

type Proposed = FormDraft['fields'][number];

/** Maximum number of labels in a card: of fields left to the user, and of required fields that it asks for. */
const LIMITS = { leftToUser: 20, asked: 20 };

/**
 * Drafts the form of a call: its values in the types of the fields, and the empty required fields for which it has no
 * value. Throws PageError, whose message tells the model what to change.
 */
export function draftForm(
  tabId: number,
  forms: readonly TabForm[],
  { form: name, values }: { form: string; values: FieldValues },
): FormDraft {
  const tabForm = chooseForm(forms, name, Object.keys(values));
  const { form, frameId, documentId, url } = tabForm;
  const problems: string[] = [];
  const proposed = new Map<string, Proposed>();
  for (const [given, value] of Object.entries(values)) {
    const matches = findFields(form.fields, given);
    const [field] = matches;
    const problem =
      matches.length > 1 ? severalFields(matches) : field === undefined ? 'no such field' : problemWith(field);
    if (field === undefined || problem !== null) {
      problems.push(`- ${JSON.stringify(given)}: ${problem}`);
      continue;
    }
    const schema = form.schema.properties[field.key];
    const fitting = schema === undefined ? null : fitValue(value, schema, field.kind);
    if (fitting === null)
      problems.push(`- ${JSON.stringify(given)}: takes ${fieldFormat(field.kind) ?? expected(schema)}`);
    else if (JSON.stringify(fitting) !== JSON.stringify(field.value))
      proposed.set(field.key, {
        field,
        value: fitting,
        isMultiple: schema?.type === 'array',
        spellings: dateSpellings(String(fitting), field.kind),
      });
  }
  if (problems.length > 0) throw wrongInput([...problems, fieldList(form.fields)].join('\n'));
  if (proposed.size === 0) throw wrongInput(`The form holds these values already.\n${fieldList(form.fields)}`);
  const missing = form.fields.filter((field) => isMissing(field) && !proposed.has(field.key)).slice(0, LIMITS.asked);
  for (const field of missing) {
    const isMultiple = form.schema.properties[field.key]?.type === 'array';
    proposed.set(field.key, { field, value: null, isMultiple, spellings: [] });
  }
  return {
    tabId,
    frameId,
    documentId,
    url,
    title: form.title,
    submitLabel: form.submitLabel,
    fields: form.fields.flatMap(({ key }) => proposed.get(key) ?? []),
    leftToUser: form.fields
      .filter(({ state }) => state === 'secret' || state === 'file')
      .map(({ label }) => label)
      .slice(0, LIMITS.leftToUser),
  };
}

/** The named form, or the only form that has all of these fields. */
function chooseForm(forms: readonly TabForm[], name: string, keys: readonly string[]): TabForm {
  const requestedForm = name === '' ? null : findForm(forms, name);
  const candidates =
    requestedForm === null
      ? forms.filter(({ form }) => keys.every((key) => findFields(form.fields, key).length > 0))
      : [requestedForm];
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  if (forms.length === 0) throw wrongInput('There is no form on this page.');
  const list = forms.map(({ form }) => `- ${form.name}: ${form.title}`).join('\n');
  throw wrongInput(`Say which form is meant. The forms of the page:\n${list}`);
}

const CLOSED: Readonly<Record<Exclude<FieldState, 'open'>, string>> = {
  disabled: 'it is disabled',
  'read-only': 'it is read-only',
  secret: 'only the user fills in passwords, codes and payment data',
  file: 'only the user chooses files',
};

function severalFields(fields: readonly FormField[]): string {
  return `several fields have this name: ${fields.map(({ key }) => key).join(', ')}`;
}

function problemWith({ state }: FormField): string | null {
  return state === 'open' ? null : CLOSED[state];
}

function isMissing({ isRequired, state, value }: FormField): boolean {
  return isRequired && state === 'open' && (value === '' || (Array.isArray(value) && value.length === 0));
}

/**
 * Converts a value to the type and format of its field: numbers and checkboxes may be given as text. Null if it does not
 * fit.
 */
function fitValue(value: FieldValue, schema: FieldSchema, kind: FieldKind): FieldValue | null {
  switch (schema.type) {
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return /^(?:true|yes|on)$/i.test(String(value)) ? true : /^(?:false|no|off)$/i.test(String(value)) ? false : null;
    case 'number':
    case 'integer': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : null;
    }
    case 'array': {
      const list = Array.isArray(value) ? value.map(String) : [String(value)];
      const options = schema.items?.enum;
      if (options === undefined) return list;
      const matchingOptions = list.flatMap((each) => optionFor(each, options) ?? []);
      return matchingOptions.length === list.length ? matchingOptions : null;
    }
    case 'string': {
      if (typeof value === 'boolean' || Array.isArray(value)) return null;
      const text = String(value);
      if (schema.enum === undefined || text === '') return convertToFormat(text, kind);
      return optionFor(text, schema.enum) ?? null;
    }
    default:
      return schema.type satisfies never;
  }
}

function optionFor(text: string, options: readonly string[]): string | undefined {
  const fold = (each: string) => each.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return options.find((each) => each === text) ?? options.find((each) => fold(each) === fold(text));
}

const MAX_OPTIONS = 40;

function expected(schema: FieldSchema | undefined): string {
  const options = schema?.enum ?? schema?.items?.enum;
  if (options === undefined) return `a ${schema?.type ?? 'string'}`;
  return `one of ${options
    .slice(0, MAX_OPTIONS)
    .map((each) => JSON.stringify(each))
    .join(', ')}`;
}

const MAX_FIELDS = 60;

function fieldList(fields: readonly FormField[]): string {
  const open = fields.filter(({ state }) => state === 'open').slice(0, MAX_FIELDS);
  return `Fields of this form: ${open.map(({ key }) => key).join(', ')}`;
}

function wrongInput(message: string): PageError {
  return new PageError('form-input', message);
}
