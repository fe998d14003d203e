// npm run bench:markdown [-- --list]: shows how many of the texts in lib/testing/text/markdown-texts.json Sidenote,
// markdown-it (with links and footnotes) and micromark with GFM (the engine of react-markdown) show right. `--list`
// prints what each shows wrong. What counts as right was decided before any of them was run.

import { parseArgs } from 'node:util';
import { Window } from 'happy-dom';
import { canonicalHtml, findFlaws, readMarkdownTexts } from '../lib/testing/text/markdown-texts.ts';
import { installPeers } from './install.ts';

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });

installPeers();
const { RENDERERS } = await import('./markdown-renderers.ts');

const { DOMParser } = new Window();
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body as unknown as Element;

const kinds = readMarkdownTexts();
const rows = kinds.map(({ kind, texts }) => {
  const row: Record<string, string | number> = { kind, texts: texts.length };
  for (const [name, render] of Object.entries(RENDERERS)) {
    const flawed = texts.flatMap((text) => {
      const html = canonicalHtml(parse(render(text.text)));
      const flaws = findFlaws(text, html);
      return flaws.length === 0 ? [] : [{ text: text.text, html, flaws }];
    });
    row[name] = texts.length - flawed.length;
    for (const each of values.list ? flawed : []) console.log(`${name}, ${kind}:`, each);
  }
  return row;
});
const names = Object.keys(RENDERERS);
const sum = (key: string) => rows.reduce((total, row) => total + Number(row[key]), 0);
rows.push({ kind: 'all', texts: sum('texts'), ...Object.fromEntries(names.map((name) => [name, sum(name)])) });
console.table(rows);
process.exit(sum('sidenote') < sum('texts') ? 1 : 0);
