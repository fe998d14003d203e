import type { LoggedEvent, ThreadEvent } from '../../contracts/index.ts';

/**
 * Shortens the rows of a run that has ended: neighbouring deltas become one row, and what a later row made meaningless
 * (arguments that arrived whole, progress of a tool that finished) goes. Folding the result gives the same thread; a
 * merged row keeps the first row's `seq`, so a reader that was in the middle sees a gap and starts afresh.
 */
export function compact(rows: readonly LoggedEvent[]): LoggedEvent[] {
  const kept: LoggedEvent[] = [];
  for (const row of dropSuperseded(rows)) {
    const last = kept.at(-1);
    const merged = last && mergeDeltas(last, row);
    if (last && merged) kept[kept.length - 1] = { ...last, event: merged };
    else kept.push(row);
  }
  return kept;
}

function mergeDeltas({ at, event: a }: LoggedEvent, { at: until, event: b }: LoggedEvent): ThreadEvent | null {
  if (a.type === 'text-delta' && b.type === 'text-delta') return { ...a, delta: a.delta + b.delta };
  if (a.type === 'reasoning-delta' && b.type === 'reasoning-delta')
    return { ...a, delta: a.delta + b.delta, ms: until - at + (b.ms ?? 0) };
  if (a.type === 'tool-input-delta' && b.type === 'tool-input-delta' && a.toolCallId === b.toolCallId)
    return { ...a, delta: a.delta + b.delta };
  return null;
}

/** Walks backwards: a call's arguments are superseded by the whole input, its progress by its result. */
function dropSuperseded(rows: readonly LoggedEvent[]): LoggedEvent[] {
  const inputKnown = new Set<string>();
  const outputKnown = new Set<string>();
  const kept = rows.toReversed().filter(({ event }) => {
    switch (event.type) {
      case 'step-start':
        // Ids may come back in another step or attempt; there they mean another call.
        inputKnown.clear();
        outputKnown.clear();
        return true;
      case 'tool-input-available':
        inputKnown.add(event.toolCallId);
        return true;
      case 'tool-output-available':
      case 'tool-output-error':
        outputKnown.add(event.toolCallId);
        return true;
      case 'tool-input-delta':
        return !inputKnown.has(event.toolCallId);
      case 'tool-progress':
        return !outputKnown.has(event.toolCallId);
      default:
        return true;
    }
  });
  return kept.reverse();
}
