import { documentAncestorState } from '../../page-reader/capture/ancestors.ts';
import { DomTraversal } from '../../page-reader/capture/dom-traversal.ts';
import { createView } from '../../page-reader/capture/view.ts';
import { buildBlocks } from '../../page-reader/document/compose-document.ts';
import { joinBlocks } from '../../page-reader/document/markdown-text.ts';
import type { PlacedBlock, Region } from '../../page-reader/dom/region.ts';

/** The visible content of the test's document, with `html` as its body if given, as one Markdown text. */
export function readVisibleMarkdown(html?: string): string {
  return joinBlocks(seenIn(html).blocks.map((block) => block.markdown));
}

/** The same content as blocks, and the elements of their regions. */
export function seenIn(html?: string): { blocks: PlacedBlock[]; findElement: (region: Region) => Element } {
  if (html !== undefined) document.body.innerHTML = html;
  const view = createView(document, window);
  const ancestors = documentAncestorState(document, view);
  if (!ancestors) return { blocks: [], findElement: () => document.body };
  const limits = { maxCharacters: 1_000_000, deadline: Number.POSITIVE_INFINITY, now: () => 0 };
  const traversal = new DomTraversal(document.body, ancestors, view, limits);
  traversal.traverse();
  const { events, elements } = traversal.finish();
  const { blocks, regions } = buildBlocks(structuredClone(events));
  return { blocks, findElement: (region) => elements[regions.indexOf(region)] ?? document.body };
}
