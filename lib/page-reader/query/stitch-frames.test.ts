import { describe, expect, test } from 'vitest';
import type { FramePlace, PageBlock, PageReading } from '../../contracts/page.ts';
import { buildMarkdownBlocks } from '../../testing/page-reader/markdown-blocks.ts';
import { blocksOfView } from './page-view.ts';
import { framePlaces, stitchFrames } from './stitch-frames.ts';

function place(key: string | null, url = 'https://other.test/frame'): PageBlock {
  return { markdown: '', kind: 'frame', headingLevel: null, frame: { key, url } };
}

function reading(frameKey: string | null, blocks: PageBlock[], more: Partial<PageReading> = {}): PageReading {
  const url = frameKey === '' ? 'https://top.test/' : 'https://other.test/frame';
  const rest = { title: '', language: '', selection: '', truncated: false, around: [] };
  return { ...rest, url, layout: 'article', blocks, frameKey, ...more };
}

const texts = (blocks: readonly PageBlock[]) => blocks.map((block) => block.markdown);
const long = 'Many words of an article that stands in a frame. '.repeat(20);

describe('frames of a page', () => {
  test('are read in place, including nested frames', () => {
    const top = reading('', [...buildMarkdownBlocks('Before.'), place('0'), ...buildMarkdownBlocks('After.')]);
    const frames = [
      reading('0', [...buildMarkdownBlocks('Inside.'), place('0.1')]),
      reading('0.1', buildMarkdownBlocks('Deeper.')),
    ];
    const stitched = stitchFrames(top, frames);
    expect(texts(stitched.blocks)).toEqual(['Before.', 'Inside.', 'Deeper.', 'After.']);
    expect(stitched.unreadFrames).toEqual([]);
  });

  test('that cannot be read leave no text, and are counted by site', () => {
    const top = reading('', [...buildMarkdownBlocks('Text.'), place('0'), place('1', 'about:blank')]);
    const stitched = stitchFrames(top, []);
    expect(texts(stitched.blocks)).toEqual(['Text.']);
    expect(stitched.unreadFrames).toEqual(['other.test', 'about']);
  });

  test('that show a PDF are not counted, since a link stands for it', () => {
    const pdf: PageBlock = {
      ...place('0'),
      frame: { key: '0', url: 'https://other.test/bill.pdf', isPdf: true },
    };
    const top = reading('', [...buildMarkdownBlocks('[bill.pdf](https://other.test/bill.pdf)'), pdf, place('1')]);
    expect(stitchFrames(top, []).unreadFrames).toEqual(['other.test']);
    expect(stitchFrames(reading('', [pdf]), []).unreadFrames).toEqual([]);
  });

  test('without an index are matched by their address', () => {
    const top = reading('', [place(null)]);
    expect(texts(stitchFrames(top, [reading(null, buildMarkdownBlocks('Inside.'))]).blocks)).toEqual(['Inside.']);
  });

  test('next to the main content stay next to it', () => {
    const places: FramePlace = { key: '0', url: 'https://other.test/frame' };
    const top = reading('', [...buildMarkdownBlocks('One.', long), place('1'), ...buildMarkdownBlocks('Two.')], {
      around: [{ before: 3, blocks: [place('0')] }],
    });
    expect(framePlaces(top)).toEqual([{ key: '1', url: places.url }, places]);
    const stitched = stitchFrames(top, [
      reading('0', buildMarkdownBlocks('Advertisement.')),
      reading('1', buildMarkdownBlocks('A.', 'B.')),
    ]);
    expect(texts(stitched.blocks)).toEqual(['One.', long, 'A.', 'B.', 'Two.']);
    expect(texts(blocksOfView(stitched, 'whole'))).toEqual(['One.', long, 'A.', 'B.', 'Advertisement.', 'Two.']);
  });

  test('that contain the article are the main content', () => {
    const top = reading('', buildMarkdownBlocks('Shell of a help desk.'), {
      around: [{ before: 1, blocks: [place('0')] }],
    });
    const stitched = stitchFrames(top, [reading('0', buildMarkdownBlocks('# Article', long))]);
    expect(texts(stitched.blocks)).toEqual(['# Article', long]);
    expect(texts(blocksOfView(stitched, 'whole'))).toContain('Shell of a help desk.');
  });

  test('provide their selection if the page has none', () => {
    const frame = reading('0', buildMarkdownBlocks('x'), { selection: 'marked' });
    expect(stitchFrames(reading('', [place('0')]), [frame]).selection).toBe('marked');
  });

  test('end, regardless of how they are nested', () => {
    const self = reading('0', [...buildMarkdownBlocks('Again.'), place('0')]);
    expect(texts(stitchFrames(reading('', [place('0')]), [self]).blocks).length).toBeLessThan(10);
  });
});
