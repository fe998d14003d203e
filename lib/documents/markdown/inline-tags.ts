import type { TokenizerAndRendererExtension, Tokens } from 'marked';

/** Tags that only affect the appearance of a part of a line. */
const NAMES = [
  'kbd',
  'sub',
  'sup',
  'mark',
  'u',
  'ins',
  'small',
  'code',
  'b',
  'strong',
  'i',
  'em',
  's',
  'del',
] as const satisfies (keyof HTMLElementTagNameMap)[];
type TagName = (typeof NAMES)[number];

/** A part of a line formatted by a tag: a key, subscript or superscript, bold. */
export type TagToken = { type: 'tag'; raw: string; name: TagName; tokens: Tokens.Generic[] };

const BREAK = /^<\/?br\s*\/?>[ \t]*\n?/i;
const OPENING = new RegExp(`^<(${NAMES.join('|')})>`, 'i');
const LINE_START = new RegExp(`^ {0,3}</?(?:br|${NAMES.join('|')})\\b[\\s/]*>`, 'i');
/** Maximum length of the text in a tag, in characters. */
const MAX_LENGTH = 1000;

/**
 * The HTML tags that models write within a line: `<br>` in cells, keys, subscripts and superscripts, and tags for which
 * Markdown has other notations. They are only read without attributes, and become separate tokens. All other HTML stays
 * text.
 */
export const inlineTagExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'line-break',
    level: 'inline',
    tokenizer(source): Tokens.Br | undefined {
      const [raw] = BREAK.exec(source) ?? [];
      return raw === undefined ? undefined : { type: 'br', raw };
    },
  },
  {
    name: 'tag',
    level: 'inline',
    tokenizer(source): TagToken | undefined {
      const [opening, name] = OPENING.exec(source) ?? [];
      if (opening === undefined || name === undefined) return undefined;
      const end = findClosingTag(source.slice(0, MAX_LENGTH), name);
      if (end === null) return undefined;
      return {
        type: 'tag',
        raw: source.slice(0, end.after),
        name: name.toLowerCase() as TagToken['name'],
        tokens: this.lexer.inlineTokens(source.slice(opening.length, end.at)),
      };
    },
  },
];

/** The position of the closing tag of the element with which `source` begins. Null if it has none. */
function findClosingTag(source: string, name: string): { at: number; after: number } | null {
  let depth = 0;
  for (const { 0: tag, index } of source.matchAll(new RegExp(`</?${name}>`, 'gi'))) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return { at: index, after: index + tag.length };
  }
  return null;
}

/** Whether a line that begins with HTML begins with one of these tags, so that it is a paragraph. */
export function startsWithInlineTag(source: string): boolean {
  return LINE_START.test(source);
}
