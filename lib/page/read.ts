import type { PageBlock, PageReading } from '../protocol/page.ts';
import { aroundOf } from './around.ts';
import { oneLine } from './clean-text.ts';
import { attribute, property } from './dom.ts';
import { withoutEchoes } from './echoes.ts';
import { bodyOf } from './flat-tree.ts';
import { frameKey } from './frame-place.ts';
import { chooseContent } from './main-content.ts';
import { leftOut } from './middle.ts';
import { foldPictures } from './picture-runs.ts';
import { productFacts } from './product-facts.ts';
import type { PlacedBlock } from './region.ts';
import { readSelection } from './selection.ts';
import { siteContent } from './sites/site-content.ts';
import { otherWork, sliceLength } from './slices.ts';
import { documentSurroundings, type View, viewOf } from './visibility.ts';
import { PageWalker, type WalkLimits } from './walk.ts';

/** UTF-8 bytes of Markdown, and milliseconds for the whole reading. */
const limits = {
  bytes: 2 * 1024 * 1024,
  endBytes: 128 * 1024,
  walked: 16 * 1024 * 1024,
  /** Where the middle begins that is not read, in characters: what is given, and room for what stands around it. */
  middleFrom: 2.5 * 1024 * 1024,
  ms: 5000,
  selection: 200_000,
  title: 200,
  url: 4000,
};

/**
 * What a person sees on the page that is open in `window`. Runs in the page's isolated world: asks the live DOM, its
 * styles and boxes, changes nothing, keeps nothing, never throws for what a page contains. Works in slices, between which
 * the page can go on. Stops at 2 MB of Markdown or 5 s and says so in `truncated`.
 */
export async function readPage(document: Document, window: Window & typeof globalThis): Promise<PageReading> {
  const { performance } = window;
  const now = () => performance.now();
  const walkLimits = { maxCharacters: limits.walked, deadline: now() + limits.ms, now };
  const view = viewOf(document, window);
  // First, because it is small and the person meant it: a page that takes all the time must not cost it.
  const selection = readSelection(document, view, { ...walkLimits, maxCharacters: limits.selection });
  const visible = await readVisible(document, view, { ...walkLimits, middleFrom: limits.middleFrom });
  const content = siteContent(document.location.href, visible.blocks) ?? chooseContent(visible.blocks);
  const chosen = foldPictures(withoutEchoes(content.blocks));
  const bounded = withinBytes(chosen, remarksOn(document), visible.passedOver);
  const around = bounded.truncated ? [] : aroundOf(visible.blocks, chosen);
  return {
    url: document.location.href.slice(0, limits.url),
    title: oneLine(String(property(Document.prototype, document, 'title')), limits.title),
    language: languageOf(document),
    layout: content.layout,
    blocks: bounded.blocks,
    around: around.map(({ before, blocks }) => ({ before, blocks: blocks.map(pageBlock) })),
    selection,
    truncated: visible.truncated || bounded.truncated,
    frameKey: frameKey(window),
  };
}

async function readVisible(
  document: Document,
  view: View,
  walkLimits: WalkLimits,
): Promise<{ blocks: readonly PlacedBlock[]; truncated: boolean; passedOver: number }> {
  const body = bodyOf(document);
  const surroundings = documentSurroundings(document, view);
  if (!body || !surroundings) return { blocks: [], truncated: false, passedOver: 0 };
  const walker = new PageWalker(body, surroundings, view, walkLimits);
  while (!walker.walk(walkLimits.now() + sliceLength)) {
    const paused = walkLimits.now();
    await otherWork();
    // What the page does meanwhile is not our time.
    walkLimits.deadline += walkLimits.now() - paused;
  }
  return {
    blocks: walker.finish(),
    truncated: walker.truncated || walker.passedOver > 0,
    passedOver: walker.passedOver,
  };
}

/** The protocol's blocks know nothing of the DOM they came from. */
function pageBlock({ region: _, counts: __, ...block }: PlacedBlock): PageBlock {
  return block;
}

/** What is to be said of the page as a whole, for its end. */
function remarksOn(document: Document): PageBlock[] {
  const remarks = [productFacts(document)];
  if (document.readyState === 'loading') remarks.push('(The page was still loading when it was read.)');
  return remarks.flatMap((markdown) => (markdown === '' ? [] : [{ markdown, kind: 'note', headingLevel: null }]));
}

/**
 * The blocks that fit, without the DOM they came from: of a page that is too large its beginning, and, since pages are
 * longest in their middle, its end. `passedOver` characters of the middle were not even read.
 */
function withinBytes(
  placed: readonly PlacedBlock[],
  remarks: readonly PageBlock[],
  passedOver: number,
): { blocks: PageBlock[]; truncated: boolean } {
  const blocks = placed.map(pageBlock);
  const length = blocks.reduce((sum, block) => sum + block.markdown.length, 0);
  // Three bytes are the most a UTF-16 unit can take: most pages need no closer look.
  if (length * 3 <= limits.bytes) return { blocks: [...blocks, ...remarks], truncated: false };
  const sizes = blocks.map((block) => bytesOf(block.markdown));
  if (sizes.reduce((sum, size) => sum + size, 0) <= limits.bytes) {
    return { blocks: [...blocks, ...remarks], truncated: false };
  }
  const first = fitting(sizes, limits.bytes - limits.endBytes);
  const last = Math.max(first, blocks.length - fitting(sizes.toReversed(), limits.endBytes));
  const left = blocks.slice(first, last).reduce((sum, block) => sum + block.markdown.length, passedOver);
  const gap: PageBlock = { markdown: leftOut(left), kind: 'note', headingLevel: null };
  return { blocks: [...blocks.slice(0, first), gap, ...blocks.slice(last), ...remarks], truncated: true };
}

const encoder = new TextEncoder();

/** In UTF-8. */
function bytesOf(text: string): number {
  return /^[\0-\x7F]*$/.test(text) ? text.length : encoder.encode(text).length;
}

/** How many of these fit. */
function fitting(sizes: readonly number[], room: number): number {
  let sum = 0;
  const end = sizes.findIndex((size) => {
    sum += size;
    return sum > room;
  });
  return end === -1 ? sizes.length : end;
}

function languageOf(document: Document): string {
  const language = attribute(document.documentElement, 'lang')?.trim() ?? '';
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(language) ? language : '';
}
