import { describe, expect, test } from 'vitest';
import { Pattern } from './pattern.ts';

/** The result of a pattern for every prefix of a text. */
function answers(source: string, text: string): string {
  const pattern = new Pattern(source);
  const answer = (length: number) => {
    const match = pattern.match(text.slice(0, length));
    return match === 'more' ? '…' : match ? '!' : '-';
  };
  return Array.from({ length: text.length + 1 }, (_, length) => answer(length)).join('');
}

describe('a pattern returns `more` for every prefix of a match', () => {
  test.each([
    ['literally', '<tool>x', '<tool>x'],
    ['with what may be missing behind the first letters', '<tools?>', '<tool>'],
    ['with what may come several times', '<to{1,2}l>', '<tool>'],
    ['with an escaped sign', '<\\|a', '<|a'],
    ['in any alternative', 'abc!|bcd!', 'bcd!'],
    ['in alternatives inside a group', 'a(?:bc|d)!', 'ad!'],
  ])('%s', (_what, source, text) => {
    expect(answers(source, text)).toBe(`${'…'.repeat(text.length)}!`);
  });
});

test('rejects text at the first character that rules out a match', () => {
  expect(answers('<tool>x', '<tap>')).toBe(`${'…'.repeat('<t'.length + 1)}---`);
  expect(answers('<tools?>', '<tool x')).toBe(`${'…'.repeat('<tool'.length + 1)}--`);
});

test('matches only at the given position', () => {
  const pattern = new Pattern('<b>');
  expect(String(pattern.match('a<b>', 1))).toBe('<b>');
  expect(pattern.match('a<b>', 0)).toBeNull();
  expect(pattern.match('a<', 1)).toBe('more');
});
