import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusal, type Target } from './model-error.ts';

const HOSTED: Target = { host: 'api.example.com', hostKind: 'public', hasKey: true, modelId: 'm' };
const NOW = Date.UTC(2026, 0, 1);
const message = (text: string) => JSON.stringify({ error: { message: text } });
const read = (status: number, body: string, headers: Record<string, string> = {}) =>
  refusal(HOSTED, status, body, { headers: new Headers(headers), now: NOW });

describe('a retry', () => {
  test.each([
    [408, 'Request timeout'],
    [409, 'Conflict'],
    [429, 'Rate limited'],
    [502, '<html><title>502 Bad Gateway</title>'],
    [503, 'Service unavailable'],
    [504, 'Gateway timeout'],
    [529, 'Overloaded'],
    [500, 'The engine is currently overloaded, please try again later'],
    [400, "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."],
  ])('%i: %s', (status, text) => {
    const body = text.startsWith('<') ? text : message(text);
    expect(read(status, body)).toMatchObject({
      type: 'retry',
      reason: 'retry',
      observation: null,
      failure: { retryable: true },
    });
  });

  test('waits as long as the server requests, up to a minute', () => {
    expect(read(429, message('slow down'), { 'retry-after': '60' })).toMatchObject({ type: 'retry', afterMs: 60_000 });
  });

  test('waits as long as the text says, if a limit per minute looks like a billing error', () => {
    const groq =
      'Rate limit reached for model x on tokens per minute (TPM): Limit 6000, Used 5000, Requested 2000. Please try again in 7.5s. Need more tokens? Upgrade at https://console.groq.com/settings/billing';
    expect(read(429, message(groq))).toMatchObject({ type: 'retry', afterMs: 7500 });
  });

  test('waits as long as the provider behind a relay requests', () => {
    const body = JSON.stringify({
      error: { message: 'limited', code: 429, metadata: { headers: { 'X-RateLimit-Reset': String(NOW + 5000) } } },
    });
    expect(read(429, body)).toMatchObject({ type: 'retry', afterMs: 5000 });
  });

  test('waits as long as the text of an error inside a response says', () => {
    const body = JSON.stringify({
      error: { message: 'Please retry in 3s', headers: { 'x-ratelimit-reset': String(NOW) } },
    });
    expect(refusal(HOSTED, 429, body)).toMatchObject({ type: 'retry', afterMs: 3000 });
    expect(refusal(HOSTED, 429, message('slow down'))).toMatchObject({ type: 'retry', afterMs: 0 });
  });

  test('waits longer while the model is loading', () => {
    expect(read(503, message('Loading model'))).toMatchObject({ type: 'retry', afterMs: 10_000 });
  });

  test('sends a shorter conversation, and observes the window', () => {
    const body = message('request (30019 tokens) exceeds the available context size (4096 tokens), try increasing it');
    expect(read(400, body)).toMatchObject({
      type: 'retry',
      reason: 'context-length',
      observation: { type: 'context-window', tokens: 4096 },
      failure: { code: 'context-length' },
    });
    expect(read(413, '')).toMatchObject({ type: 'retry', reason: 'context-length', observation: null });
  });

  test('sends an adapted request, or tags instead of native tools', () => {
    expect(read(500, message('System role not supported'))).toMatchObject({ observation: { quirk: 'no-system-role' } });
    expect(read(400, message('x does not support tools'))).toMatchObject({ reason: 'tools-unsupported' });
  });
});

describe('no retry', () => {
  test.each([
    ['a bad key', 401, message('bad key'), 'auth'],
    ['no credit', 402, message('no credit'), 'rate-limit'],
    ['no rights', 403, message('no'), 'auth'],
    ['no such model', 404, message('model not found'), 'not-found'],
    ['a used-up quota', 429, message('You exceeded your current quota, please check your plan'), 'rate-limit'],
    ['a problem of its own', 500, message('Internal server error'), 'bad-response'],
    ['a request it does not like', 400, message('Invalid value'), 'bad-response'],
  ])('%s', (_what, status, body, code) => {
    expect(read(status, body)).toMatchObject({ type: 'failure', failure: { code } });
  });

  test.each([
    ['61', 61_000],
    ['864000', 864_000_000],
  ])('within a minute: after %s seconds the user is told when', (seconds, waitMs) => {
    expect(read(429, message('slow down'), { 'retry-after': seconds })).toMatchObject({
      type: 'failure',
      failure: { retryable: true, reason: { type: 'retry-later', host: expect.any(String), waitMs } },
    });
  });
});

describe('403', () => {
  test.each([
    ['public', 'Forbidden'],
    ['public', ''],
    ['private', 'Forbidden'],
    ['loopback', 'You are not allowed to use this model'],
  ] as const)('of a %s server is not about a key that there is not: “%s”', (hostKind, text) => {
    const target = { host: 'h', hostKind, hasKey: false, modelId: 'm' };
    expect(refusal(target, 403, message(text))).toMatchObject({ failure: { reason: { type: 'request-refused' } } });
  });

  test.each([
    ['<!DOCTYPE html><title>Access denied | Zscaler</title>', true, 'blocked-on-the-way'],
    ['<html><head><title>Blocked</title></head></html>', false, 'blocked-on-the-way'],
    [message('Country, region, or territory not supported'), true, 'place-refused'],
    [message('User location is not supported for the API use.'), true, 'place-refused'],
  ])('%s is not about a key', (body, hasKey, type) => {
    const target = { host: 'h', hostKind: 'public' as const, hasKey, modelId: 'm' };
    expect(refusal(target, 403, body)).toMatchObject({ type: 'failure', failure: { reason: { type } } });
  });
});

test.each([407, 511])('%s is the sign-in of a proxy or a network', (status) => {
  const target = { host: 'h', hostKind: 'public' as const, hasKey: true, modelId: 'm' };
  expect(refusal(target, status, '<html><title>Sign in</title></html>')).toMatchObject({
    type: 'failure',
    failure: { code: 'network', retryable: false, reason: { type: 'network-sign-in', status } },
  });
});

describe('an account without credit', () => {
  test.each([
    [500, 'insufficient balance (1008)'],
    [400, 'Your account has insufficient funds. Please top up.'],
    [403, 'Not enough credits to run this model'],
    [400, 'Insufficient_quota: add a payment method'],
    [402, 'Payment Required'],
    [400, '账户余额不足'],
    [500, 'Your balance is exhausted'],
    [403, 'This request requires more credits'],
  ])('is named, with %i: %s', (status, text) => {
    expect(read(status, message(text))).toMatchObject({
      type: 'failure',
      failure: { code: 'rate-limit', reason: { type: 'no-credit' } },
    });
  });

  test.each([
    [400, 'Balance the load of the request'],
    [500, 'the credit card form could not be read'],
    [401, 'insufficient permissions'],
  ])('is not what %i with "%s" means', (status, text) => {
    expect(JSON.stringify(read(status, message(text)))).not.toContain('no-credit');
  });
});

describe('a busy server', () => {
  test.each([
    [502, 'Worker local total request limit reached (33/32)'],
    [500, 'No available workers'],
    [500, 'The queue is full, retry later'],
    [400, 'The service is too busy now, come back in a moment'],
    [400, 'Too many concurrent requests for this model'],
    [500, '当前服务繁忙，请稍后再试'],
    [400, '上游负载已饱和，请稍后再试'],
  ])('is requested again, with %i: %s', (status, text) => {
    expect(read(status, message(text))).toMatchObject({ type: 'retry', reason: 'retry', observation: null });
  });
});

describe('a server that cannot read its own model (quirk: unreadable-output)', () => {
  test.each([
    [500, 'Failed to parse input at pos 14: <tool_call>{"name": '],
    [500, 'The model produced output that does not match the expected peg-native format'],
    [500, 'error parsing tool call: raw=\'{"city":"Bergen"}}\', err=invalid character \'}\' after top-level value'],
    [500, 'XML syntax error on line 3: unexpected end element </parameter>'],
    [500, 'expected element type <function> but have <parameter>'],
    [500, 'Failed to parse tool call arguments as JSON: [json.exception.parse_error.101] parse error at line 1'],
    [400, 'The model generated an invalid tool call'],
    [500, 'model response could not be parsed: invalid character'],
    [500, 'failed to parse XML tool call: XML syntax error on line 4: unexpected EOF'],
    [500, 'Error parsing tool call JSON: expecting value'],
    [500, 'harmony parser: no reverse mapping found for function name'],
    [500, 'Invalid diff: now finding less tool calls!'],
    [400, 'Could not parse model output: <tool_call>'],
  ])('is requested again, with %i: %s', (status, text) => {
    expect(read(status, message(text))).toMatchObject({
      type: 'retry',
      observation: null,
      failure: { reason: { type: 'call-unreadable' } },
    });
  });

  test.each([
    [400, 'Failed to parse the request body as JSON'],
    [400, 'Assistant tool call function.arguments must be valid JSON.'],
    [500, 'The model is not valid'],
  ])('is not what %i with "%s" means', (status, text) => {
    expect(JSON.stringify(read(status, message(text)))).not.toContain('call-unreadable');
  });
});

/** Recorded error replies. Optional, beside the checkout. */
const CORPUS = path.resolve(import.meta.dirname, '../../../../shared/corpus/errors');

if (!existsSync(CORPUS)) {
  test('skipped: no corpus', ({ skip }) => skip());
} else {
  const recorded = readdirSync(CORPUS).map((file): { id: string; status: number; body: string } =>
    JSON.parse(readFileSync(path.join(CORPUS, file), 'utf8')),
  );

  /**
   * The expected code, by status and words. No recorded reply is about tools or the form of a request, so nothing may
   * be learned.
   */
  const wanted = (status: number, body: string) => {
    if (status === 429) return { type: 'retry', reason: 'retry', observation: null };
    const code = status === 401 ? 'auth' : status === 404 ? 'not-found' : 'bad-response';
    expect([401, 404, 400], body).toContain(status);
    return { type: 'failure', failure: { code } };
  };

  describe('recorded error replies', () => {
    test.each(recorded.map((each) => [each.id, each] as const))('%s', (_id, { status, body }) => {
      expect(read(status, body)).toMatchObject(wanted(status, body));
    });
  });
}
