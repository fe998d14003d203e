import { expect, test } from 'vitest';
import { parseSearchAddress } from './search-address.ts';

test.each([
  ['https://searx.example.org', 'https://searx.example.org'],
  [' https://searx.example.org/ ', 'https://searx.example.org'],
  ['https://searx.example.org/search?q=<query>', 'https://searx.example.org'],
  ['http://host.docker.internal:8080/search?q=<query>&format=json', 'http://host.docker.internal:8080'],
  ['https://example.org/searxng/search', 'https://example.org/searxng'],
  ['https://example.org/searxng/', 'https://example.org/searxng'],
  ['127.0.0.1:8888', 'http://127.0.0.1:8888'],
  ['localhost:8888/search', 'http://localhost:8888'],
  ['searx.local', 'http://searx.local'],
  ['searx.example.org', 'https://searx.example.org'],
])('%s is the server at %s', (text, address) => {
  expect(parseSearchAddress(text)).toBe(address);
});

test.each(['', 'searx', 'ftp://a.test', 'https://user:pass@a.test', 'javascript:alert(1)'])(
  '%j is no address',
  (text) => {
    expect(parseSearchAddress(text)).toBeNull();
  },
);
