import type { PageBlock } from '../protocol/page.ts';

/**
 * What was not chosen of all visible blocks, in runs that know which chosen block they stand before. Chosen blocks keep
 * their order; one that was changed on the way is known by its text.
 */
export function aroundOf<Block extends PageBlock>(
  all: readonly Block[],
  chosen: readonly Block[],
): { before: number; blocks: Block[] }[] {
  const runs: { before: number; blocks: Block[] }[] = [];
  let next = 0;
  for (const block of all) {
    const expected = chosen[next];
    if (expected && (expected === block || expected.markdown === block.markdown)) {
      next += 1;
      continue;
    }
    const last = runs.at(-1);
    if (last?.before === next) last.blocks.push(block);
    else runs.push({ before: next, blocks: [block] });
  }
  return runs;
}
