// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readTestDocument } from '../../testing/page-reader/read-document.ts';

const told = 'The kettle boils a litre in three minutes and switches itself off before the lid begins to rattle. ';
const description = `<div><p>${told.repeat(3)}</p></div>`;
const review = (name: string, text: string) =>
  `<li><b>${name}</b><h4>My opinion</h4><p>${text}</p><button>Helpful</button></li>`;
const reviews = (content: string) => `<section class="reviews"><h2>Reviews</h2>${content}</section>`;
const opinions = `<ul>${review('Jana', 'The lid sticks, but it is quick and does not drip.')}${review('Olaf', 'It leaked at the bottom after four months.')}</ul>`;

async function read(body: string): Promise<string> {
  document.head.innerHTML = '<title>Kettle Lina</title>';
  document.body.innerHTML = body;
  const { blocks } = await readTestDocument(document, window);
  return blocks.map((block) => block.markdown).join('\n');
}

test('a page with a price and a button below its headline is read as a product, with its reviews', async () => {
  const text = await read(
    `<main><div><h1>Kettle Lina</h1><p>49.90 €</p><div><button>Add to basket</button></div>${description}</div>${reviews(opinions)}</main>`,
  );
  expect(text).toMatch(/Kettle Lina.*49\.90 €.*three minutes.*The lid sticks.*after four months/s);
  expect(text).not.toMatch(/Add to basket|Helpful/);
});

test('statistics and filters of reviews are not read', async () => {
  const filters = ['German', 'English', 'Polish'].map((name) => `<p>Very positive in ${name} (12,403)</p>`).join('');
  const text = await read(
    `<main><div><h1>Kettle Lina</h1><p>49.90 €</p><div><button>Add to basket</button></div>${description}</div>${reviews(filters)}</main>`,
  );
  expect(text).toMatch(/49\.90 €.*three minutes/s);
  expect(text).not.toContain('Very positive');
});

test('comments on a text without a price stay boilerplate', async () => {
  const text = await read(`<main><div><h1>Kettles</h1>${description}</div>${reviews(opinions)}</main>`);
  expect(text).toContain('three minutes');
  expect(text).not.toContain('The lid sticks');
});
