import { expect, test } from 'vitest';
import { parseMcpAddress, tokenHeader } from './mcp-address.ts';

test.each([
  ['https://example.com/mcp', 'https://example.com/mcp'],
  [' example.com/mcp?team=1#top ', 'https://example.com/mcp?team=1'],
  ['localhost:3001/mcp', 'http://localhost:3001/mcp'],
  ['http://127.0.0.1:3001/mcp', 'http://127.0.0.1:3001/mcp'],
  ['http://192.168.1.5/mcp', 'http://192.168.1.5/mcp'],
])('%s is %s', (text, url) => {
  expect(parseMcpAddress(text)).toEqual({ url });
});

test.each([
  ['', 'none'],
  ['https://', 'none'],
  ['ftp://example.com', 'scheme'],
  ['javascript://example.com', 'scheme'],
  ['https://user:secret@example.com/mcp', 'password'],
  ['https://exam\u200Bple.com/mcp', 'hidden'],
  ['http://example.com/mcp', 'unencrypted'],
  ['http://8.8.8.8/mcp', 'unencrypted'],
])('%s is refused: %s', (text, error) => {
  expect(parseMcpAddress(text)).toEqual({ error });
});

test.each([
  ['Authorization', 'abc', 'Bearer abc'],
  ['authorization', 'abc', 'Bearer abc'],
  ['Authorization', 'Basic abc', 'Basic abc'],
  ['X-Api-Key', 'abc', 'abc'],
])('the header %s carries %s as %s', (header, token, value) => {
  expect(tokenHeader(header, token)).toEqual({ [header]: value });
});
