import { addCounts, type PlacedBlock } from '../dom/region.ts';
import { tableMarkdown } from './table-grid.ts';

/**
 * Joins a table that is only a header with the next one, if that one has no header and the same number of columns:
 * scrolling tables keep their header in a separate table.
 */
export function joinSplitTables(blocks: readonly PlacedBlock[]): PlacedBlock[] {
  const outputBlocks: PlacedBlock[] = [];
  for (const block of blocks) {
    const before = outputBlocks.at(-1);
    const { table } = block;
    const header = before?.table;
    const isBody = table?.header.every((cell) => cell === '') && header?.rows.length === 0;
    if (!before || !table || !header || !isBody || header.header.length !== table.header.length) {
      outputBlocks.push(block);
      continue;
    }
    const whole = { caption: header.caption, header: header.header, rows: table.rows };
    const counts = { ...before.counts };
    addCounts(counts, block.counts);
    outputBlocks[outputBlocks.length - 1] = { ...block, counts, table: whole, markdown: tableMarkdown(whole) };
  }
  return outputBlocks;
}
