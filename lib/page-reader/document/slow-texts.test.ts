import { expect, test } from 'vitest';
import type { PageBlock } from '../../contracts/index.ts';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { plainText } from './markdown-text.ts';
import { blocksOfMarkdown } from './plain-document.ts';
import { headingText } from './region-kind.ts';
import { shortenRepeatedQuotes } from './repeated-blocks.ts';

const shortenQuotes = (text: string) => {
  const quote: PageBlock = { markdown: '> a', kind: 'quote', headingLevel: null };
  return shortenRepeatedQuotes([quote, { ...quote, kind: 'paragraph', markdown: text }]);
};

test.each<[string, (text: string) => unknown, string]>([
  ['links that do not end', plainText, ']('],
  ['pictures that do not end', plainText, '!['],
  ['empty lines', plainText, '\n'],
  ['links of a heading that do not end', headingText, ']('],
  ['pictures of a heading that do not end', headingText, '!['],
  ['links beside a quotation', shortenQuotes, ']('],
  ['pictures of a document that do not end', blocksOfMarkdown, '!['],
  ['definitions of a document that do not end', blocksOfMarkdown, '[\n'],
  ['code of a document that does not end', blocksOfMarkdown, '```a\n'],
])('a text that was made to take time is read in one that grows with its length: %s', async (_, read, unit) => {
  const growth = await timeGrowth((size) => read(unit.repeat(size / unit.length)), 100_000);
  expect(growth).toBeLessThan(LINEAR_GROWTH);
});

test('code between fences stays whole, and a fence without an end is text', () => {
  const blocks = blocksOfMarkdown('A\n\n```js\nlet a;\n\nlet b;\n```\n\n```\nc\n```\nB\n\n```js\nopen\n\nend');
  expect(blocks.map(({ kind, markdown }) => [kind, markdown])).toEqual([
    ['paragraph', 'A'],
    ['code', '```js\nlet a;\n\nlet b;\n```'],
    ['code', '```\nc\n```'],
    ['paragraph', 'B'],
    ['code', '```js\nopen'],
    ['paragraph', 'end'],
  ]);
});
