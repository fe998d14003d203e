import type { ModelMessage } from '../../../contracts/index.ts';
import { wrapUntrustedText } from '../../../security/index.ts';
import { neutralizeMarkers } from './neutralize-markers.ts';
import type { ContentPart } from './openai-message.ts';

/**
 * Formats a question after the pages and files it refers to: delimited texts with neutralized markers, then pictures. The content
 * only consists of parts if there are pictures.
 */
export function userContent({
  content,
  preface,
  attached,
}: Extract<ModelMessage, { role: 'user' }>): string | ContentPart[] {
  const asked = preface === undefined ? [content] : [neutralizeMarkers(preface), content];
  if (attached === undefined) return asked.join('\n\n');
  const { data, images, fence: delimiter } = attached;
  const texts = data.map(({ label, text }) => `${label}\n${wrapUntrustedText(neutralizeMarkers(text), delimiter)}`);
  const words = [...texts, ...asked].join('\n\n');
  if (images.length === 0) return words;
  const pictures = images.flatMap(({ name, image: { mediaType, data: base64 } }): ContentPart[] => [
    { type: 'text', text: `A picture the user attached, ${neutralizeMarkers(JSON.stringify(name))}:` },
    { type: 'image_url', image_url: { url: `data:${mediaType};base64,${base64}` } },
  ]);
  return [...pictures, { type: 'text', text: words }];
}
