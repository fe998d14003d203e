import { createContext } from 'react';
import { type ThreadState, toolCallsOf, type UserMessage } from '../../lib/contracts/index.ts';

/** What a chat has asked and read: what a link in an answer might carry away. */
export const KnownTexts = createContext<() => readonly string[]>(() => []);

export function knownTextsOf({ messages }: ThreadState): string[] {
  return messages.flatMap((message) =>
    message.role === 'user'
      ? [message.content, ...attachedTexts(message)]
      : [
          ...message.contexts.flatMap((part) => (part.state === 'available' ? [part.context.text] : [])),
          ...message.steps
            .flatMap(toolCallsOf)
            .flatMap((call) => (call.state === 'output-available' ? [call.output.content] : [])),
        ],
  );
}

/** What went along with a question, in words. */
function attachedTexts({ tabs = [], files = [] }: UserMessage): string[] {
  const texts = files.flatMap((file) => (file.type === 'text' ? [file.text] : []));
  return [...tabs.flatMap(({ title, url }) => [title, url]), ...texts];
}
