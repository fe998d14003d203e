import { estimateTokens, type FramePlace, type PageBlock, type PageReading } from '../../contracts/index.ts';
import { blocksAround } from './page-view.ts';

export type StitchedReading = PageReading & { unreadFrames: string[] };

/** Where a frame has this many times the words of the page around it, it is what the page is about. */
const dominance = 2;
/** Frames in frames in frames; deeper ones are not looked for. */
const maxDepth = 4;

/** The frames that stand on the page of a reading. */
export function framePlaces(reading: PageReading): FramePlace[] {
  return framesIn([...reading.blocks, ...blocksAround(reading)]);
}

/**
 * A reading with what its frames show in their places, and the sites of those that were not read. A frame beside the main
 * content that holds most of the words (an article embedded in a shell) becomes the main content.
 */
export function stitchFrames(top: PageReading, frames: readonly PageReading[]): StitchedReading {
  const find = (place: FramePlace) => frames.find((frame) => isOf(frame, place));
  const fill = (blocks: readonly PageBlock[], depth = 0): PageBlock[] =>
    blocks.flatMap((block) => {
      if (!block.frame) return [block];
      return depth < maxDepth ? fill(find(block.frame)?.blocks ?? [], depth + 1) : [];
    });
  const unread = (places: readonly FramePlace[], depth = 0): string[] =>
    places.flatMap((place) => {
      const frame = depth < maxDepth ? find(place) : undefined;
      return frame ? unread(framesIn(frame.blocks), depth + 1) : [siteOf(place.url)];
    });
  const blocks = fill(top.blocks);
  const around = top.around.map((run) => ({
    before: fill(top.blocks.slice(0, run.before)).length,
    blocks: fill(run.blocks),
  }));
  const selection = top.selection || (frames.find((frame) => frame.selection !== '')?.selection ?? '');
  const stitched = { ...top, blocks, around, selection, unreadFrames: unread(framePlaces(top)) };
  const beside = framesIn(blocksAround(top)).flatMap((place) => find(place) ?? []);
  const article = beside.find((frame) => sizeOf(frame.blocks) > dominance * sizeOf(blocks));
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

function isOf(frame: PageReading, place: FramePlace): boolean {
  return place.key === null ? frame.frameKey === null && frame.url === place.url : frame.frameKey === place.key;
}

function sizeOf(blocks: readonly PageBlock[]): number {
  return blocks.reduce((sum, { markdown }) => sum + estimateTokens(markdown), 0);
}

/** What a user would call the place: its host, or for a page without one its scheme. */
function siteOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed?.host || parsed?.protocol.replace(':', '') || 'no address';
}
