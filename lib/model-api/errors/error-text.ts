import { isJsonObject, type JsonObject, parseJson } from '../../contracts/index.ts';
import { htmlTitle } from '../../text/index.ts';
import { redactor } from './redact.ts';

/** The error message of a server in any form: OpenAI, arrays (Gemini), `detail` (FastAPI), bare strings, HTML. */
export function errorText(body: string): string {
  const text = body.trim();
  const json = parseJson(text);
  const message = text.startsWith('<') ? htmlTitle(text) || '<html>' : json === undefined ? text : extractText(json);
  return redact(message.slice(0, MAX_READ)).slice(0, MAX_TEXT);
}

/** Anything that looks like a key is removed before the text is shown or stored. */
const redact = redactor(null);

const MAX_TEXT = 500;
/** How much of a message is searched for keys, in characters. */
const MAX_READ = 10_000;

/**
 * The parameter and code that an error names in separate fields, as text: `param: 'reasoning.effort'`. '' if there are
 * none.
 */
export function errorFields(body: string): string {
  return [...new Set(collectFields(parseJson(body.trim()), 0))].join(', ').slice(0, MAX_TEXT);
}

function collectFields(value: unknown, depth: number): string[] {
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((each) => collectFields(each, depth));
  if (!isJsonObject(value) || depth > 3) return [];
  const own = ['param', 'code', 'error_code', 'type'].flatMap((name) => {
    const field = value[name];
    return typeof field === 'string' && field !== '' ? [`${name}: '${field}'`] : [];
  });
  return [...own, ...collectFields(value.error, depth + 1), ...collectFields(value.detail, depth + 1)];
}

function extractText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(value)) {
    return value
      .map((item) => extractText(item, depth + 1))
      .filter(Boolean)
      .join('; ');
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) return '';
  const error = extractText(value.error, depth + 1);
  // A single word is a code or a status name, and the message is in another field.
  const isCode = /^\w*$/.test(error) || isStatusText(error);
  const text = (isCode ? messageIn(value, depth)?.text : undefined) ?? error;
  return text === '' ? JSON.stringify(value) : withRaw(text, value);
}

const MAX_DEPTH = 8;

/** Whether a text is only the name of an HTTP status, which frameworks send in addition to their message. */
export function isStatusText(text: string): boolean {
  return /^(?:internal (?:server )?error|bad (?:request|gateway)|service unavailable|too many requests|unprocessable entity|not found|gateway timeout|unauthorized|forbidden)$/i.test(
    text.trim(),
  );
}

/** Names of fields with an error's message, the most informative ones first. */
const MESSAGES = [
  'message',
  'error_msg',
  'error_message',
  'errorMessage',
  'error_description',
  'errmsg',
  'err_msg',
  'msg',
  'Message',
  'faultstring',
  'status_msg',
  'status_message',
  'detail',
  'errors',
  'err',
  'exception',
  'description',
  'reason',
  'title',
];

/** The error message in an object, outside `error`, and the field it is in; null if there is none. */
export function messageIn(value: JsonObject, depth = 0): { name: string; text: string } | null {
  for (const name of MESSAGES) {
    const text = value[name] === undefined ? '' : extractText(value[name], depth + 1);
    if (text !== '') return { name, text };
  }
  return null;
}

/** OpenRouter puts the message of the provider in `metadata.raw`. FastAPI puts the location in `loc`. */
function withRaw(text: string, value: Record<string, unknown>): string {
  const raw = isJsonObject(value.metadata) ? extractText(value.metadata.raw, 1) : '';
  const where = Array.isArray(value.loc) ? `${value.loc.join('.')}: ` : '';
  return raw === '' ? `${where}${text}` : `${where}${text}: ${raw}`;
}

/**
 * The HTTP status in an error inside a response, under any name that servers use, or by its wording; 500 if there is
 * none.
 */
export function errorStatus(error: unknown): number {
  if (!isJsonObject(error)) return (typeof error === 'string' ? statusInWords(error) : null) ?? 500;
  const statusCandidates = [error.code, error.status_code, error.status].map(Number);
  const status = statusCandidates.find((each) => Number.isInteger(each) && each >= 400 && each < 600);
  return status ?? statusInWords(JSON.stringify(error)) ?? 500;
}

/**
 * The HTTP status that an error's wording implies, or null. Gateways send errors with the status 200 and their own
 * codes (quirk: error-shapes).
 */
export function statusInWords(words: string): number | null {
  return WORDINGS.find(([, wording]) => wording.test(words))?.[0] ?? null;
}

const WORDINGS: readonly (readonly [number, RegExp])[] = [
  [402, /insufficient[_ ](balance|credits?|funds)|(not enough|out of) credits?|payment required|in arrears|余额不足/i],
  [
    401,
    /unauthori[sz]ed|unauthenticated|authentication[_ ]?(error|fail)|login fail|invalid[_ -]?(api[_ -]?key|credentials?)|(incorrect|expired|missing|wrong) (api[_ -]?key|access token|credentials?)|(api[_ -]?key|token) (is )?(invalid|incorrect|expired)/i,
  ],
  [429, /rate[_ -]?limit|too many requests|throttl|resource_exhausted|\bqps\b|slow down|quota|error code: 1015/i],
  [504, /timed?[ -_]?out|deadline exceeded/i],
  [
    503,
    /overload|no capacity|(service|temporarily|currently) unavailable|\bbusy\b|no healthy upstream|upstream connect error|connection (refused|reset)|ECONN/i,
  ],
  [502, /bad gateway|upstream/i],
  [500, /internal (server )?error/i],
  [404, /\b404\b/],
];

/**
 * The model's output that its server failed to parse, which may contain a call as text; null if the error does not
 * include it. Found in Groq's `failed_generation`, and quoted in the messages of llama.cpp and Ollama. Takes a response
 * body, or the error as JSON (quirks: error-event, unreadable-output).
 */
export function failedGeneration(body: string): string | null {
  const json = parseJson(body);
  return generationIn(json) ?? quotedOutput(json === undefined ? body : extractText(json));
}

/** `Failed to parse input at pos 22: <the rest>`; `error parsing tool call: raw='…', err=…`. */
function quotedOutput(message: string): string | null {
  const quotation = /failed to parse input at pos \d+: ?([\s\S]+)$/i.exec(message)?.[1] ?? rawOutput(message) ?? '';
  return quotation.trim() === '' ? null : quotation;
}

function rawOutput(message: string): string | null {
  const start = /parsing (?:tool|function)[ _]call:? raw=(['"`])/i.exec(message);
  if (start === null) return null;
  const rest = message.slice(start.index + start[0].length);
  const quote = start[1] ?? '';
  const end = Math.max(rest.lastIndexOf(`${quote}, err`), rest.lastIndexOf(`${quote} err`));
  return end < 1 ? null : rest.slice(0, end);
}

function generationIn(value: unknown): string | null {
  if (Array.isArray(value)) return generationIn(value[0]);
  if (!isJsonObject(value)) return null;
  const { failed_generation: generation, error } = value;
  if (typeof generation === 'string' && generation.trim() !== '') return generation;
  return generationIn(error);
}
