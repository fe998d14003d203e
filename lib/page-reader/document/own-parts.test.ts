// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readTestDocument } from '../../testing/page-reader/read-document.ts';

const story =
  '<p>The lamp is lit at dusk by the keeper, who enters the hour and the weather into the book of the pier.</p>';
const linked = (...names: string[]) => names.map((name) => `<li><a href="/${name}">${name} and more</a></li>`).join('');

async function read(body: string): Promise<string> {
  document.head.innerHTML = '<title>The lamp of the pier</title>';
  document.body.innerHTML = `<nav><ul>${linked('home', 'about')}</ul></nav>${body}`;
  const { blocks } = await readTestDocument(document, window);
  return blocks.map((block) => block.markdown).join('\n');
}

const section = (id: string, title: string, text: string) => `<section id="${id}"><h2>${title}</h2>${text}</section>`;

test('a manual keeps its sections even if all of their ids are words of layout', async () => {
  const manual = await read(
    `<main><h1>ランプ</h1>${story}${section('menu', 'メニュー', '<p>項目は順番どおりに表示されます。</p>')}${section('comments', 'コメント', '<p>行末で終わります。</p>')}${section('share', '共有', '<p>二つで共有されます。</p>')}</main>`,
  );
  expect(manual).toMatch(/## メニュー\n項目は.*## コメント\n行末で.*## 共有\n二つで/s);
});

test('such sections are not text if one of them consists of links', async () => {
  const page = await read(
    `<main><h1>Lamp</h1>${story.repeat(4)}${section('menu', 'Menu', '<p>Choose a lamp.</p>')}${section('share', 'Share', '<p>Tell others.</p>')}${section('related', 'Related', `<ul>${linked('tides', 'cranes', 'sheds')}</ul>`)}</main>`,
  );
  expect(page).not.toMatch(/tides|Tell others/);
});

test('lines with a label and its value in bold are read above the text they belong to', async () => {
  const rows = ['Rent <b>1180 €</b>', 'Size <b>64 m²</b>', 'Rooms <b>2.5</b>'].map((row) => `<div>${row}</div>`);
  const page = await read(
    `<main><h1>Flat</h1><div>${rows.join('')}</div><div class="text">${story.repeat(4)}</div></main>`,
  );
  expect(page).toMatch(/Rent \*\*1180 €\*\*\nSize \*\*64 m²\*\*\nRooms \*\*2\.5\*\*/);
});

test('a part of a text about cookies is read, a box about cookies outside of it is not', async () => {
  const box = (text: string) => `<div class="cookie-guide"><h2>Banners</h2><p>${text}</p></div>`;
  const page = await read(
    `<main><h1>Cookie law</h1>${box('A banner has to name each partner.')}${story.repeat(4)}</main>${box('We store some.')}`,
  );
  expect(page).toContain('name each partner');
  expect(page).not.toContain('We store some');
});

test('an address below a text is read, and not a line about its author', async () => {
  const page = (address: string) =>
    read(`<main><h1>Pier</h1><div>${story.repeat(4)}</div><address>${address}</address></main>`);
  expect(await page('Kiln Road 3<br>Orvel')).toContain('Kiln Road 3');
  expect(await page('By Ana')).not.toContain('By Ana');
});
