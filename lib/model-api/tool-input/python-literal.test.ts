import { describe, expect, test } from 'vitest';
import { LiteralError } from './literal-parser.ts';
import { beginsWithKeyword, keywordsToInput, pythonArguments } from './python-literal.ts';

describe('the arguments of a Python call', () => {
  test.each([
    ['', []],
    ['  ', []],
    ['a=1', [['a', 1]]],
    [
      ' a = 1 , b = 2 , ',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      '1, "x"',
      [
        ['', 1],
        ['', 'x'],
      ],
    ],
    [
      'größe=1, _b2=2',
      [
        ['größe', 1],
        ['_b2', 2],
      ],
    ],
    // Numbers.
    [
      'a=-1, b=+1.5, c=.5, d=1., e=1e3, f=2.5E-1, g=1_000',
      [
        ['a', -1],
        ['b', 1.5],
        ['c', 0.5],
        ['d', 1],
        ['e', 1000],
        ['f', 0.25],
        ['g', 1000],
      ],
    ],
    // Keywords of Python and of JSON.
    [
      'a=True, b=False, c=None',
      [
        ['a', true],
        ['b', false],
        ['c', null],
      ],
    ],
    [
      'a=true, b=false, c=null',
      [
        ['a', true],
        ['b', false],
        ['c', null],
      ],
    ],
    // Lists, tuples and dictionaries.
    ['a=[1, "x", [2]]', [['a', [1, 'x', [2]]]]],
    ['a=[]', [['a', []]]],
    ['a=[1, ]', [['a', [1]]]],
    ['a=(1, 2)', [['a', [1, 2]]]],
    ['a={"b": 1, "c": {"d": [True]}}', [['a', { b: 1, c: { d: [true] } }]]],
    ['a={}', [['a', {}]]],
    ["a={'b': 1, }", [['a', { b: 1 }]]],
    ['a={1: 2}', [['a', { 1: 2 }]]],
    // Strings.
    ['a="x"', [['a', 'x']]],
    ["a='x'", [['a', 'x']]],
    ['a="""x"y\nz"""', [['a', 'x"y\nz']]],
    ["a='''x'y'''", [['a', "x'y"]]],
    ['a="x" "y"', [['a', 'xy']]],
    ['a="x"\n  \'y\'', [['a', 'xy']]],
    [
      'a=r"\\n", b=R"\\t", c=br"\\n", d=f"\\n", e=u"x"',
      [
        ['a', '\\n'],
        ['b', '\\t'],
        ['c', '\\n'],
        ['d', '\n'],
        ['e', 'x'],
      ],
    ],
    ['a="\\n\\t\\r\\b\\f"', [['a', '\n\t\r\b\f']]],
    ['a="\\\\ \\" \\\'"', [['a', '\\ " \'']]],
    ['a="\\x41\\u0042\\U00000043"', [['a', 'ABC']]],
    ['a="\\U0001F600"', [['a', '😀']]],
    ['a="\\d"', [['a', '\\d']]],
    ['a="x\\\ny"', [['a', 'xy']]],
    // Unescaped quotes.
    [
      'a="say "x" now", b=1',
      [
        ['a', 'say "x" now'],
        ['b', 1],
      ],
    ],
    [
      "a='it's so', b='x'",
      [
        ['a', "it's so"],
        ['b', 'x'],
      ],
    ],
    [
      'a="x", "y"',
      [
        ['a', 'x'],
        ['', 'y'],
      ],
    ],
    ['a="say "x, y" now"', [['a', 'say "x, y" now']]],
    // Comments.
    [
      'a=1, # one\nb=2',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      'a="x" # one\n, b=2 # two',
      [
        ['a', 'x'],
        ['b', 2],
      ],
    ],
    ['a="# x"', [['a', '# x']]],
  ] as const)('%j', (text, expected) => {
    expect(pythonArguments(text)).toEqual(expected);
  });

  test.each([
    'a=',
    'a=1 b=2',
    'a="x',
    "a='''x'",
    'a=[1 2]',
    'a=[1',
    'a={"b" 1}',
    'a={"b": 1 "c": 2}',
    'a=b',
    'a=f(1)',
    'a=x.y',
    'a=12x',
    'a==1',
    'a=toString',
    'a=1.2.3',
    '=1',
    `a=${'['.repeat(70)}${']'.repeat(70)}`,
  ])('%j is not one', (text) => {
    expect(() => pythonArguments(text)).toThrow(LiteralError);
  });

  test('lists may be nested 64 deep', () => {
    expect(() => pythonArguments(`a=${'['.repeat(64)}1${']'.repeat(64)}`)).not.toThrow();
    expect(() => pythonArguments(`a=${'['.repeat(65)}1${']'.repeat(65)}`)).toThrow(LiteralError);
  });
});

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'number' }, place_name: { type: 'string' } },
} as const;

describe('arguments written as keywords', () => {
  test.each([
    ['city="Paris", days=3', { city: 'Paris', days: 3 }],
    ['\n city="Paris" \n', { city: 'Paris' }],
    ['(city="Paris", days=3)', { city: 'Paris', days: 3 }],
    ['get_weather(city="Paris")', { city: 'Paris' }],
    ['a.b-c(city="Paris")', { city: 'Paris' }],
    ['city=Paris, days=3', { city: 'Paris', days: 3 }],
    ['city=New York, days=3', { city: 'New York', days: 3 }],
    ['city=Paris, France, days=3', { city: 'Paris, France', days: 3 }],
    ['city=Paris\ndays=3', { city: 'Paris', days: 3 }],
    ['city = Paris ,\n\n days = 3 ,', { city: 'Paris', days: 3 }],
    ['place_name=x', { place_name: 'x' }],
    ['', {}],
  ])('%j', (text, expected) => {
    expect(keywordsToInput(SCHEMA, text)).toEqual(expected);
  });

  test.each(['town="Paris"', '"Paris"', 'Paris', 'city=Par"is', 'city="Paris', 'city=a=b'])(
    '%j is something else',
    (text) => {
      expect(keywordsToInput(SCHEMA, text)).toBeNull();
    },
  );

  test.each(['city=', ' city = "x', '(city="x', 'f(city=', 'a.b( days=1'])('begin with %j', (text) => {
    expect(beginsWithKeyword(SCHEMA, text)).toBe(true);
  });

  test.each(['town=1', 'city==1', 'city', '"city"=1', 'x city=1', 'toString=1'])('do not begin with %j', (text) => {
    expect(beginsWithKeyword(SCHEMA, text)).toBe(false);
  });
});
