import type { McpError, ToolImage, ToolOutput } from '../contracts/index.ts';
import { cleanText } from '../page-reader/dom/index.ts';
import { textAtStart } from '../text/index.ts';
import type { CallResult, ContentBlock, RpcRefusal } from './protocol.ts';

/** Maximum size of a result for the model, in tokens: this share of its window, within these limits. */
const OUTPUT_TOKENS = { windowShare: 0.15, minimum: 400, default: 4_500, maximum: 6_000 };

type About = {
  /** The name of the server among the sources of the model's next step. */
  source: string;
  /** Texts that must not be sent back to the model: the server's token. */
  secrets: readonly string[];
  contextWindow: number | null;
};

/** A result as sent to the model: untrusted text, cleaned, and shortened if it is too long. */
export function resultOutput(result: CallResult, about: About, images: readonly ToolImage[] = []): ToolOutput {
  const texts = result.content
    .flatMap((block) => (block === null ? [] : [blockText(block, images.length > 0)]))
    .filter((text) => text !== '');
  const structured = result.structuredContent === undefined ? [] : [JSON.stringify(result.structuredContent)];
  const content = (texts.length > 0 ? texts : structured).join('\n\n') || '(The tool gave no text.)';
  const output = buildOutput(result.isError ? `The tool reports an error: ${content}` : content, result.isError, about);
  return images.length === 0 ? output : { ...output, images: [...images] };
}

/** A refusal of the call itself, with the server's text. */
export function refusalOutput({ code, message }: RpcRefusal, about: About): ToolOutput {
  return buildOutput(`The server refused the call (${code}): ${message}`, true, about);
}

/** A failure of the request that the server has explained. */
export function failureOutput({ status, words }: McpError, about: About): ToolOutput {
  return buildOutput(`The MCP server answered with HTTP ${status}: ${words}`, true, about);
}

/** Converts a picture from a tool to one that models accept. Rejects if it cannot be decoded. */
export type ToPicture = (picture: Blob) => Promise<ToolImage>;

/** Maximum number of pictures per result. */
const MAX_PICTURES = 4;

/** The pictures of a result, without those that cannot be decoded. */
export async function extractToolImages({ content }: CallResult, toPicture: ToPicture): Promise<ToolImage[]> {
  const pictures = content.flatMap((block) => (block?.type === 'image' ? [block] : [])).slice(0, MAX_PICTURES);
  const images: ToolImage[] = [];
  // Decoded one after the other, since each may take hundreds of megabytes.
  for (const { data, mimeType } of pictures) {
    const convert = async () => toPicture(new Blob([bytesOfBase64(data)], { type: mimeType }));
    const image = await convert().catch(() => null);
    if (image !== null) images.push(image);
  }
  return images;
}

function bytesOfBase64(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
}

function buildOutput(text: string, isError: boolean, { source, secrets, contextWindow }: About): ToolOutput {
  const content = cut(cleanText(withoutSecrets(text, secrets)), contextWindow);
  return { content, details: { source, ...(isError ? { isError } : {}) } };
}

/** A server's text without the tokens that were sent to it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '[token]'), text);
}

function cut(text: string, contextWindow: number | null): string {
  const { windowShare, minimum, maximum } = OUTPUT_TOKENS;
  const share = contextWindow === null ? OUTPUT_TOKENS.default : contextWindow * windowShare;
  const start = textAtStart(text, Math.max(minimum, Math.min(maximum, share)));
  if (start === text) return text;
  return `${start}\n[cut: ${text.length - start.length} more characters. Ask the tool for less at a time.]`;
}

function blockText(block: ContentBlock, hasPictures: boolean): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      if (hasPictures) return `[image, ${block.mimeType || 'unknown type'}]`;
      return `[image, ${block.mimeType || 'unknown type'}, which is not shown to you]`;
    case 'audio':
      return `[${block.type}, ${block.mimeType || 'unknown type'}, which is not shown to you]`;
    case 'resource':
      return `[resource ${block.resource.uri}]${block.resource.text === undefined ? '' : `\n${block.resource.text}`}`;
    case 'resource_link':
      return `[link to ${block.name || 'a resource'}: ${block.uri}]${block.description === undefined ? '' : ` ${block.description}`}`;
    default:
      return block satisfies never;
  }
}
