import { expect, test } from 'vitest';
import { apiKeyError, findConnectionRisk, guessRegistrableDomain, hostKind } from './address.ts';

test.each(['sk-proj-abc_123', 'AIzaSy.x/y+z=', ''])('%s can be a key', (text) => {
  expect(apiKeyError(text)).toBeNull();
});

test.each(['sk-1\nsk-2', 'export KEY=sk-1 ', 'sk-\u200b1', 'ключ', 'x'.repeat(8_001)])('%j cannot be a key', (text) => {
  expect(apiKeyError(text)).toHaveProperty('code');
});

test.each([
  ['10.1.2.3', 'private'],
  ['192.168.0.1', 'private'],
  ['169.254.1.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['127.0.0.1', 'loopback'],
  ['10.1.example.com', 'public'],
  ['192.168.1.example.com', 'public'],
  ['172.16.0.1.example.com', 'public'],
  ['127.0.0.1.example.com', 'public'],
])('%s is a %s host', (host, kind) => {
  expect(hostKind(host)).toBe(kind);
});

test.each([
  ['www.example.com', 'example.com'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['search.yahoo.co.jp', 'yahoo.co.jp'],
  ['www.gov.au', 'www.gov.au'],
  ['abc.go.com', 'go.com'],
  ['co.uk', 'co.uk'],
  ['localhost', 'localhost'],
  ['', ''],
])('the site of %j is %j', (host, site) => {
  expect(guessRegistrableDomain(host)).toBe(site);
});

test.each([
  ['http://myserver.test:8080/v1', 'maybe-upgraded'],
  ['http://nas.local/v1', 'maybe-upgraded'],
  ['http://nas/v1', 'maybe-upgraded'],
  ['http://192.168.1.5:8080/v1', null],
  ['http://[fd00::5]/v1', null],
  ['http://localhost:11434', null],
  ['http://127.0.0.1:11434', null],
  ['https://192.168.1.5:8443/v1', 'maybe-untrusted'],
  ['https://myserver.test/v1', 'maybe-untrusted'],
])('a browser may not reach %s: %s (quirk: http-is-upgraded)', (address, doubt) => {
  expect(findConnectionRisk(address)).toBe(doubt);
});
