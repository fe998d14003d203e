/**
 * A text as a Markdown quotation, followed by an empty line. What stands in a quotation is not the user's own (`userTexts`), so every
 * line of it has the mark, whatever ends it.
 */
export function quoted(text: string): string {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}
