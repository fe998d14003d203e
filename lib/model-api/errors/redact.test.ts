import { afterEach, expect, test } from 'vitest';
import { chunk, EVENT_STREAM } from '../../testing/model-api/raw-server.ts';
import { ask, closeServers, reply, stream } from '../../testing/model-api/request-from-server.ts';
import { KeyFilter, redactAll, redactor } from './redact.ts';

const KEY = 'canary-Zx81-0123456789abcdefTAIL';

afterEach(closeServers);

test.each([
  `Incorrect API key provided: ${KEY}.`,
  'Incorrect API key provided: canary-Z**********TAIL. You can find your key at …',
  'Incorrect API key provided: can...TAIL',
  'invalid key canary-Zx…',
  'invalid x-api-key: ****TAIL',
  'key ending in xxxxxxxxTAIL is disabled',
  `{"authorization":"Bearer ${KEY}"}`,
  'it begins with canary-Zx81-0123',
])('removes every part of our key: %s', (text) => {
  const left = redactor(KEY)(text);
  expect(left).toContain('[key]');
  expect(left).not.toMatch(/canary|TAIL|0123|Zx81/);
});

test.each([
  ['Incorrect API key provided: sk-...abcd.', 'Incorrect API key provided: [key].'],
  ['sk-proj-********************abcd is wrong', '[key] is wrong'],
  ['Bearer eyJhbGciOi.abc-def', '[key]'],
  ['key AIzaSyA0123456789012345678901234567890', 'key [key]'],
])('removes anything that looks like a key: %s', (text, left) => {
  expect(redactor(null)(text)).toBe(left);
});

test.each([
  'The model gpt-4o does not exist or you do not have access to it.',
  'max_tokens is too large: 100000. This model supports at most 4096 completion tokens',
  'Rate limit reached... try again in 20s',
  'See https://platform.openai.com/account/api-keys',
  'Missing Bearer authentication in header.',
])('keeps ordinary words: %s', (text) => {
  expect(redactor(KEY)(text)).toBe(text);
});

test('a response in pieces, split anywhere, loses the key and nothing else', () => {
  const text = `before ${KEY} between can canary ${KEY}${KEY} after ${KEY.slice(0, 10)}`;
  const clean = `before [key] between can canary [key][key] after ${KEY.slice(0, 10)}`;
  for (let cut = 0; cut <= text.length; cut++) {
    const filter = new KeyFilter(KEY);
    expect(filter.push(text.slice(0, cut)) + filter.push(text.slice(cut)) + filter.end()).toBe(clean);
  }
  const one = new KeyFilter(KEY);
  expect([...text].map((character) => one.push(character)).join('') + one.end()).toBe(clean);
});

test('without a key, or with a short one, nothing is held back', () => {
  expect(new KeyFilter(null).push('can')).toBe('can');
  expect(new KeyFilter('none').push('no none n')).toBe('no none n');
});

test('every string in a value is redacted', () => {
  expect(redactAll({ a: [KEY, 1, null], b: { c: `x ${KEY}` } }, redactor(KEY))).toEqual({
    a: ['[key]', 1, null],
    b: { c: 'x [key]' },
  });
});

test('a short key, as used with local servers, removes nothing from an error', async () => {
  const body = '{"error":{"message":"maximum context length is 4096 tokens, text and exit"}}';
  const { events } = await ask((response) => reply(response, 400, body), {}, { apiKey: 'x' });
  expect(events).toMatchObject([
    {
      type: 'retry',
      reason: 'context-length',
      failure: { code: 'context-length', detail: expect.stringMatching(/text/) },
    },
  ]);
  expect(JSON.stringify(events)).not.toContain('[key]');
});

test('Sidenote’s own codes stay if the key is one of their words', () => {
  const event = {
    reason: 'context-length',
    observation: { type: 'request-quirk', quirk: 'no-system-role' },
    failure: { code: 'context-length', detail: 'context-length' },
  };
  expect(redactAll(event, redactor('context-length'))).toEqual({
    ...event,
    failure: { code: 'context-length', detail: '[key]' },
  });
});

test.each<[string, Parameters<typeof ask>[0]]>([
  ['a 401', (response) => reply(response, 401, `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`)],
  ['a 401 with dots', (response) => reply(response, 401, '{"error":{"message":"Incorrect API key: canar...TAIL"}}')],
  ['a page', (response) => reply(response, 403, `<html><title>Forbidden ${KEY}</title></html>`)],
  ['a refusal that teaches', (response) => reply(response, 400, `{"error":"stream_options is unknown to ${KEY}"}`)],
  ['a refusal of tools', (response) => reply(response, 400, `{"error":"does not support tools (${KEY})"}`)],
  ['an error inside a reply', (response) => stream(response, `data: {"error":{"message":"no ${KEY}"}}\n\n`)],
  ['an answer', (response) => stream(response, chunk({ content: `You are ${KEY}` }), chunk({}, 'stop'))],
  [
    'an answer cut in the key',
    (response) => {
      response.writeHead(200, EVENT_STREAM);
      const text = chunk({ content: `You are ${KEY}` });
      response.write(text.slice(0, 70));
      setTimeout(() => response.end(text.slice(70) + chunk({}, 'stop')), 20);
    },
  ],
  [
    'a call',
    (response) =>
      stream(
        response,
        chunk({
          tool_calls: [{ index: 0, id: 'a', function: { name: 'find', arguments: JSON.stringify({ query: KEY }) } }],
        }),
        chunk({}, 'tool_calls'),
      ),
  ],
  [
    'something that is no reply',
    (response) => reply(response, 200, `{"you":"${KEY}"}`, { 'content-type': 'application/json' }),
  ],
])('no event has any part of a key that a server echoes in %s', async (_where, handle) => {
  const { events, request } = await ask(handle, {}, { apiKey: KEY });
  expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(events.length).toBeGreaterThan(0);
  expect(JSON.stringify(events)).not.toMatch(/canary|canar\.|TAIL|0123456789/);
});
