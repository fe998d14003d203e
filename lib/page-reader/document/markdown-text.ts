import { dropLinkAddresses } from '../../text/index.ts';

/**
 * Escapes text for a Markdown paragraph. Escapes only characters that would change the meaning, because a model reads
 * the result unrendered: `2 * 3` and `snake_case` stay.
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

/**
 * Converts the Markdown of a block to text on one line: no marks, no addresses, table cells separated by spaces. A page
 * may consist of beginnings of marks, so each pattern ends at the next one, and at the end of a line.
 */
export function plainText(markdown: string): string {
  const withLinks = markdown
    .replace(/^[^\S\n]*(?:`{3,}|~{3,}).*$/gm, '')
    .replace(/^\|(?: --- \|)+$/gm, '')
    .replace(/^[^\S\n]*(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,9}[.)]\s|:\s)+/gm, '')
    .replace(/!\[((?:[^[\]\\]|\\.)*)\]\([^()\s]*\)/g, '$1');
  return dropLinkAddresses(withLinks)
    .replace(/(?<!\\)\[((?:[^[\]\\]|\\.)*)\]/g, '$1')
    .replace(/<br>|(?<!\\)\|/g, ' ')
    .replace(/(?<!\\)(?:\*{1,3}|~~|`+)/g, '')
    .replace(/\\([\\`*_~#+\-.!|<>[\](){}:=])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)]) /;

/** The separator between two adjacent blocks. Items of a list stay together, and so do a term and its definition. */
export function blockGap(before: string, after: string): '\n' | '\n\n' {
  if (after.startsWith(': ')) return '\n';
  return LIST_ITEM.test(before) && LIST_ITEM.test(after) ? '\n' : '\n\n';
}

/** Joins blocks of Markdown into one text. */
export function joinBlocks(blocks: readonly string[]): string {
  let text = '';
  let before: string | null = null;
  for (const block of blocks) {
    // The place of a frame that was not read.
    if (block === '') continue;
    text += before === null ? block : blockGap(before, block) + block;
    before = block;
  }
  return text;
}

/**
 * The part of a block that begins at `from` and has about `room` characters, cut at the end of a line, else of a
 * sentence, else of a word. Each part repeats the fence of code and the header of a table, in addition to `room`. `end`
 * is where the next part begins, or null after the last.
 */
export function cutBlock(markdown: string, from: number, room: number): { text: string; end: number | null } {
  const { opening, closing } = framing(markdown);
  const start = Math.max(from, opening.length);
  const inner = markdown.slice(0, markdown.length - closing.length);
  const end =
    inner.length - start <= room ? inner.length : cutPoint(inner, start, room, opening !== '' && closing === '');
  const text = opening + inner.slice(start, end).trimEnd() + closing;
  return { text, end: end >= inner.length ? null : end };
}

/** What every part of a block repeats: the fence of code, the header of a table. */
function framing(markdown: string): { opening: string; closing: string } {
  const delimiter = /^(`{3,})[^\n]*\n/.exec(markdown);
  if (delimiter?.[1]) return { opening: delimiter[0], closing: `\n${delimiter[1]}` };
  const header = /^\|[^\n]*\n\|(?: --- \|)+\n/.exec(markdown);
  return { opening: header?.[0] ?? '', closing: '' };
}

function cutPoint(text: string, start: number, room: number, isTable: boolean): number {
  const limit = start + room;
  const minimum = start + room / 3;
  const line = text.lastIndexOf('\n', limit);
  if (line > (isTable ? start : minimum)) return line + 1;
  const row = isTable ? text.indexOf('\n', limit) : -1;
  // A row longer than the limit stays whole, since half a row is useless.
  if (isTable && (row === -1 ? text.length : row) < start + room * 4) return row === -1 ? text.length : row + 1;
  let sentence = -1;
  for (const match of text.slice(start, limit).matchAll(/[.!?…](?:["'”’)\]]*)\s|[。！？]/g)) {
    sentence = start + match.index + match[0].length;
  }
  if (sentence > minimum) return sentence;
  const space = text.lastIndexOf(' ', limit);
  if (space > minimum) return space + 1;
  // Never cut between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
}
