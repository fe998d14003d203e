/**
 * Formats a text as a Markdown quotation, followed by an empty line. Text in a quotation does not count as the user's
 * own (`userTexts`), so every line gets the mark, regardless of its line terminator.
 */
export function toBlockquote(text: string): string {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}
