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

const ADDRESS_IN_COMMAND = /https?:\/\/[^\s"'`<>\\|]+/gi;
const KEY_IN_COMMAND = /(?:\bbearer\s+|(?:key|token)["']?\s*[=:]\s*["']?)([^\s"'`,;)]+)/i;
/** What documentation writes in place of a key: `$OPENAI_API_KEY`, `<token>`, `YOUR_API_KEY`. */
const NO_KEY = /^(?:[$%<{[]|your|\.{3}|x{3})/i;

/**
 * Returns the address and the key in a pasted command or call, such as the `curl` command in a service's documentation.
 * The key is empty if a variable stands in its place. Null if there is no address, or more than one.
 */
export function readPastedCommand(text: string): { address: string; apiKey: string } | null {
  const entered = cleanText(text.slice(0, MAX_PASTED)).trim();
  if (!/\s/.test(entered)) return null;
  const [address, ...others] = new Set(entered.match(ADDRESS_IN_COMMAND));
  if (address === undefined || others.length > 0) return null;
  const apiKey = KEY_IN_COMMAND.exec(entered.replace(address, ' '))?.[1] ?? '';
  return { address, apiKey: NO_KEY.test(apiKey) ? '' : apiKey };
}

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
