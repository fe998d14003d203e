import { t } from '../i18n/index.ts';

/**
 * Headers that the browser sets, or that carry keys, which are stored separately: encrypted, bound to one server and never
 * exported.
 */
const NOT_OURS =
  /^(authorization|api-?key|.*[-_](api-?key|token|secret|password)|cookie2?|set-cookie|origin|referer|host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|via|date|dnt|expect|accept-(charset|encoding)|access-control-.*|proxy-.*|sec-.*|user-agent)$/i;

/** Values that look like keys, in any header. */
const LOOKS_LIKE_A_KEY = /^(bearer|basic)\s|\b(sk|pk|gsk|xai|hf|ghp|github_pat|AIza)[-_]?[A-Za-z0-9_-]{16,}/i;

const MAX_HEADERS = 20;
const MAX_HEADER_LENGTH = 1_000;

/**
 * Why these are not valid custom headers, or null. Takes any JSON value. Names are tokens (RFC 9110, 5.6.2), values printable
 * ASCII without line ends.
 */
export function headersError(value: unknown): string | null {
  if (!isRecord(value)) return t('headersAreJson', { example: '{"X-Title": "Sidenote"}' });
  const entries = Object.entries(value);
  if (entries.length > MAX_HEADERS) return t('headersTooMany', { most: MAX_HEADERS });
  for (const [name, text] of entries) {
    if (!/^[!#$%&'*+.^`|~\w-]{1,100}$/.test(name) || isPrototypeName(name)) return t('headerNoName', { name });
    if (NOT_OURS.test(name)) return t('headerNotHere', { name });
    if (typeof text !== 'string') return t('headerNoText', { name });
    if (!/^[\x20-\x7e]*$/.test(text) || text.length > MAX_HEADER_LENGTH) {
      return t('headerBadValue', { name });
    }
    if (LOOKS_LIKE_A_KEY.test(text)) return t('headerLooksLikeKey', { name });
  }
  return null;
}

/** Fields of a request that we set. */
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

const MAX_BODY_LENGTH = 20_000;
const MAX_BODY_DEPTH = 10;

/** Why these cannot be added to a request's body, or null. Takes any JSON value. */
export function bodyError(value: unknown): string | null {
  if (!isRecord(value)) return t('fieldsAreJson', { example: '{"top_p": 0.9}' });
  const own = Object.keys(value).find((name) => OURS.includes(name));
  if (own !== undefined) return t('fieldIsOurs', { name: own });
  const failure = valueError(value, MAX_BODY_DEPTH);
  if (failure !== null) return failure;
  return JSON.stringify(value).length > MAX_BODY_LENGTH ? t('fieldsTooLong') : null;
}

function valueError(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return LOOKS_LIKE_A_KEY.test(value) ? t('fieldLooksLikeKey') : null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : t('fieldNotFinite');
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value !== 'object') return t('fieldNotJson');
  if (depth === 0) return t('fieldsTooDeep');
  for (const [name, each] of Object.entries(value)) {
    if (isPrototypeName(name)) return t('fieldNoName', { name });
    const failure = valueError(each, depth - 1);
    if (failure !== null) return failure;
  }
  return null;
}

function isPrototypeName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
