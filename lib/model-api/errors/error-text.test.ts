import { describe, expect, test } from 'vitest';
import { errorStatus, errorText, failedGeneration } from './error-text.ts';

test.each([
  ['{"error":{"message":"no"}}', 'no'],
  ['{"error":"no"}', 'no'],
  ['[{"error":{"code":400,"message":"no"}}]', 'no'],
  ['{"detail":"no"}', 'no'],
  ['{"detail":[{"loc":["body","tools"],"msg":"no"}]}', 'body.tools: no'],
  ['{"object":"error","message":"no","code":400}', 'no'],
  [
    '{"error":{"message":"Provider returned error","metadata":{"raw":"{\\"message\\":\\"no\\"}"}}}',
    'Provider returned error: {"message":"no"}',
  ],
  ['<html><head><title>502</title></head></html>', '502'],
  ['<html><body>Bad gateway</body></html>', '<html>'],
  ['{"error":"invalid_grant","error_description":"no"}', 'no'],
  ['{"base_resp":{"status_code":1008,"status_msg":"no"},"message":"no"}', 'no'],
  ['{"errorMessage":"no","requestId":"r"}', 'no'],
  ['no', 'no'],
])('%s says what went wrong', (body, text) => {
  expect(errorText(body)).toBe(text);
});

test.each([
  [{ code: 429 }, 429],
  [{ code: '503' }, 503],
  [{ code: 'tool_use_failed', status_code: 400 }, 400],
  [{ code: 1234, status: 404 }, 404],
  [{ message: 'no' }, 500],
  ['no', 500],
  [{ code: 1302, message: 'Rate limit reached for requests' }, 429],
  [{ status_msg: 'insufficient balance' }, 402],
  ['upstream request timeout', 504],
  ['Error: incorrect API key provided', 401],
  [{ message: 'The engine is currently overloaded' }, 503],
])('%j has the status %i', (error, status) => {
  expect(errorStatus(error)).toBe(status);
});

describe("the model's output in a server's error", () => {
  const error = { code: 'tool_use_failed', failed_generation: 'web_search{"query":"x"}</function>' };
  test('is found in the body of a 400, in an event, and in a list', () => {
    for (const body of [{ error }, error, [{ error }]]) {
      expect(failedGeneration(JSON.stringify(body))).toBe(error.failed_generation);
    }
  });
  test('is null if there is none', () => {
    for (const body of ['', 'no', '{}', '[]', '{"error":null}', '{"error":{"failed_generation":" "}}']) {
      expect(failedGeneration(body)).toBeNull();
    }
  });
});
