/** Patterns must not take quadratic time, since pages are untrusted. */
const label = String.raw`(?<!\\)\[((?:\\.|[^[\]\\])*)\]`;
const target = String.raw`\([^()]*(?:\([^()]*\)[^()]*)?\)`;
const image = new RegExp(`!${label}${target}`, 'g');
const link = new RegExp(label + target, 'g');

/** The visible text of Markdown: no images, link targets or marks. */
export function plainText(markdown: string): string {
  return markdown
    .replace(image, '')
    .replace(link, '$1')
    .replace(/(?<!\\)(?:\*+|`+|~~)/g, '')
    .replace(/(?<![\\\p{L}\p{N}])_+|(?<!\\)_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Text of a page as Markdown that shows exactly this text, so that a quotation is never a link, an element or (in tag
 * mode) a tool call: what could open a tag gets another bracket, because a backslash would leave the tag in the text.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/<([\p{L}/!?|][^<>]*)>/gu, '‹$1›')
    .replace(/<(?=[\p{L}/!?|])/gu, '‹')
    .replace(/[\\`*_[\]>|~]/g, '\\$&')
    .replace(/</g, '\\<')
    .replace(/^(?=[#+=-])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');
}

/** Shortens a text to at most `limit` characters, between words if possible. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '').trimEnd()} …`;
}
