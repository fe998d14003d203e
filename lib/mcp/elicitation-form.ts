import * as z from 'zod';
import { type ElicitationAnswer, type ElicitationField, type ElicitationForm, McpError } from '../contracts/index.ts';
import { cleanText, oneLine } from '../page-reader/dom/index.ts';
import type { ReplyTimeout } from './http-transport.ts';
import { InputRequired, JSON_RPC } from './protocol.ts';

/** A server's request for input, before it is known which of the user's servers sent it. */
export type ServerForm = Omit<ElicitationForm, 'server'>;
export type ElicitServerForm = (form: ServerForm, signal: AbortSignal) => Promise<ElicitationAnswer>;

/** How many times a server may ask for input during one call. */
export const MAX_ROUNDS = 10;

const MAX_FIELDS = 50;
const MAX_OPTIONS = 200;
/** Maximum length of a message, in characters. */
const MAX_MESSAGE = 2_000;
const MAX_TITLE = 120;
const MAX_DESCRIPTION = 500;
const MAX_DEFAULT = 2_000;

const Titled = z.array(z.object({ const: z.string(), title: z.string() })).max(MAX_OPTIONS);
const Values = z.array(z.string()).max(MAX_OPTIONS);

const Property = z.object({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']),
  title: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  enum: Values.optional(),
  enumNames: Values.optional(),
  oneOf: Titled.optional(),
  items: z.object({ enum: Values.optional(), anyOf: Titled.optional(), oneOf: Titled.optional() }).optional(),
  default: z.unknown().optional(),
});
type Property = z.infer<typeof Property>;

const ElicitParams = z.object({
  mode: z.literal('form').optional(),
  message: z.string(),
  requestedSchema: z.object({
    type: z.literal('object'),
    properties: z.record(z.string().min(1).max(200), Property),
    required: z.array(z.string()).catch([]).default([]),
  }),
});

/**
 * The form of `elicitation/create`, or null if it cannot be shown in full: another mode, such as `url`, nested values,
 * or too much content. All texts come from the server; they are cleaned of invisible characters and limited in length.
 */
export function serverForm(params: unknown): ServerForm | null {
  const { success, data } = ElicitParams.safeParse(params);
  if (!success) return null;
  const { properties, required } = data.requestedSchema;
  const entries = Object.entries(properties);
  if (entries.length > MAX_FIELDS || required.some((name) => !Object.hasOwn(properties, name))) return null;
  const fields = entries.map(([name, property]) => toElicitationField(name, property, required.includes(name)));
  if (!fields.every((field) => field !== null)) return null;
  return { message: cleanText(data.message).slice(0, MAX_MESSAGE), fields };
}

function toElicitationField(name: string, property: Property, isRequired: boolean): ElicitationField | null {
  const described = {
    name,
    title: oneLine(property.title ?? name).slice(0, MAX_TITLE) || oneLine(name).slice(0, MAX_TITLE) || '?',
    description: oneLine(property.description ?? '').slice(0, MAX_DESCRIPTION),
    isRequired,
  };
  const defaultValue = property.default;
  switch (property.type) {
    case 'string': {
      const options = toOptions(property.oneOf, property.enum, property.enumNames);
      if (options !== null) return { type: 'choice', ...described, options, default: optionIn(options, defaultValue) };
      return {
        type: 'text',
        ...described,
        format: z.enum(['email', 'uri', 'date', 'date-time']).nullable().catch(null).parse(property.format),
        minLength: property.minLength ?? null,
        maxLength: property.maxLength ?? null,
        default: typeof defaultValue === 'string' ? defaultValue.slice(0, MAX_DEFAULT) : null,
      };
    }
    case 'number':
    case 'integer':
      return {
        type: 'number',
        ...described,
        isInteger: property.type === 'integer',
        minimum: property.minimum ?? null,
        maximum: property.maximum ?? null,
        default: typeof defaultValue === 'number' ? defaultValue : null,
      };
    case 'boolean':
      return { type: 'boolean', ...described, default: defaultValue === true };
    case 'array': {
      const options = toOptions(property.items?.anyOf ?? property.items?.oneOf, property.items?.enum);
      if (options === null) return null;
      return {
        type: 'choices',
        ...described,
        options,
        minItems: property.minItems ?? null,
        maxItems: property.maxItems ?? null,
        default: Array.isArray(defaultValue) ? defaultValue.filter((each) => optionIn(options, each) !== null) : [],
      };
    }
    default:
      return property.type satisfies never;
  }
}

type Option = { value: string; title: string };

/** `names`: titles of `values`, as in revisions before 2025-11-25. */
function toOptions(titled?: z.infer<typeof Titled>, values?: string[], names: string[] = []): Option[] | null {
  const all =
    titled?.map((each) => [each.const, each.title]) ?? values?.map((value, at) => [value, names[at] ?? value]);
  if (all === undefined || all.length === 0) return null;
  return all.map(([value = '', title = '']) => ({ value, title: oneLine(title).slice(0, MAX_TITLE) }));
}

function optionIn(options: readonly Option[], value: unknown): string | null {
  return options.find((option) => option.value === value)?.value ?? null;
}

/** Answers the requests of a server: forms are shown or declined, all others are declined (MCP 2026-07-28, "MRTR"). */
export async function answerInputRequests(
  result: Record<string, unknown>,
  elicit: ElicitServerForm | undefined,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { success, data } = InputRequired.safeParse(result);
  if (!success) throw unsupportedInputRequest();
  const { inputRequests = {}, requestState } = data;
  const requests = Object.entries(inputRequests);
  if (requests.length > MAX_ROUNDS || requests.some(([, { method }]) => method !== 'elicitation/create')) {
    throw unsupportedInputRequest();
  }
  const answers: [string, ElicitationAnswer][] = [];
  for (const [key, { params }] of requests) {
    const form = serverForm(params);
    answers.push([key, form === null || elicit === undefined ? { action: 'decline' } : await elicit(form, signal)]);
  }
  return {
    ...(answers.length === 0 ? {} : { inputResponses: Object.fromEntries(answers) }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

export function unsupportedInputRequest(): McpError {
  return new McpError('mcp-asks-back', 'The MCP server asks for more input, which is not supported.');
}

/**
 * A call during which a server may show forms. Tracks how many there were, and when the last one is answered. `signal`:
 * aborted when the call ends.
 */
export type FormCall = {
  elicit: ElicitServerForm | undefined;
  idle: ReplyTimeout;
  forms: { signal: AbortSignal; count: number; last: Promise<void> };
};

/** The forms that a server shows with `elicitation/create`, used in revisions before 2026-07-28. */
export class ServerForms {
  readonly #open = new Map<string, AbortController>();

  /**
   * Shows the forms of a call one after the other, and sends each answer. A form that cannot be shown is answered with
   * an error. A form that the server has withdrawn is not answered.
   */
  show(
    id: string | number,
    params: unknown,
    { elicit, idle, forms }: FormCall,
    send: (answer: object) => Promise<void>,
  ): void {
    const form = serverForm(params);
    if (form === null || elicit === undefined || ++forms.count > MAX_ROUNDS) {
      const error = { code: JSON_RPC.invalidParams, message: 'Not a form that can be shown' };
      return void send({ error }).catch(() => undefined);
    }
    const closeController = new AbortController();
    this.#open.set(String(id), closeController);
    idle.hold();
    forms.last = forms.last
      .then(() => elicit(form, AbortSignal.any([forms.signal, closeController.signal])))
      .then((result) => (closeController.signal.aborted ? undefined : send({ result })))
      .catch(() => undefined)
      .finally(() => {
        if (this.#open.get(String(id)) === closeController) this.#open.delete(String(id));
        if (!forms.signal.aborted) idle.release();
      });
  }

  /** Closes a form whose answer the server no longer expects (`notifications/cancelled`). */
  close(requestId: unknown): void {
    this.#open.get(String(requestId))?.abort();
  }
}
