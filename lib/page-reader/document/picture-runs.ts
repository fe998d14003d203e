import type { PageBlock } from '../../contracts/index.ts';
import { pictureIn } from './picture-block.ts';

/** Fewer pictures of one thing are all kept. */
const minRun = 4;
/** Pictures whose names begin with this many equal words show the same thing. */
const sameWords = 2;

/**
 * Replaces many pictures of the same thing in a row, such as a product from all sides, by the first and the number of the others.
 * Their names can be half of a product list.
 */
export function foldPictures(blocks: readonly PageBlock[]): PageBlock[] {
  const folded: PageBlock[] = [];
  for (let index = 0; index < blocks.length; ) {
    const end = endOfRun(blocks, index);
    const run = blocks.slice(index, end);
    const [first] = run;
    if (first && run.length >= minRun) folded.push(first, note(first, run.length - 1));
    else folded.push(...run);
    index = end;
  }
  return folded;
}

function endOfRun(blocks: readonly PageBlock[], start: number): number {
  const thing = thingIn(blocks[start]);
  let end = start + 1;
  if (thing !== null) while (end < blocks.length && thingIn(blocks[end]) === thing) end += 1;
  return end;
}

function thingIn(block: PageBlock | undefined): string | null {
  const alt = block && pictureIn(block.markdown)?.alt;
  const words = alt?.toLowerCase().split(/\s+/).slice(0, sameWords) ?? [];
  return words.length < sameWords ? null : words.join(' ');
}

function note(first: PageBlock, count: number): PageBlock {
  return { ...first, kind: 'note', markdown: `(${count} more pictures of it)` };
}
