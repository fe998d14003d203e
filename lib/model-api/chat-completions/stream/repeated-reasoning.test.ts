import { expect, test } from 'vitest';
import { RepeatedReasoning } from './repeated-reasoning.ts';

function read(...pieces: ['field' | 'content', string][]): string {
  const repeated = new RepeatedReasoning();
  return pieces.map(([source, piece]) => repeated.add(source, piece)).join('');
}

test('removes a copy that arrives later, in other pieces and with white space around it', () => {
  expect(read(['field', 'Hm, '], ['field', 'noon.'], ['content', '\nHm'], ['content', ', noon.\n'])).toBe('Hm, noon.');
});

test('removes a copy that arrives in turns', () => {
  expect(read(['content', 'Hm, '], ['field', 'Hm, noon'], ['content', 'noon'], ['field', '.'])).toBe('Hm, noon.');
});

test('keeps different reasoning of both sources', () => {
  expect(read(['field', 'Hm.'], ['content', 'Well.'], ['field', ' Noon.'])).toBe('Hm.Well. Noon.');
});

test('keeps everything of one source', () => {
  expect(read(['field', ' Hm.'], ['field', ' Hm.'])).toBe(' Hm. Hm.');
});
