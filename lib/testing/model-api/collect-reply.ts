import type { ModelEvent } from '../../contracts/model-client.ts';
import type { ToolFailureCode } from '../../contracts/tool-failure.ts';

/** A call that was not retracted. It has neither `input` nor `error` if it did not end. */
export type CollectedCall = {
  name: string;
  input?: unknown;
  isRepaired?: boolean;
  error?: { code: ToolFailureCode | undefined; text: string };
};

export type CollectedReply = { text: string; reasoning: string; calls: CollectedCall[] };

/** What remains of a reply once all of its events have been applied. */
export function collectReply(events: readonly ModelEvent[]): CollectedReply {
  const calls = new Map<string, CollectedCall>();
  let [text, reasoning] = ['', ''];
  for (const event of events) {
    switch (event.type) {
      case 'text-delta':
        text += event.delta;
        break;
      case 'reasoning-delta':
        reasoning += event.delta;
        break;
      case 'text-to-reasoning':
        reasoning += text;
        text = '';
        break;
      case 'reply-discard':
        text = '';
        break;
      case 'tool-input-start':
        calls.set(event.toolCallId, { name: event.toolName });
        break;
      case 'tool-input-available':
        Object.assign(calls.get(event.toolCallId) ?? {}, { input: event.input, isRepaired: event.repaired === true });
        break;
      case 'tool-input-error':
        Object.assign(calls.get(event.toolCallId) ?? {}, { error: { code: event.code, text: event.errorText } });
        break;
      case 'tool-input-retract':
        calls.delete(event.toolCallId);
        break;
    }
  }
  return { text, reasoning, calls: [...calls.values()] };
}
