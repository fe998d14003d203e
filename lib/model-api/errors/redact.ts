/** Patterns of API keys, complete or abbreviated. Ordinary words have neither digits nor dots. */
const KEY_LIKE =
  /\b(?:Bearer\s+|(?:sk|pk|gsk|xai|or|hf|nvapi|csk|fw|pplx|ghp|key)[-_])(?=\S{0,200}[\d*.…•])[\w\-*…•]*(?:[\w\-.*…•]{4,}[\w\-*…•])|\bAIza[\w-]{20,}|\bgithub_pat_\w{8,}/g;

/** Words that may be a part of a key, including characters for omitted ones. */
const WORD = /[\w\-.*…•+/=]{4,}/g;
const LEFT_OUT = /[*…•]+|\.{2,}|x{4,}/i;

/**
 * A part of a key with at least this length would reveal it. A shorter text is not a key and may be any word. In
 * characters.
 */
const MIN_REVEALING_LENGTH = 8;

/** Fields of events whose strings are codes of this project, not a server's text. */
const CODES = new Set(['type', 'code', 'reason', 'quirk', 'source']);

/**
 * Returns a function that removes keys from texts that are shown and stored, because servers echo keys in their errors:
 * complete, abbreviated, or only the beginning. Takes the key that was sent, or null. Anything that looks like a key is
 * also removed.
 */
export function redactor(apiKey: string | null): (text: string) => string {
  const secret = getRedactableKey(apiKey);
  return (text) => (secret === null ? text : redactKey(text, secret)).replace(KEY_LIKE, '[key]');
}

/** The key, or null if it is too short to be a real one, like the placeholder keys for local servers. */
function getRedactableKey(apiKey: string | null): string | null {
  return apiKey !== null && apiKey.length >= MIN_REVEALING_LENGTH ? apiKey : null;
}

function redactKey(text: string, apiKey: string): string {
  return text.replaceAll(apiKey, '[key]').replace(WORD, (word) => (isKeyPiece(apiKey, word) ? '[key]' : word));
}

function isKeyPiece(apiKey: string, word: string): boolean {
  const pieces = word.split(LEFT_OUT).filter((piece) => piece !== '');
  if (pieces.some((piece) => piece.length >= MIN_REVEALING_LENGTH && apiKey.includes(piece))) return true;
  if (!LEFT_OUT.test(word)) return false;
  const [first = ''] = pieces;
  const last = pieces.at(-1) ?? '';
  return (first.length >= 3 && apiKey.startsWith(first)) || (last.length >= 3 && apiKey.endsWith(last));
}

/** Applies `redact` to every string in an event except codes. */
export function redactAll<Value>(value: Value, redact: (text: string) => string): Value {
  if (typeof value === 'string') return redact(value) as Value;
  if (Array.isArray(value)) return value.map((each) => redactAll(each, redact)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    typeof each === 'string' && CODES.has(name) ? each : redactAll(each, redact),
  ]);
  return Object.fromEntries(entries) as Value;
}

/**
 * Removes a key from a response that arrives in pieces. Holds back the end of a piece if it may be the beginning of the
 * key. A response never needs the key, and an answer is stored, exported, and sent to other models.
 */
export class KeyFilter {
  readonly #apiKey: string | null;
  #held = '';

  constructor(apiKey: string | null) {
    this.#apiKey = getRedactableKey(apiKey);
  }

  push(text: string): string {
    if (this.#apiKey === null) return text;
    const all = (this.#held + text).replaceAll(this.#apiKey, '[key]');
    const open = openLength(all, this.#apiKey);
    this.#held = open === 0 ? '' : all.slice(-open);
    return open === 0 ? all : all.slice(0, -open);
  }

  /** Returns the held-back text at the end of the response. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** Length of the end of a text that is a prefix of the key. */
function openLength(text: string, apiKey: string): number {
  const first = apiKey.charAt(0);
  let at = text.indexOf(first, Math.max(0, text.length - apiKey.length + 1));
  while (at >= 0 && !apiKey.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
  return at < 0 ? 0 : text.length - at;
}
