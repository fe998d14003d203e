import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/** Converts the content of a whole answer to the parts of a stream. */
export function splitContent(content: readonly LanguageModelV4Content[]): LanguageModelV4StreamPart[] {
  return content.flatMap((each, index): LanguageModelV4StreamPart[] => {
    if (each.type !== 'text' && each.type !== 'reasoning') return [each];
    const metadata = each.providerMetadata ? { providerMetadata: each.providerMetadata } : {};
    const id = String(index);
    return [
      { type: `${each.type}-start`, id, ...metadata },
      { type: `${each.type}-delta`, id, delta: each.text },
      { type: `${each.type}-end`, id },
    ];
  });
}

/** Converts the parts of a stream to the content of a whole answer. */
export function joinParts(parts: readonly LanguageModelV4StreamPart[]): LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = [];
  const blocks = new Map<string, Extract<LanguageModelV4Content, { type: 'text' | 'reasoning' }>>();
  for (const part of parts) {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const metadata = part.providerMetadata ? { providerMetadata: part.providerMetadata } : {};
        const block = {
          type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const),
          text: '',
          ...metadata,
        };
        blocks.set(part.id, block);
        content.push(block);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta': {
        const block = blocks.get(part.id);
        if (block) block.text += part.delta;
        break;
      }
      case 'text-end':
      case 'reasoning-end':
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
      case 'stream-start':
      case 'response-metadata':
      case 'finish':
      case 'ping':
      case 'raw':
      case 'error':
        break;
      default:
        content.push(part);
    }
  }
  return content;
}
