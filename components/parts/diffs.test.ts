import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordChanges } from './diffs.tsx';

const shown = (before: string, after: string) =>
  wordChanges(before, after)
    .map(({ type, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[type])
    .join('');

test('marks only changed words', () => {
  expect(shown('The tide is high today', 'The tide is low today')).toBe('The tide is -high-+low+ today');
  expect(shown('المد مرتفع الآن', 'المد منخفض الآن')).toBe('المد -مرتفع-+منخفض+ الآن');
  expect(shown('潮が高いです', '潮が低いです')).toBe('潮が-高い-+低い+です');
  expect(shown('Same', 'Same')).toBe('Same');
});

test('the parts that are not marked as removed are the new text, character by character', () => {
  const text = fc.array(fc.constantFrom('tide', ' ', '\n', '  ', 'Ebbe', '.', 'high', '潮', 'المد', '\t', '👍'), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [before, after] = [one.join(''), other.join('')];
      const parts = wordChanges(before, after);
      expect(parts.flatMap(({ type, text: part }) => (type === 'removed' ? [] : part)).join('')).toBe(after);
    }),
    { numRuns: 300 },
  );
});

test('compares long texts as a whole', () => {
  const [before, after] = ['a '.repeat(10_000), 'b '.repeat(10_000)];
  expect(wordChanges(before, after)).toEqual([
    { type: 'removed', text: before },
    { type: 'added', text: after },
  ]);
});
