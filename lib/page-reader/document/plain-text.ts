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
