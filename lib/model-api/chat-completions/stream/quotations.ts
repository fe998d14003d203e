import type { ModelMessage } from '../../../contracts/index.ts';

/**
 * Returns a function that tells whether a text occurs in what the model has read: results of tools, and attachments of questions.
 * A call that occurs there is a quotation. White space, escapes and neutralized markers (`neutralizeMarkers`) are ignored. The
 * texts are collected once, on first use.
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
      // An error repeats the model's own text.
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
