import { afterEach, expect, test } from 'vitest';
import { closeMcpRunServers, setUp } from '../testing/mcp/mcp-run.ts';
import { LINEAR_GROWTH, timeGrowth } from '../testing/time-growth.ts';
import { mcpTools } from './mcp-tools.ts';
import { listedDefinitions, mergeTools, schemaValidator, switchTools } from './tool-definition.ts';

afterEach(closeMcpRunServers);

test('a tool that a server lists for the first time is off, and what was allowed stays', () => {
  const definition = { description: 'Old.', inputSchema: { type: 'object' }, isReadOnly: false };
  const changed = { ...definition, description: 'New.' };
  const known = [{ name: 'a', isOn: true, allowed: definition, listed: definition }];
  expect(
    mergeTools(
      known,
      new Map([
        ['a', changed],
        ['b', definition],
      ]),
    ),
  ).toEqual([
    { name: 'a', isOn: true, allowed: definition, listed: changed },
    { name: 'b', isOn: false, allowed: null, listed: definition },
  ]);
  expect(mergeTools(known, new Map())).toEqual([{ name: 'a', isOn: true, allowed: definition, listed: null }]);
});

test('switching a tool on allows its definition as listed now, and switching it off keeps what was allowed', () => {
  const definition = { description: 'Old.', inputSchema: { type: 'object' }, isReadOnly: false };
  const changed = { ...definition, description: 'New.' };
  const off = { name: 'a', isOn: false, allowed: definition, listed: changed };
  const gone = { name: 'b', isOn: false, allowed: definition, listed: null };
  const other = { name: 'c', isOn: false, allowed: null, listed: definition };
  const on = switchTools([off, gone, other], ['a', 'b'], true);
  expect(on).toEqual([{ ...off, isOn: true, allowed: changed }, { ...gone, isOn: true }, other]);
  expect(switchTools(on, ['a'], false)[0]).toEqual({ ...off, allowed: changed });
});

test('names are what every model API takes, and no two are the same', async () => {
  const names = ['list', 'list ', 'Ünïcode näme', '工具', 'a'.repeat(100), 'admin.tools.list'];
  const { server, sessions } = await setUp({ tools: names.map((name) => ({ name })) });
  const named = mcpTools(
    [
      { ...server, name: '9 Lives!' },
      { ...server, serverId: 'b', name: '9 lives' },
    ],
    sessions,
    ['mcp_9_Lives_list'],
  ).map(({ name }) => name);
  expect(named).toHaveLength(12);
  expect(new Set([...named, 'mcp_9_Lives_list']).size).toBe(13);
  for (const name of named) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
});

test('no name of a tool can be confused with another, regardless of how a model spells it', async () => {
  const { server, sessions } = await setUp({ tools: [{ name: 'page' }] });
  expect(mcpTools([{ ...server, name: 'Read' }], sessions, ['read_page']).map(({ name }) => name)).toEqual([
    'Read_page_2',
  ]);
});

test('a pattern of a server that is too long is not looked through', async () => {
  const list = (size: number) => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string', pattern: '['.repeat(size) } } };
    return listedDefinitions([{ name: 'a', description: '', inputSchema, annotations: undefined }]);
  };
  expect(await timeGrowth(list, 60_000)).toBeLessThan(LINEAR_GROWTH);
});

test('leaves long arguments to the server, whose pattern could take minutes for them', () => {
  const validator = schemaValidator({ type: 'object', properties: { a: { type: 'string', pattern: 'a*b' } } });
  const isValid = (length: number) => validator.safeParse({ a: 'a'.repeat(length) }).success;
  expect([isValid(100), isValid(25_000)]).toEqual([false, true]);
});

const normalizeSchema = (inputSchema: Record<string, unknown>) =>
  listedDefinitions([{ name: 'a', description: '', inputSchema, annotations: undefined }]).get('a')?.inputSchema;

test.each([
  [{}, { type: 'object' }],
  [{ properties: { a: { type: 'string' } } }, { type: 'object', properties: { a: { type: 'string' } } }],
  [{ type: ['object', 'null'] }, { type: 'object' }],
  [
    {
      anyOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'c'] },
        { properties: { b: { type: 'number' } }, required: ['c'] },
      ],
    },
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['c'] },
  ],
  [
    { allOf: [{ properties: { a: {} }, required: ['a'] }], properties: { b: {} } },
    { type: 'object', properties: { a: {}, b: {} }, required: ['a'] },
  ],
])('a schema that does not say that it is one of an object is taken as one: %j', (listed, kept) => {
  expect(normalizeSchema(listed)).toEqual(kept);
});

test('a schema of many parameters is kept with shorter texts, and one of another type is not used', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [`p${n}`, { type: 'string', description: 'x'.repeat(200) }]),
  );
  expect(JSON.stringify({ type: 'object', properties }).length).toBeGreaterThan(90_000);
  expect(Object.keys(normalizeSchema({ type: 'object', properties })?.properties ?? {})).toHaveLength(400);
  expect(normalizeSchema({ type: 'string' })).toBeUndefined();
});
