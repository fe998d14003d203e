/**
 * Text that stays text inside a paragraph of Markdown. Only what would change the meaning is escaped, because a model
 * reads the result as it is: `2 * 3` and `snake_case` stay.
 */
export function escapeInline(text: string): string {
  if (!/[*_`~<\]]/.test(text)) return text;
  const starred = text.replace(/(?<!\s|^)\*|\*(?!\s|$)/g, '\\*');
  return withoutEmphasis(starred)
    .replace(/`/g, '\\`')
    .replace(/~~/g, '\\~\\~')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/\](?=\()/g, '\\]');
}

function withoutEmphasis(text: string): string {
  // Most text has no such sign, and sets of Unicode properties are dear.
  if (!text.includes('_')) return text;
  return text.replace(/(?<![\p{L}\p{N}_])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}_])/gu, '\\_');
}

/** A line that begins like a heading, list, quote, rule or fence would become one: its first mark is escaped. */
export function escapeLineStart(line: string): string {
  if (!/^[#+*>:=~\d-]/.test(line)) return line;
  return line
    .replace(/^(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|:(?=\s)|={3,}$|-{3,}$|~{3,})/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
