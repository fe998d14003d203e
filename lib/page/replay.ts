import { MarkdownWriter } from './markdown-writer.ts';
import type { PlacedBlock, Region } from './region.ts';
import type { WalkRecord } from './walk-record.ts';

/** The blocks of Markdown that a walk comes to, and the regions they stand in, in the order of the record. */
export function replay({ calls, regions: recorded }: WalkRecord): { blocks: PlacedBlock[]; regions: Region[] } {
  const regions: Region[] = [];
  for (const { parent, ...traits } of recorded) {
    const around = parent === null ? null : (regions[parent] ?? null);
    regions.push({ ...traits, parent: around, depth: around === null ? 0 : around.depth + 1 });
  }
  const [outermost] = regions;
  if (!outermost) return { blocks: [], regions };
  const writer = new MarkdownWriter(outermost);
  for (const call of calls) {
    if (call[0] === 'at') writer.region = regions[call[1]] ?? outermost;
    else {
      const [name, ...given] = call;
      (writer[name] as (...values: readonly unknown[]) => void).apply(writer, given);
    }
  }
  return { blocks: writer.finish(), regions };
}
