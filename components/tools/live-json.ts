type Container = unknown[] | Record<string, unknown>;

/** An array or object that is still open. `key` is the member whose value is arriving. */
type OpenContainer = { container: Container; key: string | number };

/**
 * The string that is arriving: its container and key, and its end, which is all of it or at least its last 256
 * characters.
 */
export type ArrivingString = { container: unknown; key: string | number; tail: string };

/** The maximum depth. Deeper values are not shown. */
const MAX_DEPTH = 64;

/**
 * Reads JSON that is still arriving. The result is for display only, and must not be used for decisions. `value`
 * contains what has arrived so far: strings as far as they have arrived, open arrays and objects closed, numbers and
 * words once they are complete (a number that is the whole text: as far as it has arrived). Never throws. After the
 * first character that cannot be JSON, the value no longer changes. Raw line ends in strings, unknown escapes and
 * trailing commas are accepted.
 *
 * The cost of `push` is the same for every character, regardless of the preceding text and of how it is split. The cost
 * of `value` and `arriving` does not depend on the length of a string. `value` is one structure that grows: read it
 * again for each frame, and do not keep parts of it as snapshots.
 */
export class LiveJson {
  #root: unknown;
  readonly #open: OpenContainer[] = [];
  #mode: 'value' | 'key' | 'colon' | 'comma' | 'string' | 'escape' | 'unicode' | 'word' | 'complete' | 'broken' =
    'value';
  /** Whether the string being read is the name of a member. */
  #isKey = false;
  /** The string being read: its joined blocks, the last block, and the text after that, as a string and in pieces. */
  #joined = '';
  #lastBlock = '';
  #rest = '';
  #pieces: string[] = [];
  /** The beginning of a number or a word, or the digits of an escape. */
  #word = '';

  /** Whether the root was closed. Never true if the whole text is a number. */
  get isComplete(): boolean {
    return this.#mode === 'complete';
  }

  /** Whether invalid JSON has arrived. */
  get isBroken(): boolean {
    return this.#mode === 'broken';
  }

  get value(): unknown {
    if (this.#isInValueString) this.#put(this.#join());
    if (this.#open.length === 0 && this.#mode === 'word') return parseJsonNumber(this.#word);
    return this.#root;
  }

  /** The string that is arriving, in an array or object. */
  get arriving(): ArrivingString | null {
    const parent = this.#open.at(-1);
    if (!this.#isInValueString || parent === undefined) return null;
    return { container: parent.container, key: parent.key, tail: this.#lastBlock + this.#rest };
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length) {
      switch (this.#mode) {
        case 'complete':
        case 'broken':
          return;
        case 'string':
          at = this.#readString(text, at);
          break;
        case 'escape':
          this.#readEscape(text.charAt(at++));
          break;
        case 'unicode':
          this.#readDigit(text.charAt(at++));
          break;
        case 'word':
          // The character after a number is read again.
          if (this.#readWord(text.charAt(at))) at++;
          break;
        default:
          this.#readMark(text.charAt(at++), this.#mode);
      }
    }
  }

  get #isInValueString(): boolean {
    return !this.#isKey && (this.#mode === 'string' || this.#mode === 'escape' || this.#mode === 'unicode');
  }

  #readMark(character: string, mode: 'value' | 'key' | 'colon' | 'comma'): void {
    if (isSpace(character)) return;
    if (character === '}' || character === ']') this.#close(character, mode);
    else if (mode === 'value') this.#beginValue(character);
    else if (mode === 'key' && character === '"') this.#beginString(true);
    else if (mode === 'colon' && character === ':') this.#mode = 'value';
    else if (mode === 'comma' && character === ',') this.#mode = this.#isInArray ? 'value' : 'key';
    else this.#mode = 'broken';
  }

  get #isInArray(): boolean {
    return Array.isArray(this.#open.at(-1)?.container);
  }

  #beginValue(character: string): void {
    if (character === '"') this.#beginString(false);
    else if (character === '{' || character === '[') this.#beginContainer(character === '{' ? {} : []);
    else if (/[-\dtfn]/.test(character)) {
      this.#mode = 'word';
      this.#word = character;
    } else this.#mode = 'broken';
  }

  #beginContainer(container: Container): void {
    if (this.#open.length === MAX_DEPTH) {
      this.#mode = 'broken';
      return;
    }
    this.#put(container);
    const isArray = Array.isArray(container);
    this.#open.push({ container, key: isArray ? 0 : '' });
    this.#mode = isArray ? 'value' : 'key';
  }

  #close(character: string, mode: 'value' | 'key' | 'colon' | 'comma'): void {
    const isMiddle = mode === 'colon' || (mode === 'value' && !this.#isInArray);
    if (isMiddle || this.#open.length === 0 || this.#isInArray !== (character === ']')) {
      this.#mode = 'broken';
      return;
    }
    this.#open.pop();
    this.#endValue();
  }

  #beginString(isKey: boolean): void {
    this.#mode = 'string';
    this.#isKey = isKey;
    this.#joined = '';
    this.#lastBlock = '';
    this.#rest = '';
    this.#pieces = [];
  }

  /** Reads up to the next quote or backslash. Returns where to continue. */
  #readString(text: string, start: number): number {
    let at = start;
    let code = text.charCodeAt(at);
    while (at < text.length && code !== QUOTE && code !== BACKSLASH) code = text.charCodeAt(++at);
    if (at > start) this.#add(text.slice(start, at));
    if (at === text.length) return at;
    if (code === BACKSLASH) this.#mode = 'escape';
    else this.#endString();
    return at + 1;
  }

  /**
   * `rest` grows by concatenation, which copies nothing. Engines store such a string as a tree of its parts, many times
   * their size, so each full block is joined into a flat string.
   */
  #add(piece: string): void {
    this.#rest += piece;
    this.#pieces.push(piece);
    if (this.#pieces.length < BLOCK) return;
    this.#lastBlock = this.#pieces.join('');
    this.#joined += this.#lastBlock;
    this.#rest = '';
    this.#pieces = [];
  }

  #join(): string {
    return this.#joined + this.#rest;
  }

  #endString(): void {
    const text = this.#join();
    const parent = this.#open.at(-1);
    if (this.#isKey && parent !== undefined) {
      parent.key = text;
      this.#mode = 'colon';
    } else {
      this.#put(text);
      this.#endValue();
    }
  }

  #readEscape(character: string): void {
    this.#word = '';
    this.#mode = character === 'u' ? 'unicode' : 'string';
    if (character !== 'u') this.#add(ESCAPES.get(character) ?? character);
  }

  #readDigit(character: string): void {
    if (!/[\da-f]/i.test(character)) {
      if (this.#isInValueString) this.#put(this.#join());
      this.#mode = 'broken';
      return;
    }
    this.#word += character;
    if (this.#word.length < 4) return;
    this.#add(String.fromCharCode(Number.parseInt(this.#word, 16)));
    this.#mode = 'string';
  }

  /** Continues a number or a word. Returns false if the character does not belong to it. */
  #readWord(character: string): boolean {
    const isNumber = /^[-\d]/.test(this.#word);
    if (/[\w.+-]/.test(character)) {
      this.#word += character;
      if (WORDS.has(this.#word)) this.#endWord(WORDS.get(this.#word));
      else if (!isNumber && this.#word.length > MAX_WORD_CHARACTERS) this.#mode = 'broken';
      return true;
    }
    const number = isNumber ? parseJsonNumber(this.#word) : undefined;
    if (number === undefined) this.#mode = 'broken';
    else this.#endWord(number);
    return false;
  }

  #endWord(value: unknown): void {
    this.#put(value);
    this.#endValue();
  }

  #endValue(): void {
    this.#mode = this.#open.length === 0 ? 'complete' : 'comma';
    const parent = this.#open.at(-1);
    if (typeof parent?.key === 'number') parent.key++;
  }

  /** Stores a complete or partial value in its container. */
  #put(value: unknown): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = value;
    else if (parent.key === '__proto__') define(parent.container, value);
    else (parent.container as Record<string | number, unknown>)[parent.key] = value;
  }
}

/** The number of pieces of a string that are joined at a time. */
const BLOCK = 256;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const MAX_WORD_CHARACTERS = 'false'.length;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t' || character === '\uFEFF';
}

/** Undefined if the text is not a JSON number. */
function parseJsonNumber(text: string): number | undefined {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Defines a property like JSON.parse, so that `__proto__` is a member. */
function define(container: Container, value: unknown): void {
  Object.defineProperty(container, '__proto__', { value, enumerable: true, configurable: true, writable: true });
}
