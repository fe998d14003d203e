// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { readTestDocument } from '../../testing/page-reader/read-document.ts';

const sentence = 'The harbour survey describes how the workshop measured its yearly output and why. ';
const paragraph = (name: string) => `<p>${name}: ${sentence.repeat(2)}</p>`;
const text = paragraph('One') + paragraph('Two');
const title = 'Harbour workshop doubles its output';
const entry = (n: number) => `
  <div class="c${n}"><div><span>${['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus'][n % 7]} ${'xyzuvw'[n % 6]}</span> <span>${n + 1} hours ago</span></div>
  <div>Comment ${n}: ${sentence.repeat(2)}</div><div>Reply</div></div>`;
const entries = `<div><div>${Array.from({ length: 20 }, (_, n) => entry(n)).join('')}</div></div>`;
const card = (n: number) => `
  <li class="card-${n}"><h3><a href="/news/${n}">Story ${n} from the harbour</a></h3><p>Teaser ${n}: ${sentence}</p></li>`;
const cards = (count: number) =>
  `<div><h2>Latest</h2><ul>${Array.from({ length: count }, (_, n) => card(n)).join('')}</ul></div>`;
const declared = '<meta property="og:type" content="article">';

async function read(body: string, head = declared): Promise<string> {
  document.head.innerHTML = `<title>${title} | Harbour Times</title>${head}`;
  document.body.innerHTML = body;
  const { blocks } = await readTestDocument(document, window);
  return blocks.map((block) => block.markdown).join('\n');
}

const page = (after: string, above = '') =>
  `<div class="page">${above}<div class="story"><h1>${title}</h1><div class="text">${text}</div></div>${after}</div>`;

beforeEach(() => {
  document.head.innerHTML = '';
});

describe('the boilerplate of an article', () => {
  test('includes a much larger number of comments, regardless of their names', async () => {
    const markdown = await read(page(entries));
    expect(markdown).toMatch(/One:.*Two:/s);
    expect(markdown).not.toContain('Comment');
  });

  test('includes comments below a heading in another language, regardless of their structure', async () => {
    const flat = Array.from({ length: 20 }, (_, n) => `<p>Comment ${n}: ${sentence.repeat(2)}</p>`).join('');
    const markdown = await read(page(`<div><h3>Kommentare (20)</h3>${flat}</div>`));
    expect(markdown).not.toContain('Comment');
  });

  test('does not include the messages of a live blog, or of a page that does not declare an article', async () => {
    expect(await read(page(entries), '')).toContain('Comment 19');
    const liveBlog = `${declared}<script type="application/ld+json">{"@type":["LiveBlogPosting"]}</script>`;
    expect(await read(page(entries), liveBlog)).toContain('Comment 19');
  });

  test('does not include dated steps with the same first word', async () => {
    const steps = Array.from(
      { length: 8 },
      (_, n) => `<div><div>Day ${n}, 2024</div><div>Step ${n}: ${sentence}</div></div>`,
    );
    expect(await read(page(`<div>${steps.join('')}</div>`))).toContain('Step 7');
  });

  test('includes cards that link to other pages of the site, with their heading', async () => {
    const markdown = await read(page(cards(6)));
    expect(markdown).toContain('Two:');
    expect(markdown).not.toMatch(/Latest|Teaser/);
  });

  test('does not include cards that are the content', async () => {
    expect(await read(page(cards(60)))).toContain('Teaser 59');
  });

  test('does not include sections whose headings link to other sites', async () => {
    const section = (n: number) =>
      `<div class="item"><h2><a href="https://shop${n}.example/">Lamp ${n}</a></h2><p>Review ${n}: ${sentence}</p></div>`;
    expect(await read(page(`<div>${[1, 2, 3, 4].map(section).join('')}</div>`))).toContain('Review 4');
  });

  test('includes the next articles, each with its own headline', async () => {
    const other = (n: number) =>
      `<div class="story"><h1>Other story ${n}</h1>${paragraph(`Other ${n}`).repeat(9)}</div>`;
    const markdown = await read(page(other(1) + other(2)));
    expect(markdown).toContain('Two:');
    expect(markdown).not.toContain('Other');
  });

  test('includes a box named or headed as related, although it contains more than the article', async () => {
    const named = `<div class="related">${paragraph('Elsewhere').repeat(9)}</div>`;
    const headed = `<div><h2>Das könnte Sie auch interessieren</h2>${paragraph('Anderswo').repeat(9)}</div>`;
    const markdown = await read(page(named + headed));
    expect(markdown).toContain('Two:');
    expect(markdown).not.toMatch(/Elsewhere|Anderswo/);
  });

  test('does not include a box that begins with such a heading and continues the article', async () => {
    const second = `<div><h5>Related articles</h5><p><a href="/x">Another</a></p><h2>Later</h2>${paragraph('Three').repeat(4)}</div>`;
    expect(await read(page(second))).toContain('Three:');
  });

  test('includes text above the headline', async () => {
    const menu = `<div class="panels">${paragraph('Courses').repeat(9)}</div>`;
    const markdown = await read(page('', menu));
    expect(markdown).toContain('Two:');
    expect(markdown).not.toContain('Courses');
  });

  test('includes a few words below the box of the text, and no table there', async () => {
    const author = `<div class="who"><p>Ada writes for the harbour since the year of the flood, and likes lamps, boats and all numbers.</p></div>`;
    const table = '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>';
    expect(await read(page(author))).not.toContain('Ada writes');
    expect(await read(page(author + table))).toMatch(/Ada writes.*\| 1 \| 2 \|/s);
  });
});
