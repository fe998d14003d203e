import type { ToolResultMessage } from './conversation-turns.ts';
import type { ContentPart, OpenAiMessage } from './openai-message.ts';

/**
 * Puts pictures from results into a user turn after them, since most servers refuse pictures in a tool message. Empty if there
 * are none.
 */
export function imageTurn(results: readonly ToolResultMessage[]): OpenAiMessage[] {
  const parts = results.flatMap(({ toolName, images = [] }): ContentPart[] =>
    images.flatMap(({ mediaType, data }) => [
      { type: 'text', text: `The picture from ${toolName}:` },
      { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } },
    ]),
  );
  return parts.length > 0 ? [{ role: 'user', content: parts }] : [];
}

/** Joins two contents of one role; text alone stays a string. */
export function joinContents(one: string | ContentPart[], other: string | ContentPart[]): string | ContentPart[] {
  if (typeof one === 'string' && typeof other === 'string') return [one, other].filter(Boolean).join('\n\n');
  return [...partsOf(one), ...partsOf(other)];
}

/** The text of a content without its pictures. */
export function textOf(content: string | ContentPart[]): string {
  return partsOf(content)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n');
}

function partsOf(content: string | ContentPart[]): ContentPart[] {
  if (typeof content !== 'string') return content;
  return content === '' ? [] : [{ type: 'text', text: content }];
}
