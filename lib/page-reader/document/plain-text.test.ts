import { expect, test } from 'vitest';
import { plainText } from './markdown-text.ts';

test('removes marks and keeps the text', () => {
  expect(plainText('## **Tea** and [cake](https://a.test/b)')).toBe('Tea and cake');
  expect(plainText('- [x] done ![A cat]() ![A dog](https://a.test/dog.png) `code` \\*stars\\*')).toBe(
    'x done A cat A dog code *stars*',
  );
  expect(plainText('> 1\\. quote\n> two')).toBe('1. quote two');
  expect(plainText('| A | B |\n| --- | --- |\n| 1<br>2 | c \\| d |')).toBe('A B 1 2 c | d');
  expect(plainText('```js\nrun()\n```')).toBe('run()');
});

test('keeps text that only looks like a mark', () => {
  expect(plainText('snake_case, 2 < 3, [1]')).toBe('snake_case, 2 < 3, 1');
});
