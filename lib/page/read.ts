import type { PageBlock, PageReading } from '../protocol/page.ts';
import { aroundOf } from './around.ts';
import { oneLine } from './clean-text.ts';
import { attribute, property } from './dom.ts';
import { withoutEchoes } from './echoes.ts';
import { bodyOf } from './flat-tree.ts';
import { frameKey } from './frame-place.ts';
import { chooseContent } from './main-content.ts';
import type { PlacedBlock } from './region.ts';
import { readSelection } from './selection.ts';
import { siteContent } from './sites/site-content.ts';
import { documentSurroundings, type View, viewOf } from './visibility.ts';
import { PageWalker, type WalkLimits } from './walk.ts';

/** UTF-8 bytes of Markdown, and milliseconds for the whole reading. */
const limits = { bytes: 2 * 1024 * 1024, ms: 5000, selection: 200_000, title: 200, url: 4000 };

/**
 * What a person sees on the page that is open in `window`. Runs in the page's isolated world: asks the live DOM, its
 * styles and boxes, changes nothing, keeps nothing, never throws for what a page contains. Stops at 2 MB of Markdown
 * or 5 s and says so in `truncated`.
 */
export function readPage(document: Document, window: Window & typeof globalThis): PageReading {
  const now = () => window.performance.now();
  const walkLimits = { maxCharacters: limits.bytes, deadline: now() + limits.ms, now };
  const view = viewOf(document, window);
  // First, because it is small and the person meant it: a page that takes all the time must not cost it.
  const selection = readSelection(document, view, { ...walkLimits, maxCharacters: limits.selection });
  const visible = readVisible(document, view, walkLimits);
  const content = siteContent(document.location.href, visible.blocks) ?? chooseContent(visible.blocks);
  const chosen = withoutEchoes(content.blocks);
  const bounded = withinBytes(chosen);
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

function readVisible(
  document: Document,
  view: View,
  walkLimits: WalkLimits,
): { blocks: readonly PlacedBlock[]; truncated: boolean } {
  const body = bodyOf(document);
  const surroundings = documentSurroundings(document, view);
  if (!body || !surroundings) return { blocks: [], truncated: false };
  const walker = new PageWalker(body, surroundings, view, walkLimits);
  const blocks = walker.walk();
  return { blocks, truncated: walker.truncated };
}

/** The protocol's blocks know nothing of the DOM they came from. */
function pageBlock({ region: _, counts: __, ...block }: PlacedBlock): PageBlock {
  return block;
}

/** The first blocks that fit. */
function withinBytes(placed: readonly PlacedBlock[]): { blocks: PageBlock[]; truncated: boolean } {
  const blocks = placed.map(pageBlock);
  const length = blocks.reduce((sum, block) => sum + block.markdown.length, 0);
  // Three bytes are the most a UTF-16 unit can take: most pages need no closer look.
  if (length * 3 <= limits.bytes) return { blocks, truncated: false };
  const encoder = new TextEncoder();
  let bytes = 0;
  const end = blocks.findIndex((block) => {
    bytes += encoder.encode(block.markdown).length;
    return bytes > limits.bytes;
  });
  return end === -1 ? { blocks, truncated: false } : { blocks: blocks.slice(0, end), truncated: true };
}

function languageOf(document: Document): string {
  const language = attribute(document.documentElement, 'lang')?.trim() ?? '';
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(language) ? language : '';
}
