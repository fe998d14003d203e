import { listToolCalls, type ThreadState, type ToolCall, type UserMessage } from '../contracts/index.ts';
import { memoize } from '../control-flow/index.ts';
import { addressesRead, typedAddresses } from './web-policy.ts';

/**
 * Returns the texts that a chat has asked and read, with all their addresses, which a link in an answer could repeat.
 * Memoized by the state of the chat, because each link of an answer is compared with them.
 */
export const collectKnownTexts = memoize((thread: ThreadState): string[] => {
  const texts = thread.messages.flatMap((message) =>
    message.role === 'user'
      ? [message.content, ...attachedTexts(message)]
      : [
          ...message.contexts.flatMap((part) => (part.state === 'available' ? [part.context.text] : [])),
          ...message.steps.flatMap(listToolCalls).flatMap(readBy),
        ],
  );
  // Page texts contain the addresses of their own site without the origin.
  const addresses = addressesRead(thread).join('\n');
  return addresses === '' ? texts : [...texts, addresses];
});

/**
 * Returns the hosts of the pages that the user asked about, of the tabs that they added, and of the addresses that they
 * wrote. Hosts in a file do not count.
 */
export const hostsAskedAbout = memoize((thread: ThreadState): ReadonlySet<string> => {
  const own = thread.messages.filter(({ messageId }) => !thread.imported.has(messageId));
  const pages = own.flatMap((message) => [
    ...(message.tabs ?? []).map(({ url }) => url),
    ...(message.role === 'assistant' && message.page !== null ? [message.page.url] : []),
  ]);
  return new Set([...pages, ...typedAddresses(thread)].flatMap((address) => URL.parse(address)?.host ?? []));
});

/**
 * Returns the text that a call has read, without addresses repeated from the model's own arguments. Otherwise an
 * address that the model made up would count as known.
 */
const readBy = memoize((call: ToolCall): string[] => {
  if (call.state !== 'output-available') return [];
  const inputUrls = JSON.stringify(call.input).match(/https?:\/\/[^\s"\\<>]+/g) ?? [];
  const { url } = call.output.details ?? {};
  const openedUrls = inputUrls.length > 0 && typeof url === 'string' ? [url] : [];
  return [[...inputUrls, ...openedUrls].reduce((text, address) => text.replaceAll(address, ' '), call.output.content)];
});

/** The text of tabs and files attached to a question. */
function attachedTexts({ tabs = [], files = [] }: UserMessage): string[] {
  const texts = files.flatMap((file) => (file.type === 'text' ? [file.text] : []));
  return [...tabs.flatMap(({ title, url }) => [title, url]), ...texts];
}
