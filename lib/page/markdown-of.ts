import { joinBlocks } from './join-blocks.ts';
import type { PlacedBlock } from './region.ts';
import { documentSurroundings, viewOf } from './visibility.ts';
import { PageWalker } from './walk.ts';

/** For tests: all that is seen of the test's document, with `html` as its body if given, as one Markdown text. */
export function markdownOf(html?: string): string {
  return joinBlocks(visibleBlocks(html).map((block) => block.markdown));
}

/** For tests: the same as blocks. */
export function visibleBlocks(html?: string): PlacedBlock[] {
  if (html !== undefined) document.body.innerHTML = html;
  const view = viewOf(document, window);
  const surroundings = documentSurroundings(document, view);
  if (!surroundings) return [];
  const limits = { maxCharacters: 1_000_000, deadline: Number.POSITIVE_INFINITY, now: () => 0 };
  const walker = new PageWalker(document.body, surroundings, view, limits);
  walker.walk();
  return walker.finish();
}
