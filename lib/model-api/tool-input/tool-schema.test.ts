import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ToolDefinition } from '../../contracts/index.ts';
import { tools as ownTools } from '../../tools/index.ts';
import { parseToolInput } from './parse-tool-input.ts';
import type { PlainSchema } from './schema-words.ts';
import { type SchemaDetail, toolJsonSchema } from './tool-schema.ts';

type Schema = Record<string, unknown>;

function toolWith(jsonSchema: Schema): ToolDefinition {
  return { name: 'f', description: '', inputSchema: z.record(z.string(), z.unknown()), jsonSchema };
}

/** The result for one optional property `a`. */
function property(schema: unknown, detail: SchemaDetail = 'plain', rest: Schema = {}): PlainSchema | undefined {
  return toolJsonSchema(toolWith({ type: 'object', properties: { a: schema }, ...rest }), detail).properties?.a;
}

describe('toolJsonSchema', () => {
  test.each<[name: string, schema: unknown, plain: PlainSchema]>([
    ['length', { type: 'string', minLength: 2, maxLength: 40 }, { type: 'string', description: '2 to 40 characters.' }],
    ['a length that no call reaches', { type: 'string', minLength: 1, maxLength: 20_000 }, { type: 'string' }],
    ['pattern', { type: 'string', pattern: '\\d+ [ab]' }, { type: 'string', description: 'Pattern: \\d+ [ab]' }],
    ['format', { type: 'string', format: 'date' }, { type: 'string', description: 'Format: date.' }],
    [
      'count of items',
      { type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 3, uniqueItems: true },
      { type: 'array', items: { type: 'string' }, description: 'Exactly 3 items. No item twice.' },
    ],
    ['range', { type: 'integer', minimum: -1, maximum: 9 }, { type: 'integer', description: '-1 to 9.' }],
    [
      'open range',
      { exclusiveMinimum: 0, multipleOf: 0.5 },
      { type: 'number', description: 'More than 0. A multiple of 0.5.' },
    ],
    ['bounds of a type', { type: 'integer', minimum: -(2 ** 53 - 1), maximum: 2 ** 31 - 1 }, { type: 'integer' }],
    ['default', { type: 'boolean', default: true }, { type: 'boolean', description: 'Default: true.' }],
    [
      'what the description says already',
      { type: 'integer', minimum: 1, maximum: 1500, default: 5, description: 'From 1 to 1,500, five by default' },
      { type: 'integer', description: 'From 1 to 1,500, five by default' },
    ],
    [
      'a description without an end',
      { type: 'string', maxLength: 9, description: 'A code' },
      { type: 'string', description: 'A code. At most 9 characters.' },
    ],
    ['true', true, {}],
    ['nothing', {}, {}],
    ['an unknown type', { type: 'any', description: 'Whatever fits.' }, { description: 'Whatever fits.' }],
    ['a type of another language', { type: 'Float' }, { type: 'number' }],
    [
      'no type beside properties',
      { properties: { b: { type: 'string' } } },
      { type: 'object', properties: { b: { type: 'string' } } },
    ],
    ['items: true', { type: 'array', items: true }, { type: 'array', items: {} }],
    ['no items', { type: 'array' }, { type: 'array', items: {} }],
    ['no values', { type: 'string', enum: [] }, { type: 'string' }],
    ['a constant', { const: 7 }, { type: 'number', enum: [7] }],
    [
      'constants with meanings',
      {
        oneOf: [
          { const: 'a', title: 'First' },
          { const: 'b', description: 'Second.' },
        ],
      },
      { type: 'string', enum: ['a', 'b'], description: '"a": First. "b": Second.' },
    ],
    ['both booleans', { enum: [true, false] }, { type: 'boolean' }],
    ['objects as values', { enum: [{ x: 1 }] }, { type: 'object', description: 'One of: {"x":1}.' }],
    [
      'or null',
      { type: ['string', 'null'], enum: ['u', null] },
      { type: 'string', enum: ['u'], description: 'May be null.' },
    ],
    ['nullable', { type: 'number', nullable: true }, { type: 'number', description: 'May be null.' }],
    [
      'an alternative of null',
      { anyOf: [{ type: 'string', description: 'Who.' }, { type: 'null' }] },
      { type: 'string', description: 'Who. May be null.' },
    ],
    ['several types', { type: ['string', 'integer', 'number'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [
      'a place in a list',
      { prefixItems: [{ type: 'number', description: 'East.' }, { type: 'string' }], items: false },
      {
        type: 'array',
        items: { anyOf: [{ type: 'number' }, { type: 'string' }] },
        description: 'In this order: East, string.',
      },
    ],
    [
      'an older place in a list',
      { type: 'array', items: [{ type: 'number' }, { type: 'number' }] },
      { type: 'array', items: { type: 'number' }, description: 'In this order: number, number.' },
    ],
    [
      'any names',
      { type: 'object', additionalProperties: { type: 'number' } },
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    [
      'all of',
      { allOf: [{ type: 'object', required: ['b'] }, { properties: { b: { type: 'string' } } }] },
      { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
    ],
    [
      'objects of several kinds',
      {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'file' }, path: { type: 'string' } },
            required: ['kind', 'path'],
          },
          { type: 'object', properties: { kind: { const: 'all' } }, required: ['kind'] },
        ],
      },
      {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['file', 'all'] }, path: { type: 'string' } },
        required: ['kind'],
        description: 'Either {kind: "file", path} or {kind: "all"}.',
      },
    ],
    [
      'a required property that is not there',
      { type: 'object', properties: { b: { type: 'string' } }, required: ['c'] },
      { type: 'object', properties: { b: { type: 'string' } } },
    ],
    [
      'required as older schemas write it',
      { type: 'object', properties: { b: { type: 'string', required: true } } },
      { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
    ],
  ])('expresses in basic keywords: %s', (_, schema, plain) => {
    expect(property(schema)).toEqual(plain);
  });

  test.each<[name: string, schema: unknown, plainest: PlainSchema]>([
    ['anything', true, { type: 'string', description: 'Any JSON value.' }],
    [
      'several types',
      { type: ['string', 'array'], items: { type: 'string' } },
      { type: 'array', items: { type: 'string' }, description: 'Or: string.' },
    ],
    ['numbers as values', { enum: [1, 2] }, { type: 'number', description: 'One of: 1, 2.' }],
    ['an empty text as value', { enum: ['', 'x'] }, { type: 'string', enum: ['x'] }],
    [
      'any names',
      { type: 'object', additionalProperties: { type: 'number' } },
      { type: 'string', description: 'A JSON object with values of type number.' },
    ],
    [
      'an odd name',
      { type: 'object', properties: { $top: { type: 'integer', description: 'How many.' }, b: { type: 'string' } } },
      { type: 'object', properties: { b: { type: 'string' } }, description: 'Also takes "$top" (integer): How many.' },
    ],
  ])('expresses as closely as possible: %s', (_, schema, plainest) => {
    expect(property(schema, 'plainest')).toEqual(plainest);
  });

  test('omits a forbidden property', () => {
    expect(toolJsonSchema(toolWith({ type: 'object', properties: { a: false, b: true } }))).toEqual({
      type: 'object',
      properties: { b: {} },
    });
  });

  test('states at the root which arguments belong together', () => {
    const either = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    };
    expect(toolJsonSchema(toolWith(either))).toMatchObject({ type: 'object', description: 'Either {a} or {b}.' });
    expect(toolJsonSchema(toolWith(either)).required).toBeUndefined();
  });

  test('replaces references with their targets, merged with what is next to the reference', () => {
    const definitions = { 'a/b': { type: 'string', description: 'Old.' } };
    expect(property({ $ref: '#/definitions/a~1b', description: 'New.' }, 'plain', { definitions })).toEqual({
      type: 'string',
      description: 'New.',
    });
    expect(
      property({ $ref: '#/properties/b' }, 'plain', {
        properties: { a: { $ref: '#/properties/b' }, b: { type: 'integer' } },
      }),
    ).toEqual({ type: 'integer' });
    expect(property({ $ref: 'https://example.org/schema' })).toEqual({});
  });

  test('does not confuse the names of properties, or values, with keywords', () => {
    const properties = {
      $ref: { type: 'string' },
      enum: { type: 'integer' },
      definitions: { type: 'boolean' },
      a: { enum: ['x'], default: { $ref: '#' } },
    };
    expect(Object.keys(toolJsonSchema(toolWith({ type: 'object', properties })).properties ?? {})).toEqual([
      '$ref',
      'enum',
      'definitions',
      'a',
    ]);
  });

  test('ends a schema that contains itself, even in several places', () => {
    const node = {
      type: 'object',
      properties: Object.fromEntries([...'abcd'].map((name) => [name, { $ref: '#/$defs/node' }])),
    };
    const schema = { ...node, $defs: { node } };
    for (const detail of ['plain', 'plainest'] as const) {
      expect(JSON.stringify(toolJsonSchema(toolWith(schema), detail)).length).toBeLessThan(200_000);
    }
    expect(toolJsonSchema(toolWith({ type: 'object', properties: { up: { $ref: '#' } } })).properties?.up?.type).toBe(
      'object',
    );
  });

  test('shortens a list of values that is too long, with a note', () => {
    const values = Array.from({ length: 900 }, (_, index) => `v${index}`);
    const { enum: listed, description } = property({ type: 'string', enum: values }) ?? {};
    expect(listed).toBeUndefined();
    expect(description).toMatch(/^One of: "v0", .* and 860 more\.$/);
  });

  test.each(['plain', 'plainest'] as const)(
    'has none of the keywords that servers refuse, for all tools of ours (%s)',
    (detail) => {
      const allowed = new Set([
        'type',
        'description',
        'enum',
        'properties',
        'required',
        'items',
        ...(detail === 'plain' ? ['anyOf'] : []),
      ]);
      const check = (schema: PlainSchema) => {
        expect(Object.keys(schema).filter((key) => !allowed.has(key))).toEqual([]);
        for (const each of Object.values(schema.properties ?? {})) check(each);
        if (schema.items) check(schema.items);
        for (const each of schema.anyOf ?? []) check(each);
      };
      for (const tool of ownTools) check(toolJsonSchema(tool, detail));
    },
  );
});

describe('arguments of a simplified schema', () => {
  const parse = (schema: Schema, input: unknown) =>
    parseToolInput(toolWith(schema), JSON.stringify(input), { mayRepair: true });

  test('are null where null was required and nothing came', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: ['integer', 'null'] }, b: { type: 'string' } },
      required: ['a', 'b'],
    };
    expect(parse(schema, { b: 'x' })).toMatchObject({ ok: true, input: { a: null, b: 'x' } });
    expect(parse(schema, { a: 4 })).toMatchObject({ ok: true, input: { a: 4 } });
  });

  test('are objects although the JSON of one was asked for as text', () => {
    const schema = { type: 'object', properties: { a: { type: 'object', additionalProperties: { type: 'number' } } } };
    expect(parse(schema, { a: '{"x": "4"}' })).toMatchObject({ ok: true, input: { a: { x: 4 } } });
  });
});
