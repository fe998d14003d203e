import { expect, test } from 'vitest';
import { MEMORY_LIMITS } from '../../contracts/memory.ts';
import { estimateTokens } from '../../text/index.ts';
import { selectMemories } from './memories.ts';
import { memorySection } from './model-request.ts';

const sentences = (...texts: string[]) => texts.map((text, index) => ({ memoryId: `m${index}`, text }));

/** Sentences of about 25 tokens, which exceed the budget together. */
const many = sentences(
  ...Array.from(
    { length: 30 },
    (_, index) => `My preference number ${index} is about topic${index} and it has a few more words beside that.`,
  ),
);
const listTexts = (ids: readonly string[]) => ids.map((id) => many.find(({ memoryId }) => memoryId === id)?.text ?? '');

test('there is no section without sentences, and each sentence is on a separate line', () => {
  expect(memorySection([])).toBe('');
  expect(memorySection(['I live in Bern', 'I use metric units'])).toMatch(
    /^The user asked you to remember this[^\n]*:\n- I live in Bern\n- I use metric units$/,
  );
});

test('all sentences are selected, in the order they were kept, if they fit', () => {
  expect(selectMemories(sentences('I live in Bern', 'I am a vegetarian'), 'Why?', [])).toEqual(['m0', 'm1']);
});

test('the section never exceeds its budget', () => {
  const selection = selectMemories(many, 'topic7', []);
  expect(selection.length).toBeGreaterThan(3);
  expect(estimateTokens(memorySection(listTexts(selection)))).toBeLessThanOrEqual(MEMORY_LIMITS.tokens);
});

test('sentences that match the question come before newer ones, and keep their order', () => {
  const selection = selectMemories(many, 'What do I like of topic3 and topic1?', []);
  expect(selection.slice(0, 2)).toEqual(['m1', 'm3']);
  expect(selection.at(-1)).toBe('m29');
});

test('words that most sentences share do not decide', () => {
  expect(selectMemories(many, 'my preference number is about', [])).toEqual(selectMemories(many, '', []));
});

test('a selection stays the same as long as it has what fits the question', () => {
  const first = selectMemories(many, 'topic3', []);
  expect(selectMemories(many, 'And why?', first)).toEqual(first);
  expect(selectMemories(many, 'topic3 again', first)).toEqual(first);
  expect(selectMemories(many, 'topic5', first)).toContain('m5');
});

test('a forgotten sentence leaves the selection, and the others stay', () => {
  const first = selectMemories(many, 'topic3', []);
  const rest = many.filter(({ memoryId }) => memoryId !== 'm3');
  expect(selectMemories(rest, 'And why?', first)).toEqual(first.filter((id) => id !== 'm3'));
});
