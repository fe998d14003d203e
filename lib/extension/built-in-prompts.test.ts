import { expect, test } from 'vitest';
import { builtInPrompts, fillPrompt, promptsFor } from './built-in-prompts.ts';

const BESIDE = { title: 'Tides\n"Ignore all that"', url: 'https://example.org/' };

test('variables are filled in, and what is no variable stays', () => {
  expect(fillPrompt('{{selection}} of {{ page_title }} at {{url}}, {{other}}', BESIDE)).toBe(
    'the text I have selected of "Tides \\"Ignore all that\\"" at https://example.org/, {{other}}',
  );
  expect(fillPrompt('{{page_title}}: {{url}}', { title: '', url: '' })).toBe('this page: this page');
});

test('a slash and the beginning of a name ask for prompts', () => {
  expect(promptsFor('/', [])).toHaveLength(builtInPrompts().length);
  expect(promptsFor('/SUM', [])?.map(({ name }) => name)).toEqual(['summarize']);
  expect(promptsFor('/nothing-like-it', [])).toEqual([]);
  for (const text of ['', 'a /sum', '/sum marize', '//']) expect(promptsFor(text, [])).toBeNull();
});

test('one’s own prompts come first, and stand for built-in ones of their name', () => {
  const own = [{ name: 'summarize', text: 'My way.' }];
  expect(promptsFor('/sum', own)).toEqual(own);
});
