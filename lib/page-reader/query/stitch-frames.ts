import type { FramePlace, PageBlock, PageReading } from '../../contracts/index.ts';
import { estimateTokens } from '../../text/index.ts';
import { blocksAround } from './page-view.ts';

export type StitchedReading = PageReading & { unreadFrames: string[] };

/** A frame with this many times as many words as the page around it is the content of the page. */
const DOMINANCE = 2;
/** Maximum depth of nested frames. */
const MAX_DEPTH = 4;

/** The frames on the page of a reading. */
export function framePlaces(reading: PageReading): FramePlace[] {
  return framesIn([...reading.blocks, ...blocksAround(reading)]);
}

/**
 * Inserts the readings of frames at their places, and lists the sites of frames that were not read. A frame outside the
 * main content with most of the words (an article embedded in a shell) becomes the main content.
 */
export function stitchFrames(top: PageReading, frames: readonly PageReading[]): StitchedReading {
  const find = (place: FramePlace) => frames.find((frame) => isFrameAt(frame, place));
  const fill = (blocks: readonly PageBlock[], depth = 0): PageBlock[] =>
    blocks.flatMap((block) => {
      if (!block.frame) return [block];
      return depth < MAX_DEPTH ? fill(find(block.frame)?.blocks ?? [], depth + 1) : [];
    });
  const unread = (places: readonly FramePlace[], depth = 0): string[] =>
    places.flatMap((place) => {
      const frame = depth < MAX_DEPTH ? find(place) : undefined;
      if (frame) return unread(framesIn(frame.blocks), depth + 1);
      return place.isPdf ? [] : [getHostOrScheme(place.url)];
    });
  const blocks = fill(top.blocks);
  const around = top.around.map((run) => ({
    before: fill(top.blocks.slice(0, run.before)).length,
    blocks: fill(run.blocks),
  }));
  const selection = top.selection || (frames.find((frame) => frame.selection !== '')?.selection ?? '');
  const stitched = { ...top, blocks, around, selection, unreadFrames: unread(framePlaces(top)) };
  const beside = framesIn(blocksAround(top)).flatMap((place) => find(place) ?? []);
  const article = beside.find((frame) => estimateBlockTokens(frame.blocks) > DOMINANCE * estimateBlockTokens(blocks));
  if (!article) return stitched;
  const main = fill(article.blocks, 1);
  const others = [...blocks, ...blocksAround(stitched)].filter((block) => !main.includes(block));
  return {
    ...stitched,
    layout: article.layout,
    blocks: main,
    around: others.length > 0 ? [{ before: 0, blocks: others }] : [],
    truncated: top.truncated || article.truncated,
  };
}

function framesIn(blocks: readonly PageBlock[]): FramePlace[] {
  return blocks.flatMap(({ frame }) => (frame ? [frame] : []));
}

function isFrameAt(frame: PageReading, place: FramePlace): boolean {
  return place.key === null ? frame.frameKey === null && frame.url === place.url : frame.frameKey === place.key;
}

function estimateBlockTokens(blocks: readonly PageBlock[]): number {
  return blocks.reduce((sum, { markdown }) => sum + estimateTokens(markdown), 0);
}

/** The host of a frame, or its scheme if the address has no host. */
function getHostOrScheme(url: string): string {
  const frameUrl = URL.parse(url);
  return frameUrl?.host || frameUrl?.protocol.replace(':', '') || 'no address';
}
