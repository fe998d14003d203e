import type { TokenizerAndRendererExtension } from 'marked';
import { isUnspaced, precedingCharacter } from './characters.ts';

/** TeX in an answer. `isClosed`: its closing delimiter has arrived. */
export type MathToken = { type: 'math'; raw: string; tex: string; isDisplay: boolean; isClosed: boolean };

/** Maximum characters of an inline formula; a longer match is a price or something else. */
const DOLLARS = /^\$(?![\s$])((?:[^$\\\n]|\\[^\n]){1,400}?)(?<!\s)\$(?![\d$])/;
const BRACKETS = /^\\\(([^\n]{1,400}?)\\\)/;
/** Display math within a paragraph. */
const WITHIN = /^\$\$([^$]{1,2000}?)\$\$|^\\\[([\s\S]{1,2000}?)\\\]/;
/** Display math on one line. */
const LINE = /^ {0,3}(?:\$\$([^\n]+?)\$\$|\\\[([^\n]+?)\\\])[ \t]*(?:\n|$)/;
/**
 * Display math whose delimiter is alone on its line. Like a fence, it extends to the closing delimiter, an empty line,
 * or the end.
 */
const LINES = /^ {0,3}(?:\$\$[ \t]*\n((?:(?!\n[ \t]*\n|\$\$)[\s\S])*)|\\\[[ \t]*\n((?:(?!\n[ \t]*\n|\\\])[\s\S])*))\n?/;
const END = /^[ \t]*(?:\$\$|\\\])[ \t]*(?:\n|$)/;

/**
 * `$x$` and `\(x\)` inline, `$$x$$` and `\[x\]` as a block, as models write them. As in pandoc, no space may follow the
 * first dollar or precede the last, and no digit may follow the last, so that prices stay text. For the other rules,
 * see `isFormula`.
 */
export const mathExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'math',
    level: 'inline',
    start: (source) => findMatchIndex(source, /\$|\\[([]/),
    tokenizer(source, tokens): MathToken | undefined {
      const [whole, ...texts] = WITHIN.exec(source) ?? [];
      if (whole !== undefined) return display(whole, texts, true);
      const [raw, tex = ''] = DOLLARS.exec(source) ?? BRACKETS.exec(source) ?? [];
      if (raw === undefined) return undefined;
      const next = source.slice(raw.length);
      if (raw.startsWith('$') && !isFormula(tex, precedingCharacter(tokens), next)) return undefined;
      return { type: 'math', raw, tex, isDisplay: false, isClosed: true };
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

/** A letter or digit of a script with spaces between words. A dollar after it belongs to it, as in `5$` and `US$`. */
const SPACED_LETTER = /[\p{L}\p{N}_]/u;
/** An amount, followed by words and more: `$5 a month or 10$`. */
const AMOUNT_IN_TEXT = /^\d[\d.,]*(?:\s+\p{L}{2,}\s+\S|\p{P}*\s+(?:\p{L}+\s+){2,}\S)/u;
/**
 * The end of a sentence or clause followed by a word, without any sign of TeX. The dollars then belong to two amounts
 * or variables.
 */
const PROSE = /^[^\\^_={}+<>|]*[\p{L}\p{N}][.;:!?]\s+\p{L}[^\\^_={}+<>|]*$/u;
/** An ending of the word with which a variable begins, as in `$n$th`. */
const WORD_ENDING = /^\p{Ll}{1,4}(?![\p{L}\p{N}_])/u;

/** Whether text between dollars is a formula, and not amounts (`5$, 10$`) or shell variables (`$HOME:$PATH`). */
function isFormula(tex: string, before: string, after: string): boolean {
  if (SPACED_LETTER.test(before) && !isUnspaced(before)) return false;
  if (AMOUNT_IN_TEXT.test(tex) || PROSE.test(tex)) return false;
  const [next = ''] = after;
  if (!/[\p{L}_{]/u.test(next) || isUnspaced(next)) return true;
  return WORD_ENDING.test(after) && /^(?:\p{L}|\\[a-z]+)(?:[_^].*)?$/iu.test(tex);
}

function display(raw: string, texts: (string | undefined)[], isClosed: boolean): MathToken {
  return { type: 'math', raw, tex: texts.join('').trim(), isDisplay: true, isClosed };
}

function findMatchIndex(source: string, pattern: RegExp): number | undefined {
  const position = source.search(pattern);
  return position < 0 ? undefined : position;
}
