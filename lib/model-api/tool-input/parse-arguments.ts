import { jsonrepair } from 'jsonrepair';
import { isJsonObject, type JsonObject, parseJson } from '../../contracts/index.ts';
import { LenientJsonError, parseLenientJson } from './parse-lenient-json.ts';

/**
 * The state of a call's arguments. `complete`: valid JSON. `repaired`: JSON after changing the notation or adding
 * closing brackets after a complete value. `truncated`: a value was cut off. `invalid`: none of these. Only `complete`
 * and `repaired` arguments ever reach a tool or an approval.
 */
type ParsedJson = { state: 'complete' | 'repaired'; value: unknown } | { state: 'truncated' | 'invalid' };
type ParsedArguments = { state: 'complete' | 'repaired'; value: JsonObject } | { state: 'truncated' | 'invalid' };

/**
 * Parses arguments, which must be an object. Blank text and words for "no arguments" count as `{}` (quirk:
 * arguments-nothing).
 */
export function parseArguments(text: string): ParsedArguments {
  const whole = text.startsWith('{') ? parseJson(text) : undefined;
  if (isJsonObject(whole)) return { state: 'complete', value: whole };
  const trimmed = text.trim();
  if (isNothing(trimmed)) return { state: 'complete', value: {} };
  if (/^`{1,2}$|^```j?s?o?n?$/.test(trimmed)) return { state: 'truncated' };
  // Trimmed only at the start, since trailing white space shows that a number is complete.
  const source = text.trimStart();
  const bare = withBraces(withoutFence(withoutMarkers(withoutUnfinishedCopy(source))));
  const parseResult = parseOrRepairJson(bare);
  if (!('value' in parseResult)) return parseResult;
  return unwrap(parseResult.value, parseResult.state === 'repaired' || bare !== source);
}

/**
 * The object in a value. gpt-oss and others encode it as a string, sometimes several times (quirk: encoded-twice). PHP
 * writes an empty object as a list (quirk: arguments-nothing). Some models put the object into a list.
 */
function unwrap(value: unknown, isChanged: boolean): ParsedArguments {
  let inner = value;
  for (let depth = 0; depth < MAX_ENCODINGS; depth++) {
    if (isJsonObject(inner)) return { state: isChanged ? 'repaired' : 'complete', value: inner };
    if (inner === null || typeof inner === 'boolean' || inner === 0) return { state: 'complete', value: {} };
    if (Array.isArray(inner)) {
      if (inner.length > 1) break;
      inner = inner[0] ?? {};
    } else if (typeof inner !== 'string') break;
    else if (isNothing(inner.trim())) return { state: 'complete', value: {} };
    else {
      const parseResult = parseOrRepairJson(inner.trim());
      if (!('value' in parseResult)) return parseResult;
      isChanged ||= parseResult.state === 'repaired';
      inner = parseResult.value;
    }
  }
  return { state: 'invalid' };
}

/** How many times arguments may be encoded or put into a list. */
const MAX_ENCODINGS = 6;

/** Whether a text means that there are no arguments. */
function isNothing(trimmed: string): boolean {
  return (
    trimmed === '' ||
    /^(?:null|none|nil|undefined|nan|void|empty|n\/a|\{\s*(?:null|none)\s*\}|\[\s*\]|\(\s*\)|(?:""|'')+)$/i.test(
      trimmed,
    )
  );
}

/** Parses any JSON value; repairs its notation if necessary. */
export function parseOrRepairJson(text: string): ParsedJson {
  const value = parseJson(text);
  if (value !== undefined) return { state: 'complete', value };
  try {
    return { state: 'repaired', value: parseLenientJson(text) };
  } catch (error) {
    if (!(error instanceof LenientJsonError)) throw error;
    return unescaped(text) ?? (error.state === 'invalid' ? repairedObject(text) : null) ?? { state: error.state };
  }
}

/** Parses JSON as it looks inside a string, with a backslash before every quote. */
function unescaped(text: string): ParsedJson | null {
  if (!/^[[{][[{\s]*\\"/.test(text)) return null;
  const inner = parseJson(`"${text.replace(/[\r\n\t]/g, ' ')}"`);
  if (typeof inner !== 'string') return null;
  const parseResult = parseOrRepairJson(inner);
  return 'value' in parseResult ? { ...parseResult, state: 'repaired' } : parseResult;
}

/**
 * Repairs an object in a notation that `parseLenientJson` does not support, such as strings between backticks.
 * jsonrepair also completes text that was cut off, and writes `null` for a missing value. Therefore it only gets text
 * whose last character closes the object, and its result is rejected if it contains a `null` that the text does not.
 */
function repairedObject(text: string): ParsedJson | null {
  const trimmed = text.trim();
  const scanner = new JsonObjectScanner();
  if (scanner.push(trimmed) < trimmed.length || !scanner.isComplete) return null;
  try {
    const repaired = jsonrepair(trimmed);
    if (repaired.includes('null') && !/null|None|undefined/.test(trimmed)) return null;
    return { state: 'repaired', value: JSON.parse(repaired) };
  } catch {
    return null;
  }
}

/** Removes tags and tokens around an object that a server's parser left (quirk: markup-around-arguments). */
function withoutMarkers(text: string): string {
  if (!/^[<[]/.test(text) || !text.includes('{')) return text;
  const object = text.replace(/^(?:(?:<[^<>{}"]{1,60}>|\[[A-Z_]{2,30}\])\s*)+(?=\{)/, '');
  return object === text ? text : object.replace(/(?<=\})\s*(?:(?:<[^<>{}"]{1,60}>|\[\/?[A-Z_]{2,30}\])\s*)+$/, '');
}

/**
 * The object at the end of a text that begins with an unfinished copy of it, in any spacing (quirk: growing-snapshots).
 */
function withoutUnfinishedCopy(text: string): string {
  if (!text.startsWith('{')) return text;
  let at = text.indexOf('{', 1);
  for (let tries = 0; at > 0 && tries < MAX_COPIES; tries++) {
    const whole = text.slice(at);
    const copy = withoutSpacing(text.slice(0, at));
    if (withoutSpacing(whole).startsWith(copy) && isJsonObject(parseJson(whole.trim()))) return whole;
    at = text.indexOf('{', at + 1);
  }
  return text;
}

/** White space within a string is part of it. */
function withoutSpacing(text: string): string {
  return text.replace(/("(?:[^"\\]|\\[\s\S])*"?)|\s+/g, '$1');
}

/** How many positions are tried at most. */
const MAX_COPIES = 20;

/** DeepSeek-R1 hosts put a code fence, or only its info string, inside the arguments (quirk: fenced-arguments). */
function withoutFence(text: string): string {
  return text.replace(/^(```)?(json)?\s*(?=[{"])/i, '').replace(/(?<!\s)\s*`{1,3}\s*$/, '');
}

/**
 * Adds missing braces, or removes an empty value before an object (quirk: arguments-braces). Arguments may be on
 * separate lines. A text that ends in a number or an unquoted word may have been cut off, so it is not changed.
 */
function withBraces(text: string): string {
  const trimmed = text.trim();
  if (/^"\w+"\s*:[\s\S]*["\]}el]$/.test(trimmed)) return `{${trimmed}}`;
  if (/^(?:\w+|'\w+')\s*:\s*["'[{][\s\S]*["'\]}]$/.test(trimmed)) {
    return `{${trimmed.replace(/(?<=["'\]}])[^\S\r\n]*[\r\n]\s*(?=['"]?\w+['"]?\s*:)/g, ', ')}}`;
  }
  return text.replace(/^(?:""|null)\s*(?=\{)/, '');
}

/**
 * Finds the end of the JSON object at the beginning of a text, in pieces of any size and in linear time: counts braces
 * and brackets outside strings. In every recorded stream, balanced brackets were the end of the object (0 of 210 calls
 * continued). Parsability is not a sign of the end: `1` parses before `12` has arrived.
 */
export class JsonObjectScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** `before`: only white space so far; `not-object`: other text came first. */
  state: 'before' | 'inside' | 'complete' | 'not-object' = 'before';

  get isComplete(): boolean {
    return this.state === 'complete';
  }

  /** Whether the state is final. */
  get isOver(): boolean {
    return this.state === 'complete' || this.state === 'not-object';
  }

  /** Returns how many characters of `text` were read: all, or up to and including the deciding one. */
  push(text: string): number {
    for (let at = 0; at < text.length; at++) {
      if (this.isOver) return at;
      this.#step(text.charCodeAt(at));
    }
    return text.length;
  }

  #step(code: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (code === BACKSLASH) this.#escaped = true;
      else if (code === QUOTE) this.#inString = false;
      return;
    }
    if (this.state === 'before') {
      if (code === OPEN_BRACE) {
        this.state = 'inside';
        this.#depth = 1;
      } else if (code > SPACE && code !== BYTE_ORDER_MARK) this.state = 'not-object';
      return;
    }
    if (code === QUOTE) this.#inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      this.#depth--;
      if (this.#depth === 0) this.state = 'complete';
    }
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const BYTE_ORDER_MARK = 0xfeff;
