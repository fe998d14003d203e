import { joinBlocks } from './join-blocks.ts';
import type { PlacedBlock, Region } from './region.ts';
import { replay } from './replay.ts';
import { documentSurroundings } from './walk/surroundings.ts';
import { viewOf } from './walk/view.ts';
import { PageWalker } from './walk/walk.ts';

/** For tests: all that is seen of the test's document, with `html` as its body if given, as one Markdown text. */
export function markdownOf(html?: string): string {
  return joinBlocks(seenIn(html).blocks.map((block) => block.markdown));
}

/** For tests: the same as blocks, and the elements of their regions. */
export function seenIn(html?: string): { blocks: PlacedBlock[]; elementOf: (region: Region) => Element } {
  if (html !== undefined) document.body.innerHTML = html;
  const view = viewOf(document, window);
  const surroundings = documentSurroundings(document, view);
  if (!surroundings) return { blocks: [], elementOf: () => document.body };
  const limits = { maxCharacters: 1_000_000, deadline: Number.POSITIVE_INFINITY, now: () => 0 };
  const walker = new PageWalker(document.body, surroundings, view, limits);
  walker.walk();
  const { record, elements } = walker.finish();
  const { blocks, regions } = replay(structuredClone(record));
  return { blocks, elementOf: (region) => elements[regions.indexOf(region)] ?? document.body };
}
