import { atRegion, type CaptureEvents, writerCalls } from '../capture/capture-events.ts';
import type { PlacedBlock, Region } from '../dom/region.ts';
import { MarkdownWriter } from './markdown-writer.ts';

/** Builds Markdown blocks, with the regions they are in, from the events of a capture. Consumes the events: call it once. */
export function buildBlocks(record: CaptureEvents): { blocks: PlacedBlock[]; regions: Region[] } {
  const regions = regionsOf(record);
  const [outermost] = regions;
  if (!outermost) return { blocks: [], regions };
  const writer = new MarkdownWriter(outermost);
  const { calls } = record;
  for (let at = 0; at < calls.length; ) {
    const call = Number(calls[at]);
    at += 1;
    if (call === atRegion) {
      writer.region = regions[Number(calls[at])] ?? outermost;
      at += 1;
      continue;
    }
    const name = writerCalls[call];
    if (name === undefined) throw new Error(`A walk's record has a call ${call}, and there is none.`);
    const write = writer[name] as (...values: readonly unknown[]) => void;
    write.apply(writer, calls.slice(at, at + write.length));
    at += write.length;
  }
  return { blocks: writer.finish(), regions };
}

function regionsOf({ regions: recorded, opening }: CaptureEvents): Region[] {
  const opens = new Set(opening);
  const regions: Region[] = [];
  for (const [place, [outer, tag, role, names, state]] of recorded.entries()) {
    const parent = outer === null ? null : (regions[outer] ?? null);
    const depth = parent === null ? 0 : parent.depth + 1;
    regions.push({ tag, role, names, state, opens: opens.has(place), parent, depth });
  }
  return regions;
}
