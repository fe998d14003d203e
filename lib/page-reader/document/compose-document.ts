import type { PageBlock, PageReading } from '../../contracts/index.ts';
import type { PageCapture } from '../capture/capture-dom.ts';
import { AT_REGION, type CaptureEvents, WRITER_CALLS } from '../capture/capture-recorder.ts';
import { omissionNote } from '../dom/middle.ts';
import { type PlacedBlock, type Region, withoutPlace } from '../dom/region.ts';
import { MAX_SOURCE_LENGTH } from '../dom/source-text.ts';
import { chooseContent } from './main-content.ts';
import { joinBlocks } from './markdown-text.ts';
import { MarkdownWriter } from './markdown-writer.ts';
import { plainBlocks, readFileName } from './plain-document.ts';
import { foldPictures, shortenRepeatedQuotes, withoutRepeatedBlocks } from './repeated-blocks.ts';
import { markSections } from './section-ids.ts';
import { joinSplitTables } from './split-tables.ts';

/** Maximum UTF-8 bytes of Markdown, and how many of them are reserved for the end of the page. */
const LIMITS = { bytes: 2 * 1024 * 1024, endBytes: 128 * 1024 };

/**
 * Builds a reading from a capture; a document that is not a web page becomes its source. Runs outside the page. Returns
 * at most 2 MB of Markdown and sets `truncated` if there was more.
 */
export function composeReading(capture: PageCapture): PageReading {
  const { url, language, frameKey, plain } = capture;
  const selection = selected(capture);
  if (plain) {
    const title = capture.title || readFileName(url);
    const blocks = plainBlocks(plain.source, plain.contentType, url);
    const truncated = plain.source.length > MAX_SOURCE_LENGTH;
    return { url, title, language, layout: 'page', blocks, around: [], selection, truncated, frameKey };
  }
  const { blocks: visible } = buildBlocks(capture.events);
  const { layout, blocks } = capture.content
    ? ({ layout: 'article', blocks: capture.content } as const)
    : chooseContent(capture, visible);
  const contentBlocks = shortenRepeatedQuotes(foldPictures(withoutRepeatedBlocks(blocks)));
  const bounded = withinBytes(contentBlocks, capture);
  const around = bounded.truncated ? [] : omittedBlocks<PageBlock>(visible, contentBlocks);
  return {
    url,
    title: capture.title,
    language,
    layout,
    blocks: bounded.blocks,
    around: around.map((run) => ({ before: run.before, blocks: run.blocks.map(withoutPlace) })),
    selection,
    truncated: capture.truncated || bounded.truncated,
    frameKey,
  };
}

function selected({ selection: { text, ranges } }: PageCapture): string {
  return text || joinBlocks(ranges.flatMap((events) => buildBlocks(events).blocks.map(({ markdown }) => markdown)));
}

/**
 * Selects the blocks that fit. For a page that is too large, these are the beginning and the end, because the middle is
 * the longest part. `omittedCharacters` of the middle were not captured.
 */
function withinBytes(
  placedBlocks: readonly PageBlock[],
  { remarks, omittedCharacters }: PageCapture,
): { blocks: PageBlock[]; truncated: boolean } {
  const blocks = placedBlocks.map(withoutPlace);
  const notes = remarks.map((markdown): PageBlock => ({ markdown, kind: 'note', headingLevel: null }));
  const length = blocks.reduce((sum, block) => sum + block.markdown.length, 0);
  // A UTF-16 unit takes at most three bytes, so most pages need no exact count.
  if (length * 3 <= LIMITS.bytes) return { blocks: [...blocks, ...notes], truncated: false };
  const sizes = blocks.map((block) => countBytes(block.markdown));
  if (sizes.reduce((sum, size) => sum + size, 0) <= LIMITS.bytes) {
    return { blocks: [...blocks, ...notes], truncated: false };
  }
  const first = fitting(sizes, LIMITS.bytes - LIMITS.endBytes);
  const last = Math.max(first, blocks.length - fitting(sizes.toReversed(), LIMITS.endBytes));
  const omittedLength = blocks
    .slice(first, last)
    .reduce((sum, block) => sum + block.markdown.length, omittedCharacters);
  const gap: PageBlock = { markdown: omissionNote(omittedLength), kind: 'note', headingLevel: null };
  return { blocks: [...blocks.slice(0, first), gap, ...blocks.slice(last), ...notes], truncated: true };
}

const encoder = new TextEncoder();

/** Size in UTF-8. */
function countBytes(text: string): number {
  return encoder.encode(text).length;
}

/** How many of these fit into `room`. */
function fitting(sizes: readonly number[], room: number): number {
  let sum = 0;
  const end = sizes.findIndex((size) => {
    sum += size;
    return sum > room;
  });
  return end === -1 ? sizes.length : end;
}

/**
 * The visible blocks that were not chosen, in runs, each with the chosen block that follows it. Chosen blocks keep
 * their order. A changed block is recognized by its text. An added one, such as the heading of a comment, is placed
 * before the next block that was not added.
 */
export function omittedBlocks<Block extends PageBlock>(
  all: readonly Block[],
  contentBlocks: readonly Block[],
): { before: number; blocks: Block[] }[] {
  const texts = new Set(all.map(({ markdown }) => markdown));
  const runs: { before: number; blocks: Block[] }[] = [];
  const firstOfPage = (start: number) => {
    let index = start;
    while (index < contentBlocks.length && !texts.has(contentBlocks[index]?.markdown ?? '')) index += 1;
    return index;
  };
  let next = 0;
  let fromPage = firstOfPage(0);
  for (const block of all) {
    const nextBlock = contentBlocks[fromPage];
    if (nextBlock?.markdown === block.markdown) {
      next = fromPage + 1;
      fromPage = firstOfPage(next);
      continue;
    }
    const last = runs.at(-1);
    if (last?.before === next) last.blocks.push(block);
    else runs.push({ before: next, blocks: [block] });
  }
  return runs;
}

/**
 * Builds Markdown blocks, with the regions they are in, from the events of a capture. Consumes the events: call it
 * once.
 */
export function buildBlocks(events: CaptureEvents): { blocks: PlacedBlock[]; regions: Region[] } {
  const regions = buildRegions(events);
  const [outermost] = regions;
  if (!outermost) return { blocks: [], regions };
  const writer = new MarkdownWriter(outermost);
  const { calls } = events;
  for (let at = 0; at < calls.length; ) {
    const call = Number(calls[at]);
    at += 1;
    if (call === AT_REGION) {
      writer.region = regions[Number(calls[at])] ?? outermost;
      at += 1;
      continue;
    }
    const name = WRITER_CALLS[call];
    if (name === undefined) throw new Error(`Unknown call ${call} in a capture.`);
    const write = writer[name] as (...values: readonly unknown[]) => void;
    write.apply(writer, calls.slice(at, at + write.length));
    at += write.length;
  }
  const blocks = joinSplitTables(writer.finish());
  markSections(blocks);
  return { blocks, regions };
}

function buildRegions({ regions: recorded, opening }: CaptureEvents): Region[] {
  const opens = new Set(opening);
  const regions: Region[] = [];
  for (const [place, [outer, tag, role, names, state]] of recorded.entries()) {
    const parent = outer === null ? null : (regions[outer] ?? null);
    const depth = parent === null ? 0 : parent.depth + 1;
    regions.push({ tag, role, names, state, opens: opens.has(place), isSection: false, parent, depth });
  }
  return regions;
}
