import { joinBlocks } from './join-blocks.ts';
import { documentSurroundings, viewOf } from './visibility.ts';
import { PageWalker } from './walk.ts';

/** For tests: all that is seen of the test's document, with `html` as its body if given, as one Markdown text. */
export function markdownOf(html?: string): string {
  if (html !== undefined) document.body.innerHTML = html;
  const view = viewOf(document, window);
  const surroundings = documentSurroundings(document, view);
  if (!surroundings) return '';
  const limits = { maxCharacters: 1_000_000, deadline: Number.POSITIVE_INFINITY, now: () => 0 };
  const walker = new PageWalker(document.body, surroundings, view, limits);
  walker.walk();
  return joinBlocks(walker.finish().map((block) => block.markdown));
}
