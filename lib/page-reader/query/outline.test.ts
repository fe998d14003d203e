import { expect, test } from 'vitest';
import { buildMarkdownBlocks } from '../../testing/page-reader/markdown-blocks.ts';
import { buildOutline, findSection, headingPath, nearestSection, outlineText, sectionAt } from './outline.ts';

const blocks = buildMarkdownBlocks(
  '## Guide',
  'text',
  '### Install',
  'text',
  '#### Linux',
  'text',
  '## Reference',
  'text',
);

test('counts depth by the headings above', () => {
  expect(buildOutline(blocks)).toMatchObject([
    { id: 'S1', title: 'Guide', depth: 0, block: 0, end: 6 },
    { id: 'S2', title: 'Install', depth: 1, block: 2, end: 6 },
    { id: 'S3', title: 'Linux', depth: 2, block: 4, end: 6 },
    { id: 'S4', title: 'Reference', depth: 0, block: 6, end: 8 },
  ]);
});

test('finds a section by its id or its heading, and the one a block belongs to', () => {
  const items = buildOutline(blocks);
  expect(findSection(items, 's3')?.title).toBe('Linux');
  expect(findSection(items, 'S4 Reference')?.title).toBe('Reference');
  expect(findSection(items, 'install')?.id).toBe('S2');
  expect(findSection(items, 'linu')?.id).toBe('S3');
  expect(findSection(items, 'S9')).toBeNull();
  expect(findSection(items, '')).toBeNull();
  expect(sectionAt(items, 5)?.id).toBe('S3');
  expect(sectionAt(buildOutline([...buildMarkdownBlocks('x'), ...blocks]), 0)).toBeNull();
});

test('finds the section with the most similar name', () => {
  const items = buildOutline(
    buildMarkdownBlocks('# Museum', '## Opening hours', '## Getting here', '## Prices and tickets', '## Install'),
  );
  const near = (name: string) => nearestSection(items, name)?.title ?? null;
  expect(near('Opening times and hours')).toBe('Opening hours');
  expect(near('ticket price')).toBe('Prices and tickets');
  expect(near('the section Getting here')).toBe('Getting here');
  expect(near('Openning houres')).toBe('Opening hours');
  expect(near('Museum > Prices')).toBe('Prices and tickets');
});

test('finds no section with a merely similar name', () => {
  const items = buildOutline(blocks);
  for (const name of ['Uninstall', 'Contact', 'S9', '', 'what people say of linen']) {
    expect(nearestSection(items, name), name).toBeNull();
  }
});

test('returns the headings above a block', () => {
  expect(headingPath(blocks, 5)).toEqual(['Guide', 'Install', 'Linux']);
  expect(headingPath(blocks, 4)).toEqual(['Guide', 'Install']);
  expect(headingPath(blocks, 7)).toEqual(['Reference']);
  expect(headingPath(blocks, 0)).toEqual([]);
});

test('omits the deepest headings first, then the last', () => {
  const items = buildOutline(blocks);
  expect(outlineText(items, 100)).toBe('- S1 Guide\n  - S2 Install\n    - S3 Linux\n- S4 Reference');
  expect(outlineText(items, 45)).toBe('- S1 Guide\n  - S2 Install\n- S4 Reference');
  const many = buildOutline(buildMarkdownBlocks(...Array.from({ length: 50 }, (_, n) => `# Chapter ${n}`)));
  expect(outlineText(many, 62)).toBe('- S1 Chapter 0\n- S2 Chapter 1\n- S3 Chapter 2\n- … 47 more');
  expect(outlineText([{ ...items[0], tokens: 2345 } as (typeof items)[0]], 100)).toBe('- S1 Guide (2.3k)');
});
