import type { ModelEvent } from '../../../contracts/model-client.ts';

/** Joins neighbouring deltas of one stream, which may be cut anywhere; everything else stays as it is and where it is. */
export function joinDeltas(events: ModelEvent[]): ModelEvent[] {
  if (events.length < 2) return events;
  const joined: ModelEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const both = last === undefined ? null : join(last, event);
    if (both === null) joined.push(event);
    else joined[joined.length - 1] = both;
  }
  return joined;
}

function join(a: ModelEvent, b: ModelEvent): ModelEvent | null {
  switch (b.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return a.type === b.type ? { type: b.type, delta: a.delta + b.delta } : null;
    case 'tool-input-delta':
      return a.type === b.type && a.toolCallId === b.toolCallId ? { ...b, delta: a.delta + b.delta } : null;
    default:
      return null;
  }
}
