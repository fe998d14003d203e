import * as z from 'zod';
import { DELIMITER_LINE } from '../../../security/index.ts';

const Part = z.object({ text: z.string().catch('') }).catch({ text: '' });

/** A string, nothing, or an array of parts, of which only text is used. */
const Content = z
  .union([z.string(), z.array(Part)])
  .nullish()
  .transform((content) =>
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text).join('\n'),
  );

const Call = z.object({ id: z.string().catch(''), function: z.object({ name: z.string() }) });

const Message = z.object({
  role: z.string(),
  content: Content,
  name: z.string().nullish(),
  tool_call_id: z.string().nullish(),
  tool_calls: z.array(Call).nullish().catch(null),
});

/** The parts of an OpenAI chat-completions request that the practice model uses; everything else is ignored. */
export const ChatRequest = z.object({
  model: z.string().catch('practice'),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  tools: z.array(z.object({ function: z.object({ name: z.string(), parameters: z.unknown().optional() }) })).nullish(),
  tool_choice: z.unknown().optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/** A tool's result. `isError` is set by the tag only; `readResult` detects other errors. */
export type ToolResult = { toolName: string; text: string; isError: boolean };

/** A tool result with its header separated from its text. `markdown` is the error text if it is an error. */
export type ParsedToolResult = { toolName: string; title: string; markdown: string; isError: boolean };

/** Splits a user message of the tag protocol into its results. */
export function resultsInTags(message: string): ToolResult[] {
  return message.split(/^[ \t]*(?=<tool_result\s)/m).flatMap((piece) => {
    const opening = /^<tool_result\s([^>]*)>/.exec(piece);
    if (!opening) return [];
    const attributes = opening[1] ?? '';
    return [
      {
        toolName: /\bname=["']?([\w-]+)/.exec(attributes)?.[1] ?? 'a tool',
        text: piece.slice(opening[0].length).replace(/<\/tool_result>\s*$/, ''),
        isError: /error=["']?true|(?:status|state)=["']?error|\berror\s*$/i.test(attributes),
      },
    ];
  });
}

/** The delimiter lines around untrusted text. */
const FRAME_LINE = new RegExp(`^${DELIMITER_LINE}$`, 'gm');

const HEADER_LINE = /^(\p{Lu}[\p{L} -]{1,24}):\s?(.*)$/u;
const PAGE_HEADER = /^(?:Title|URL): /;

/** How many lines of notes may precede the header of a page. */
const LINES_BEFORE_HEADER = 12;

/**
 * Removes the `Title:` and `URL:` lines from a result, and any lines before them. A result without these lines is only
 * text.
 */
export function readResult({ toolName, text, isError }: ToolResult): ParsedToolResult {
  const unframed = text.replace(FRAME_LINE, '').trim();
  const lines = unframed.split('\n');
  const start = lines.slice(0, LINES_BEFORE_HEADER).findIndex((line) => PAGE_HEADER.test(line));
  if (isError || (start === -1 && looksLikeError(unframed))) {
    return { toolName, title: '', markdown: unframed, isError: true };
  }
  if (start === -1) return { toolName, title: '', markdown: unframed, isError: false };
  const length = lines.slice(start).findIndex((line) => !HEADER_LINE.test(line));
  const end = length === -1 ? lines.length : start + length;
  const title = lines.slice(start, end).find((line) => line.startsWith('Title: ')) ?? '';
  return { toolName, title: title.slice('Title: '.length), markdown: lines.slice(end).join('\n'), isError: false };
}

/** Servers have no field for a failed tool, so the text must show it. */
function looksLikeError(text: string): boolean {
  return /^\s*(?:\{\s*"error"|(?:tool )?(?:error|failed|failure)\b\s*[:.([])/i.test(text);
}
