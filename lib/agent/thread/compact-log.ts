import type { LoggedEvent, ThreadEvent } from '../../contracts/index.ts';

/**
 * Compacts the rows of a run that has ended. Adjacent deltas are merged, and rows that a later one supersedes (streamed
 * arguments, progress, first findings and forms of a finished tool) are removed. Folding the result gives the same
 * thread. A merged row keeps the `seq` of its first row, so a reader in the middle sees a gap and folds from the start.
 */
export function compactLog(rows: readonly LoggedEvent[]): LoggedEvent[] {
  const mergedRows: LoggedEvent[] = [];
  for (const row of dropSuperseded(rows)) {
    const last = mergedRows.at(-1);
    const merged = last && mergeDeltas(last, row);
    if (last && merged) mergedRows[mergedRows.length - 1] = { ...last, event: merged };
    else mergedRows.push(row);
  }
  return mergedRows;
}

function mergeDeltas({ at, event: a }: LoggedEvent, { at: until, event: b }: LoggedEvent): ThreadEvent | null {
  if (a.type === 'text-delta' && b.type === 'text-delta') return { ...a, delta: a.delta + b.delta };
  if (a.type === 'reasoning-delta' && b.type === 'reasoning-delta')
    return { ...a, delta: a.delta + b.delta, ms: until - at + (b.ms ?? 0) };
  if (a.type === 'tool-input-delta' && b.type === 'tool-input-delta' && a.toolCallId === b.toolCallId)
    return { ...a, delta: a.delta + b.delta };
  return null;
}

/**
 * Iterates backwards. The complete input supersedes a call's streamed arguments. Its result, or the end of the run,
 * supersedes what was shown while it ran.
 */
function dropSuperseded(rows: readonly LoggedEvent[]): LoggedEvent[] {
  const inputKnown = new Set<string>();
  const outputKnown = new Set<string>();
  let hasEnded = false;
  const remainingRows = rows.toReversed().filter(({ event }) => {
    switch (event.type) {
      case 'run-end':
        hasEnded = true;
        return true;
      case 'step-start':
        // Ids may be reused in another step or attempt, where they refer to a different call.
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
      case 'tool-output-delta':
      case 'tool-elicitation-request':
      case 'tool-elicitation-response':
        return !hasEnded && !outputKnown.has(event.toolCallId);
      default:
        return true;
    }
  });
  return remainingRows.reverse();
}
