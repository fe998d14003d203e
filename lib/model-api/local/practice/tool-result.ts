/** A tool's result. `isError` is set by the tag only; `readResult` detects other errors. */
export type ToolResult = { toolName: string; text: string; isError: boolean };

/** A tool result with its header separated from its text. `markdown` is the error text if it is an error. */
export type Reading = { toolName: string; title: string; markdown: string; isError: boolean };

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
const frameLine = /^\[(?:data|end) [0-9a-f]{32}\]$/gm;

const headerLine = /^(\p{Lu}[\p{L} -]{1,24}):\s?(.*)$/u;
const pageHeader = /^(?:Title|URL): /;

/** How many lines of notes may precede the header of a page. */
const linesBeforeHeader = 12;

/** Removes the `Title:` and `URL:` lines from a result, and any lines before them. A result without them is all text. */
export function readResult({ toolName, text, isError }: ToolResult): Reading {
  const unframed = text.replace(frameLine, '').trim();
  const lines = unframed.split('\n');
  const start = lines.slice(0, linesBeforeHeader).findIndex((line) => pageHeader.test(line));
  if (isError || (start === -1 && looksLikeError(unframed))) {
    return { toolName, title: '', markdown: unframed, isError: true };
  }
  if (start === -1) return { toolName, title: '', markdown: unframed, isError: false };
  const length = lines.slice(start).findIndex((line) => !headerLine.test(line));
  const end = length === -1 ? lines.length : start + length;
  const title = lines.slice(start, end).find((line) => line.startsWith('Title: ')) ?? '';
  return { toolName, title: title.slice('Title: '.length), markdown: lines.slice(end).join('\n'), isError: false };
}

/** Servers have no field for a failed tool, so the text decides. */
function looksLikeError(text: string): boolean {
  return /^\s*(?:\{\s*"error"|(?:tool )?(?:error|failed|failure)\b\s*[:.([])/i.test(text);
}
