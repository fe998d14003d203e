// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { documentAncestorState } from '../capture/ancestors.ts';
import { DomTraversal, type TraversalLimits } from '../capture/dom-traversal.ts';
import { createView } from '../capture/view.ts';
import { buildBlocks } from '../document/compose-document.ts';

function read(limits: Partial<TraversalLimits>): { texts: string[]; omittedCharacters: number } {
  const view = createView(document, window);
  const ancestors = documentAncestorState(document, view);
  if (!ancestors) throw new Error('Nothing can be seen.');
  const all = { maxCharacters: 10_000_000, deadline: 10_000, now: () => 0, ...limits };
  const traversal = new DomTraversal(document.body, ancestors, view, all);
  traversal.traverse();
  return {
    texts: buildBlocks(traversal.finish().events).blocks.map(({ markdown }) => markdown.slice(0, 40)),
    omittedCharacters: traversal.omittedCharacters,
  };
}

/** Adds paragraphs of 10,000 characters, in sections of ten. */
function fill(paragraphs: number): void {
  const paragraph = (n: number) => `<p>${String(n).padEnd(10_000, '.')}</p>`;
  const all = Array.from({ length: paragraphs }, (_, n) => (n % 10 === 0 ? '<section>' : '') + paragraph(n));
  document.body.innerHTML = all.join('');
}

test('skips the middle of a page that is too large, reports its size, and reads the end', () => {
  fill(50);
  const { texts, omittedCharacters } = read({ middleFrom: 100_000 });
  expect(omittedCharacters).toBe(190_000);
  expect(texts.slice(10, 13).map((text) => text.replace(/\.{3,}/, ''))).toEqual([
    '10',
    '(190,000 characters of the page are left',
    '30',
  ]);
  expect(texts.at(-1)).toMatch(/^49\./);
});

test('skips the middle in the last second, so that the end is read in time', () => {
  fill(60);
  const { texts, omittedCharacters } = read({ middleFrom: 1_000_000, now: () => 9500 });
  expect(omittedCharacters).toBeGreaterThan(0);
  expect(texts.at(-1)).toMatch(/^59\./);
});

test('reads a page completely if it is hardly larger than its beginning and end', () => {
  fill(25);
  expect(read({ middleFrom: 100_000 })).toMatchObject({ omittedCharacters: 0, texts: { length: 25 } });
});
