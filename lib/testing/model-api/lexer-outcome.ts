import type { ModelEvent } from '../../contracts/model-client.ts';

/** The resulting text, reasoning and calls. The input of a call that ends in an error is null. */
export type LexerOutcome = { shown: string; thought: string; calls: [name: string, input: unknown][] };

/** The outcome of the events for a complete text, regardless of the pieces in which it arrived. */
export function lexerOutcome(events: readonly ModelEvent[]): LexerOutcome {
  const calls = new Map<string, [name: string, input: unknown]>();
  let [shown, thought] = ['', ''];
  for (const event of events) {
    if (event.type === 'text-delta') shown += event.delta;
    else if (event.type === 'reasoning-delta') thought += event.delta;
    else if (event.type === 'text-to-reasoning') [shown, thought] = ['', thought + shown];
    else if (event.type === 'tool-input-start') calls.set(event.toolCallId, [event.toolName, null]);
    else if (event.type === 'tool-input-retract') calls.delete(event.toolCallId);
    else if (event.type === 'tool-input-available') {
      calls.set(event.toolCallId, [calls.get(event.toolCallId)?.[0] ?? '', event.input]);
    }
  }
  return { shown, thought, calls: [...calls.values()] };
}
