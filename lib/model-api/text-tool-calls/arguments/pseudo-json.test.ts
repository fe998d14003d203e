import { describe, expect, test } from 'vitest';
import { CutOffError, LiteralError } from '../../tool-input/literal-parser.ts';
import { parsePseudoJson } from './pseudo-json.ts';

const Q = '<|"|>';
const E = '<escape>';

describe('Gemma’s notation of an object', () => {
  test.each([
    ['{}', {}],
    [' { } ', {}],
    [`{query:${Q}high tide${Q},limit:3}`, { query: 'high tide', limit: 3 }],
    [`{query:${E}high tide${E}}`, { query: 'high tide' }],
    [`{a:${Q}x, {y} "z" 'w'${Q}}`, { a: `x, {y} "z" 'w'` }],
    [`{ a : ${Q}x${Q} , b : 1 , }`, { a: 'x', b: 1 }],
    [`{${Q}a${Q}:1,"b":2,'c':3}`, { a: 1, b: 2, c: 3 }],
    ['{a:"x\\ny",b:\'z\'}', { a: 'x\ny', b: 'z' }],
    ['{a:"x\\dy"}', { a: 'x\\dy' }],
    ["{a:'it's so'}", { a: "'it's so'" }],
    ['{a:true,b:false,c:null,d:None}', { a: true, b: false, c: null, d: null }],
    ['{a:-1,b:2.5,c:.5,d:1e3,e:1.,f:-2E-1}', { a: -1, b: 2.5, c: 0.5, d: 1000, e: 1, f: -0.2 }],
    ['{a:1x,b:high tide,c:1.2.3}', { a: '1x', b: 'high tide', c: '1.2.3' }],
    [`{a:[1,${Q}x${Q},[2]],b:{c:{d:1}}}`, { a: [1, 'x', [2]], b: { c: { d: 1 } } }],
    ['{a:[],b:[1,]}', { a: [], b: [1] }],
    [`{a: ${Q}x${Q}, ${Q}b${Q} : [ ${Q}y${Q} ]}`, { a: 'x', b: ['y'] }],
    // A quote token that was opened twice, or only closed.
    [`{a:'x'${Q},b:1}`, { a: 'x', b: 1 }],
    // Brackets that were not closed after a value.
    [`{a:${Q}x${Q}`, { a: 'x' }],
    [`{a:[${Q}x${Q}`, { a: ['x'] }],
    [`{a:{b:${Q}x${Q}`, { a: { b: 'x' } }],
  ])('%j', (text, expected) => {
    expect(parsePseudoJson(text)).toEqual(expected);
  });

  test.each(['{', '{a', '{a:', '{a:1', `{a:${Q}x`, '{a:1,', '{a:[1', `{a:${Q}x${Q},`])('%j was cut off', (text) => {
    expect(() => parsePseudoJson(text)).toThrow(CutOffError);
  });

  test.each([
    '',
    'a',
    '[1]',
    '{:1}',
    `{a:[${Q}x${Q} ${Q}y${Q}]}`,
    `{${Q}a${Q} 1}`,
    `${'{a:'.repeat(66)}1`,
    `{a:${'['.repeat(66)}1`,
  ])('%j is not an object', (text) => {
    expect(() => parsePseudoJson(text)).toThrow(LiteralError);
    expect(() => parsePseudoJson(text)).not.toThrow(CutOffError);
  });
});
