import { expect, test } from 'vitest';
import type { PageBlock } from '../../contracts/index.ts';
import { shortenRepeatedQuotes } from './repeated-quotes.ts';

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

test('a quote is not cut within a link', () => {
  const linked = message.replace('the keeper', '[the keeper since the flood](https://a.test/keeper)');
  expect(shortened(paragraph(linked), quote(linked))[1]).toMatch(/has seen the keeper since \[…\]$/);
});

test('a quote of an older message is found below it too', () => {
  expect(shortened(quote(message), paragraph(message))[0]).toMatch(/ \[…\]$/);
});

test('a quote of something that is only quoted on the page stays whole, as often as it is', () => {
  const quotes = [quote(message), quote(message)];
  expect(shortened(...quotes, paragraph('I agree.'))).toEqual([quotes[0]?.markdown, quotes[0]?.markdown, 'I agree.']);
});

test('what is not found elsewhere, and short passages, stay', () => {
  const own = quote(message, 'Not a word of this stands anywhere else, which is why it is kept as it is.');
  expect(shortened(paragraph(message), own)[1]).toMatch(/\[…\]\n>\n> Not a word of this .* as it is\.$/);
  const short = quote('Which lamp?');
  expect(shortened(paragraph('Which lamp?'), short)[1]).toBe(short.markdown);
});
