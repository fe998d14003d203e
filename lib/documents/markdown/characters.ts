import type { Token } from 'marked';
import { hasUnspacedText } from '../../text/index.ts';

/** Korean and Bopomofo. Korean adds endings to foreign words without a space. */
const ATTACHING = /[\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/**
 * Whether a text has letters of scripts without spaces between words, or that attach to foreign words without a space.
 */
export function isUnspaced(text: string): boolean {
  return hasUnspacedText(text) || ATTACHING.test(text);
}

/** Punctuation of East Asian scripts: CJK symbols, vertical and full-width forms. */
export const CJK_PUNCTUATION =
  /[\u3000-\u3004\u3008-\u3020\u3030\u303D\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]/;

export function isCjk(character: string): boolean {
  return isUnspaced(character) || CJK_PUNCTUATION.test(character);
}

/** The character before the next token of a line, or '' at its beginning. */
export function precedingCharacter(tokens: readonly Token[]): string {
  return [...(tokens.at(-1)?.raw.slice(-2) ?? '')].at(-1) ?? '';
}

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Whether the first letter of a text belongs to a right-to-left script, as `dir="auto"` decides. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(LETTER.exec(text)?.[0] ?? '');
}
