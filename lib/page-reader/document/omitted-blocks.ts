import type { PageBlock } from '../../contracts/page.ts';

/**
 * What was not chosen of all visible blocks, in runs that know which chosen block they stand before. Chosen blocks keep
 * their order; one that was changed on the way is known by its text, and one that was made on the way, such as the heading
 * of a comment, stands before the next that was not.
 */
export function omittedBlocks<Block extends PageBlock>(
  all: readonly Block[],
  chosen: readonly Block[],
): { before: number; blocks: Block[] }[] {
  const texts = new Set(all.map(({ markdown }) => markdown));
  const runs: { before: number; blocks: Block[] }[] = [];
  const firstOfPage = (start: number) => {
    let index = start;
    while (index < chosen.length && !texts.has(chosen[index]?.markdown ?? '')) index += 1;
    return index;
  };
  let next = 0;
  let fromPage = firstOfPage(0);
  for (const block of all) {
    const expected = chosen[fromPage];
    if (expected?.markdown === block.markdown) {
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
