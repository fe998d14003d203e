import {
  type FieldKind,
  type FieldValue,
  type FormDraft,
  type FormField,
  isJsonObject,
  type JsonObject,
  type TabTool,
} from '../contracts/index.ts';
import { isSecretArgument } from '../security/index.ts';
import {
  ARGUMENT_LIMITS,
  type ArgumentValue,
  listArgumentValues,
  toPathKey,
  wrongArguments,
} from './page-tool-arguments.ts';

/** Maximum number of names that a message lists. */
const MAX_NAMES = 40;

/**
 * Drafts a call of a page's tool: every value in its arguments as a field of the card, and the required ones that it
 * lacks. Throws PageError, whose message tells the model what to change.
 */
export function draftToolCall(
  tabId: number,
  tools: readonly TabTool[],
  { tool: name, arguments: input }: { tool: string; arguments: JsonObject },
): FormDraft {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw wrongArguments(noSuchTool(tools));
  const { frameId, documentId, url, registration, inputSchema } = tool;
  const required = listRequired(inputSchema);
  if (
    required.length > ARGUMENT_LIMITS.values ||
    required.some((each) => toPathKey([each]).length > ARGUMENT_LIMITS.path)
  )
    throw wrongArguments(
      'The tool requires more arguments, or longer names, than the user can be shown. Nothing was called.',
    );
  const given = listArgumentValues(input).map((each) => toField(each, inputSchema));
  const missing = required
    .filter((each) => !Object.hasOwn(input, each) || input[each] === null)
    .map((each) => toField({ key: toPathKey([each]), path: [each], value: null }, inputSchema));
  const secret = [...given, ...missing].find(({ field }) => field.state === 'secret');
  if (secret !== undefined)
    throw wrongArguments(
      `${JSON.stringify(secret.field.label)} is for a password, a code or payment data, which only the user enters, on the page. Nothing was called.`,
    );
  const problems = [
    ...given.flatMap((each) => problemWithValue(each) ?? []),
    ...missing.flatMap(({ field }) =>
      canBeEntered(field, inputSchema) ? [] : [`- ${JSON.stringify(field.label)} is required`],
    ),
  ];
  if (problems.length > 0) throw wrongArguments(problems.join('\n'));
  return {
    tabId,
    frameId,
    documentId,
    url,
    title: registration.name,
    submitLabel: null,
    fields: [...given, ...missing],
    leftToUser: [],
    tool: registration,
  };
}

function noSuchTool(tools: readonly TabTool[]): string {
  if (tools.length === 0) return 'This page has no tools.';
  const names = tools.slice(0, MAX_NAMES).map((tool) => tool.name);
  return `The page has no such tool. Its tools: ${names.join(', ')}`;
}

type DraftField = FormDraft['fields'][number];

function toField(
  { key, path, value }: Omit<ArgumentValue, 'value'> & { value: FieldValue | null },
  inputSchema: JsonObject,
): DraftField {
  const schema = schemaAt(inputSchema, path);
  const options = listOptions(schema);
  const [label = '', ...around] = path.toReversed();
  const hint = typeof schema?.description === 'string' ? schema.description : '';
  const title = typeof schema?.title === 'string' ? schema.title : '';
  const isMultiple = Array.isArray(value) || schema?.type === 'array';
  const field: FormField = {
    key,
    kind: kindFor(value, schema, options),
    label,
    groups: around.toReversed(),
    hint,
    isRequired: path.length === 1 && listRequired(inputSchema).includes(label),
    state: isSecretArgument([...path, title, hint, ...formatNames(schema)]) ? 'secret' : 'open',
    value: isMultiple ? [] : '',
    options: isMultiple ? null : options,
    error: '',
    fingerprint: { token: '', attributes: '', before: '', after: '', alike: 1 },
  };
  return { field, value: fitToSchema(value, schema), isMultiple, spellings: [] };
}

/** Formats by which JSON Schema marks secrets. */
function formatNames(schema: JsonObject | null): string[] {
  return typeof schema?.format === 'string' ? [schema.format] : [];
}

/** The schema of the value at a path; null if it is not described. */
function schemaAt(root: JsonObject, path: readonly string[]): JsonObject | null {
  let schema: unknown = root;
  for (const name of path) {
    if (!isJsonObject(schema)) return null;
    const { properties, items } = schema;
    const isListed: boolean = isJsonObject(properties) && Object.hasOwn(properties, name);
    schema = isListed ? (properties as JsonObject)[name] : items;
  }
  return isJsonObject(schema) ? schema : null;
}

function listRequired({ required }: JsonObject): string[] {
  return Array.isArray(required) ? [...new Set(required.filter((name) => typeof name === 'string'))] : [];
}

/** The values that the schema allows, if all of them are texts. */
function listOptions(schema: JsonObject | null): string[] | null {
  const allowed = schema?.enum;
  if (!Array.isArray(allowed) || allowed.length === 0 || allowed.length > MAX_NAMES) return null;
  return allowed.every((each) => typeof each === 'string') ? allowed : null;
}

function kindFor(value: FieldValue | null, schema: JsonObject | null, options: readonly string[] | null): FieldKind {
  if (typeof value === 'boolean' || schema?.type === 'boolean') return 'checkbox';
  if (typeof value === 'number' || schema?.type === 'number' || schema?.type === 'integer') return 'number';
  return options === null ? 'text' : 'select';
}

/** Numbers and booleans that are written as texts are converted to what the schema says. */
function fitToSchema(value: FieldValue | null, schema: JsonObject | null): FieldValue | null {
  if (typeof value !== 'string') return value;
  const isNumber = schema?.type === 'number' || schema?.type === 'integer';
  if (isNumber && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (schema?.type === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return value;
}

/**
 * Whether the card can ask the user for an argument: an empty field means no value, and an object has no field.
 */
function canBeEntered({ kind, label }: FormField, inputSchema: JsonObject): boolean {
  return kind !== 'checkbox' && schemaAt(inputSchema, [label])?.type !== 'object';
}

function problemWithValue({ field, value }: DraftField): string | null {
  const { options, kind, label } = field;
  const name = JSON.stringify(label);
  if (options !== null && typeof value === 'string' && !options.includes(value))
    return `- ${name} takes one of ${options.map((each) => JSON.stringify(each)).join(', ')}`;
  if (kind === 'number' && typeof value !== 'number') return `- ${name} takes a number`;
  if (kind === 'checkbox' && typeof value !== 'boolean') return `- ${name} takes true or false`;
  return null;
}
