import { expect, test } from 'vitest';
import { seenIn } from '../../testing/page-reader/visible-markdown.ts';
import { captureDom } from '../capture/capture-dom.ts';
import { AT_REGION } from '../capture/capture-recorder.ts';
import { regionAndAncestors } from '../dom/region.ts';
import { buildBlocks, composeReading } from './compose-document.ts';

// @vitest-environment happy-dom

test('a document that is not a web page is read as its source, truncated with a note', async () => {
  const { capture } = await captureDom(document, window);
  const read = (source: string) => composeReading({ ...capture, plain: { source, contentType: 'text/plain' } });
  expect(read('One')).toMatchObject({ blocks: [{ markdown: '```\nOne\n```' }], truncated: false });
  expect(read('x'.repeat(1_000_001)).truncated).toBe(true);
});

// @vitest-environment happy-dom

test('each block has its regions', () => {
  document.body.innerHTML = '<main><section id="a" class="b"><p>Text</p></section></main>';
  const [block] = seenIn().blocks;
  const around = block
    ? [...regionAndAncestors(block.region)].map(({ tag, names }) => `${tag} ${names.trim()}`.trim())
    : [];
  expect(around).toEqual(['p', 'section a b', 'main', 'body']);
});

test('a region records whether a control in it opens something', () => {
  const html =
    '<div id="menu"><p><button aria-expanded="false">Menu</button></p></div><div id="save"><button>Save</button></div>';
  const boxes = seenIn(html).blocks.map(({ region }) => region);
  expect(boxes.map(({ names, opens }) => [names.trim(), opens])).toEqual([
    ['', true],
    ['save', false],
  ]);
});

test('a capture has no redundant events', async () => {
  document.body.innerHTML = '\n\n<div>\n\n <p>\n One </p> \n\n</div>\n\n';
  const { capture } = await captureDom(document, window);
  expect(JSON.stringify(capture.events.calls).length).toBeLessThan(120);
  expect(composeReading(capture).blocks).toMatchObject([{ markdown: 'One' }]);
});

test('a capture with an unknown event is rejected', () => {
  const events = { calls: [AT_REGION + 1], regions: [], opening: [] };
  expect(() => buildBlocks({ ...events, regions: [[null, 'body', null, '', null]] })).toThrow('Unknown call');
});
