import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { inputSchema } from '../../tool-input/coerce-input.ts';
import { decodeXml, elementsToInput, fieldValues } from './fields.ts';

const tool = {
  name: 'note',
  description: '',
  inputSchema: z.strictObject({
    text: z.string().optional(),
    count: z.number().optional(),
    tags: z.array(z.string()).optional(),
    numbers: z.array(z.number()).optional(),
    where: z.strictObject({ city: z.string(), zip: z.number().optional() }).optional(),
    any: z.unknown().optional(),
  }),
};
const open = { name: 'open', description: '', inputSchema: z.looseObject({}) };

describe('text in XML', () => {
  test.each([
    ['a &lt; b &gt; c &amp; d &quot; e &apos;', `a < b > c & d " e '`],
    ['&#65;&#x42;&#x63;', 'ABc'],
    ['&amp;lt;', '&lt;'],
    ['&nbsp; &#1114112; & x', '&nbsp; &#1114112; & x'],
    ['<![CDATA[a &lt; <b>]]>', 'a &lt; <b>'],
    [' <![CDATA[a\nb]]>\n', 'a\nb'],
    ['x<![CDATA[a]]>', 'x<![CDATA[a]]>'],
    ['plain', 'plain'],
  ])('%j', (text, expected) => {
    expect(decodeXml(text)).toBe(expected);
  });
});

/** Returns the values of the elements, and which closing tags were missing. */
function read(text: string, of = tool as Parameters<typeof inputSchema>[0]) {
  const missing = { isRepaired: false, isTruncated: false };
  return { input: elementsToInput(inputSchema(of), text, missing), ...missing };
}

describe('arguments written as elements', () => {
  test.each([
    ['<text>a</text><count>3</count>', { text: 'a', count: 3 }],
    ['\n <text>a</text>\n <count> 3 </count>\n', { text: 'a', count: 3 }],
    ['<text> a </text>', { text: 'a' }],
    ['<text>\n a\n b\n</text>', { text: '\n a\n b\n' }],
    ['<text>a &amp; <b>b</b></text>', { text: 'a & <b>b</b>' }],
    ['<text/>', { text: '' }],
    ['<text a="b">x</text>', { text: 'x' }],
    ['<text a=\'b\' c="d" >x</text >', { text: 'x' }],
    ['<text>a <text>b</text> c</text>', { text: 'a <text>b</text> c' }],
    ['<text>a <text> b</text>', { text: 'a <text> b' }],
    // Lists.
    ['<tags>a</tags><tags>b</tags>', { tags: ['a', 'b'] }],
    ['<tags><item>a</item><item>b</item></tags>', { tags: ['a', 'b'] }],
    ['<tags><tag>a</tag></tags>', { tags: ['a'] }],
    ['<tags>a\n b \n\nc</tags>', { tags: ['a', 'b', 'c'] }],
    ['<numbers><item>1</item><item>2</item></numbers>', { numbers: [1, 2] }],
    ['<count>1</count><count>2</count>', { count: 2 }],
    // Objects.
    ['<where><city>Paris</city><zip>7</zip></where>', { where: { city: 'Paris', zip: 7 } }],
    ['<count><value>3</value></count>', { count: 3 }],
    ['<any><a>1</a><b>x</b></any>', { any: { a: '1', b: 'x' } }],
    ['<any><item>x</item></any>', { any: ['x'] }],
    ['<any><a>x</a><a>y</a></any>', { any: ['x', 'y'] }],
    ['<any><a>x</a></any>', { any: { a: 'x' } }],
    ['<any><0>x</0><1>y</1></any>', { any: ['x', 'y'] }],
    ['<any>x <b>y</b></any>', { any: 'x <b>y</b>' }],
    [']<]minimax[>[<text>a]<]minimax[>[</text>', { text: 'a' }],
  ])('%j', (text, input) => {
    expect(read(text)).toEqual({ input, isRepaired: false, isTruncated: false });
  });

  test.each(['text', '<text>a</text> and', 'x<text>a</text>', '<text', '< text>a</text>', '</text>'])(
    '%j is something else',
    (text) => {
      expect(read(text).input).toBeNull();
    },
  );

  test('a missing closing tag is noted', () => {
    expect(read('<text>a\n<count>3</count>')).toEqual({
      input: { text: 'a', count: 3 },
      isRepaired: true,
      isTruncated: false,
    });
    expect(read('<text>a')).toEqual({ input: { text: 'a' }, isRepaired: true, isTruncated: true });
    expect(read('<where><city>a</where>')).toMatchObject({ input: { where: { city: 'a' } }, isRepaired: true });
    expect(read('<any><b>a</any>')).toMatchObject({ input: { any: { b: 'a' } }, isRepaired: true });
  });

  test('without a schema, text that looks like a number is one', () => {
    expect(read('<a>1</a><b>-2.5</b><c>x1</c><d>1x</d>', open).input).toEqual({ a: 1, b: -2.5, c: 'x1', d: '1x' });
  });
});

describe('arguments as tagged texts', () => {
  const values = (
    list: Parameters<typeof fieldValues>[1]['list'],
    type: 'string' | 'json' = 'string',
    of = tool as typeof tool | null,
  ) => fieldValues(of, { list, open: type });

  test('take their types from the schema', () => {
    expect(
      values([
        { key: 'text', text: '3' },
        { key: 'count', text: '3' },
      ]),
    ).toEqual({ text: '3', count: 3 });
    expect(values([{ key: 'tags', text: '["a"]' }])).toEqual({ tags: ['a'] });
    expect(values([{ key: 'where', text: '{"city": "Paris"}' }])).toEqual({ where: { city: 'Paris' } });
  });

  test('or else from the format', () => {
    expect(values([{ key: 'other', text: '3' }])).toEqual({ other: '3' });
    expect(values([{ key: 'other', text: '3' }], 'json')).toEqual({ other: 3 });
    expect(values([{ key: 'other', text: '3', type: 'json' }])).toEqual({ other: 3 });
    expect(values([{ key: 'other', text: '3', type: 'string' }], 'json')).toEqual({ other: '3' });
    expect(values([{ key: 'x', text: '3' }], 'json', null)).toEqual({ x: 3 });
  });

  test('make a list if one is repeated, where the schema allows it or the values differ', () => {
    expect(
      values([
        { key: 'tags', text: ' a ' },
        { key: 'tags', text: 'b' },
      ]),
    ).toEqual({ tags: ['a', 'b'] });
    expect(
      values([
        { key: 'numbers', text: '1' },
        { key: 'numbers', text: '2' },
      ]),
    ).toEqual({ numbers: [1, 2] });
    expect(
      values([
        { key: 'other', text: 'a' },
        { key: 'other', text: 'b' },
      ]),
    ).toEqual({ other: ['a', 'b'] });
    expect(
      values([
        { key: 'text', text: 'a' },
        { key: 'text', text: 'b' },
      ]),
    ).toEqual({ text: ['a', 'b'] });
    expect(
      values([
        { key: 'text', text: 'a' },
        { key: 'text', text: 'a' },
      ]),
    ).toEqual({ text: 'a' });
  });

  test('may be a whole object in one of them', () => {
    const whole = (key: string, text: string) => values([{ key, text }]);
    expect(whole('arguments', '{"text": "a"}')).toEqual({ text: 'a' });
    expect(whole('params', '{"text": "a", "count": 1}')).toEqual({ text: 'a', count: 1 });
    expect(whole('arguments', '{"nothing": "a"}')).toEqual({ arguments: '{"nothing": "a"}' });
    expect(whole('arguments', '[1]')).toEqual({ arguments: '[1]' });
    expect(whole('other', '{"text": "a"}')).toEqual({ other: '{"text": "a"}' });
    expect(
      values([
        { key: 'arguments', text: '{"text": "a"}' },
        { key: 'count', text: '1' },
      ]),
    ).toEqual({
      arguments: '{"text": "a"}',
      count: 1,
    });
    const own = { ...tool, inputSchema: z.strictObject({ input: z.string() }) };
    expect(fieldValues(own, { list: [{ key: 'input', text: '{"input": "a"}' }], open: 'string' })).toEqual({
      input: '{"input": "a"}',
    });
  });
});
