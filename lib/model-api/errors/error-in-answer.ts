import { isJsonObject, type JsonObject } from '../../contracts/index.ts';
import { isStatusText, messageIn, statusInWords } from './error-text.ts';

/**
 * The error in a value whose status was 200, or null (quirks: error-in-data, error-shapes). Without an `error` field, a
 * value without an answer is an error if it has a message and a sign of failure: a code, a type, a flag, the name of
 * the field, or the wording. `isAnswer`: the value contains an answer, so only `error` counts.
 */
export function readErrorInAnswer(value: JsonObject, isAnswer: boolean): unknown {
  const stated = readErrorField(value);
  if (stated !== null || isAnswer) return stated;
  const own = withCode(value);
  if (own !== null) return own;
  for (const key of ENVELOPES) {
    const inner = value[key];
    if (!isJsonObject(inner)) continue;
    const innerError = readErrorField(inner) ?? withCode(inner, FAILED_NAMES.has(key) || saysFailed(value));
    if (innerError !== null) return innerError;
  }
  return null;
}

function readErrorField(value: JsonObject): unknown {
  const { error } = value;
  if (isJsonObject(error) ? Object.keys(error).length === 0 : !error) return null;
  return isTelling(error) ? error : (withCode(value) ?? value);
}

/**
 * Whether an `error` explains what happened: it is an object or a sentence. A single word is a code, with the message
 * in another field.
 */
function isTelling(error: unknown): boolean {
  return typeof error === 'object' || (typeof error === 'string' && /\s/.test(error) && !isStatusText(error));
}

/** Objects that gateways put an error into. */
const ENVELOPES = [
  'base_resp',
  'header',
  'failure',
  'fault',
  'exception',
  'data',
  'result',
  'response',
  'output',
  'body',
];

/** Names of fields that only an error has. */
const FAILED_NAMES: ReadonlySet<string> = new Set([
  'error',
  'errors',
  'err',
  'exception',
  'fault',
  'faultstring',
  'failure',
  'detail',
  'error_msg',
  'error_message',
  'error_description',
  'errorMessage',
  'errmsg',
  'err_msg',
]);

function withCode(value: JsonObject, isFailed = false): { code: unknown; message: string } | null {
  const messageField = messageIn(value);
  if (messageField === null)
    return typeof value.error === 'string' && value.error !== '' ? toError(value, value.error) : null;
  const hasFailed =
    isFailed || FAILED_NAMES.has(messageField.name) || saysFailed(value) || statusInWords(messageField.text) !== null;
  return hasFailed ? toError(value, messageField.text) : null;
}

function toError(value: JsonObject, message: string): { code: unknown; message: string } {
  const codes = [...CODES.map((name) => value[name]), value.error, value.status, value.__type, value.type];
  return { code: codes.find(isFailureCode) ?? null, message };
}

const CODES = [
  'code',
  'error_code',
  'errorCode',
  'err_code',
  'errcode',
  'errno',
  'status_code',
  'statusCode',
  'StatusCode',
  'http_code',
  'http_status',
  'httpStatus',
  'error_type',
  'errorType',
];

function saysFailed(value: JsonObject): boolean {
  if (value.success === false || value.ok === false || value.error === true) return true;
  if (CODES.some((name) => isFailureCode(value[name]))) return true;
  return ['status', 'type', '__type', 'object', 'event', 'state'].some((name) => isFailedState(value[name]));
}

/** Whether a code means failure: a number other than 0 and the success codes, or a word for a failure. */
function isFailureCode(value: unknown): boolean {
  if (typeof value === 'string' && /^-?\d+$/.test(value.trim())) return isFailureCode(Number(value));
  if (typeof value === 'number') return value !== 0 && !(value >= 100 && value < 400);
  return typeof value === 'string' && value.trim() !== '' && !/^(ok|success\w*|none|null)$/i.test(value.trim());
}

/** Whether a state or type means failure. Most of these words name an ongoing operation. */
function isFailedState(value: unknown): boolean {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) return isFailureCode(value);
  return typeof value === 'string' && FAILED_STATE.test(value);
}

const FAILED_STATE =
  /err|fail|fault|denied|invalid|exhaust|unavail|unauth|abort|cancel|time?d?_?out|refus|reject|exceed|forbid|except|limit/i;
