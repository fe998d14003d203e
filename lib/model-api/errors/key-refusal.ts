/** A problem with the key of a request: it is missing, or the server refuses it. */
export type KeyProblem = 'missing' | 'refused';

/**
 * What an error response says about the key, regardless of its status, or null. Takes the server's text and its error
 * fields (`errorText`, `errorFields`). The text must mention a key together with what is wrong with it, or a field must
 * name the kind of error (quirk: key-refused-with-400).
 */
export function keyProblem(text: string, fields: string): KeyProblem | null {
  if (MISSING.test(text)) return 'missing';
  return REFUSED.test(text) || KINDS.test(fields) ? 'refused' : null;
}

/** Whether a body is a web page, which comes from something in front of the server, such as a company's proxy. */
export function isWebPage(body: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|title)\b/i.test(body);
}

/** Whether a refusal is about the user's location. */
export function refusesPlace(text: string): boolean {
  return /\b(?:country|region|territory|location)\b/i.test(text);
}

const KEY = String.raw`(?:\b(?:api|access|auth(?:entication|orization)?|bearer|proxy server|virtual|x-api|secret)[ _-]?(?:key|token|credentials?)\b)`;
const WRONG = String.raw`\b(?:not valid|invalid|incorrect|wrong|expired|revoked|malformed|disabled|blocked|does not exist|(?:could )?not (?:be )?found)\b`;

const MISSING = new RegExp(
  [
    String.raw`\b(?:no|missing|without|did(?:n['’]t| not) provide|must provide|provide|requires?)\b.{0,12}${KEY}(?! (?:is|was) (?:invalid|not valid|incorrect))`,
    String.raw`${KEY}.{0,20}\b(?:missing|required|not (?:provided|set|present|supplied)|must be (?:provided|set))\b`,
    String.raw`\b(?:missing|no) (?:auth(?:entication|orization)?)\b.{0,20}\b(?:header|credentials|found)\b`,
    // MiniMax
    'carry the api secret key',
  ].join('|'),
  'i',
);

const REFUSED = new RegExp(
  [
    `${KEY}.{0,30}${WRONG}`,
    `${WRONG}.{0,30}${KEY}`,
    // LiteLLM that only has a master key, for every other key
    String.raw`^no connected db\b`,
    String.raw`\bexpired key\b|\bkey is blocked\b`,
    '无效的? ?(?:令牌|密钥|api ?key)|(?:令牌|密钥|api ?key).{0,6}(?:无效|过期|错误|不可用)',
  ].join('|'),
  'i',
);

const KINDS =
  /'(?:authentication_error|auth_error|invalid_api_key|invalidapikey|api_key_invalid|expired_key|no_db_connection|token_not_found_in_db|unauthenticated|invalid_authentication_error|account_deactivated)'/i;
