import { cleanText } from '../../text/index.ts';

/** Quotation marks of keyboards, word processors and Markdown. */
const QUOTES = '["\'`“”„‟‘’‚«»]';
/** What can precede a key, in this order. */
const BEFORE_KEY = [
  /^-H\s+/,
  new RegExp(`^${QUOTES}`),
  /^(?:export\s+|set\s+|\$env:)?[A-Za-z_][\w-]*(?:key|token)["']?\s*[=:]\s*/i,
  /^authorization["']?\s*:\s*/i,
  new RegExp(`^${QUOTES}`),
  /^bearer\s+/i,
];
const AFTER_KEY = new RegExp(`${QUOTES}[,;]?$`);

/** Longer text is neither a key nor an address. In characters. */
const MAX_PASTED = 10_000;

/**
 * Returns the key in pasted text: alone, in quotes, after its name as in a settings file, or as the value of a header.
 * A key has no spaces and no quotes. Characters of full width, which input methods write, become those of a keyboard,
 * and invisible ones of a web page are removed.
 */
export function readPastedKey(text: string): string {
  const entered = cleanText(text.slice(0, MAX_PASTED)).normalize('NFKC').trim();
  const value = BEFORE_KEY.reduce((rest, pattern) => rest.replace(pattern, ''), entered).replace(AFTER_KEY, '');
  return /\s/.test(value) ? entered : value;
}
