import { describe, expect, test } from 'vitest';
import { parseYaml } from './yaml-fields.ts';

describe('arguments written as YAML', () => {
  test.each([
    ['query: high tide\nlimit: 3\n', { query: 'high tide', limit: 3 }],
    ['query: high tide', { query: 'high tide' }],
    ['query : x', { query: 'x' }],
    ['my key: x', { 'my key': 'x' }],
    ['"a:b": x\n\'c\': y', { 'a:b': 'x', c: 'y' }],
    ['url: https://example.com/a:b', { url: 'https://example.com/a:b' }],
    // Plain values.
    ['a: true\nb: False\nc: null\nd: ~\ne: NULL', { a: true, b: false, c: null, d: null, e: null }],
    ['a: 1\nb: -2.5\nc: 1e3\nd: 0\ne: +4', { a: 1, b: -2.5, c: 1000, d: 0, e: 4 }],
    ['a: 007\nb: 1.2.3\nc: 1x\nd: truely', { a: '007', b: '1.2.3', c: '1x', d: 'truely' }],
    ['a: x  # so\nb: x#y', { a: 'x', b: 'x#y' }],
    [
      'a: untrue\nb: a null\nc: null set\nd: 1.25\ne: 1e10\nf: 1.5e-7',
      { a: 'untrue', b: 'a null', c: 'null set', d: 1.25, e: 1e10, f: 1.5e-7 },
    ],
    // Strings in quotes.
    ['a: "x # y"', { a: 'x # y' }],
    ['a: "x" # so', { a: 'x' }],
    ['a: "x\\ny"', { a: 'x\ny' }],
    ['a: "x\\dy"', { a: 'x\\dy' }],
    ["a: 'it''s'", { a: "it's" }],
    ['a: \'\'\nb: ""', { a: '', b: '' }],
    // Lists and mappings.
    ['a:\n  - x\n  - 2\n', { a: ['x', 2] }],
    ['a:\n- x\n- y\nb: 1', { a: ['x', 'y'], b: 1 }],
    ['a:\n  -\n    x: 1', { a: [{ x: 1 }] }],
    ['a:\n  - x: 1\n    y: 2\n  - x: 3', { a: [{ x: 1, y: 2 }, { x: 3 }] }],
    ['a:\n  b:\n    c: 1\n  d: 2\ne: 3', { a: { b: { c: 1 }, d: 2 }, e: 3 }],
    ['a:\nb: 1', { a: null, b: 1 }],
    ['a: [x, 2, "y"]\nb: []', { a: ['x', 2, 'y'], b: [] }],
    ['a: {"x": 1}', { a: { x: 1 } }],
    ['a:\n\t- x\n', { a: ['x'] }],
    // Blocks.
    ['a: |\n  x\n    y\n\n  z\nb: 1', { a: 'x\n  y\n\nz\n', b: 1 }],
    ['a: |-\n  x\n  y\nb: 1', { a: 'x\ny', b: 1 }],
    ['a: >\n  x\n  y\nb: 1', { a: 'x y\n', b: 1 }],
    ['a: >- # so\n  x\n  y\n\nb: 1', { a: 'x y', b: 1 }],
    ['a: |+2\n  x\nb: 1', { a: 'x\n', b: 1 }],
    // Blank lines, comments and line ends.
    ['\n# so\n  # so\na: 1\n\n\n# so\nb: 2\n', { a: 1, b: 2 }],
    ['a: 1\r\nb: 2\rc: 3', { a: 1, b: 2, c: 3 }],
    ['  a: 1\n  b: 2', { a: 1, b: 2 }],
  ])('%j', (text, expected) => {
    expect(parseYaml(text, true)).toEqual(expected);
  });

  test.each(['', 'text', '- x', 'a: 1\n  b: 2', 'a: 1\ntext', 'a: [x, [y]]', 'a: {x: 1}', '[a]: 1', '{a: 1}', 'a:x'])(
    '%j is no mapping that models write',
    (text) => {
      expect(parseYaml(text, true)).toBeNull();
    },
  );

  test.each(['a:', 'a: 1\nb:', 'a: 1\nb:\n\n', 'a: "x', "a: 'x", 'a: [x, y', 'a: {"x": 1'])(
    '%j was cut off',
    (text) => {
      expect(parseYaml(text, true)).toBe('truncated');
    },
  );

  test('a block at the end is complete only if the end of the call was found', () => {
    expect(parseYaml('a: |\n  x\n', true)).toEqual({ a: 'x\n' });
    expect(parseYaml('a: |\n  x\n', false)).toBe('truncated');
    expect(parseYaml('a: |\n  x\nb: 1', false)).toEqual({ a: 'x\n', b: 1 });
  });
});
