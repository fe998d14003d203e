import { expect, test } from 'vitest';
import type { PageBlock } from '../../contracts/index.ts';
import type { PlacedBlock } from '../dom/region.ts';
import { shortenRepeatedQuotes, withoutRepeatedBlocks } from './repeated-blocks.ts';

function kept(...markdown: string[]): string[] {
  const placed = markdown.map((text) => ({ markdown: text, headingLevel: null }) as PlacedBlock);
  return withoutRepeatedBlocks(placed).map((block) => block.markdown);
}

test('drops a picture that its caption or its title repeats', () => {
  expect(kept('![A red lamp]()', 'A red lamp on a table')).toEqual(['A red lamp on a table']);
  expect(kept('![A red lamp](https://a.test/1.png)', 'A red lamp on a table')).toEqual(['A red lamp on a table']);
  expect(kept('[![]()](https://a.test/)', '## [Lamp](https://a.test/)')).toEqual(['## [Lamp](https://a.test/)']);
});

test('finds the title of a card after all of its pictures', () => {
  const pictures = ['[![Lamp 0]()](https://a.test/1)', ...[1, 2, 3].map((n) => `![Lamp ${n}]()`)];
  expect(kept(...pictures, '## [Desk light](https://a.test/1)')).toEqual([
    ...pictures.slice(1),
    '## [Desk light](https://a.test/1)',
  ]);
});

test('drops icon characters but no ratings, and a duplicate heading', () => {
  expect(kept('→', '- ›', 'Text', '★★★★☆', '---')).toEqual(['Text', '★★★★☆', '---']);
  const heading = { markdown: '## Lamps', headingLevel: 2 } as PlacedBlock;
  expect(withoutRepeatedBlocks([heading, { ...heading }])).toEqual([heading]);
});

test('keeps a picture with its own name', () => {
  expect(kept('![Chart of prices]()', 'Prices rose.')).toEqual(['![Chart of prices]()', 'Prices rose.']);
});

const message =
  'The lamp of the harbour went out at nine, and nobody has seen the keeper since the flood of last year.';
const paragraph = (markdown: string): PageBlock => ({ markdown, kind: 'paragraph', headingLevel: null });
const quote = (...passages: string[]): PageBlock => ({
  markdown: passages.map((passage) => `> ${passage}`).join('\n>\n'),
  kind: 'quote',
  headingLevel: null,
});
const shortened = (...blocks: PageBlock[]) => shortenRepeatedQuotes(blocks).map(({ markdown }) => markdown);

test('a quote of a message on the page keeps the name and the beginning', () => {
  const second = 'Its light was seen from the other side of the bay, as every child of the town knows.';
  const [, , , answer] = shortened(
    paragraph(`**${message}**`),
    paragraph(second),
    paragraph('Ben'),
    quote('[Ada said:](https://a.test/1)', message, second),
  );
  expect(answer).toBe(
    '> [Ada said:](https://a.test/1)\n>\n> The lamp of the harbour went out at nine, and nobody has seen the keeper since […]',
  );
});

test('a quote is not truncated within a link', () => {
  const linked = message.replace('the keeper', '[the keeper since the flood](https://a.test/keeper)');
  expect(shortened(paragraph(linked), quote(linked))[1]).toMatch(/has seen the keeper since \[…\]$/);
});

test('a quote of an older message is also found below it', () => {
  expect(shortened(quote(message), paragraph(message))[0]).toMatch(/ \[…\]$/);
});

test('a quote of something that is only quoted on the page is kept completely, regardless of how often it occurs', () => {
  const quotes = [quote(message), quote(message)];
  expect(shortened(...quotes, paragraph('I agree.'))).toEqual([quotes[0]?.markdown, quotes[0]?.markdown, 'I agree.']);
});

test('text that does not occur elsewhere, and short passages, stay', () => {
  const own = quote(message, 'Not a word of this stands anywhere else, which is why it is kept as it is.');
  expect(shortened(paragraph(message), own)[1]).toMatch(/\[…\]\n>\n> Not a word of this .* as it is\.$/);
  const short = quote('Which lamp?');
  expect(shortened(paragraph('Which lamp?'), short)[1]).toBe(short.markdown);
});
