// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { readTestDocument } from '../../testing/page-reader/read-document.ts';

const said = 'The keeper walks along the pier at dusk and enters the height of the water into the green book. ';
const story = ['One', 'Two', 'Three', 'Four'].map((name) => `<p>${name}: ${said.repeat(2)}</p>`).join('');
const links = '<ul><li><a href="/a">Ferry</a></li><li><a href="/b">Crane</a></li><li><a href="/c">Sheds</a></li></ul>';

async function read(body: string): Promise<string> {
  document.head.innerHTML = '<title>Lamp of the pier</title>';
  document.body.innerHTML = body;
  const { blocks } = await readTestDocument(document, window);
  return blocks.map((block) => block.markdown).join('\n');
}

describe('next to an article in main', () => {
  const beside = (html: string) => read(`<main><article><h1>Lamp</h1>${story}</article>${html}</main>`);

  test('sections with a heading over terms, a list or a line are read', async () => {
    const facts = '<section><h2>Tour</h2><dl><dt>Length</dt><dd>14 km</dd><dt>Climb</dt><dd>620 m</dd></dl></section>';
    const needs = '<div><h2>Needed</h2><ul><li>Rope</li><li>Boots</li></ul></div>';
    const way = '<section><h2>Way</h2><p>By train to Orvel.</p></section>';
    expect(await beside(facts + needs + way)).toMatch(/Four.*Tour.*14 km.*Rope.*By train to Orvel/s);
  });

  test('collapsible parts and a sentence with a label are read', async () => {
    const details = (title: string, text: string) => `<details><summary>${title}</summary><p>${text}</p></details>`;
    const parts = `<div>${details('Way', 'By bus 44.')}${details('Prices', 'Children free.')}</div>`;
    const text = await beside(`${parts}<section><p><b>Correction:</b> An earlier version said 1985.</p></section>`);
    expect(text).toMatch(/By bus 44\..*Children free\..*said 1985/s);
  });

  test('links, forms and a single collapsible part are not read', async () => {
    const more = `<section><h2>More of it</h2>${links}</section>`;
    const offer = '<section><h2>Come</h2><p>The pier is open on all days.</p><a href="/book">Book</a></section>';
    const form = '<section><h2>Letters</h2><form><p>We write on Mondays.</p><input></form></section>';
    const menu = '<details><summary>Share</summary><p>Copy the address.</p></details>';
    expect(await beside(more + offer + form + menu)).not.toMatch(/Ferry|on all days|Mondays|Copy the address/);
  });
});

test('a box of facts with several headings and no link is read, regardless of its name', async () => {
  const rows =
    '<h3>Where</h3><p>Pier 4, 2nd floor</p><h3>When</h3><p>12 July, doors 18:30</p><h3>Tickets</h3><p>24 euros</p>';
  const page = (end: string) =>
    read(`<main><h1>Lamp</h1><div>${story}</div><div class="meta-box">${rows}${end}</div></main>`);
  expect(await page('')).toMatch(/Pier 4, 2nd floor.*doors 18:30.*24 euros/s);
  expect(await page(`<h3>Tags</h3>${links}`)).not.toContain('Crane');
});

test('a box named after the heading directly above it is read, unless it is linked or contains comments', async () => {
  const page = (title: string, name: string, text: string) =>
    read(`<main><h1>Widgets</h1>${story}<h2>${title}</h2><div class="section-${name}"><p>${text}</p></div></main>`);
  expect(await page('Sidebar', 'sidebar', 'It keeps its width.')).toContain('It keeps its width.');
  expect(await page('Comments', 'comments', 'Sheds were built.')).not.toContain('Sheds were built.');
  expect(await page('Sidebar', 'sidebar', '<a href="/a">Ferry</a>')).not.toContain('Ferry');
});

test('comments below a question and below an answer are read, and comments below one text are not', async () => {
  const remark = (text: string) => `<div class="comments"><ul><li><p>${text}</p> – Ana</li></ul></div>`;
  const post = (name: string, end: string) => `<div class="${name}"><p>${name}: ${said.repeat(2)}</p>${end}</div>`;
  const question = post('question', remark('Which steel is it?'));
  const page = (end: string) => read(`<div><h1>Lamp</h1>${question}${post('answer', end)}</div>`);
  expect(await page(remark('Twelve degrees.'))).toMatch(/question: .*Which steel is it.*answer: .*Twelve degrees/s);
  expect(await page('')).not.toContain('Which steel');
  const named =
    '<div class="comments"><ul class="comments-list"><li class="comment">Which steel is it? – Ana</li></ul></div>';
  const answers = `<div><h1>Lamp</h1>${post('question', named)}${post('answer', named)}</div>`;
  expect(await read(answers)).toMatch(/question: .*Which steel is it.*answer: .*Which steel is it/s);
  // Replies are in the box of the comment before them.
  const reply = `<div class="comments"><p>${said}</p>${remark('Sheds were built.')}</div>`;
  expect(await read(`<div><h1>Lamp</h1><div class="text">${story}${reply}</div></div>`)).not.toContain('Sheds');
});

describe('in a sidebar', () => {
  const beside = (html: string, attributes = 'class="sidebar"') =>
    read(`<div><div><h1>Lamp</h1>${story}</div><div ${attributes}>${html}</div></div>`);
  const row = (label: string, value: string) => `<div><span>${label}</span> <span>${value}</span></div>`;
  const pair = (label: string, value: string) => `<div><p>${label}</p><p>${value}</p></div>`;

  test('facts are read: lines with a label, lines with numbers, and pairs of lines', async () => {
    const lines = row('Height', '31 m') + row('Built', '1868') + row('Owner', 'Port') + row('Steps', '98');
    expect(await beside(`<div>${lines}</div>`)).toMatch(/Four.*Height 31 m.*Steps 98/s);
    const pairs = pair('Pay', 'by hour') + pair('Start', 'in May') + pair('Hours', 'full');
    expect(await beside(`${pairs}<a href="/apply">Apply</a>`, 'role="complementary"')).toMatch(/by hour.*full/s);
    const panel =
      '<h2>Lamp</h2><div class="f"><b>Height: </b>31 m</div><div class="f"><b>Lit: </b>1868</div><div class="f"><b>Keeper: </b>Ana</div>';
    expect(await beside(panel)).toMatch(/31 m.*1868.*Ana/s);
  });

  test('links, facts among links, and the address of the site in its footer are not read', async () => {
    const linked = `<div>${links}${row('Height', '31 m')}${row('Built', '1868')}</div>`;
    expect(await beside(linked)).not.toMatch(/Ferry|31 m/);
    const card = `<div class="card"><p>Boat</p>${['<p>19 €</p>', '<p>24 €</p>', '<p>9 % off</p>', '<p>3 days</p>'].map((line) => line.replace('<p>', '<p class="line">')).join('')}</div>`;
    expect(await beside(card.repeat(2))).not.toContain('24 €');
    const address = '<div>Tel: 12 34</div><div>Fax: 12 35</div><div>Open: 9 to 5</div>';
    expect(await beside(address, 'class="footer"')).not.toContain('Fax');
    expect(await beside(pair('Pay', 'by hour') + pair('Start', 'in May'))).not.toContain('by hour');
  });
});

test('what each entry of a list has is read regardless of its name, unless it is linked', async () => {
  const card = (name: string, side: string) =>
    `<div class="card"><h3>${name} of the harbour</h3><p>Quiet rooms with a view of the lamp.</p><div class="side">${side}</div></div>`;
  const page = (side: string) =>
    read(`<h1>Rooms</h1>${['Inn', 'House', 'Ship'].map((name) => card(name, side)).join('')}`);
  expect(await page('240 crowns')).toContain('240 crowns');
  expect(await page('<a href="/share">Share this</a>')).not.toContain('Share this');
});

describe('amid the paragraphs of a text', () => {
  const amid = (html: string) => read(`<div><h1>Lamp</h1>${story}${html}<p>Last: ${said}</p></div>`);

  test('boxes without links are read regardless of their tags and names', async () => {
    expect(await amid('<aside><b>Danger</b><p>The lamp is hot all night.</p></aside>')).toContain('The lamp is hot');
    expect(
      await amid('<aside role="note"><p>See the <a href="/m">manual</a> of the lamp first.</p></aside>'),
    ).toContain('manual');
    const chapter = `<div class="related-block"><h2 class="related-title">Neighbours</h2><p class="related-text">${said}</p></div>`;
    expect(await amid(chapter)).toContain('Neighbours');
    expect(await amid('<div class="recipe-meta"><span>For 4</span> <span>35 minutes</span></div>')).toContain(
      '35 minutes',
    );
    expect(await amid(`<p class="popup-end">${said.trim()}</p>`)).toMatch(/Four.*keeper walks.*Last/s);
  });

  test('boxes with links or controls, labels, and boxes after the text are not read', async () => {
    expect(await amid(`<aside><p>Read on.</p>${links}</aside>`)).not.toContain('Ferry');
    expect(await amid('<div class="newsletter"><p>Write to us in 2026</p><button>Send</button></div>')).not.toContain(
      'Write to us',
    );
    expect(await amid('<div class="advert">Advertisement</div>')).not.toContain('Advertisement');
    const below = `<div class="related-block"><p>${said}</p></div>`;
    expect(await read(`<div><h1>Lamp</h1>${story}${story}${below}</div>`)).not.toMatch(
      /Four.*Four.*keeper.*keeper.*keeper/s,
    );
  });
});

test('the first box of links and the last one with a sign of copyright are not read, whatever their names', async () => {
  const row = (name: string) =>
    `<tr><td>1.</td><td><a href="https://${name}.example/">Story of the ${name}</a></td></tr>`;
  const list = `<table>${['harbour', 'lighthouse', 'ferry', 'island'].map(row).join('')}</table>`;
  const top = '<div><a href="/">Home</a> <a href="/n">News</a> <a href="/u">About</a></div>';
  const end = '<div><div>Our letter comes every Friday</div><div>© 2026 Lamp. <a href="/i">Imprint</a></div></div>';
  const text = await read(`<div>${top}<div><h1>Links of the day</h1>${list}</div>${end}</div>`);
  expect(text).toMatch(/Links of the day.*Story of the island/s);
  expect(text).not.toMatch(/About|every Friday|Imprint/);
  const apart = `<div><p>Write to us</p><button>Send</button></div><div>© 2026 Lamp</div>`;
  expect(await read(`<div><h1>Links of the day</h1>${list}</div>${apart}`)).not.toMatch(/Write to us|2026/);
  const paid = apart.replace('Write to us', 'In all 150 crowns');
  expect(await read(`<div><h1>Links of the day</h1>${list}</div>${paid}`)).toContain('150 crowns');
  // A notice that is followed by sentences is not the end of the page.
  expect(await read(`<div>${top}<h1>Lamp</h1><figure>© Ana</figure>${story}</div>`)).toContain('Four');
});

test('a note of documentation is read regardless of its topic', async () => {
  const note = '<div class="admonition seealso related"><p>See also</p><p>Panels describes windows.</p></div>';
  expect(await read(`<main><h1>Lamp</h1>${story}${note}</main>`)).toContain('Panels describes windows.');
});

test('the panels of other tabs are read, and the headline above the tabs', async () => {
  const tab = (id: string) => `<button role="tab" aria-controls="${id}">${id}</button>`;
  const panel = (id: string, html: string, style = '') => `<div role="tabpanel" id="${id}" ${style}>${html}</div>`;
  const text = await read(
    `<main><h1>Lamp</h1><div role="tablist">${tab('Story')}${tab('Measures')}</div>${panel('Story', story)}${panel('Measures', '<table><tr><td>Power</td><td>22 W</td></tr><tr><td>Height</td><td>4 m</td></tr></table>', 'style="display:none"')}</main>`,
  );
  expect(text).toMatch(/^# Lamp.*One:.*22 W/s);
});

test('cards with linked headings are the content, not the legal text below them', async () => {
  const card = (name: string) => `<div><h3><a href="/${name}">${name}</a></h3><p>Keeper in ${name}</p></div>`;
  const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'];
  const page = `<main><h1>Guild</h1><div>${names.map(card).join('')}</div><div class="legal"><p>${said.repeat(3)}</p></div></main>`;
  expect(await read(page)).toMatch(/Ada.*Keeper in Flo.*green book/s);
});

test('sections of a document in a list are not entries', async () => {
  const item = (title: string) => `<li><section><h2>${title}</h2><p>Lights the lamp.</p></section></li>`;
  const text = await read(`<main><h1>Lamp</h1><ul>${item('Methods')}${item('Details')}</ul>${story}</main>`);
  expect(text).toMatch(/^## Methods\nLights the lamp\.\n## Details$/m);
});
