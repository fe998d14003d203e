import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { CallIds, findTool, mayBecomeTool } from './call-identity.ts';

const offer = (...names: string[]): ToolDefinition[] =>
  names.map((name) => ({ name, description: '', inputSchema: z.strictObject({}) }));
const tools = offer('read_page', 'find_in_page', 'list-links', 'server.getWeather');
const found = (name: string, from = tools) => findTool(from, name)?.name ?? null;

describe('findTool', () => {
  test.each([
    ['read_page', 'read_page'],
    ['READ_PAGE', 'read_page'],
    ['Read-Page', 'read_page'],
    ['readPage', 'read_page'],
    ['ReadPage', 'read_page'],
    ['read page', 'read_page'],
    ['findInPage', 'find_in_page'],
    ['list_links', 'list-links'],
    ['ListLinks', 'list-links'],
    ['functions.readPage:0', 'read_page'],
    ['default_api:read_page', 'read_page'],
    ['read_page<|channel|>commentary', 'read_page'],
    ['server.get_weather', 'server.getWeather'],
    ['mcp__pages__read_page', 'read_page'],
    ['mcp_pages_read_page', 'read_page'],
    ['mcp_read_page', 'read_page'],
    ['<tool>read_page', 'read_page'],
    ['read_page</tool>', 'read_page'],
    ['<|read_page|>', 'read_page'],
    ['{read_page}', 'read_page'],
    ['function=read_page', 'read_page'],
    ['read_page read_page', 'read_page'],
    ['read_page\u200b', 'read_page'],
  ])('%s', (name, wanted) => {
    expect(found(name)).toBe(wanted);
  });

  test.each(['', '_', 'read', 'read_pages', 'getWeather2', 'page', 'read_page list_links', 'page_read_page'])(
    'is null for "%s"',
    (name) => {
      expect(found(name)).toBeNull();
    },
  );

  test('is null if several match, but none exactly', () => {
    const alike = offer('read_page', 'readPage');
    expect(found('ReadPage', alike)).toBeNull();
    expect(found('readPage', alike)).toBe('readPage');
    expect(found('functions.read_page', alike)).toBe('read_page');
  });
});

test('a partial name may become a tool in any spelling', () => {
  for (const start of ['read', 'Read_', 'readPa', 'FIND']) expect(mayBecomeTool(tools, start), start).toBe(true);
  for (const start of ['read_page', 'readPage', 'write']) expect(mayBecomeTool(tools, start), start).toBe(false);
});

test('an id is that of the server, unless it is used, missing or too long to pass on', () => {
  const ids = new CallIds(['a']);
  const signed = (length: number) => `call_1__thought__${'x'.repeat(length - 17)}`;
  expect(ids.next('b')).toBe('b');
  for (const wish of ['a', 'b', null, signed(257)]) expect(ids.next(wish)).toMatch(/^call\d{5}$/);
  expect(ids.next(signed(256))).toBe(signed(256));
});
