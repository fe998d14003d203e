import { expect, test } from 'vitest';
import { buildMarkdownBlocks } from '../../testing/page-reader/markdown-blocks.ts';
import { omittedBlocks } from './compose-document.ts';

test('keeps omitted blocks in runs with their positions', () => {
  const all = buildMarkdownBlocks('nav', 'menu', 'Title', 'Text', 'ad', 'More', 'footer');
  const chosen = [all[2], all[3], { ...all[5] }] as typeof all;
  expect(omittedBlocks(all, chosen)).toEqual([
    { before: 0, blocks: [all[0], all[1]] },
    { before: 2, blocks: [all[4]] },
    { before: 3, blocks: [all[6]] },
  ]);
  expect(omittedBlocks(all, all)).toEqual([]);
});

test('handles added blocks, such as the heading of a comment', () => {
  const all = buildMarkdownBlocks('nav', 'First', 'reply', 'Second', 'footer');
  const [made, other] = buildMarkdownBlocks('### ada', '### bob');
  const chosen = [made, all[1], other, all[3]] as typeof all;
  expect(omittedBlocks(all, chosen)).toEqual([
    { before: 0, blocks: [all[0]] },
    { before: 2, blocks: [all[2]] },
    { before: 4, blocks: [all[4]] },
  ]);
});
