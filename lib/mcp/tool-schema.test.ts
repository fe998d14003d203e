import { afterEach, describe, expect, test } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import { parseToolInput } from '../model-api/tool-input/parse-tool-input.ts';
import { toolJsonSchema } from '../model-api/tool-input/tool-schema.ts';
import { closeMcpRunServers, setUp } from '../testing/mcp/mcp-run.ts';

afterEach(closeMcpRunServers);

describe('arguments', () => {
  const nested = {
    type: 'object',
    properties: {
      filter: { $ref: '#/$defs/filter' },
      when: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      count: { type: 'integer', minimum: 1, maximum: 5 },
    },
    required: ['filter'],
    if: { properties: { count: { const: 5 } }, required: ['count'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['when'] },
    $defs: {
      filter: {
        type: 'object',
        properties: { and: { type: 'array', items: { $ref: '#/$defs/filter' } }, word: { type: 'string' } },
        additionalProperties: false,
      },
    },
  };
  const parse = (tool: Tool, input: unknown) => parseToolInput(tool, JSON.stringify(input), { mayRepair: true });

  test('are checked against schemas of any depth, with conditions and references to themselves', async () => {
    const { tools } = await setUp({ tools: [{ name: 'find', inputSchema: nested }] });
    const [tool] = tools();
    if (!tool) throw new Error('No tool.');
    expect(parse(tool, { filter: { and: [{ and: [{ word: 'a' }] }] }, count: 3 })).toMatchObject({ ok: true });
    expect(parse(tool, { filter: { and: [{ and: [{ word: 5 }] }] } })).toMatchObject({
      ok: true,
      input: { filter: { and: [{ and: [{ word: '5' }] }] } },
    });
    expect(parse(tool, { count: 3 })).toMatchObject({ ok: false, code: 'bad-input' });
    expect(parse(tool, { filter: {}, count: 6 })).toMatchObject({ ok: false });
    expect(parse(tool, { filter: {}, count: 5 })).toMatchObject({ ok: false });
    expect(parse(tool, { filter: { and: 'x' } })).toMatchObject({ ok: false });
  });

  test('are checked in bounded time, and schemas that are too large are omitted', async () => {
    const twice: Record<string, unknown> = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/n' }, b: { $ref: '#/$defs/n' } },
    };
    const deep: Record<string, unknown> = { type: 'object' };
    let at = deep;
    for (let level = 0; level < 100; level++) {
      const next = { type: 'object' };
      at.properties = { next };
      at = next as Record<string, unknown>;
    }
    const { tools } = await setUp({
      tools: [
        { name: 'twice', inputSchema: { ...twice, $defs: { n: twice } } },
        { name: 'slow', inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } },
        { name: 'deep', inputSchema: deep },
        {
          name: 'long',
          inputSchema: {
            type: 'object',
            properties: { a: { enum: Array.from({ length: 2_900 }, (_, n) => `${'x'.repeat(30)}${n}`) } },
          },
        },
        { name: 'remote', inputSchema: { type: 'object', properties: { a: { $ref: 'https://evil.test/schema' } } } },
        { name: 'proto', inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') },
      ],
    });
    expect(tools().map(({ name }) => name)).toEqual([
      'Weather_twice',
      'Weather_slow',
      'Weather_remote',
      'Weather_proto',
    ]);
    const [twiceTool, slow] = tools();
    if (!twiceTool || !slow) throw new Error('No tool.');
    expect(JSON.stringify(toolJsonSchema(twiceTool)).length).toBeLessThan(100_000);
    expect(parse(slow, { a: `${'a'.repeat(40)}!` })).toMatchObject({ ok: true });
    expect(({} as Record<string, unknown>).type).toBeUndefined();
  });

  test.each([
    ['^[a-z0-9_-]+$', true],
    ['^\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}$', true],
    ['^(?:low|medium|high)?\\|[*+]*$', true],
    ['^\\d{4}-\\d{2}-\\d{2}$', true],
    ['^.*.*x$', false],
    ['^a+.{1,}x$', false],
    ['^(a|b)*$', false],
    [`^${'a?'.repeat(30)}${'a'.repeat(30)}$`, false],
    [`^${'(a|a)'.repeat(30)}$`, false],
    ['^.{0,1000}.{0,1000}x$', false],
  ])('are checked against the pattern %s if that takes little time: %s', async (pattern, isChecked) => {
    const { tools } = await setUp({
      tools: [{ name: 'find', inputSchema: { type: 'object', properties: { a: { type: 'string', pattern } } } }],
    });
    expect(tools()[0]?.jsonSchema).toMatchObject({ properties: { a: { type: 'string' } } });
    expect(JSON.stringify(tools()[0]?.jsonSchema).includes('pattern')).toBe(isChecked);
  });
});
