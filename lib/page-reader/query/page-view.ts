import type { PageBlock, PageReading } from '../../contracts/index.ts';

/** Which part of a page is read: its main content, or everything visible. */
export type PageView = 'main' | 'whole';

/** The blocks of a view, in reading order. */
export function blocksOfView({ blocks, around }: PageReading, view: PageView): PageBlock[] {
  if (view === 'main' || around.length === 0) return blocks;
  const runs = new Map(around.map((run) => [run.before, run.blocks]));
  const last = runs.get(blocks.length) ?? [];
  return [...blocks.flatMap((block, index) => [...(runs.get(index) ?? []), block]), ...last];
}

/** The blocks outside the main content. */
export function blocksAround({ around }: PageReading): PageBlock[] {
  return around.flatMap(({ blocks }) => blocks);
}
