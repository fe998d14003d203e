import { expect, test } from 'vitest';
import { cutBlock, escapeInline, escapeLineStart } from './markdown-text.ts';

test('only escapes what would become a mark', () => {
  expect(escapeInline('2 * 3, snake_case and *stars*')).toBe('2 * 3, snake_case and \\*stars\\*');
  expect(escapeInline('a `tick` and <b> but a < b')).toBe('a \\`tick\\` and \\<b> but a < b');
  expect(escapeInline('[1] and [x](y)')).toBe('[1] and [x\\](y)');
});

test('escapes what would become a heading, list, quote, rule or fence at the start of a line', () => {
  const lines = ['# no', '- no', '+ no', '> no', '12. no', '3) no', '---', '~~~'];
  expect(lines.map(escapeLineStart)).toEqual([
    '\\# no',
    '\\- no',
    '\\+ no',
    '\\> no',
    '12\\. no',
    '3\\) no',
    '\\---',
    '\\~~~',
  ]);
  expect(['#tag', '-5 degrees', '1.5 litres', '**bold**'].map(escapeLineStart)).toEqual([
    '#tag',
    '-5 degrees',
    '1.5 litres',
    '**bold**',
  ]);
});

function parts(markdown: string, room: number): string[] {
  const all: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const part: { text: string; end: number | null } = cutBlock(markdown, from, room);
    all.push(part.text);
    from = part.end;
  }
  return all;
}

test('splits at sentences, otherwise at words, otherwise anywhere but inside a character', () => {
  expect(parts('One two three. Four five six. Seven.', 20)).toEqual(['One two three.', 'Four five six.', 'Seven.']);
  expect(parts('alpha beta gamma delta', 12)).toEqual(['alpha beta', 'gamma delta']);
  expect(parts('😀😀😀', 3)).toEqual(['😀', '😀', '😀']);
});

test('adds the fence to every part of code', () => {
  expect(parts('```js\nfirst()\nsecond()\nthird()\n```', 18)).toEqual([
    '```js\nfirst()\nsecond()\n```',
    '```js\nthird()\n```',
  ]);
});

test('adds the header to every part of a table', () => {
  expect(parts('| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |', 22)).toEqual([
    '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    '| A | B |\n| --- | --- |\n| 5 | 6 |',
  ]);
});

test('does not split a block that fits', () => {
  expect(cutBlock('short', 0, 100)).toEqual({ text: 'short', end: null });
});
