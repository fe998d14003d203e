import { expect, test } from 'vitest';
import type { PlacedBlock } from '../dom/region.ts';
import { foldPictures } from './repeated-blocks.ts';

function folded(...markdown: string[]): string[] {
  return foldPictures(markdown.map((text) => ({ markdown: text, headingLevel: null }) as PlacedBlock)).map(
    (block) => block.markdown,
  );
}

test('shows the first of many pictures of the same thing', () => {
  const pack = ['front', 'back', 'inside', 'strap'].map((side) => `- ![Osprey Pack, ${side}]()`);
  expect(folded('Packs', ...pack, '$120')).toEqual([
    'Packs',
    '- ![Osprey Pack, front]()',
    '(3 more pictures of it)',
    '$120',
  ]);
});

test('shows all pictures if there are few, or if they show different things', () => {
  const few = ['![A lamp from above]()', '![A lamp at night]()', '![A lamp]()'];
  expect(folded(...few)).toEqual(few);
  const many = ['Ada', 'Bob', 'Eve', 'Joe', 'Kim'].map((name) => `![${name} at work]()`);
  expect(folded(...many)).toEqual(many);
});
