/**
 * Headers the browser writes, or that carry keys: those have a place of their own, where they are encrypted, bound to one
 * server and never exported.
 */
const NOT_OURS =
  /^(authorization|api-?key|.*[-_](api-?key|token|secret|password)|cookie2?|set-cookie|origin|referer|host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|via|date|dnt|expect|accept-(charset|encoding)|access-control-.*|proxy-.*|sec-.*|user-agent)$/i;

/** What keys look like, wherever they are put. */
const LOOKS_LIKE_A_KEY = /^(bearer|basic)\s|\b(sk|pk|gsk|xai|hf|ghp|github_pat|AIza)[-_]?[A-Za-z0-9_-]{16,}/i;

const MOST_HEADERS = 20;
const LONGEST_HEADER = 1_000;

/**
 * Why these are no headers of the person's own, or null. Takes what JSON gives. Names are tokens (RFC 9110, 5.6.2), values
 * printable ASCII: nothing that could end a line.
 */
export function headersTrouble(value: unknown): string | null {
  if (!isRecord(value)) return 'Headers are written as a JSON object, for example {"X-Title": "Sidenote"}.';
  const entries = Object.entries(value);
  if (entries.length > MOST_HEADERS) return `These are more than ${MOST_HEADERS} headers.`;
  for (const [name, text] of entries) {
    if (!/^[!#$%&'*+.^`|~\w-]{1,100}$/.test(name) || isPrototypeName(name)) return `“${name}” is no name of a header.`;
    if (NOT_OURS.test(name)) return `${name} cannot be set here. A key goes into the field for keys.`;
    if (typeof text !== 'string') return `The value of ${name} has to be a text.`;
    if (!/^[\x20-\x7e]*$/.test(text) || text.length > LONGEST_HEADER) {
      return `The value of ${name} is too long, or has characters that headers cannot have.`;
    }
    if (LOOKS_LIKE_A_KEY.test(text)) return `The value of ${name} looks like a key. Keys go into the field for keys.`;
  }
  return null;
}

/** What a request is made of by us. */
const OURS = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'n',
  'functions',
  'function_call',
];

const LONGEST_BODY = 20_000;
const DEEPEST_BODY = 10;

/** Why these are no fields to add to a request's body, or null. Takes what JSON gives. */
export function bodyTrouble(value: unknown): string | null {
  if (!isRecord(value)) return 'Fields are written as a JSON object, for example {"top_p": 0.9}.';
  const own = Object.keys(value).find((name) => OURS.includes(name));
  if (own !== undefined) return `“${own}” is written by Sidenote itself and cannot be set here.`;
  const trouble = valueTrouble(value, DEEPEST_BODY);
  if (trouble !== null) return trouble;
  return JSON.stringify(value).length > LONGEST_BODY ? 'These fields are too long.' : null;
}

function valueTrouble(value: unknown, depth: number): string | null {
  if (typeof value === 'string')
    return LOOKS_LIKE_A_KEY.test(value) ? 'This looks like a key. Keys go into the field for keys.' : null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'Numbers have to be finite.';
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value !== 'object') return 'Only what JSON can hold can be sent.';
  if (depth === 0) return 'These fields are nested too deeply.';
  for (const [name, each] of Object.entries(value)) {
    if (isPrototypeName(name)) return `“${name}” cannot be the name of a field.`;
    const trouble = valueTrouble(each, depth - 1);
    if (trouble !== null) return trouble;
  }
  return null;
}

function isPrototypeName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
