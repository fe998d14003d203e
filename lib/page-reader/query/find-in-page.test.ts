import { describe, expect, test } from 'vitest';
import type { PageBlock } from '../../contracts/page.ts';
import { findInBlocks } from './find-in-page.ts';

function buildPageBlocks(...markdown: string[]): PageBlock[] {
  return markdown.map((text) => ({
    markdown: text,
    kind: 'paragraph',
    headingLevel: /^#+(?= )/.exec(text)?.[0].length ?? null,
  }));
}

const page = buildPageBlocks(
  '# Lamps',
  '## Shipping',
  'We ship every lamp within two days.',
  'Parcels travel with the post.',
  '## Returns',
  'You may return a lamp for thirty days. The days count from delivery.',
  '## Contact',
  'Write to us about anything.',
);

const NONE = { matches: [], partialMatches: [], total: 0, exact: 0 };

describe('searching a page', () => {
  test('puts verbatim matches first', () => {
    const { matches, exact } = findInBlocks(page, 'thirty days', 5);
    expect(exact).toBe(1);
    expect(matches[0]).toEqual({ text: page[5]?.markdown, path: ['Lamps', 'Returns'], block: 5, exact: true });
  });

  test('finds words in any order and in other forms', () => {
    expect(findInBlocks(page, 'days for returning lamps', 1).matches[0]?.block).toBe(5);
  });

  test('counts the heading with the passage below it', () => {
    expect(findInBlocks(page, 'shipping parcels', 5).matches[0]?.text).toContain('Parcels travel');
  });

  test('shows a heading together with its text', () => {
    expect(findInBlocks(page, 'contact', 1).matches[0]?.text).toBe('## Contact\n\nWrite to us about anything.');
  });

  test('counts a heading and its text once, and no passage that only shares a word', () => {
    const blocks = buildPageBlocks('## Shipping times', 'Shipping times are short.', '## News', 'Times are changing.');
    const { matches, partialMatches, total } = findInBlocks(blocks, 'shipping times abroad', 5);
    expect(matches.map(({ text }) => text)).toEqual([expect.stringContaining('Shipping times are short.')]);
    expect([total, partialMatches]).toEqual([1, []]);
  });

  test('reports how many passages match', () => {
    const many = buildPageBlocks(
      ...Array.from({ length: 30 }, (_, n) => `Row ${n} about tea. ${'More words follow. '.repeat(30)}`),
    );
    expect(findInBlocks(many, 'tea', 3)).toMatchObject({ total: 30, exact: 30, matches: { length: 3 } });
  });

  test('returns passages that share one word of many as partial matches', () => {
    const { matches, partialMatches, total } = findInBlocks(page, 'parcels colour temperature kelvin', 5);
    expect([total, matches]).toEqual([0, []]);
    expect(partialMatches[0]?.text).toContain('Parcels travel');
    expect(findInBlocks(page, 'colour temperature kelvin', 5)).toEqual(NONE);
  });

  test('joins short adjacent paragraphs to one passage', () => {
    expect(findInBlocks(page, 'two days post', 1).matches[0]?.text).toBe(
      `${page[2]?.markdown}\n\n${page[3]?.markdown}`,
    );
  });

  test('finds nothing for an empty query', () => {
    expect(findInBlocks(page, ' “” ', 5)).toEqual(NONE);
    expect(findInBlocks([], 'tea', 5)).toEqual(NONE);
  });

  test('returns the part of a long block around the match', () => {
    const long = `${'Padding sentence goes here. '.repeat(100)}The needle is here. ${'More padding follows. '.repeat(100)}`;
    const [hit] = findInBlocks(buildPageBlocks(long), 'needle', 1).matches;
    expect(hit?.text).toContain('needle');
    expect(hit?.text.length).toBeLessThan(1000);
  });

  test('keeps the header with the rows of a long table', () => {
    const rows = Array.from({ length: 200 }, (_, n) => `| item ${n} | ${n * 7} |`);
    const [hit] = findInBlocks(
      buildPageBlocks(['| Name | Count |', '| --- | --- |', ...rows].join('\n')),
      'item 150',
      1,
    ).matches;
    expect(hit?.text).toMatch(/^\| Name \| Count \|/);
    expect(hit?.text).toContain('| item 150 | 1050 |');
  });

  test('searches languages without spaces between words', () => {
    const chinese = buildPageBlocks('今天天气很好。', '# 二', '这是一篇用于测试的中文文章。');
    expect(findInBlocks(chinese, '测试 文章', 5).matches[0]?.block).toBe(2);
  });
});
