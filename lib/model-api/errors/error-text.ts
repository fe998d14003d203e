import { isJson, parseJson } from '../tool-input/json-value.ts';
import { redactor } from './redact.ts';

/** What a server says went wrong, however it wraps it: OpenAI, arrays (Gemini), `detail` (FastAPI), bare strings, HTML. */
export function errorText(body: string): string {
  const text = body.trim();
  const json = parseJson(text);
  const said = text.startsWith('<') ? htmlTitle(text) || '<html>' : json === undefined ? text : textOf(json);
  return redact(said).slice(0, MAX_TEXT);
}

/** Nothing that looks like a key is shown or stored. */
const redact = redactor(null);

const MAX_TEXT = 500;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('; ');
  if (!isJson(value)) return '';
  for (const key of ['error', 'message', 'detail', 'msg', 'errors']) {
    const text = textOf(value[key]);
    if (text !== '') return withRaw(text, value);
  }
  return JSON.stringify(value);
}

/** OpenRouter hides what the provider behind it said in `metadata.raw`. FastAPI says what is wrong where in `loc`. */
function withRaw(text: string, value: Record<string, unknown>): string {
  const raw = isJson(value.metadata) ? textOf(value.metadata.raw) : '';
  const where = Array.isArray(value.loc) ? `${value.loc.join('.')}: ` : '';
  return raw === '' ? `${where}${text}` : `${where}${text}: ${raw}`;
}

/** The title of a web page, or ''. */
export function htmlTitle(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? '';
  return title.trim().slice(0, 100);
}

/** The HTTP status an error inside a reply speaks of, under one of the names servers give it; 500 where it names none. */
export function errorStatus(error: unknown): number {
  if (!isJson(error)) return 500;
  const named = [error.code, error.status_code, error.status].map(Number);
  return named.find((status) => Number.isInteger(status) && status >= 400 && status < 600) ?? 500;
}

/**
 * What a model wrote where Groq could not read its tool call (`tool_use_failed`), to be read as text with a call in it; null
 * where an error reply has none. Takes a reply's body, or the error as JSON (quirk: error-event and section 8).
 */
export function failedGeneration(body: string): string | null {
  try {
    return generationIn(JSON.parse(body));
  } catch {
    return null;
  }
}

function generationIn(value: unknown): string | null {
  if (Array.isArray(value)) return generationIn(value[0]);
  if (!isJson(value)) return null;
  const { failed_generation: generation, error } = value;
  if (typeof generation === 'string' && generation.trim() !== '') return generation;
  return generationIn(error);
}
