import { describe, expect, test } from 'vitest';
import { keyProblem } from './key-refusal.ts';
import { refusal, type Target } from './model-error.ts';

const target = (hasKey: boolean): Target => ({
  host: '127.0.0.1:4000',
  hostKind: 'loopback',
  hasKey,
  modelId: 'm',
});
function readRefusalReason(status: number, body: unknown, hasKey = true): unknown {
  const { failure } = refusal(target(hasKey), status, JSON.stringify(body));
  return 'reason' in failure ? failure.reason : null;
}

describe('a refused key is recognized with other statuses than 401 (quirk: key-refused-with-400)', () => {
  test.each<[string, number, unknown]>([
    ['LiteLLM', 400, { error: { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' } }],
    ['LiteLLM with a database', 400, { error: { message: 'Authentication Error, Invalid proxy server token passed' } }],
    ['LiteLLM, an old key', 400, { error: { message: 'Authentication Error - Expired Key. Key Expiry time 2026' } }],
    ['xAI', 400, { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***.' }],
    ['Gemini', 400, [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }]],
    ['Gemini, an old key', 400, [{ error: { code: 400, message: 'API key expired. Please renew the API key.' } }]],
    ['a relay', 500, { error: { message: '无效的令牌', type: 'new_api_error' } }],
    ['a gateway', 422, { error: { message: 'Nope', type: 'authentication_error' } }],
    ['NVIDIA', 403, { status: 403, title: 'Forbidden', detail: 'The access token is invalid or expired' }],
  ])('%s', (_, status, body) => {
    expect(readRefusalReason(status, body)).toEqual({ type: 'key-refused', host: '127.0.0.1:4000' });
  });
});

test.each<[number, string]>([
  [400, 'Authentication Error, No api key passed in.'],
  [400, 'Missing API key'],
  [500, 'Authorization token is required'],
  [422, "You didn't provide an API key."],
  [400, 'API key must be provided'],
])('a missing key is requested: %i %s', (status, message) => {
  expect(readRefusalReason(status, { error: { message } }, false)).toMatchObject({ type: 'key-needed' });
  expect(readRefusalReason(status, { error: { message } }, true)).toMatchObject({ type: 'key-refused' });
});

test.each([
  'Invalid value for max_tokens',
  'The token limit was exceeded: invalid request',
  'Unsupported parameter: parallel_tool_calls',
  'Keyword argument key is invalid',
  'Internal Server Error',
  'tool_choice requires tools',
  'No model found',
])('text about something else is not about the key: %s', (text) => {
  expect(keyProblem(text, "type: 'invalid_request_error'")).toBeNull();
});
