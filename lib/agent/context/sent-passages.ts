import type { ModelRequest, SentPassage } from '../../contracts/index.ts';

/**
 * Returns the text from pages, files and tool results in a request, for its receipt. A result is labelled with the name
 * of its tool.
 */
export function sentPassages({ messages }: Pick<ModelRequest, 'messages'>): SentPassage[] {
  return messages.flatMap((message): SentPassage[] => {
    if (message.role === 'tool')
      return [{ page: `tool:${message.toolName}`, ranges: [], count: 0, text: message.content }];
    if (message.role !== 'user') return [];
    return (message.attached?.data ?? []).map(({ text, place }) => ({
      page: place?.url ?? '',
      ranges: place?.ranges ?? [],
      count: place?.count ?? 0,
      text,
    }));
  });
}
