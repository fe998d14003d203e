/**
 * Text that stays text inside a paragraph of Markdown. Only what would change the meaning is escaped, because a model
 * reads the result as it is: `2 * 3` and `snake_case` stay.
 */
export function escapeInline(text: string): string {
  if (!/[*_`~<\]]/.test(text)) return text;
  return text
    .replace(/(?<!\s|^)\*|\*(?!\s|$)/g, '\\*')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}_])/gu, '\\_')
    .replace(/`/g, '\\`')
    .replace(/~~/g, '\\~\\~')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/\](?=\()/g, '\\]');
}

/** A line that begins like a heading, list, quote, rule or fence would become one: its first mark is escaped. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|:(?=\s)|={3,}$|-{3,}$|~{3,})/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
