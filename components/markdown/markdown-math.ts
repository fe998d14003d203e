import type { TokenizerAndRendererExtension } from 'marked';

/** TeX in an answer. `isClosed`: its end has been written. */
export type MathToken = { type: 'math'; raw: string; tex: string; isDisplay: boolean; isClosed: boolean };

/** Characters of a formula within a line; more is money, or something else. */
const INLINE = /^\$(?![\s$])((?:[^$\\\n]|\\[^\n]){1,400}?)(?<!\s)\$(?![\d$])|^\\\(([^\n]{1,400}?)\\\)/;
/** A display within a paragraph. */
const WITHIN = /^\$\$([^$]{1,2000}?)\$\$|^\\\[([\s\S]{1,2000}?)\\\]/;
/** A display on one line. */
const LINE = /^ {0,3}(?:\$\$([^\n]+?)\$\$|\\\[([^\n]+?)\\\])[ \t]*(?:\n|$)/;
/** What opens a display alone on its line does so for good, as a fence does: up to what closes it, an empty line, or the end. */
const LINES = /^ {0,3}(?:\$\$[ \t]*\n((?:(?!\n[ \t]*\n|\$\$)[\s\S])*)|\\\[[ \t]*\n((?:(?!\n[ \t]*\n|\\\])[\s\S])*))\n?/;
const END = /^[ \t]*(?:\$\$|\\\])[ \t]*(?:\n|$)/;

/**
 * `$x$` and `\(x\)` in a line, `$$x$$` and `\[x\]` as a block: what models write. As pandoc has it, no space follows the
 * first dollar, none stands before the last, and no digit follows that, so that prices stay prices.
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
    // No `start`: a formula interrupts no paragraph; within one it is found by the other.
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
