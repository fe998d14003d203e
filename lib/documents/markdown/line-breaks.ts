import type { Tokens } from 'marked';
import { dropLinkAddresses } from '../../text/index.ts';

/** Text with shorter lines is not wrapped prose. Characters. */
const MIN_WRAP_WIDTH = 50;
const CONTINUES = /[\p{L}\p{N},]$/u;
/** A lower-case letter or one of a script without case, except for scripts without spaces. */
const CONTINUED = /^[\p{Ll}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{N}(]/u;

/**
 * Whether the line breaks of a paragraph come only from wrapping: in every line the next word did not fit, and at least
 * one sentence continues on the next line. In poems, letters, addresses and lines like “Name: Ann”, line breaks have a
 * meaning. The width may include marks and the addresses of links, or be that of the text that people see.
 */
export function isWrappedProse(text: string): boolean {
  const lines = text.split('\n');
  if (lines.length < 2) return false;
  return areFull(lines.map(showLine)) || areFull(lines.map((line) => line.trim()));
}

function showLine(line: string): string {
  return dropLinkAddresses(line).replace(/[*_`]/g, '').trim();
}

function areFull(lines: readonly string[]): boolean {
  // Not as arguments of a call, which takes some ten thousand: a model that repeats itself writes more lines.
  const width = lines.reduce((longest, line) => Math.max(longest, line.length), 0);
  if (width < MIN_WRAP_WIDTH) return false;
  const breaks = lines.slice(1).map((next, index) => ({ line: lines[index] ?? '', next }));
  const isFull = breaks.every(({ line, next }) => line.length + 1 + (/^\S*/.exec(next)?.[0].length ?? 0) > width);
  return isFull && breaks.some(({ line, next }) => CONTINUES.test(line) && CONTINUED.test(next));
}

/** The tokens of a line, with a break token for each line end in a text. */
export function withBreaks(tokens: Tokens.Generic[]): Tokens.Generic[] {
  return tokens.flatMap((token): Tokens.Generic[] => {
    if (token.tokens) return [{ ...token, tokens: withBreaks(token.tokens) }];
    if (token.type !== 'text' || !token.raw.includes('\n')) return [token];
    const lines = (token.text as string).split('\n');
    return lines.flatMap((line, index) => {
      const text = index === 0 ? line : line.trimStart();
      const piece: Tokens.Generic = { ...token, raw: text, text };
      return index === 0 ? [piece] : [{ type: 'br', raw: '\n' }, piece];
    });
  });
}
