import { expect, it } from 'vitest';
import { escapeInline, escapeLineStart } from './markdown-text.ts';

it('only escapes what would become a mark', () => {
  expect(escapeInline('2 * 3, snake_case and *stars*')).toBe('2 * 3, snake_case and \\*stars\\*');
  expect(escapeInline('a `tick` and <b> but a < b')).toBe('a \\`tick\\` and \\<b> but a < b');
  expect(escapeInline('[1] and [x](y)')).toBe('[1] and [x\\](y)');
});

it('escapes what would become a heading, list, quote, rule or fence at the start of a line', () => {
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
