// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { seenIn } from '../../testing/page-reader/markdown-of.ts';
import { captureDom } from '../capture/capture-dom.ts';
import { atRegion } from '../capture/capture-events.ts';
import { regionAndAncestors } from '../dom/region.ts';
import { buildBlocks } from './build-blocks.ts';
import { composeReading } from './compose-document.ts';

it('each block has its regions', () => {
  document.body.innerHTML = '<main><section id="a" class="b"><p>Text</p></section></main>';
  const [block] = seenIn().blocks;
  const around = block
    ? [...regionAndAncestors(block.region)].map(({ tag, names }) => `${tag} ${names.trim()}`.trim())
    : [];
  expect(around).toEqual(['p', 'section a b', 'main', 'body']);
});

it('a region records whether a control in it opens something', () => {
  const html =
    '<div id="menu"><p><button aria-expanded="false">Menu</button></p></div><div id="save"><button>Save</button></div>';
  const boxes = seenIn(html).blocks.map(({ region }) => region);
  expect(boxes.map(({ names, opens }) => [names.trim(), opens])).toEqual([
    ['', true],
    ['save', false],
  ]);
});

it('a capture has no redundant events', async () => {
  document.body.innerHTML = '\n\n<div>\n\n <p>\n One </p> \n\n</div>\n\n';
  const { capture } = await captureDom(document, window);
  expect(JSON.stringify(capture.walk.calls).length).toBeLessThan(120);
  expect(composeReading(capture).blocks).toMatchObject([{ markdown: 'One' }]);
});

it('a capture with an unknown event is rejected', () => {
  const record = { calls: [atRegion + 1], regions: [], opening: [] };
  expect(() => buildBlocks({ ...record, regions: [[null, 'body', null, '', null]] })).toThrow('there is none');
});
