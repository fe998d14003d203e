import type { ContentPart, OpenAiMessage } from './openai-message.ts';

/**
 * Marks the prefix of later requests for a prompt cache that needs marks (quirk: cache-control): the system prompt, with the
 * tools before it, and the last turn of the user, with the page in it. Marks that went out with earlier requests are found
 * again without being repeated.
 */
export function markForCache(messages: readonly OpenAiMessage[]): OpenAiMessage[] {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) => {
    if (message.role === 'system' || (message.role === 'user' && index === lastUser)) {
      return { ...message, content: marked(message.content) };
    }
    return message;
  });
}

/** The content with a mark on its last text. */
function marked(content: string | ContentPart[]): string | ContentPart[] {
  if (content === '') return content;
  const parts: ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const last = parts.findLastIndex(({ type }) => type === 'text');
  return parts.map((part, index) => (index === last && part.type === 'text' ? { ...part, cache_control: MARK } : part));
}

const MARK = { type: 'ephemeral' } as const;
