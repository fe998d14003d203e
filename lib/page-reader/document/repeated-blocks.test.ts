import { expect, it } from 'vitest';
import type { PlacedBlock } from '../dom/region.ts';
import { withoutRepeatedBlocks } from './repeated-blocks.ts';

function kept(...markdown: string[]): string[] {
  const placed = markdown.map((text) => ({ markdown: text, headingLevel: null }) as PlacedBlock);
  return withoutRepeatedBlocks(placed).map((block) => block.markdown);
}

it('drops a picture that its caption or its title repeats', () => {
  expect(kept('![A red lamp]()', 'A red lamp on a table')).toEqual(['A red lamp on a table']);
  expect(kept('![A red lamp](https://a.test/1.png)', 'A red lamp on a table')).toEqual(['A red lamp on a table']);
  expect(kept('[![]()](https://a.test/)', '## [Lamp](https://a.test/)')).toEqual(['## [Lamp](https://a.test/)']);
});

it('finds the title of a card behind all of its pictures', () => {
  const pictures = ['[![Lamp 0]()](https://a.test/1)', ...[1, 2, 3].map((n) => `![Lamp ${n}]()`)];
  expect(kept(...pictures, '## [Desk light](https://a.test/1)')).toEqual([
    ...pictures.slice(1),
    '## [Desk light](https://a.test/1)',
  ]);
});

it('drops icon characters but no ratings, and a duplicate heading', () => {
  expect(kept('→', '- ›', 'Text', '★★★★☆', '---')).toEqual(['Text', '★★★★☆', '---']);
  const heading = { markdown: '## Lamps', headingLevel: 2 } as PlacedBlock;
  expect(withoutRepeatedBlocks([heading, { ...heading }])).toEqual([heading]);
});

it('keeps a picture with a name of its own', () => {
  expect(kept('![Chart of prices]()', 'Prices rose.')).toEqual(['![Chart of prices]()', 'Prices rose.']);
});
