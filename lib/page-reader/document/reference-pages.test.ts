// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { readTestDocument } from '../../testing/page-reader/read-document.ts';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import type { PlacedBlock, Region } from '../dom/region.ts';
import { findLinkSections } from './link-sections.ts';

const said = 'The lamp is lit at dusk by the keeper, who enters the hour and the weather into the book of the pier. ';
const prose = (name: string, times = 2) => `<p>${name}: ${said.repeat(times)}</p>`;
const linked = (...names: string[]) => names.map((name) => `<a href="/reference/${name}">${name}</a>`).join(', ');
const nav = `<nav><ul><li>${linked('Home')}</li></ul></nav>`;

async function read(body: string, head = ''): Promise<string> {
  document.head.innerHTML = `<title>Manual of the lamp</title>${head}`;
  document.body.innerHTML = nav + body;
  const { blocks } = await readTestDocument(document, window);
  return blocks.map((block) => block.markdown).join('\n');
}

describe('headings directly above the box with the text', () => {
  const manual = `<div id="head"><h1>lamp(1)</h1><h2>NAME</h2><div><p>lamp - lights the pier from dusk until dawn</p></div></div>
    <div id="text"><div class="part"><h2>USE</h2><pre>lamp [--dim]</pre></div>
    <div class="part"><h2>DESCRIPTION</h2><div class="body">${prose('It burns', 9)}</div></div></div>`;

  test('are content with the line below them, as is the heading of a section with nearly all text', async () => {
    expect(await read(manual)).toMatch(
      /^# lamp\(1\)\n## NAME\nlamp - lights the pier .*## USE.*## DESCRIPTION\nIt burns/s,
    );
  });

  test('add neither a line that names the author nor one with links', async () => {
    const text = (line: string) =>
      read(`<h2>On lamps</h2>${line}<div class="text">${prose('One', 3)}${prose('Two', 3)}</div>`);
    expect(await text('<p>By Ada Licht</p>')).toMatch(/^## On lamps\nOne/);
    expect(await text(`<p>${linked('Archive', 'Pictures', 'Letters', 'Weather', 'Tides')}</p>`)).toMatch(/^One/);
  });

  test('include the code that the text explains', async () => {
    const page = `<main><h1>lamp</h1><pre>fn lamp(hours: u8) -&gt; Light</pre><details open><summary></summary><div class="docs">${prose('One', 3)}${prose('Two', 3)}</div></details></main>`;
    expect(await read(page)).toMatch(/^# lamp\n```\nfn lamp.*One:/s);
  });

  test('do not repeat the title of an article', async () => {
    const page = `<h1>Manual of the lamp</h1><div class="text">${prose('One', 3)}${prose('Two', 3)}</div>`;
    expect(await read(page, '<meta property="og:type" content="article">')).toMatch(/^One/);
  });
});

describe('sections next to the one with most of the text', () => {
  const short = (title: string) =>
    `<h2>${title}</h2><div><h4>fn ${linked('dim')}(${linked('Light')})</h4><div class="docs">${prose(title, 1)}</div></div>`;

  test('are content with their linked headings if those of the text are of their level', async () => {
    const docs = `<div class="docs">${prose('Overview', 9)}<h2>Examples</h2>${prose('So', 9)}</div>`;
    const text = await read(
      `<main><section class="content"><h1>Lamp</h1><pre>trait Lamp</pre><details open>${docs}</details>${short('Methods')}${short('Types')}</section></main>`,
    );
    expect(text).toMatch(/# Lamp\n```\ntrait Lamp.*Overview:.*## Methods.*Methods:.*## Types.*Types:/s);
  });

  test('are content if they have the same structure, regardless of how short they are', async () => {
    const list = '<ul><li>Ada Licht</li><li>Jon Marsk</li></ul>';
    const text = await read(
      `<main><section id="a"><h1>Authors</h1><p>Written on the pier.</p><section id="k"><h2>Keepers</h2>${list}</section>
       <section id="b"><h2>Builders</h2>${prose('They built', 9)}</section></section></main>`,
    );
    expect(text).toMatch(/^# Authors\nWritten on the pier.*## Keepers\n- Ada Licht/s);
  });
});

describe('sections that consist of links', () => {
  const section = (title: string, html: string) =>
    `<div class="part"><h2>${title}</h2><div class="body">${html}</div></div>`;
  const links = `<p>It is made by ${linked('OilLamp', 'GasLamp', 'SparkLamp', 'MirrorLamp', 'TowerLamp', 'PierLamp')}.</p>`;

  test('are content next to sections of text with the same structure', async () => {
    const text = await read(
      `<main>${section('Description', prose('One', 9))}${section('Kinds', links)}${section('Notes', prose('Two', 4))}${section('See also', links)}</main>`,
    );
    expect(text).toMatch(/## Kinds\nIt is made by \[OilLamp\].*## See also\nIt is made by/s);
  });

  test('are content between two others in one box, but not at its end', async () => {
    const text = await read(
      `<main><h2>A</h2>${prose('One', 4)}<h2>Kinds</h2>${links}<h2>B</h2>${prose('Two', 4)}<h2>Shop</h2>${links}</main>`,
    );
    expect(text).toContain('## Kinds');
    expect(text).not.toContain('## Shop');
  });

  test('are not content with a heading of boilerplate or with pictures', async () => {
    const teaser = `<p><a href="/x"><img src="/x.png" alt="Lamp" width="90" height="90">A lamp that was lit for thirty years</a></p>`;
    const text = await read(
      `<main>${section('Description', prose('One', 4))}${section('Related articles', links)}${section('Lamps', teaser.repeat(3))}${section('Notes', prose('Two', 4))}</main>`,
    );
    expect(text).toMatch(/One:.*Two:/s);
    expect(text).not.toMatch(/Related|thirty years/);
  });

  test('are found in a time that grows with their number', async () => {
    const box: Region = {
      parent: null,
      depth: 0,
      tag: 'main',
      role: null,
      names: ' ',
      state: null,
      opens: false,
      isSection: false,
    };
    const page = (count: number) =>
      Array.from({ length: count }, (_, n): PlacedBlock[] => {
        const region = { ...box, parent: box, depth: 1, tag: 'div', names: ' part' };
        const counts = { text: 100, link: n % 2 === 0 ? 90 : 0, control: 0, controls: 0 };
        return [
          { markdown: '## Kinds', kind: 'heading', headingLevel: 2, region, counts: { ...counts, link: 0 } },
          { markdown: 'Text', kind: 'paragraph', headingLevel: null, region, counts },
        ];
      }).flat();
    expect(findLinkSections(page(9))).toHaveProperty('size', 10);
    const inOneBox = (count: number) => page(count).map((block): PlacedBlock => ({ ...block, region: box }));
    expect(await timeGrowth((count) => findLinkSections(page(count)), 10_000)).toBeLessThan(LINEAR_GROWTH);
    expect(await timeGrowth((count) => findLinkSections(inOneBox(count)), 10_000)).toBeLessThan(LINEAR_GROWTH);
  });
});
