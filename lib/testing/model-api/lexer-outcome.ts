import type { ModelEvent } from '../../contracts/model-client.ts';
import { collectReply } from './collect-reply.ts';

/** The resulting text, reasoning and calls. The input of a call that ends in an error is null. */
export type LexerOutcome = { shown: string; thought: string; calls: [name: string, input: unknown][] };

/** The outcome of the events for a complete text, regardless of the pieces in which it arrived. */
export function lexerOutcome(events: readonly ModelEvent[]): LexerOutcome {
  const { text, reasoning, calls } = collectReply(events);
  return { shown: text, thought: reasoning, calls: calls.map(({ name, input = null }) => [name, input]) };
}
