/**
 * Escapes text for a paragraph of Markdown. Only characters that would change the meaning are escaped, because a model reads the
 * result as it is: `2 * 3` and `snake_case` stay.
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
  // Most text has no underscore, and Unicode property classes are slow.
  if (!text.includes('_')) return text;
  return text.replace(/(?<![\p{L}\p{N}_])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}_])/gu, '\\_');
}

/** Escapes the first mark of a line that would become a heading, list, quote, rule or fence. */
export function escapeLineStart(line: string): string {
  if (!/^[#+*>:=~\d-]/.test(line)) return line;
  return line
    .replace(/^(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|:(?=\s)|={3,}$|-{3,}$|~{3,})/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/** Converts the Markdown of a block to text on one line: no marks, no addresses, table cells separated by spaces. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^\s*(?:`{3,}|~{3,}).*$/gm, '')
    .replace(/^\|(?: --- \|)+$/gm, '')
    .replace(/^\s*(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,9}[.)]\s|:\s)+/gm, '')
    .replace(/!\[((?:[^\]\\]|\\.)*)\]\([^)\s]*\)/g, '$1')
    .replace(/\]\([^)\s]*\)/g, ']')
    .replace(/(?<!\\)\[((?:[^[\]\\]|\\.)*)\]/g, '$1')
    .replace(/<br>|(?<!\\)\|/g, ' ')
    .replace(/(?<!\\)(?:\*{1,3}|~~|`+)/g, '')
    .replace(/\\([\\`*_~#+\-.!|<>[\](){}:=])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
