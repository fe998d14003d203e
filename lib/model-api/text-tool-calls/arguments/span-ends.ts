import type { Reading } from '../dialect.ts';
import { Pattern } from '../pattern.ts';

/**
 * Finds the end of a span of text that arrives in pieces. `push` returns how many characters belong to the span.
 * `isOver`: the end was found.
 */
export type SpanEnd = { readonly isOver: boolean; push(text: string): number };

/**
 * Ends where brackets balance outside quotes and Python comments. `opener` is a bracket that is open from the start.
 */
export class BracketEnd implements SpanEnd {
  isOver = false;
  #depth: number;
  #quote: string | null = null;
  #inComment = false;
  readonly #quotes: readonly string[];
  readonly #reading: Reading | null;

  constructor(opener: string, quotes: readonly string[], reading: Reading | null = null) {
    this.#depth = opener.length;
    this.#quotes = quotes;
    this.#reading = reading;
  }

  push(text: string): number {
    let at = 0;
    while (at < text.length && !this.isOver) {
      const consumedLength = this.#quote === null ? this.#outside(text, at) : this.#inside(this.#quote, text, at);
      if (consumedLength === 0) break;
      at += consumedLength;
    }
    return at;
  }

  #outside(text: string, at: number): number {
    const character = text.charAt(at);
    if (this.#inComment) this.#inComment = !/[\r\n]/.test(character);
    else if (character === '#' && this.#reading === null) this.#inComment = true;
    else if ('([{'.includes(character)) this.#depth++;
    else if (')]}'.includes(character)) {
      this.#depth--;
      if (this.#depth <= 0) this.isOver = true;
    } else if (`<"'`.includes(character)) return this.#quoteOrMarker(text, at);
    return 1;
  }

  #quoteOrMarker(text: string, at: number): number {
    const lookahead = text.slice(at, at + MAX_QUOTE_LENGTH);
    if (this.#quotes.some((quote) => quote.length > lookahead.length && quote.startsWith(lookahead))) return 0;
    const quote = this.#quotes.find((each) => lookahead.startsWith(each));
    if (quote !== undefined) {
      this.#quote = quote;
      return quote.length;
    }
    return this.#marker(text, at);
  }

  #inside(quote: string, text: string, at: number): number {
    if (text.charAt(at) === '\\' && quote.length !== 5 && !quote.startsWith('<')) return text.length - at < 2 ? 0 : 2;
    const lookahead = text.slice(at, at + quote.length);
    if (lookahead === quote && !this.#isInner(quote, text, at)) {
      if (quote.length === 1 && text.length - at < 2) return 0;
      this.#quote = null;
      return quote.length;
    }
    if (lookahead.length < quote.length && quote.startsWith(lookahead)) return 0;
    return this.#marker(text, at);
  }

  /** Whether the quote is an unescaped one inside a Python string, which is recognized by a letter after it. */
  #isInner(quote: string, text: string, at: number): boolean {
    return quote.length === 1 && this.#reading === null && /[\p{L}\p{N}]/u.test(text.charAt(at + 1));
  }

  /** Special tokens cannot be part of a string: one that closes the call ends it even inside quotes. */
  #marker(text: string, at: number): number {
    const closer = this.#reading && text.charAt(at) === '<' ? this.#reading.closer(text, at) : 0;
    if (closer < 0) return 0;
    if (closer > 0) this.isOver = true;
    return closer > 0 ? 0 : 1;
  }
}

const MAX_QUOTE_LENGTH = 8;

const MAX_TAG_LENGTH = 200;

/** Ends with the closing tag of an element. Counts nested elements of the same name. */
export class ElementEnd implements SpanEnd {
  isOver = false;
  #depth = 1;
  readonly #tag: string;

  constructor(tag: string) {
    this.#tag = tag;
  }

  push(text: string): number {
    let at = 0;
    while (!this.isOver) {
      const next = text.indexOf('<', at);
      if (next < 0) return text.length;
      const tag = text.slice(next, next + MAX_TAG_LENGTH);
      const length = tag.indexOf('>');
      const end = length < 0 ? -1 : next + length;
      const inner = tag.slice(1, length < 0 ? tag.length : length).replace(/^\s*\/?\s*/, '');
      const isOwn = inner.trimEnd() === this.#tag;
      if (end < 0 && (inner === '' || this.#tag.startsWith(inner) || isOwn) && tag.length < MAX_TAG_LENGTH) return next;
      if (end >= 0 && isOwn) {
        this.#depth += /^<\s*\//.test(tag) ? -1 : 1;
        this.isOver = this.#depth === 0;
        at = end + 1;
      } else at = next + 1;
    }
    return at;
  }
}

/** Ends after a list of elements: at the closing tag around them, or before anything that is not an element. */
export class ElementsEnd implements SpanEnd {
  isOver = false;
  readonly #outer: string;
  /** The element being read. */
  #inner: string | null = null;

  constructor(outer: string) {
    this.#outer = outer;
  }

  push(text: string): number {
    let at = 0;
    while (at < text.length && !this.isOver) {
      const consumedLength = this.#inner === null ? this.#between(text, at) : this.#inside(this.#inner, text, at);
      if (consumedLength === 0) break;
      at += consumedLength;
    }
    return at;
  }

  #between(text: string, at: number): number {
    const tag = BETWEEN.match(text, at);
    if (tag === 'more') return 0;
    if (tag?.[2] !== undefined && tag[1] === '') this.#inner = tag[2];
    else this.isOver = true;
    const isOuter = tag?.[1] === '/' && tag[2] === this.#outer;
    return this.#inner !== null || isOuter ? (tag?.[0].length ?? 0) : 0;
  }

  #inside(inner: string, text: string, at: number): number {
    const end = `</${inner}>`;
    const endIndex = text.indexOf(end, at);
    if (endIndex < 0) return text.length - at - overlap(text, end);
    this.#inner = null;
    return endIndex + end.length - at;
  }
}

const BETWEEN = new Pattern('\\s*<(\\/?)([\\p{L}\\p{N}_][\\p{L}\\p{N}_.\\-]{0,80})>');

/** Ends before a marker that closes a call or opens another one, or before a fence. */
export class LinesEnd implements SpanEnd {
  isOver = false;
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  push(text: string): number {
    for (const { index } of text.matchAll(MAY_END_LINES)) {
      const isFence = text.startsWith(FENCE, index);
      const marker = isFence ? 1 : this.#reading.closer(text, index) || this.#reading.opener(text, index);
      this.isOver = marker > 0;
      if (marker !== 0 || FENCE.startsWith(text.slice(index))) return index;
    }
    return text.length;
  }
}

const FENCE = '```';
const MAY_END_LINES = /[<[`\]]/g;

/** Ends with the first of these texts. */
export class TextEnd implements SpanEnd {
  isOver = false;
  readonly #ends: readonly string[];

  constructor(ends: readonly string[]) {
    this.#ends = ends;
  }

  push(text: string): number {
    const matches = this.#ends.map((end) => [text.indexOf(end), end.length] as const).filter(([at]) => at >= 0);
    const first = matches.sort(([a], [b]) => a - b)[0];
    if (first) {
      this.isOver = true;
      return first[0] + first[1];
    }
    const overlaps = this.#ends.map((end) => overlap(text, end));
    return text.length - Math.max(0, ...overlaps);
  }
}

/** How many characters at the end of `text` could be the beginning of `word`. */
function overlap(text: string, word: string): number {
  for (let length = Math.min(word.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(word.slice(0, length))) return length;
  }
  return 0;
}
