import { createContext } from 'react';
import { type ThreadState, toolCallsOf } from '../lib/protocol/thread.ts';

/** What a chat has asked and read: what a link in an answer might carry away. */
export const Heard = createContext<() => readonly string[]>(() => []);

export function heardIn({ messages }: ThreadState): string[] {
  return messages.flatMap((message) =>
    message.role === 'user'
      ? [message.content]
      : message.steps
          .flatMap(toolCallsOf)
          .flatMap((call) => (call.state === 'output-available' ? [call.output.content] : [])),
  );
}
