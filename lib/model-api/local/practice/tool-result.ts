/** What a tool answered. `isError` is only what a tag said of it; see `readResult` for the rest. */
export type ToolResult = { toolName: string; text: string; isError: boolean };

/** A tool result with its header lines taken apart from its text. `markdown` is the error's words where it is one. */
export type Reading = { toolName: string; title: string; markdown: string; isError: boolean };

/** Splits one user message of the tag protocol into the results it holds. */
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

/** How far down the header lines of a page may begin, below notes about what follows. */
const linesBeforeHeader = 12;

/** Takes the `Title:` and `URL:` lines off a result, and whatever stands above them. A result without is all text. */
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

/** Servers have no field that says a tool failed, so the words have to. */
function looksLikeError(text: string): boolean {
  return /^\s*(?:\{\s*"error"|(?:tool )?(?:error|failed|failure)\b\s*[:.([])/i.test(text);
}
