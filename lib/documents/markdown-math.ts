import type { TokenizerAndRendererExtension } from 'marked';

/** TeX in an answer. `isClosed`: its closing delimiter has arrived. */
export type MathToken = { type: 'math'; raw: string; tex: string; isDisplay: boolean; isClosed: boolean };

/** Maximum characters of an inline formula; a longer match is a price or something else. */
const INLINE = /^\$(?![\s$])((?:[^$\\\n]|\\[^\n]){1,400}?)(?<!\s)\$(?![\d$])|^\\\(([^\n]{1,400}?)\\\)/;
/** Display math within a paragraph. */
const WITHIN = /^\$\$([^$]{1,2000}?)\$\$|^\\\[([\s\S]{1,2000}?)\\\]/;
/** Display math on one line. */
const LINE = /^ {0,3}(?:\$\$([^\n]+?)\$\$|\\\[([^\n]+?)\\\])[ \t]*(?:\n|$)/;
/**
 * Display math whose delimiter is alone on its line. Like a fence, it extends to the closing delimiter, an empty line, or the
 * end.
 */
const LINES = /^ {0,3}(?:\$\$[ \t]*\n((?:(?!\n[ \t]*\n|\$\$)[\s\S])*)|\\\[[ \t]*\n((?:(?!\n[ \t]*\n|\\\])[\s\S])*))\n?/;
const END = /^[ \t]*(?:\$\$|\\\])[ \t]*(?:\n|$)/;

/**
 * `$x$` and `\(x\)` inline, `$$x$$` and `\[x\]` as a block, as models write them. As in pandoc, no space may follow the first
 * dollar or precede the last, and no digit may follow that, so that prices stay text.
 */
export const mathExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'math',
    level: 'inline',
    start: (source) => indexOf(source, /\$|\\[([]/),
    tokenizer(source): MathToken | undefined {
      const [whole, ...texts] = WITHIN.exec(source) ?? [];
      if (whole !== undefined) return display(whole, texts, true);
      const [raw, dollars, brackets] = INLINE.exec(source) ?? [];
      if (raw === undefined) return undefined;
      return { type: 'math', raw, tex: dollars ?? brackets ?? '', isDisplay: false, isClosed: true };
    },
  },
  {
    name: 'math',
    level: 'block',
    // No `start`: block math does not interrupt a paragraph; within one, the inline extension matches.
    tokenizer(source): MathToken | undefined {
      const [line, ...inLine] = LINE.exec(source) ?? [];
      if (line !== undefined) return display(line, inLine, true);
      const [lines, ...inLines] = LINES.exec(source) ?? [];
      if (lines === undefined) return undefined;
      const [end] = END.exec(source.slice(lines.length)) ?? [];
      return display(lines + (end ?? ''), inLines, end !== undefined);
    },
  },
];

function display(raw: string, texts: (string | undefined)[], isClosed: boolean): MathToken {
  return { type: 'math', raw, tex: texts.join('').trim(), isDisplay: true, isClosed };
}

function indexOf(source: string, pattern: RegExp): number | undefined {
  const found = source.search(pattern);
  return found < 0 ? undefined : found;
}
