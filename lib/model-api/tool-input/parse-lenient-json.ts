/** Why a text could not be parsed: it was cut off inside a value, or its notation is not supported. */
export class LenientJsonError extends Error {
  readonly state: 'truncated' | 'invalid';

  constructor(state: 'truncated' | 'invalid') {
    super(state);
    this.state = state;
  }
}

/**
 * Parses a value that is almost JSON: unusual or missing quotes, unescaped quotes and line breaks in strings, Python
 * literals, trailing and missing commas, comments, doubled braces, surplus or missing closing brackets. Brackets are
 * only closed after a complete value. A text that ends elsewhere, or is not a value, throws a `LenientJsonError`. Runs
 * in linear time.
 */
export function parseLenientJson(text: string): unknown {
  return new LenientJsonParser(text).parseDocument();
}

const MAX_DEPTH = 256;

/** The position of a string, which determines what may follow it. */
type StringRole = 'key' | 'property' | 'item' | 'document';

class LenientJsonParser {
  #at = 0;
  /** Whether a string had unescaped quotes, so that its end is a guess. */
  #hasLooseQuotes = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  parseDocument(): unknown {
    this.#skipWhitespaceAndComments();
    if (!OPENS_DOCUMENT.test(this.#character)) throw new LenientJsonError('invalid');
    const value = this.#parseValue('document', 0);
    // Skips surplus closing brackets (quirk: extra-closing-bracket) and comments.
    this.#consume(/(?:[\]})\s;]|\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\r\n]*)*/y);
    if (!this.#isAtEnd) throw new LenientJsonError('invalid');
    return value;
  }

  get #isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get #character(): string {
    if (this.#isAtEnd) throw new LenientJsonError('truncated');
    return this.#text.charAt(this.#at);
  }

  #consume(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const consumed = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += consumed.length;
    return consumed;
  }

  /**
   * Skips white space and comments. A line comment ends at any line break, including a lone CR. A block comment without
   * an end was cut off.
   */
  #skipWhitespaceAndComments(): void {
    this.#consume(/(?:[\s\uFEFF]+|\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\r\n]*[\r\n])+/y);
    OPEN_COMMENT.lastIndex = this.#at;
    if (OPEN_COMMENT.test(this.#text)) throw new LenientJsonError('truncated');
  }

  #parseValue(role: StringRole, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new LenientJsonError('invalid');
    const character = this.#character;
    if (character === '{') return this.#parseObject(depth);
    if (character === '[') return this.#parseArray(depth);
    return QUOTES.has(character) ? this.#parseString(role) : this.#parseNumberOrBareText();
  }

  #parseObject(depth: number): Record<string, unknown> {
    this.#at++;
    const entries: [string, unknown][] = [];
    this.#skipWhitespaceAndComments();
    if (this.#character === '{') return this.#parseDoubled(depth);
    while (this.#character !== '}') {
      const key = this.#parseKey();
      this.#skipWhitespaceAndComments();
      // Python, Perl and Ruby use other signs here.
      if (this.#character !== ':' && this.#character !== '=') throw new LenientJsonError('invalid');
      this.#consume(/:|=>?/y);
      this.#skipWhitespaceAndComments();
      entries.push([key, this.#parseValue('property', depth + 1)]);
      if (!this.#hasNext('}', ']')) return Object.fromEntries(entries);
    }
    this.#at++;
    return Object.fromEntries(entries);
  }

  /** Parses an object with doubled braces, as in templates (quirk: arguments-braces). */
  #parseDoubled(depth: number): Record<string, unknown> {
    if (depth >= MAX_DEPTH) throw new LenientJsonError('invalid');
    const value = this.#parseObject(depth + 1);
    this.#skipWhitespaceAndComments();
    if (!this.#isAtEnd && this.#character === '}') this.#at++;
    return value;
  }

  #parseArray(depth: number): unknown[] {
    this.#at++;
    const items: unknown[] = [];
    this.#skipWhitespaceAndComments();
    while (this.#character !== ']') {
      items.push(this.#parseValue('item', depth + 1));
      if (!this.#hasNext(']', '}')) return items;
    }
    this.#at++;
    return items;
  }

  /**
   * After a value: consumes the comma, or stops at `close`. Returns false if brackets around the value are missing: the
   * text has ended, or `outer` is closed here.
   */
  #hasNext(close: string, outer: string): boolean {
    this.#skipWhitespaceAndComments();
    if (this.#isAtEnd && !this.#hasLooseQuotes) return false;
    const character = this.#character;
    if (character === ',') {
      this.#at++;
      this.#skipWhitespaceAndComments();
      // A comma at the end of the text means that more was to follow.
      if (this.#isAtEnd) throw new LenientJsonError('truncated');
      return true;
    }
    // In the last two cases, the comma is missing.
    if (character === close || QUOTES.has(character) || (character === '{' && close === ']')) return true;
    if (character === outer) return false;
    throw new LenientJsonError('invalid');
  }

  #parseKey(): string {
    if (QUOTES.has(this.#character)) return this.#parseString('key');
    const key = this.#consume(/[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*/uy);
    if (key !== '') return key;
    throw new LenientJsonError('invalid');
  }

  /** Parses a number, a literal, or text without quotes. */
  #parseNumberOrBareText(): unknown {
    const start = this.#at;
    const line = this.#consume(/[^\s,:{}[\]"'`<>][^,{}[\]"`<>\r\n]*/y);
    const word = line.replace(/\s(?:#|\/\/|\/\*).*$/, '').trim();
    if (word === '') throw new LenientJsonError('invalid');
    this.#at = start + word.length;
    if (Object.hasOwn(LITERALS, word)) return LITERALS[word];
    // More digits or letters may have been cut off; only white space shows that a number is complete.
    const isNumber = JSON_NUMBER.test(word);
    if (isNumber ? this.#isAtEnd : this.#text.slice(this.#at).trim() === '') throw new LenientJsonError('truncated');
    // Numbers with leading zeros, `+1` and similar stay text, and the schema decides.
    return isNumber ? Number(word) : word;
  }

  #parseString(role: StringRole): string {
    const opening = this.#consume(/"""|'''|[\s\S]/y);
    const closing = CLOSING_QUOTES[opening] ?? opening;
    let text = '';
    for (;;) {
      text += this.#consume(/[^\\"'”’]+/y);
      const character = this.#character;
      if (character === '\\') text += this.#parseEscape();
      else if (this.#text.startsWith(closing, this.#at) && (closing.length > 1 || this.#endsString(role))) break;
      // An object directly after a quote is another value, not text.
      else if (role === 'property' && character === opening && this.#text.charAt(this.#at + 1) === '{')
        throw new LenientJsonError('invalid');
      else {
        this.#hasLooseQuotes ||= character === opening;
        text += character;
        this.#at++;
      }
    }
    this.#at += closing.length;
    return text;
  }

  /** Models forget to escape quotes inside strings: a quote only ends the string if a valid token follows. */
  #endsString(role: StringRole): boolean {
    const follows = FOLLOWS[role];
    follows.lastIndex = this.#at + 1;
    return follows.test(this.#text);
  }

  #parseEscape(): string {
    this.#at++;
    const character = this.#character;
    if (character === 'u') {
      const code = this.#consume(/u[\da-fA-F]{4}/y);
      if (code !== '') return String.fromCharCode(Number.parseInt(code.slice(1), 16));
      if (this.#text.length - this.#at < 5) throw new LenientJsonError('truncated');
    }
    this.#at++;
    if (character === '\r' || character === '\n') return '';
    // An unknown escape is an unescaped backslash, as in `\d`.
    return ESCAPES[character] ?? `\\${character}`;
  }
}

const OPENS_DOCUMENT = /[{["'“‘]/;
const OPEN_COMMENT = /#|\/(?:$|[/*])/y;
const QUOTES: ReadonlySet<string> = new Set(['"', "'", '“', '‘']);
const CLOSING_QUOTES: Record<string, string> = { '“': '”', '‘': '’' };
const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
};
const LITERALS: Record<string, unknown> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
  undefined: null,
};
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * What may follow a string: the end of the text, a closing bracket, a comment, a comma followed by a valid token, or,
 * after a property, a quoted key whose comma is missing.
 */
const FOLLOWS: Record<StringRole, RegExp> = {
  key: /\s*(?:$|[:=])/y,
  property:
    /\s*(?:$|[}\]#]|\/[/*]|,\s*(?:$|["'“‘}\]/#]|[\p{L}_$][\p{L}\p{N}_$-]*\s*(?::|=(?!=)))|["'][^"'\r\n]{0,80}["']\s*:)/uy,
  item: /\s*(?:$|[}\]#]|\/[/*]|,)/y,
  document: /[\s\]})]*$/y,
};
