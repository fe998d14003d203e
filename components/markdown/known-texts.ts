import { createContext } from 'react';
import { type ThreadState, toolCallsOf, type UserMessage } from '../../lib/contracts/index.ts';

/** The text a chat has asked and read, which a link in an answer could exfiltrate. */
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

/** The text of tabs and files attached to a question. */
function attachedTexts({ tabs = [], files = [] }: UserMessage): string[] {
  const texts = files.flatMap((file) => (file.type === 'text' ? [file.text] : []));
  return [...tabs.flatMap(({ title, url }) => [title, url]), ...texts];
}
