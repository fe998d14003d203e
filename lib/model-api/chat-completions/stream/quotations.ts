import type { ModelMessage } from '../../../contracts/index.ts';

/**
 * Tells whether a text stands in what the model has read: results of tools, and what is attached to questions. A call that
 * does is a quotation. White space, escapes and the signs that are changed in page text (`neutralizeMarkers`) do not matter. What
 * was read is gathered once, when first asked for.
 */
export function quotationFinder(messages: readonly ModelMessage[]): (text: string) => boolean {
  let known: string | null = null;
  return (text) => {
    known ??= messages.flatMap(readTexts).map(fold).join('\n');
    const folded = fold(text);
    return folded !== '' && known.includes(folded);
  };
}

function readTexts(message: ModelMessage): string[] {
  switch (message.role) {
    case 'tool':
      // An error repeats what the model itself wrote.
      return message.isError ? [] : [message.content];
    case 'user':
      return message.attached?.data.map(({ text }) => text) ?? [];
    case 'assistant':
      return [];
    default:
      return message satisfies never;
  }
}

function fold(text: string): string {
  return text
    .replace(/&(lt|gt|quot|amp|#39);/g, (whole, name) => ENTITIES[name] ?? whole)
    .replace(/[\s\\]+/g, '')
    .replaceAll('‹', '<')
    .replaceAll('［', '[');
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
