import { isJsonObject, parseJson } from '../../contracts/index.ts';
import { redactor } from './redact.ts';

/** The error message of a server in any form: OpenAI, arrays (Gemini), `detail` (FastAPI), bare strings, HTML. */
export function errorText(body: string): string {
  const text = body.trim();
  const json = parseJson(text);
  const message = text.startsWith('<') ? htmlTitle(text) || '<html>' : json === undefined ? text : textOf(json);
  return redact(message).slice(0, MAX_TEXT);
}

/** Anything that looks like a key is removed before it is shown or stored. */
const redact = redactor(null);

const MAX_TEXT = 500;

/** The parameter and the code that an error names in fields of their own, as words: `param: 'reasoning.effort'`; '' if none. */
export function errorFields(body: string): string {
  return [...new Set(fieldsOf(parseJson(body.trim()), 0))].join(', ').slice(0, MAX_TEXT);
}

function fieldsOf(value: unknown, depth: number): string[] {
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((each) => fieldsOf(each, depth));
  if (!isJsonObject(value) || depth > 3) return [];
  const own = ['param', 'code', 'error_code', 'type'].flatMap((name) => {
    const field = value[name];
    return typeof field === 'string' && field !== '' ? [`${name}: '${field}'`] : [];
  });
  return [...own, ...fieldsOf(value.error, depth + 1), ...fieldsOf(value.detail, depth + 1)];
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('; ');
  if (!isJsonObject(value)) return '';
  for (const key of ['error', 'message', 'detail', 'msg', 'errors']) {
    const text = textOf(value[key]);
    if (text !== '') return withRaw(text, value);
  }
  return JSON.stringify(value);
}

/** OpenRouter puts the message of the provider in `metadata.raw`. FastAPI puts the location in `loc`. */
function withRaw(text: string, value: Record<string, unknown>): string {
  const raw = isJsonObject(value.metadata) ? textOf(value.metadata.raw) : '';
  const where = Array.isArray(value.loc) ? `${value.loc.join('.')}: ` : '';
  return raw === '' ? `${where}${text}` : `${where}${text}: ${raw}`;
}

/** The title of a web page, or ''. */
export function htmlTitle(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? '';
  return title.trim().slice(0, 100);
}

/** The HTTP status in an error inside a response, under any of the servers' names; 500 if there is none. */
export function errorStatus(error: unknown): number {
  if (!isJsonObject(error)) return 500;
  const named = [error.code, error.status_code, error.status].map(Number);
  return named.find((status) => Number.isInteger(status) && status >= 400 && status < 600) ?? 500;
}

/**
 * The model's output that its server failed to parse, to be read as text with a call; null if the error has none: Groq's
 * `failed_generation`, and what llama.cpp and Ollama quote in their message. Takes a response body, or the error as JSON (quirks:
 * error-event, unreadable-output).
 */
export function failedGeneration(body: string): string | null {
  const json = parseJson(body);
  return generationIn(json) ?? quotedOutput(json === undefined ? body : textOf(json));
}

/** `Failed to parse input at pos 22: <the rest>`; `error parsing tool call: raw='…', err=…`. */
function quotedOutput(message: string): string | null {
  const quoted =
    /failed to parse input at pos \d+: ?([\s\S]+)$/i.exec(message)?.[1] ??
    /parsing (?:tool|function)[ _]call:? raw=(['"`])([\s\S]+)\1,? err/i.exec(message)?.[2];
  return quoted === undefined || quoted.trim() === '' ? null : quoted;
}

function generationIn(value: unknown): string | null {
  if (Array.isArray(value)) return generationIn(value[0]);
  if (!isJsonObject(value)) return null;
  const { failed_generation: generation, error } = value;
  if (typeof generation === 'string' && generation.trim() !== '') return generation;
  return generationIn(error);
}
