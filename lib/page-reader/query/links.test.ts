import { describe, expect, test } from 'vitest';
import type { PageBlock } from '../../contracts/page.ts';
import { listPageLinks, numberLinks, withShortLinks } from './format.ts';

const page = 'https://example.org/guide';
const blocks: PageBlock[] = [
  {
    markdown: 'See [the long manual](https://example.org/manual/chapters/a/b) and [home](https://example.org/).',
    kind: 'paragraph',
    headingLevel: null,
  },
  { markdown: '```\n[no](https://example.org/code/in/here)\n```', kind: 'code', headingLevel: null },
  {
    markdown: '[![Cover]()](https://other.test/some/book) [manual](https://example.org/manual/chapters/a/b)',
    kind: 'paragraph',
    headingLevel: null,
  },
];
const numbers = numberLinks(blocks);

describe('links of a page', () => {
  test('are numbered once for each address, in reading order, and not in code', () => {
    expect([...numbers]).toEqual([
      ['https://example.org/manual/chapters/a/b', 1],
      ['https://example.org/', 2],
      ['https://other.test/some/book', 3],
    ]);
  });

  test('are listed with their longest text', () => {
    expect(listPageLinks(blocks, numbers)).toEqual([
      { number: 1, text: 'the long manual', url: 'https://example.org/manual/chapters/a/b' },
      { number: 2, text: 'home', url: 'https://example.org/' },
      { number: 3, text: 'Cover', url: 'https://other.test/some/book' },
    ]);
  });

  test('are replaced by their numbers if shorter, and never in code', () => {
    const texts = blocks.map(({ markdown }) => withShortLinks(markdown, numbers, page));
    expect(texts).toEqual([
      'See [the long manual](L1) and [home](/).',
      blocks[1]?.markdown,
      '[![Cover]()](L3) [manual](L1)',
    ]);
  });

  test('keep an address that the page was not numbered with', () => {
    expect(withShortLinks('[new](https://elsewhere.test/long/address)', numbers, page)).toBe(
      '[new](https://elsewhere.test/long/address)',
    );
  });
});
