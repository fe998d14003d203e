import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from './base-url.ts';

describe('pasted addresses are normalized', () => {
  test.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1'],
    [' https://api.openai.com/v1/ ', 'https://api.openai.com/v1'],
    ['https://api.openai.com', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
    ['https://dbc.example.com/serving-endpoints/chat/completions', 'https://dbc.example.com/serving-endpoints'],
    ['http://localhost:9000/chat/completions/', 'http://localhost:9000'],
    ['https://api.openai.com/chat/completions', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1#x', 'https://api.openai.com/v1'],
    ['api.openai.com/v1', 'https://api.openai.com/v1'],
    ['localhost:11434', 'http://localhost:11434/v1'],
    ['127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1'],
    ['http://[::1]:8080', 'http://[::1]:8080/v1'],
    ['192.168.1.5:1234', 'http://192.168.1.5:1234/v1'],
    ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
    [
      'https://generativelanguage.googleapis.com/v1beta/openai/',
      'https://generativelanguage.googleapis.com/v1beta/openai',
    ],
    ['https://api.z.ai/api/paas/v4', 'https://api.z.ai/api/paas/v4'],
    ['http://2130706433:11434/v1', 'http://127.0.0.1:11434/v1'],
  ])('%s', (text, url) => {
    const parsed = parseBaseUrl(text);
    expect(parsed).toMatchObject({ url });
    // Parsing the stored address gives the same result again.
    expect('stored' in parsed && parseBaseUrl(parsed.stored)).toMatchObject({ url });
  });
});

describe('addresses that could leak a key or reach the wrong server are rejected', () => {
  test.each([
    '',
    'javascript:alert(1)',
    'data:application/json,{}',
    'file:///etc/passwd',
    'ftp://h/v1',
    'chrome-extension://abc/x',
    'ws://h/v1',
    '//api.openai.com/v1',
    'https://api.openai.com/v1?key=sk-123',
    'https://user:pass@api.openai.com/v1',
    'https://api.openai.com@evil.test/v1',
    'https://api.openai.com\\@evil.test/v1',
    'http://169.254.169.254/latest',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'https://api.openai.com:0/v1',
    'https://api.openai.com:99999/v1',
    'https://api.openai.com/v1%0d%0aX: y',
    'https://api.openai.com/\u202ev1',
    'https://',
    'https://?',
    'https://:443',
  ])('%s', (text) => {
    expect(parseBaseUrl(text)).toEqual({ error: { code: expect.any(String) } });
  });
});

test.each([
  ['http://localhost:11434', 'loopback'],
  ['http://127.0.0.1:8080', 'loopback'],
  ['http://192.168.1.5', 'private'],
  ['http://10.0.0.2', 'private'],
  ['http://nas.local:8080', 'private'],
  ['https://api.openai.com', 'public'],
  ['http://localhost.evil.test', 'public'],
  ['http://127.0.0.1.nip.io', 'public'],
])('%s is %s', (text, hostKind) => {
  expect(parseBaseUrl(text)).toMatchObject({ hostKind });
});

test.each([
  ['http://api.openai.com/v1', false],
  ['http://203.0.113.7/v1', false],
  ['https://api.openai.com/v1', true],
  ['http://localhost:11434', true],
  ['http://192.168.1.5:1234', true],
])('%s takes a key: %s, since keys do not travel in the clear through the internet', (text, takesKey) => {
  expect(parseBaseUrl(text)).toMatchObject({ takesKey });
});
