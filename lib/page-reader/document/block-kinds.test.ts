// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readTestDocument } from '../../testing/page-reader/read-document.ts';

test('gives the kind of each block', async () => {
  document.body.innerHTML = `<h1>Seas</h1><p>Text</p><ul><li>One</li><li>Two</li></ul>
    <dl><dt>Tea</dt><dd>A drink</dd></dl><blockquote>Said</blockquote><pre>code</pre><hr>
    <math display="block"><mi>x</mi></math><p><img alt="A cat" src="cat.png"></p>
    <table><caption>Ports</caption><tr><th>Port</th><th>t</th></tr><tr><td>Oslo</td><td>31</td></tr></table>`;
  const { blocks } = await readTestDocument(document, window);
  expect(blocks.map(({ kind }) => kind).join(' ')).toBe(
    'heading paragraph list list definition-list definition-list quote code rule math figure paragraph table',
  );
  expect(blocks.at(-1)?.table).toEqual({ caption: 'Ports', header: ['Port', 't'], rows: [['Oslo', '31']] });
});
