import { expect, it } from 'vitest';
import { headingPath, outlineOf, outlineText } from './outline.ts';

const blocks = ['## Guide', 'text', '### Install', 'text', '#### Linux', 'text', '## Reference', 'text'].map(
  (markdown) => ({
    markdown,
    kind: 'paragraph' as const,
    headingLevel: /^#+/.exec(markdown)?.[0].length ?? null,
  }),
);

it('counts depth from the headings a heading stands under', () => {
  expect(outlineOf(blocks)).toEqual([
    { title: 'Guide', depth: 0, block: 0 },
    { title: 'Install', depth: 1, block: 2 },
    { title: 'Linux', depth: 2, block: 4 },
    { title: 'Reference', depth: 0, block: 6 },
  ]);
});

it('knows what a block stands under', () => {
  expect(headingPath(blocks, 5)).toEqual(['Guide', 'Install', 'Linux']);
  expect(headingPath(blocks, 4)).toEqual(['Guide', 'Install']);
  expect(headingPath(blocks, 7)).toEqual(['Reference']);
  expect(headingPath(blocks, 0)).toEqual([]);
});

it('leaves the deepest headings out where room is short, then the last', () => {
  const items = outlineOf(blocks);
  expect(outlineText(items, 100)).toBe('- Guide\n  - Install\n    - Linux\n- Reference');
  expect(outlineText(items, 35)).toBe('- Guide\n  - Install\n- Reference');
  const many = Array.from({ length: 50 }, (_, block) => ({ title: `Chapter ${block}`, depth: 0, block }));
  expect(outlineText(many, 60)).toBe('- Chapter 0\n- Chapter 1\n- Chapter 2\n- Chapter 3\n- … 46 more');
});
