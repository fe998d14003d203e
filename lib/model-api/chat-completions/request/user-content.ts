import type { ModelMessage } from '../../../contracts/index.ts';
import { wrapUntrustedText } from '../../../security/index.ts';
import type { ContentPart, ToolResultMessage } from './conversation-turns.ts';

/** Without it, small models treat the question as part of the preceding page, or repeat the page (decision 28). */
export const QUESTION_MARK = 'Question: ';

type UserMessage = Extract<ModelMessage, { role: 'user' }>;

/**
 * Formats a question after the pages and files it refers to: pictures and PDFs, then delimited texts with neutralized
 * markers. The content only consists of parts if there are pictures or PDFs.
 */
export function userContent(message: UserMessage): string | ContentPart[] {
  const { texts, pictures, asked } = userParts(message);
  const words = [...texts.map(({ text }) => text), asked].join('\n\n');
  return pictures.length === 0 ? words : [...pictures, { type: 'text', text: words }];
}

/**
 * The same content in separate parts, for interfaces that cache up to a part. `isPage`: the part is the text of a page.
 */
export function userParts({ content, preface, attached }: UserMessage): {
  texts: { text: string; isPage: boolean }[];
  pictures: ContentPart[];
  asked: string;
} {
  const hasPage = attached?.data.some(({ page }) => page !== undefined) ?? false;
  const question = hasPage && content !== '' ? `${QUESTION_MARK}${content}` : content;
  const questionText = preface === undefined ? question : `${neutralizeMarkers(preface)}\n\n${question}`;
  if (attached === undefined) return { texts: [], pictures: [], asked: questionText };
  const { data, images, pdfs = [], delimiter } = attached;
  const texts = data.map(({ label, text, page }) => ({
    text: `${label}\n${wrapUntrustedText(neutralizeMarkers(text), delimiter)}`,
    isPage: page !== undefined,
  }));
  const pictures = images.flatMap(({ name, image: { mediaType, data: base64 } }): ContentPart[] => [
    { type: 'text', text: `A picture the user attached, ${neutralizeMarkers(JSON.stringify(name))}:` },
    { type: 'image_url', image_url: { url: `data:${mediaType};base64,${base64}` } },
  ]);
  const files = pdfs.flatMap(({ name, label, data: base64 }): ContentPart[] => [
    { type: 'text', text: `${label}, ${neutralizeMarkers(JSON.stringify(name))}:` },
    { type: 'file', file: { filename: neutralizeMarkers(name), file_data: `data:application/pdf;base64,${base64}` } },
  ]);
  return { texts, pictures: [...pictures, ...files], asked: questionText };
}

/** The media type and base64 data of a data URL made by `userParts`. */
export function readDataUrl(url: string): { mediaType: string; data: string } {
  const [, mediaType = '', data = ''] = /^data:([^;]*);base64,(.*)$/s.exec(url) ?? [];
  return { mediaType, data };
}

/**
 * Neutralizes markers in untrusted text: those of the tag protocol and of other tool-call formats, and control tokens
 * of chat templates, which many servers convert to the real token anywhere in the text. Only the first character
 * changes, visibly: `<|im_end|>` becomes `‹|im_end|>`, `[INST]` becomes `［INST]` (docs/decisions/0006). Halves of
 * surrogate pairs are replaced (quirk: lone-surrogate).
 */
export function neutralizeMarkers(text: string): string {
  return text.replace(ANGLE_MARKER, '‹').replace(BRACKET_MARKER, '［').toWellFormed();
}

/**
 * `<|…`, `<｜…` (DeepSeek), `<<SYS>>`, sentence and turn tokens, and every tag about tools, functions or thinking. Every
 * repetition is bounded, so that no text can make the search slow.
 */
const ANGLE_MARKER =
  /<(?=\s{0,8}[|｜]|<\/?SYS>>|\/?(?:s|bos|eos|pad|unk|unused\d+|(?:start|end)_of_turn)>|\s{0,8}\/?\s{0,8}(?:[\w-]{1,40}:)?(?:\w{1,40}_)?(?:tool|function|invoke|parameter|arg_key|arg_value|think))/gi;

/** Bracketed markers of Mistral and LM Studio. */
const BRACKET_MARKER =
  /\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|CALL_ID|ARGS|THINK|(?:END_)?TOOL_(?:REQUEST|RESULT))\])/g;

/** Formats a result for the request: markers in it are neutralized and untrusted text is delimited. */
export function resultText({ content, delimiter }: ToolResultMessage): string {
  const inert = neutralizeMarkers(content);
  return delimiter === undefined ? inert : wrapUntrustedText(inert, delimiter);
}
