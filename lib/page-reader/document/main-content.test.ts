// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { readTestDocument } from '../../testing/page-reader/read-document.ts';

const sentence = 'The harbour survey describes how the workshop measured its yearly output and why. ';
const prose = (name: string) => `<p>${name}: ${sentence.repeat(3)}</p>`;
const links = '<ul><li><a href="/a">Home</a></li><li><a href="/b">About us</a></li></ul>';

async function read(html: string): Promise<{ layout: string; text: string }> {
  document.body.innerHTML = html;
  const { layout, blocks } = await readTestDocument(document, window);
  return { layout, text: blocks.map((block) => block.markdown).join('\n') };
}

describe('main content', () => {
  test('is the article without boilerplate', async () => {
    const { layout, text } = await read(
      `<header><nav>${links}</nav></header><div class="page"><div class="post">${prose('One')}${prose('Two')}</div>
       <aside>${prose('Aside')}</aside></div><footer><p>Copyright</p></footer>`,
    );
    expect(layout).toBe('article');
    expect(text).toContain('One:');
    expect(text).toContain('Two:');
    expect(text).not.toMatch(/Home|Aside|Copyright/);
  });

  test('keeps the header of the article itself and the table next to its paragraphs', async () => {
    const table = '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>';
    const { text } = await read(
      `<main><article><header><h1>Title</h1></header>${prose('One')}${table}</article></main>`,
    );
    expect(text).toContain('# Title');
    expect(text).toContain('| 1 | 2 |');
  });

  test('includes a table beside the article in main if its rows are not only links', async () => {
    const rows = ['src', 'docs', 'Makefile'].map((name) => `<tr><td><a href="/${name}">${name}</a></td>`).join('|');
    const table = (cell: string) =>
      `<table><tr><th>Name</th><th>Date</th></tr>${rows.replaceAll(/\||$/g, cell)}</table>`;
    const page = (cell: string) =>
      `<main>${table(cell)}<article><h1>Title</h1>${prose('One')}${prose('Two')}</article></main>`;
    expect((await read(page('<td>2 days ago</td></tr>'))).text).toMatch(/Makefile.*2 days ago.*One:/s);
    expect((await read(page('<td><a href="/blame">Blame</a></td></tr>'))).text).not.toContain('Makefile');
  });

  test('is the text about a long listing, not only the listing', async () => {
    const listing = `<div class="highlight"><div>js</div><pre><code>${'let lamp = workshop.lamp();\n'.repeat(40)}</code></pre></div>`;
    const { text } = await read(
      `<article><h3>A lamp</h3><p>This lights it:</p>${listing}<p>It is bright.</p></article>`,
    );
    expect(text).toMatch(/A lamp.*This lights it:.*let lamp.*It is bright/s);
  });

  test('includes the beginning of a text in another box', async () => {
    const rest = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => prose(`Paragraph ${n}`)).join('');
    const { text } = await read(
      `<nav>${links}</nav><div class="text">${prose('Paragraph 1')}${prose('Paragraph 2')}<div class="more-text">${rest}</div></div>`,
    );
    expect(text.match(/Paragraph \d+/g)).toHaveLength(12);
  });

  test('is the question together with a long answer', async () => {
    const turn = (text: string) => `<section><div><div>${text}</div></div></section>`;
    const question = `Which lamp is best for the harbour workshop? ${sentence}`;
    const { text } = await read(`<nav>${links}</nav><main>${turn(question)}${turn(prose('Answer').repeat(9))}</main>`);
    expect(text).toMatch(/Which lamp.*Answer:/s);
  });

  test('includes footnotes below its box', async () => {
    const { text } = await read(
      `<article>${prose('One')}${prose('Two')}</article><div><div class="post__footnotes"><h4>Notes</h4><ol><li>See the survey.</li></ol></div></div>`,
    );
    expect(text).toContain('#### Notes\n1. See the survey.');
  });

  test('includes text between the headline and its box', async () => {
    const points =
      '<ul><li>Output doubled.</li><li>The harbour workshop has measured its output for the fourth year.</li></ul>';
    const { text } = await read(
      `<div><h1>Survey</h1><div class="pane"><p>${sentence}</p></div><div>${points}</div><div class="pane">${prose('One').repeat(9)}</div></div>
       <nav>${links}</nav>`,
    );
    expect(text).toMatch(/^# Survey\nThe harbour survey.*Output doubled\..*fourth year\..*One:/s);
  });

  test('keeps a list of links within the text, but not at its end', async () => {
    const list = (name: string) =>
      `<ul>${[1, 2, 3].map((n) => `<li><a href="/${n}">${name} ${n} of the harbour workshop</a></li>`).join('')}</ul>`;
    const { text } = await read(
      `<article>${prose('One')}${list('Source')}${prose('Two')}${list('Story')}</article><nav>${links}</nav>`,
    );
    expect(text).toContain('Source 3 of');
    expect(text).not.toContain('Story');
  });

  test('keeps captions and notes with links', async () => {
    const leading = (name: string) => `<a href="/${name}">${name}: ${sentence}</a>`;
    const { text } = await read(
      `<article>${prose('One').repeat(3)}<figure><img src="/a.png" alt="Lamp" width="90" height="90"><figcaption class="widget-caption">${leading('Caption')}</figcaption></figure>
       <div class="footnotes"><p>${leading('Note')}</p></div></article><nav>${links}</nav>`,
    );
    expect(text).toContain('Caption: The harbour');
    expect(text).toContain('Note: The harbour');
  });

  test('is a list of links if nearly all text is linked', async () => {
    const offer = (n: number) =>
      `<p><a href="/${n}">Lamp ${n} for the harbour workshop, in black, with a lid that closes tightly</a></p>`;
    const offers = Array.from({ length: 60 }, (_, n) => offer(n)).join('');
    const { text } = await read(`<main><h1>Lamps</h1>${prose('One').repeat(3)}${offers}</main><nav>${links}</nav>`);
    expect(text.match(/Lamp \d+ for/g)).toHaveLength(60);
  });

  test('does not use topic class names of a post as its kind', async () => {
    const comments = `<div class="comments-area">${prose('Comment')}</div>`;
    const { text } = await read(
      `<article class="post-7 type-post hentry category-reviews tag-related">${prose('One').repeat(3)}</article>${comments}<nav>${links}</nav>`,
    );
    expect(text).toContain('One:');
    expect(text).not.toContain('Comment');
  });

  test('counts ideographs by their reading length', async () => {
    const said = '港の調査は、作業場がどのようにして一年の出来高を測ったかを述べている。';
    const related = [1, 2, 3].map((n) => `<li><a href="/${n}">関連する記事${n}、${said}</a></li>`).join('');
    const { text } = await read(
      `<main><h1>調査</h1><div><p>${said.repeat(4)}</p><p>${said.repeat(3)}</p><div><ul>${related}</ul></div></div></main>`,
    );
    expect(text).toContain(said);
    expect(text).not.toContain('関連');
  });

  test('treats a paragraph in a heading group as a paragraph', async () => {
    const { text } = await read(
      `<main><section><h2>Methods</h2><p class="article__p h2-related">${sentence}</p><dl class="h2-related"><dt>get</dt><dd>${sentence.repeat(4)}</dd></dl></section></main>`,
    );
    expect(text).toContain(`## Methods\n${sentence.trim()}`);
  });

  test('keeps all posts of a thread', async () => {
    const posts = [1, 2, 3, 4].map((n) => `<div class="post">${prose(`Post ${n}`)}</div>`).join('');
    const { text } = await read(`<nav>${links}</nav><div class="thread">${posts}</div>`);
    expect(text.match(/Post \d/g)).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4']);
  });

  test('omits comments under an article, and reads them if they are the content', async () => {
    const comments = `<div id="comments">${prose('Comment')}</div>`;
    const article = `<div class="story">${prose('One')}${prose('Two')}${prose('Three')}</div>`;
    expect((await read(`${article}${comments}`)).text).not.toContain('Comment');
    expect((await read(`<p>Short</p>${comments}`)).text).toContain('Comment');
  });

  test('is the whole page if there is no prose', async () => {
    const { layout, text } = await read(`<nav>${links.repeat(3)}</nav><footer><p>Version 1.2</p></footer>`);
    expect(layout).toBe('page');
    expect(text).toContain('Home');
    expect(text).toContain('Version 1.2');
  });

  test('does not depend on the size of navigation and footer', async () => {
    const menu = `<nav>${links.repeat(30)}</nav>`;
    const terms = `<footer><p>${sentence.repeat(9)}</p></footer>`;
    const { layout, text } = await read(`${menu}<main><h1>Launch</h1><p>${sentence}</p></main>${terms}`);
    expect(layout).toBe('article');
    expect(text).toBe(`# Launch\n${sentence.trim()}`);
  });

  test('leaves boxes of links between the paragraphs out, with their headings', async () => {
    const more = '<li><h4><a href="/x">A story about another harbour in another town</a></h4></li>'.repeat(3);
    const { text } = await read(
      `<div class="story"><h1>Title</h1>${prose('One')}<div><h3>Top videos</h3><ul>${more}</ul></div>${prose('Two')}</div>`,
    );
    expect(text).toMatch(/# Title.*One:.*Two:/s);
    expect(text).not.toMatch(/Top videos|another town/);
  });

  test('omits sections with boilerplate headings, including their box', async () => {
    const section = (heading: string) => `<section><div><h2>${heading}</h2></div><p>${sentence}</p></section>`;
    const story = `<h1>Title</h1>${prose('One').repeat(3)}`;
    for (const heading of ['You may also like', 'Related articles', 'More from the Harbour', 'Written by Ann'])
      expect((await read(`<main>${story}${section(heading)}</main>`)).text).not.toContain(heading);
    const { text } = await read(
      `<main>${story}<h2>About the author</h2><p>${sentence}</p><h2>Sources</h2><p>Archive</p></main>`,
    );
    expect(text).toMatch(/One:.*## Sources.*Archive/s);
    expect(text).not.toContain('About the author');
  });

  test('keeps sections with similar headings, and those with much of the text', async () => {
    const story = `<h1>Title</h1>${prose('One').repeat(3)}`;
    for (const heading of ['Related work', 'Sign in', 'You will also need', 'Contact us'])
      expect((await read(`<main>${story}<h2>${heading}</h2><p>${sentence}</p></main>`)).text).toContain(heading);
    const { text } = await read(`<main><h1>Ann</h1>${prose('One')}<h2>About the author</h2>${prose('Two')}</main>`);
    expect(text).toMatch(/About the author.*Two:/s);
  });

  test("omits legal notices, contact forms and filters, but not the filter's results", async () => {
    const box = (name: string) => `<div class="${name}"><p>Box ${name}: ${sentence}</p></div>`;
    const boxes = ['disclosures', 'contact-form', 'awards-filter', 'filter-results'].map(box).join('');
    const { text } = await read(`<main>${prose('One').repeat(3)}${boxes}</main>`);
    expect(text.match(/Box [\w-]+/g)).toEqual(['Box filter-results']);
  });

  test('keeps an offer of several sentences, regardless of the name of its box', async () => {
    const offer = `<section class="promo-offer"><p>Offer: ${sentence.repeat(2)}</p></section>`;
    const teaser = '<section class="promo"><p>Buy now</p></section>';
    const { text } = await read(`<main>${prose('One').repeat(3)}${offer}${teaser}</main>`);
    expect(text).toContain('Offer:');
    expect(text).not.toContain('Buy now');
  });

  test('omits buttons in a text, but not titles of collapsed content', async () => {
    const faq = '<div><button aria-expanded="false" aria-controls="a1">Does it float?</button></div>';
    const { text } = await read(`<main>${prose('One').repeat(3)}<div><button>Print</button></div>${faq}</main>`);
    expect(text).toContain('Does it float?');
    expect(text).not.toContain('Print');
  });

  test('uses the names of a box, but not the generic names of page builders', async () => {
    const box = (name: string) => `<div class="${name}"><p>Box ${name}.</p></div>`;
    const names = [
      'elementor-widget',
      'et_pb_cta_0',
      'navSource',
      'siteFooter',
      'userBanner',
      'elementor-widget-share',
    ];
    const { text } = await read(`<main>${prose('One').repeat(3)}${names.map(box).join('')}</main>`);
    expect(text.match(/(?<=Box )[\w-]+/g)).toEqual(['elementor-widget', 'et_pb_cta_0', 'navSource']);
  });

  test("keeps the author's name of a forum post, but not rank and other facts", async () => {
    const post = (name: string) => `<div class="message"><section class="message-user"><div class="message-userDetails">
      <h4><a href="/members/${name}">${name}</a></h4><h5>Top veteran</h5></div><dl><dt>Joined</dt><dd>2009</dd></dl></section>
      <div>${prose(`Post of ${name}`)}</div></div>`;
    const { text } = await read(`<main><h1>Lamps</h1>${post('ada')}${post('bob')}</main>`);
    expect(text).toMatch(/ada.*Post of ada:.*bob.*Post of bob:/s);
    expect(text).not.toMatch(/veteran|Joined|2009/);
    const account = '<div class="user-info"><p>Ada Light</p><p>ada@lamps.test</p></div>';
    const { text: alone } = await read(`<main>${account}<div>${prose('One')}</div><div>${prose('Two')}</div></main>`);
    expect(alone).toContain('ada@lamps.test');
  });

  test("leaves the invitation to join out of readers' comments", async () => {
    const invitation = `<div><h2>Create an account or sign in to comment</h2><p>${sentence}</p></div>`;
    const comments = `<div id="comments">${prose('Comment').repeat(3)}${invitation}</div>`;
    const { text } = await read(`<p>Short</p>${comments}`);
    expect(text).toContain('Comment:');
    expect(text).not.toContain('Create an account');
  });

  test('keeps the entries of a listing, although most of their text is linked', async () => {
    const entry = (n: number) =>
      `<article><h2><a href="/${n}">Report ${n} of the harbour survey</a></h2><p>${sentence}</p></article>`;
    const { text } = await read(`<main>${[1, 2, 3, 4, 5, 6].map(entry).join('')}</main>`);
    expect(text.match(/Report \d/g)).toHaveLength(6);
  });

  test('is the page around its headline if a single article is only a part of it', async () => {
    const description = `<article><h2>Description</h2>${prose('One')}</article>`;
    const { text } = await read(
      `<div class="product"><h1>Lamp</h1><div><p>${sentence.repeat(4)}</p></div>${description}</div>`,
    );
    expect(text).toMatch(/# Lamp.*## Description/s);
  });

  test('omits closed overlays, but not an open one', async () => {
    const modal = (style: string) => `<div class="size modal" style="${style}"><p>Sizes: 36, 38, 40</p></div>`;
    const story = `<main>${prose('One')}${prose('Two')}</main>`;
    expect((await read(`${story}${modal('')}`)).text).not.toContain('Sizes');
    expect((await read(`<main>${prose('One')}${modal('position: fixed')}</main>`)).text).toContain('Sizes');
  });

  test('shows a picture once if its card has the same target', async () => {
    const card =
      '<div><a href="https://a.test/1"><img alt="A lamp"></a><h2><a href="https://a.test/1">Lamp</a></h2></div>';
    expect((await read(`<main>${card}</main>`)).text).toBe('## [Lamp](https://a.test/1)');
  });
});

describe('a product', () => {
  const head = '<title>Brass lamp</title><meta property="og:type" content="product">';
  const name = '<h1>Brass lamp for the harbour</h1><div class="price">€ 49.00</div><button>Add to cart</button>';
  const description = `<div class="tabs"><div class="text">${prose('One')}${prose('Two')}${prose('Three')}</div></div>`;
  const other = (n: number) =>
    `<li class="c${n}"><div><h3>Another brass lamp ${n} for the house</h3><span>€ ${n}9.00</span> <p>Delivery in ${n} days</p></div></li>`;
  const others = `<div><h2>From our shop</h2><ul>${[1, 2, 3, 4, 5].map(other).join('')}</ul></div>`;

  async function readProduct(html: string): Promise<{ layout: string; text: string }> {
    document.head.innerHTML = head;
    const reading = await read(html);
    document.head.innerHTML = '';
    return reading;
  }

  test('keeps the name and the price next to the description, without buttons', async () => {
    const { text } = await readProduct(
      `<nav>${links}</nav><div><p>Free returns within thirty days</p><div class="info">${name}</div>${description}</div>
       <footer>Copyright</footer>`,
    );
    expect(text).toMatch(/# Brass lamp.*€ 49.00.*Three:/s);
    expect(text).not.toMatch(/Add to cart|Free returns|Home|Copyright/);
  });

  test('is read without the other products below it, although it has fewer words', async () => {
    const size = `<p>Size: 30 cm</p><p>Weight: 2 kg</p><p>Made of brass</p><p>${sentence}</p><p>${sentence}</p>`;
    const { layout, text } = await readProduct(
      `<nav>${links}</nav><div><div>${name}${size}</div>${others.repeat(3)}</div>`,
    );
    expect(layout).toBe('article');
    expect(text).toMatch(/# Brass lamp.*Made of brass/s);
    expect(text).not.toMatch(/Another|Delivery/);
  });

  test('keeps options with their prices', async () => {
    const options = ['Red', 'Green', 'Blue'].map((color) => `<li><div>${color}</div><div>€ 5.00</div></li>`).join('');
    const { text } = await readProduct(`<div><div>${name}<ul>${options}</ul></div>${description}</div>`);
    expect(text).toMatch(/Red.*Green.*Blue/s);
  });
});

describe('labels of entries', () => {
  const entry = (n: number) =>
    `<li><h3><a href="/lamp/${n}">Lamp ${n}</a></h3><p>Number ${n}: ${sentence}</p><p><a href="/lamp/${n}">Read more</a></p>
     <p><a href="/by/ada">Ada</a></p><p><a href="/recipe/${n}">The recipe</a></p></li>`;
  const list = (count: number) => `<main><ul>${Array.from({ length: count }, (_, n) => entry(n)).join('')}</ul></main>`;

  test('are omitted if other blocks link to the same targets', async () => {
    const { text } = await read(list(6));
    expect(text).toMatch(/Number 5:/);
    expect(text).not.toContain('Read more');
  });

  test('stay if they are the only link, if there are few of them, and next to each other', async () => {
    expect((await read(list(6))).text.match(/recipe\/\d/g)).toHaveLength(6);
    expect((await read(list(3))).text.match(/Read more/g)).toHaveLength(3);
    const row = '<p><a href="/x">Mirror</a></p>'.repeat(5);
    expect((await read(`<main>${prose('One')}${row}${prose('Two')}</main>`)).text.match(/Mirror/g)).toHaveLength(5);
  });
});

describe('a box that style sheets would hide', () => {
  const box = (names: string) => `<div class="${names}"><p>Something went wrong: ${sentence}</p></div>`;
  const around = (html: string) => `<main>${prose('One')}${html}${prose('Two')}${prose('Three')}</main>`;

  test.each(['tip hidden', 'd-none', 'is-hidden', 'sr-only'])('is no content if it is named "%s"', async (names) => {
    expect((await read(around(box(names)))).text).not.toContain('wrong');
  });

  test.each(['overflow-hidden', 'd-none d-md-block', 'hidden lg:flex', 'hidden active'])(
    'is content if it is named "%s"',
    async (names) => {
      expect((await read(around(box(names)))).text).toContain('wrong');
    },
  );

  test('is content if it contains most of the page', async () => {
    const { text } = await read(`<main>${prose('One')}<div class="hidden">${prose('Two').repeat(4)}</div></main>`);
    expect(text).toContain('Two:');
  });
});

describe('linked lines', () => {
  const story = (n: number) =>
    `<div><div><a href="/story/${n}">Story ${n} from the harbour, where the workshop doubled what it made last year</a></div>
     <p>Teaser ${n}: ${sentence.repeat(2)}</p></div>`;
  const front = (count: number) => `<main>${Array.from({ length: count }, (_, n) => story(n)).join('')}</main>`;

  test('are titles if there are many', async () => {
    expect((await read(front(12))).text).toMatch(/Story 0.*Story 11/s);
  });

  test('lead elsewhere if there are few', async () => {
    expect((await read(front(7))).text).not.toContain('Story');
  });
});
