// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { readTestDocument } from '../../testing/page-reader/read-document.ts';

const said = 'Der Hafenmeister zählt jeden Morgen die Boote und schreibt ihre Namen in ein Buch, das am Steg liegt. ';
const prose = (name: string) => `<p>${name}: ${said.repeat(2)}</p>`;
const story = Array.from({ length: 6 }, (_, n) => prose(`Absatz ${n}`)).join('');
const declared = '<meta property="og:type" content="article">';
const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const linked = (host: string, name: string) =>
  list(...[1, 2, 3, 4].map((n) => `<a href="${host}/seite/${n}">${name} ${n} über den Hafen</a>`));

async function read(body: string, head = ''): Promise<string> {
  document.head.innerHTML = `<title>Ein Tag am Steg von Orvel</title>${head}`;
  document.body.innerHTML = body;
  const { blocks } = await readTestDocument(document, window);
  return blocks.map((block) => block.markdown).join('\n');
}

beforeEach(() => {
  document.head.innerHTML = '';
});

describe('sections of a document', () => {
  const section = (id: string, title: string, tag = 'section') =>
    `<${tag} id="${id}" class="abschnitt"><h2>${title}</h2>${prose(`Über ${title}`)}</${tag}>`;
  const titles = ['Overview', 'Comments', 'Filters', 'Sidebar', 'Related work', 'Popup', 'Hidden', 'Summary'];

  test('are content although their ids, generated from their headings, are words of layout', async () => {
    const sections = titles.map((title) => section(title.toLowerCase().replace(' ', '-'), title, 'div')).join('');
    const text = await read(`<main><h1>Handbuch</h1>${sections}</main>`);
    for (const title of titles) expect(text).toContain(`## ${title}\nÜber ${title}`);
  });

  test('are content if their headings are translated and their ids are not', async () => {
    const german = section('overview', 'Überblick') + section('filters', 'Filtern') + section('example', 'Beispiel');
    expect(await read(`<main>${german}</main>`, declared)).toContain('## Filtern\nÜber Filtern');
  });

  test('do not include a box of comments next to widgets without sentences', async () => {
    const widget = (id: string, title: string) => `<div id="${id}"><h2>${title}</h2>${list('Eins', 'Zwei')}</div>`;
    const widgets = widget('archives', 'Archives') + widget('categories', 'Categories');
    const text = await read(
      `<article><h1>Hafen</h1>${story}</article>${widgets}${section('comments', 'Comments', 'div')}`,
    );
    expect(text).not.toContain('Über Comments');
  });

  test('do not include a box of comments below an article that has a heading of the same name', async () => {
    const text = await read(`<article><h1>Hafen</h1>${story}</article>${section('comments', 'Comments')}`);
    expect(text).not.toContain('Über Comments');
  });
});

describe('short parts next to a long text', () => {
  const inBox = (html: string) => `<div class="lang">${html}</div>`;

  test.each([declared, ''])(
    'are read if they have a heading and a list, a table or a line of their own',
    async (head) => {
      const recipe = `<div><h2>Fischsuppe</h2><div><h3>Zutaten</h3>${list('2 Lauch', '1 l Brühe')}</div><div><h3>Zubereitung</h3><ol><li>Schneiden.</li></ol></div></div>`;
      const facts = '<div><h2>Daten</h2><table><tr><th>Länge</th><td>9 m</td></tr></table></div>';
      const place = '<div><h2>Anfahrt</h2><p>Mühlweg 9</p></div>';
      const text = await read(
        `<main><h1>Ein Tag am Steg von Orvel</h1>${inBox(story)}${recipe}${facts}${place}</main>`,
        head,
      );
      expect(text).toMatch(/Absatz 5.*Zutaten.*2 Lauch.*Schneiden\..*9 m.*Mühlweg 9/s);
    },
  );

  test('are read above the text if they have a list', async () => {
    const key = `<div><h2>Das Wichtigste</h2>${list('Brücke gesperrt', 'Schule zu')}</div>`;
    const subtitle = '<div><h2>Was der Hafenmeister sah</h2><p>Von Ada Licht</p></div>';
    const text = await read(`<main><h1>Sturm</h1>${subtitle}${key}${inBox(story)}</main>`);
    expect(text).toMatch(/Brücke gesperrt.*Absatz 0/s);
    expect(text).not.toContain('Von Ada');
  });

  test('are read without a heading if their box has the same structure as that of the text and of another part', async () => {
    const part = (html: string) => `<div class="modul"><div class="kern">${html}</div></div>`;
    const job = `${part('<h1>Glasbläser gesucht</h1>')}${part(story)}${part(`<h2>Sie bringen mit</h2>${list('Führerschein')}`)}${part('<p>Bis 14. März an post@orvel.example</p>')}`;
    expect(await read(`<div>${job}</div>`)).toMatch(/Führerschein.*14\. März/s);
  });

  test('are not read if their heading leads elsewhere, if they are a form, or without a heading', async () => {
    const author = `<div><h4><a href="/ada">Ada Licht</a></h4><p>${said}</p></div>`;
    const form = `<form><h4>Bleiben Sie dabei</h4><p>${said}</p><input></form>`;
    const text = await read(`<main><h1>Hafen</h1>${inBox(story)}${author}${form}<div><p>Von Ada.</p></div></main>`);
    expect(text).not.toMatch(/Ada|Bleiben/);
  });
});

describe("the author's links at the end of a text", () => {
  const references = linked('https://archiv.example', 'Bericht');

  test.each([
    ['in its box', `${story}<h2>Quellen</h2>${references}`],
    ['below its box', `<div>${story}</div><div class="belege"><h2>Quellen</h2>${references}</div>`],
    ['below a label', `${story}<p><b>Quellen:</b></p>${references}`],
    ['as files', `${story}<h2>Herunterladen</h2>${list('<a href="/buch.pdf">Das ganze Buch zum Drucken</a>')}`],
    [
      'as names',
      `<div><div>${story}</div><h3>Structs</h3>${list('<a href="/a">Boot</a>', '<a href="/b">Steg</a>')}</div>`,
    ],
  ])('are read %s', async (_, html) => {
    const text = await read(`<nav>${references}</nav><main><article><h1>Hafen</h1>${html}</article></main>`);
    expect(text).toMatch(/Absatz 5.*(?:Bericht 4|Buch zum Drucken|Steg\])/s);
  });

  test('are read below the article element, in a separate box', async () => {
    const box = `<section><h2>Literatur</h2>${references}</section>`;
    const text = await read(
      `<main><article><h1>Ein Tag am Steg von Orvel</h1>${story}</article>${box}</main>`,
      declared,
    );
    expect(text).toContain('Bericht 4');
  });

  test('are not read if they lead to other pages of the site, or have no heading', async () => {
    const more = `<h2>Neues aus Orvel</h2>${linked('/neu', 'Neue Meldung')}`;
    expect(await read(`<main><h1>Hafen</h1>${story}${more}</main>`)).not.toContain('Meldung');
    expect(await read(`<main><h1>Hafen</h1>${story}${references}</main>`)).not.toContain('Bericht');
  });
});

describe('entries of a text whose headings are links', () => {
  const entry = (n: number) =>
    `<div><h3><a href="/suppe/${n}">Suppe ${n} für kalte Tage</a></h3><p>Löffel ${n}: ${said}</p></div>`;
  const entries = Array.from({ length: 8 }, (_, n) => entry(n)).join('');
  const introduction = `<h1>Ein Tag am Steg von Orvel</h1>${prose('Eins')}${prose('Zwei')}`;

  test.each([entries, `<div class="alle">${entries}</div>`])('are content below its paragraphs', async (html) => {
    expect(await read(`<article>${introduction}${html}</article>`, declared)).toMatch(/Suppe 0.*Löffel 7/s);
  });

  test('are teasers with a heading above them, or if they are truncated', async () => {
    const below = await read(`<article>${introduction}<h2>Mehr davon</h2>${entries}</article>`, declared);
    expect(below).not.toContain('Löffel');
    const cut = entries.replaceAll('liegt. </p>', 'lie…</p>');
    expect(await read(`<article>${introduction}${cut}</article>`, declared)).not.toContain('Löffel');
  });
});

test('a listing of links is read with the legal text below it', async () => {
  const offer = (n: number) =>
    `<a href="/boot/${n}"><h3>Boot Nummer ${n} mit Segel</h3><p>${n}00 €, kaum gefahren, am Steg zu sehen</p></a>`;
  const offers = Array.from({ length: 12 }, (_, n) => offer(n + 1)).join('');
  const text = await read(`<div><div>${offers}</div><div>Alle Preise mit Steuer. ${said.repeat(2)}</div></div>`);
  expect(text).toMatch(/Boot Nummer 1 .*1200 €.*Alle Preise/s);
});

test('the lines of a song that are links in one box are read', async () => {
  const lines = [1, 2, 3].map((n) => `<a href="/zeile/${n}">Zeile ${n}: Der Fluss läuft unter der Mühle her</a>`);
  expect(await read(`<main><h1>Lied</h1><div>${lines.join('<br>')}</div>${story}</main>`)).toContain('Zeile 3');
});

test('linked lines of a poem are read, a single linked line between paragraphs is not', async () => {
  const line = (n: number) =>
    `<p><a href="/zeile/${n}">Zeile ${n}: Der Fluss läuft unter der Mühle her und keiner sah ihn ruhen</a></p>`;
  const poem = `<div>${[1, 2, 3, 4].map(line).join('')}</div>`;
  const text = await read(`<main><h1>Die Mühle</h1>${poem}${prose('Eins')}${line(9)}${prose('Zwei').repeat(3)}</main>`);
  expect(text).toMatch(/Zeile 1.*Zeile 4/s);
  expect(text).not.toContain('Zeile 9');
});

describe('a row of buttons', () => {
  const row = '<div><button>Der erste</button><button>Der zweite</button></div>';
  const around = (title: string) => read(`<main><h1>Hafen</h1>${story}${title}${row}</main>`);

  test('is read as choices below a heading or a question', async () => {
    expect(await around('<h2>Welches Boot ist das längste?</h2>')).toMatch(/längste\?\nDer erste ?Der zweite/);
    expect(await around('<p>Welches Boot?</p>')).toContain('Der zweite');
  });

  test('is not read without one', async () => {
    expect(await around('')).not.toContain('Der zweite');
  });

  test('is read below the name of an option of a product', async () => {
    const text = await read(
      `<main><h1>Boot</h1><p>Größe</p>${row}<p>59 €</p>${row}${story}</main>`,
      '<meta property="og:type" content="product">',
    );
    expect(text.match(/Der zweite/g)).toHaveLength(1);
  });
});

describe('parts whose signs are not headings', () => {
  const label = (name: string) => `<p class="name">${name}</p>`;

  test('are lists below a short line, facts below each other, and lists of terms', async () => {
    const recipe = `<div class="karte">${label('Zutaten')}${list('2 Stangen Lauch', '1 l Brühe')}</div>`;
    const facts =
      '<div class="daten"><div><b>Preis</b> 410</div><div><b>Fläche</b> 132</div><div>Baujahr: 1978</div></div>';
    const terms = '<dl><dt>Ort</dt><dd>Orvel</dd><dt>Beginn</dt><dd>9 Uhr</dd></dl>';
    const text = await read(`<article><h1>Ein Tag am Steg</h1>${recipe}${facts}${terms}<div>${story}</div></article>`);
    for (const part of ['Zutaten\n- 2 Stangen', '**Preis** 410', 'Baujahr: 1978', ': 9 Uhr'])
      expect(text).toContain(part);
  });

  test('are not the names of authors, dates and buttons above the text', async () => {
    const byline = '<div class="zeile"><div>Mara Voss</div><div>12. Mai</div><div>5 Minuten</div></div>';
    const text = await read(`<article><h1>Ein Tag am Steg</h1>${byline}<div>${story}</div></article>`);
    expect(text).not.toContain('Mara Voss');
  });

  test.each([declared, ''])('are key points in an aside of the article, without links', async (head) => {
    const aside = (items: string) => `<aside class="kurz"><h2>Kurz gefasst</h2>${items}</aside>`;
    const article = (items: string) =>
      read(`<article><h1>Ein Tag am Steg von Orvel</h1>${aside(items)}${story}</article>`, head);
    expect(await article(list('Steg gesperrt', 'Umweg am Ufer'))).toContain('- Umweg am Ufer');
    expect(await article(linked('https://anderswo.example', 'Bericht'))).not.toContain('Bericht 1');
  });

  test('are in a box with a name of layout, if it contains headings over separate lists', async () => {
    const meta = `<div class="event-meta"><h3>Ablauf</h3>${list('14 Uhr Regatta', '18 Uhr Konzert')}</div>`;
    expect(await read(`<main><h1>Fest</h1><div>${story}</div>${meta}</main>`)).toContain('- 18 Uhr Konzert');
  });

  test('are the facts in the header around the headline that the page is named after', async () => {
    const header =
      '<header><h1>Ein Tag am Steg von Orvel</h1><dl><dt>Lohn</dt><dd>2.900</dd><dt>Ort</dt><dd>Orvel</dd></dl></header>';
    expect(await read(`<div>${header}<div>${story}</div></div>`)).toContain(': 2.900');
  });

  test('are not features with a picture each, and no request above a form', async () => {
    const picture = '<img alt="Stern" src="/stern.png">';
    const feature = (n: number) =>
      `<div class="vorteil"><div>${picture}</div><h4>Vorteil ${n}</h4><p>Wir sind schnell.</p></div>`;
    const form = `<h4>Rundbrief</h4><p>Schreiben Sie sich unten ein.</p><form><p>Ihr Name</p><input></form>`;
    const text = await read(
      `<main><div>${story}</div><section>${[1, 2, 3].map(feature).join('')}</section>${form}</main>`,
    );
    expect(text).not.toMatch(/Vorteil|Rundbrief/);
  });
});

describe('sections with the same structure', () => {
  const box = (title: string, names = 'teil') =>
    `<div class="${names}"><h3>${title}</h3>${prose(`Über ${title}`)}</div>`;

  test('are content although one of their classes repeats a heading that is a word of layout', async () => {
    const titles = ['Usage', 'Tooltip', 'Dialog', 'Hidden'];
    const boxes = titles.map((title) => box(title, `doc ${title.toLowerCase()}`)).join('');
    const text = await read(`<div class="seite"><h1>Bausteine</h1>${boxes}</div>`);
    for (const title of titles) expect(text).toContain(`Über ${title}`);
  });

  test('are content although a heading announces links, if there are none', async () => {
    const boxes = (last: string) => ['Installation', 'Themes', 'Sidebar'].map((title) => box(title)).join('') + last;
    const page = (last: string) => read(`<div class="seite"><h1>Handbuch</h1>${boxes(last)}</div>`);
    expect(await page(box('Related posts'))).toContain('Über Related posts');
    const links = `<div class="teil"><h3>Related posts</h3>${linked('/blog', 'Beitrag')}</div>`;
    expect(await page(links)).not.toContain('Beitrag 1');
  });
});

describe('offers above a legal text', () => {
  const legal = `<div>${prose('Lieferung')}${prose('Steuern')}</div>`;

  test('are the content if they are directly below the headline and have prices', async () => {
    const offer = (name: string) => `<a href="/stuhl/${name}"><h3>Stuhl ${name}</h3></a><span>30 €</span>`;
    const page = await read(
      `<main><h1>Stühle</h1><div>${['Ahorn', 'Birke', 'Eibe', 'Erle'].map(offer).join('')}</div>${legal}</main>`,
    );
    expect(page).toContain('Stuhl Erle');
    expect(page).toContain('Lieferung:');
  });
});

test('sizes of a product are read without a label, and other buttons are not', async () => {
  const buttons = (...names: string[]) =>
    `<ul>${names.map((name) => `<li><button>${name}</button></li>`).join('')}</ul>`;
  const page = `<main><h1>Laufschuh</h1><p>120 €</p>${buttons('39', '40', '41')}${buttons('Merken', 'Teilen', 'Melden')}${story}</main>`;
  const text = await read(page, '<meta property="og:type" content="product">');
  expect(text).toContain('- 40');
  expect(text).not.toContain('Teilen');
});

describe('a part next to a text', () => {
  test('is part of it if it is a list next to another part, in an aside', async () => {
    const parts = `<div><aside><h2>Zutaten</h2>${list('3 Stangen Lauch', '2 Kartoffeln')}</aside>
      <section><h2>Zubereitung</h2>${list('Den Lauch zweimal waschen', 'Zwanzig Minuten kochen')}</section></div>`;
    expect(await read(`<div><section><h1>Suppe</h1>${story}</section>${parts}</div>`)).toContain('3 Stangen Lauch');
    const beside = `<aside><h2>Im Heft</h2>${list('Rätsel', 'Wetter')}</aside>`;
    expect(await read(`<div><section><h1>Suppe</h1>${story}</section>${beside}</div>`)).not.toContain('Rätsel');
  });

  test('is part of it if it is a list of terms, with a link to apply', async () => {
    const terms = '<dl><dt>Lohn</dt><dd>2340 Euro</dd><dt>Ort</dt><dd>Orvel</dd></dl>';
    const side = `<div class="job-side"><h3>Kurz gesagt</h3>${terms}<a href="/bewerben">Bewerben</a></div>`;
    expect(await read(`<div><div><h1>Fährmann</h1>${story}</div>${side}</div>`)).toContain('2340 Euro');
  });

  test('is part of it if its lines are linked to notes', async () => {
    const song = `<div>[Strophe]<br><a href="/1">Zähl die Möwen auf dem Mast<br>Jeder Sommer geht zu Gast</a><br>Lass die Lampe an der Tür</div>`;
    const text = await read(`<main><h1>Ebbe</h1>${song}<div><h2>Zum Lied</h2>${story}</div></main>`);
    expect(text).toContain('Mast\nJeder Sommer');
    expect(text).toContain('Lass die Lampe an der Tür');
  });

  test('is the page itself if no text is long', async () => {
    const lines = `<div>${said}</div><div>Linie 4 fährt nur bis zur Werft.</div>`;
    expect(await read(`<main><h1>Aushang</h1>${lines}</main>`)).toContain('Linie 4');
  });
});

test('a listing above a legal text is recognized by its amounts, regardless of the name of their unit', async () => {
  const offer = (n: number) =>
    `<a href="/o/${n}" style="display: block"><div>Wohnung ${n}</div><div>${n}500 ريال</div></a>`;
  const offers = [1, 2, 3, 4, 5].map(offer).join('');
  expect(await read(`<main><h1>Angebote</h1><div>${offers}</div><div>${prose('Recht')}</div></main>`)).toContain(
    '3500',
  );
});

test('offers in one line between the headline and a legal text are read', async () => {
  const offer = (n: number) =>
    `<a href="/o/${n}"><div>Boot mit Segel und Kajüte, Nummer ${n}</div><div>${n}500 €</div></a> `;
  const offers = [1, 2, 3, 4].map(offer).join('');
  const page = (inside: string) => `<main><h1>Boote</h1><div>${inside}</div>${story}</main>`;
  expect(await read(page(offers))).toMatch(/Boote.*3500/s);
  expect(await read(page(offers.replaceAll('€', 'kg')))).not.toContain('3500');
});

test('a chapter is not a list of related pages, regardless of its heading', async () => {
  const chapter = (title: string, text: string) => `<h2>${title}</h2>${text}`;
  const chapters = ['Menu', 'Login', 'Banner'].map((title) => chapter(title, prose(title))).join('');
  const page = (last: string) => `<main><h1>Bausteine der Seite</h1>${prose('Alle')}${chapters}${last}</main>`;
  expect(await read(page(chapter('Related posts', prose('Breite'))))).toContain('Breite:');
  expect(await read(page(chapter('Related posts', linked('', 'Mehr'))))).not.toContain('Mehr 1');
});

describe('boxes whose names are words of layout', () => {
  test('are content in the text if nothing in them is linked', async () => {
    const box = (inside: string) => `<div class="kasten related">${inside}</div>`;
    const page = (inside: string) => read(`<main><h1>Blatt</h1>${story}${box(inside)}</main>`);
    expect(await page('Schwangere fragen zuerst den Arzt.')).toContain('Schwangere fragen');
    expect(await page('<a href="/a">Schwangere fragen zuerst den Arzt.</a>')).not.toContain('Schwangere fragen');
  });
});

test('short lines with the same structure below a text are its facts if most of them contain a number', async () => {
  const lines = (...texts: string[]) => texts.map((text) => `<div class="zeile">${text}</div>`).join('');
  const page = (html: string) => read(`<main><h1>Haus am Fluss</h1><div>${story}</div><div>${html}</div></main>`);
  expect(await page(lines('Preis 284.000 €', 'Zimmer 5', 'Lage ruhig'))).toContain('Zimmer 5\nLage ruhig');
  expect(await page(lines('Preis niedrig', 'Zimmer klein', 'Lage ruhig'))).not.toContain('Lage ruhig');
  expect(await page(lines('Preis 284.000 €', 'Zimmer 5'))).not.toContain('Zimmer 5');
});

test('messages are the content of a page without a text that they are comments on', async () => {
  const message = (name: string, text: string) =>
    `<div class="comment"><h3>${name} schrieb</h3><div class="comment-body"><p>${text}</p></div></div>`;
  const thread = message('Ana', said) + message('Jon', `Dort auch. ${said}`) + message('Mia', `Behoben. ${said}`);
  expect(await read(`<main><h1>Die letzte Zeile fehlt</h1>${thread}</main>`)).toContain('Behoben.');
  expect(await read(`<main><h1>Ein Tag am Steg</h1>${story}${thread}</main>`)).not.toContain('Behoben.');
});
