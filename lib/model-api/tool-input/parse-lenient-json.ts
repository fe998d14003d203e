/** Why a text is not a value: it was cut off inside one, or it is in an unsupported notation. */
export class NotationError extends Error {
  readonly state: 'truncated' | 'invalid';

  constructor(state: 'truncated' | 'invalid') {
    super(state);
    this.state = state;
  }
}

/**
 * Reads a value that is almost JSON: other or no quotes, unescaped quotes and line breaks in strings, Python literals, trailing
 * and missing commas, comments, surplus or missing closing brackets. Brackets are only closed after a complete value; a text that
 * ends elsewhere, or is not a value, throws a `NotationError`. Linear.
 */
export function readNotation(text: string): unknown {
  return new NotationReader(text).document();
}

const MAX_DEPTH = 256;

/** The position of a string, which determines what may follow it. */
type StringRole = 'key' | 'property' | 'item' | 'document';

class NotationReader {
  private at = 0;
  /** Whether a string had unescaped quotes, so that its end is a guess. */
  private hasLooseQuotes = false;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  document(): unknown {
    this.skip();
    if (!OPENS_DOCUMENT.test(this.character)) throw new NotationError('invalid');
    const value = this.value('document', 0);
    // Surplus closing brackets (quirk: extra-closing-bracket), and comments.
    this.take(/(?:[\]})\s;]|\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\r\n]*)*/y);
    if (!this.isAtEnd) throw new NotationError('invalid');
    return value;
  }

  private get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  private get character(): string {
    if (this.isAtEnd) throw new NotationError('truncated');
    return this.text.charAt(this.at);
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const taken = pattern.exec(this.text)?.[0] ?? '';
    this.at += taken.length;
    return taken;
  }

  /**
   * Skips white space and comments. A line comment ends with any line break, including a lone CR; a block comment without an end
   * was cut off.
   */
  private skip(): void {
    this.take(/(?:[\s\uFEFF]+|\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\r\n]*[\r\n])+/y);
    OPEN_COMMENT.lastIndex = this.at;
    if (OPEN_COMMENT.test(this.text)) throw new NotationError('truncated');
  }

  private value(role: StringRole, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new NotationError('invalid');
    const { character } = this;
    if (character === '{') return this.object(depth);
    if (character === '[') return this.list(depth);
    return QUOTES.has(character) ? this.string(role) : this.word();
  }

  private object(depth: number): Record<string, unknown> {
    this.at++;
    const entries: [string, unknown][] = [];
    this.skip();
    while (this.character !== '}') {
      const key = this.key();
      this.skip();
      if (this.character !== ':') throw new NotationError('invalid');
      this.at++;
      this.skip();
      entries.push([key, this.value('property', depth + 1)]);
      if (!this.hasNext('}', ']')) return Object.fromEntries(entries);
    }
    this.at++;
    return Object.fromEntries(entries);
  }

  private list(depth: number): unknown[] {
    this.at++;
    const items: unknown[] = [];
    this.skip();
    while (this.character !== ']') {
      items.push(this.value('item', depth + 1));
      if (!this.hasNext(']', '}')) return items;
    }
    this.at++;
    return items;
  }

  /**
   * After a value, at its comma or at `close`: consumes the comma. Returns false if brackets around the value are missing: the
   * text has ended, or `outer` is closed here.
   */
  private hasNext(close: string, outer: string): boolean {
    this.skip();
    if (this.isAtEnd && !this.hasLooseQuotes) return false;
    const { character } = this;
    if (character === ',') {
      this.at++;
      this.skip();
      // A comma at the end means that more was to follow.
      if (this.isAtEnd) throw new NotationError('truncated');
      return true;
    }
    if (character === close || QUOTES.has(character) || (character === '{' && close === ']')) return true;
    if (character === outer) return false;
    throw new NotationError('invalid');
  }

  private key(): string {
    if (QUOTES.has(this.character)) return this.string('key');
    const key = this.take(/[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*/uy);
    if (key !== '') return key;
    throw new NotationError('invalid');
  }

  /** Reads a number, a literal, or text without quotes. */
  private word(): unknown {
    const start = this.at;
    const line = this.take(/[^\s,:{}[\]"'`<>][^,{}[\]"`<>\r\n]*/y);
    const word = line.replace(/\s(?:#|\/\/|\/\*).*$/, '').trim();
    if (word === '') throw new NotationError('invalid');
    this.at = start + word.length;
    if (Object.hasOwn(LITERALS, word)) return LITERALS[word];
    // More digits or letters may have been cut off; only white space shows that a number is complete.
    const isNumber = JSON_NUMBER.test(word);
    if (isNumber ? this.isAtEnd : this.text.slice(this.at).trim() === '') throw new NotationError('truncated');
    // Numbers with leading zeros, `+1` and the like stay text, and the schema decides.
    return isNumber ? Number(word) : word;
  }

  private string(role: StringRole): string {
    const opening = this.take(/"""|'''|[\s\S]/y);
    const closing = CLOSING_QUOTES[opening] ?? opening;
    let text = '';
    for (;;) {
      text += this.take(/[^\\"'”’]+/y);
      const { character } = this;
      if (character === '\\') text += this.escape();
      else if (this.text.startsWith(closing, this.at) && (closing.length > 1 || this.endsString(role))) break;
      else {
        this.hasLooseQuotes ||= character === opening;
        text += character;
        this.at++;
      }
    }
    this.at += closing.length;
    return text;
  }

  /** Models forget to escape quotes inside strings: a quote only ends the string if a valid token follows. */
  private endsString(role: StringRole): boolean {
    const follows = FOLLOWS[role];
    follows.lastIndex = this.at + 1;
    return follows.test(this.text);
  }

  private escape(): string {
    this.at++;
    const { character } = this;
    if (character === 'u') {
      const code = this.take(/u[\da-fA-F]{4}/y);
      if (code !== '') return String.fromCharCode(Number.parseInt(code.slice(1), 16));
      if (this.text.length - this.at < 5) throw new NotationError('truncated');
    }
    this.at++;
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

/** The end of the text, a closing bracket, a comment, or a comma and what may follow it. */
const FOLLOWS: Record<StringRole, RegExp> = {
  key: /\s*(?:$|:)/y,
  property: /\s*(?:$|[}\]#]|\/[/*]|,\s*(?:$|["'“‘}\]/#]|[\p{L}_$][\p{L}\p{N}_$-]*\s*:)|["'][^"'\r\n]{0,80}["']\s*:)/uy,
  item: /\s*(?:$|[}\]#]|\/[/*]|,)/y,
  document: /[\s\]})]*$/y,
};
