import { isJsonObject } from '../../../contracts/index.ts';
import { parseOrRepairJson } from '../../tool-input/parse-arguments.ts';
import type { CallReader, ReadCall, ReaderState, Reading } from '../dialect.ts';
import { callsIn, isArgumentsKey, isCallKey, isNameKey } from './call-object.ts';

type Options = {
  /**
   * The tool's name if the header contains it and the object is its arguments. Null if the object names the tool
   * itself.
   */
  name: string | null;
  /** Whether the object must name an offered tool early, since only its keys mark it as a call. */
  isBare: boolean;
  /** Whether the object counts as an example unless it has an `action` key, as LangChain's calls do. */
  isAside?: boolean;
  /** Whether `{tool: {arguments}}` is a call. */
  nameIsKey?: boolean;
  /** Whether the object ends where its brackets balance, even if it is not JSON, since no known marker follows. */
  endsAtBalance?: boolean;
};

/**
 * Reads a call that is a JSON object. It ends where the brackets balance outside strings, so that a closing tag inside
 * an argument does not end it. If the balanced text is not JSON, the object ends at the closing tag instead, and is
 * repaired unless a value in it was cut off. Runs in linear time: every character is examined once.
 */
export class JsonReader implements CallReader {
  state: ReaderState = 'open';
  readonly #reading: Reading;
  readonly #options: Options;
  #text = '';
  #depth = 0;
  /** The depth of the call's keys: 2 if its braces are doubled (quirk: arguments-braces). */
  #top = 1;
  #inString = false;
  #escaped = false;
  /** Whether the reader is inside a block comment, which repair removes. Only a closing marker ends the call there. */
  #inComment = false;
  #previous = 0;
  /** The key or value string being read at depth 1, or null. */
  #word: string | null = null;
  #key = '';
  #role: 'key' | 'value' = 'key';
  #named: string | null;
  #argumentsSeen: 'no' | 'inside' | 'done';
  #delta = '';
  /** Where the brackets balanced, if the text up to that point was not JSON. */
  #balancedAt: number | null = null;
  /** Whether `text` is valid JSON without repair. Set when the object has ended. */
  #isStrict = false;

  constructor(reading: Reading, options: Options) {
    this.#reading = reading;
    this.#options = options;
    this.#named = options.name;
    this.#argumentsSeen = options.name === null ? 'no' : 'inside';
  }

  get name(): string | null {
    if (this.state === 'truncated') return this.#named;
    const isInside = this.#depth > 0 || this.#balancedAt !== null || this.state === 'complete';
    return isInside && this.#argumentsSeen !== 'no' ? this.#named : null;
  }

  takeDelta(): string {
    const delta = this.#delta;
    this.#delta = '';
    return delta;
  }

  push(text: string): number {
    let at = 0;
    let from = this.#argumentsSeen === 'inside' ? 0 : -1;
    while (at < text.length && this.state === 'open' && this.#balancedAt === null) {
      if (!this.#inString && this.#depth > 0 && mayClose(text.charCodeAt(at))) {
        const end = this.#endsAt(text, at);
        if (end === 'more') break;
        if (end !== 'none') {
          this.#keep(text, at, from);
          this.#finish(end === 'closer');
          return at;
        }
        if (text.charAt(at) === '<' && !this.#inComment) {
          this.state = 'failed';
          break;
        }
      }
      if (this.#inString && !this.#escaped && this.#word === null) {
        at = stringEnd(text, at);
        if (at === text.length) break;
      }
      const before = this.#argumentsSeen;
      this.#step(text.charCodeAt(at), text.charAt(at));
      at++;
      if (before !== 'inside' && this.#argumentsSeen === 'inside') from = at - 1;
      else if (before === 'inside' && this.#argumentsSeen === 'done') {
        this.#delta += text.slice(from, this.#options.name === null ? at - 1 : at);
        from = -1;
      }
    }
    this.#keep(text, at, from);
    if (this.#balancedAt !== null && this.state === 'open') return at + this.#readToCloser(text.slice(at));
    return at;
  }

  end(read: string): number {
    if (this.#balancedAt !== null) {
      const extra = this.#text.length - this.#balancedAt;
      this.#text = this.#text.slice(0, this.#balancedAt);
      this.#finish(true);
      return read.length - extra;
    }
    // The brackets never balanced. A closing marker inside an apparent string ends the call if the text before it can
    // be repaired.
    const whole = this.#text;
    for (const at of this.#closers()) {
      this.#text = whole.slice(0, at);
      this.#finish(true);
      if (getCurrentState(this) === 'complete') return read.length - (whole.length - at);
    }
    this.#text = whole;
    // Missing brackets are not added to an object that no marker identifies as a call.
    if (this.#options.isBare) this.state = 'truncated';
    else this.#finish(true);
    if (getCurrentState(this) === 'failed') this.state = 'truncated';
    return read.length;
  }

  calls(): ReadCall[] {
    const isStrict = this.#isStrict;
    const { name } = this.#options;
    if (name !== null) return [{ name, arguments: { type: 'json', text: this.#text }, isStrict }];
    const isName = (key: string) => this.#options.nameIsKey === true || this.#reading.find(key) !== null;
    const parseResult = parseOrRepairJson(this.#text);
    return 'value' in parseResult ? callsIn(parseResult.value, isStrict, isName) : [];
  }

  #keep(text: string, to: number, from: number): void {
    this.#text += text.slice(0, to);
    if (from >= 0 && this.#argumentsSeen === 'inside') this.#delta += text.slice(from, to);
  }

  /** The opening of another call also ends this one, but without its own closing marker it is not repaired. */
  #endsAt(text: string, at: number): 'closer' | 'opener' | 'more' | 'none' {
    const closer = this.#reading.closer(text, at);
    if (closer !== 0) return closer > 0 ? 'closer' : 'more';
    const opener = this.#inComment ? 0 : this.#reading.opener(text, at);
    if (opener === 0) return 'none';
    return opener > 0 ? 'opener' : 'more';
  }

  #step(code: number, character: string): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (code === BACKSLASH) this.#escaped = true;
      else if (code === QUOTE) {
        this.#inString = false;
        this.#endWord();
        return;
      }
      if (this.#word !== null && this.#word.length < MAX_NAME_LENGTH) this.#word += character;
      return;
    }
    const previous = this.#previous;
    this.#previous = code;
    if (this.#inComment) this.#inComment = previous !== STAR || code !== SLASH;
    else if (previous === SLASH && code === STAR) this.#inComment = true;
    else if (code === QUOTE) {
      this.#inString = true;
      this.#beginValue();
      if (this.#depth === this.#top && this.#argumentsSeen !== 'inside') this.#word = '';
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (code === OPEN_BRACE && this.#isDoubled()) this.#top = 2;
      else this.#beginValue();
      this.#depth++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.#close();
    else if (this.#depth === this.#top) this.#between(code);
    else if (this.#depth === 0 && code > SPACE) this.state = 'failed';
  }

  /** Whether the object begins with two braces, which is never valid JSON. Only a marker can show that it is a call. */
  #isDoubled(): boolean {
    return this.#depth === 1 && this.#top === 1 && this.#role === 'key' && this.#key === '' && !this.#options.isBare;
  }

  #between(code: number): void {
    if (code === COLON) this.#role = 'value';
    else if (code === COMMA) {
      this.#endValue();
      this.#role = 'key';
    } else if (code > SPACE) {
      this.#beginValue();
      // An unquoted key is not JSON, but models and people write it in examples (`{name: "x"}`).
      if (this.#role === 'key' && this.#options.isBare) this.state = 'failed';
    }
  }

  #endWord(): void {
    if (this.#word === null) return;
    const word = this.#word;
    this.#word = null;
    if (this.#role === 'key') {
      this.#key = word;
      const isCalls = this.#options.isAside
        ? /^action(_input)?$/.test(word)
        : isCallKey(word) || this.#isNameAsKey(word);
      if (this.#options.isBare && !isCalls) this.state = 'failed';
    } else if (isNameKey(this.#key) && this.#named === null) {
      this.#named = word;
      if (this.#options.isBare && this.#reading.find(word) === null) this.state = 'failed';
    }
  }

  #isNameAsKey(word: string): boolean {
    return this.#options.nameIsKey === true && this.#reading.find(word) !== null;
  }

  #beginValue(): void {
    if (
      this.#depth !== this.#top ||
      this.#role !== 'value' ||
      this.#argumentsSeen !== 'no' ||
      !isArgumentsKey(this.#key)
    )
      return;
    this.#argumentsSeen = 'inside';
  }

  #endValue(): void {
    if (this.#argumentsSeen === 'inside' && this.#options.name === null) this.#argumentsSeen = 'done';
  }

  #close(): void {
    if (this.#depth === this.#top) this.#endValue();
    this.#depth--;
    if (this.#depth > 0) return;
    if (this.#options.name !== null) this.#argumentsSeen = 'done';
    this.#balancedAt = UNKNOWN;
  }

  #readToCloser(text: string): number {
    if (this.#balancedAt === UNKNOWN) {
      this.#balancedAt = this.#text.length;
      const mustEnd = this.#options.isBare || this.#options.endsAtBalance === true;
      const parseResult = parseOrRepairJson(this.#text);
      if (mustEnd || parseResult.state === 'complete') {
        this.#finish(true, parseResult);
        return 0;
      }
    }
    for (let at = 0; at < text.length; at++) {
      if (!mayClose(text.charCodeAt(at))) continue;
      const end = this.#endsAt(text, at);
      if (end === 'none') continue;
      this.#text += text.slice(0, at);
      if (end !== 'more') this.#finish(end === 'closer');
      return at;
    }
    this.#text += text;
    return text.length;
  }

  #finish(mayRepair: boolean, parseResult = parseOrRepairJson(this.#text)): void {
    if (parseResult.state === 'truncated') {
      this.state = 'truncated';
      return;
    }
    this.#isStrict = parseResult.state === 'complete';
    const isWhole = this.#isStrict || (mayRepair && parseResult.state === 'repaired');
    if (isWhole && !this.#isStrict && 'value' in parseResult && this.#holdsMarker(parseResult.value)) {
      // A string that extends past the end of its call was never closed.
      this.state = 'truncated';
      return;
    }
    const calls = isWhole ? this.calls() : [];
    // An object that was never closed may have been cut off before its arguments.
    if (this.#depth > 0 && calls.some((call) => call.lacksArguments)) this.state = 'truncated';
    else this.state = calls.length > 0 ? 'complete' : 'failed';
  }

  /** Whether a string in this value contains a marker that ends or begins a call. */
  #holdsMarker(value: unknown): boolean {
    if (typeof value === 'string') return this.#hasMarker(value);
    if (Array.isArray(value)) return value.some((item) => this.#holdsMarker(item));
    return isJsonObject(value) && Object.entries(value).some((entry) => this.#holdsMarker(entry));
  }

  #hasMarker(text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      if (!mayClose(text.charCodeAt(at))) continue;
      if (this.#reading.closer(text, at) > 0 || this.#reading.opener(text, at) > 0) return true;
    }
    return false;
  }

  /** Positions of the closing markers in the text. Only searched once the text has ended, to stay linear. */
  #closers(): number[] {
    const positions: number[] = [];
    for (let at = 1; at < this.#text.length && positions.length < MAX_CLOSERS_TRIED; at++) {
      if (mayClose(this.#text.charCodeAt(at)) && this.#reading.closer(this.#text, at) > 0) positions.push(at);
    }
    return positions;
  }
}

/** Reads the state through a function, so that TypeScript does not narrow it across a call that changes it. */
function getCurrentState(reader: CallReader): ReaderState {
  return reader.state;
}

/** The next quote or backslash at or after `at`, or the length of `text`. */
function stringEnd(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === QUOTE || code === BACKSLASH) break;
  }
  return end;
}

/** Whether a marker that ends or begins a call can begin with this character. */
function mayClose(code: number): boolean {
  return code === LESS_THAN || code === OPEN_BRACKET || code === BACK_TICK;
}

/** How many closing markers are tried as the end before the call counts as cut off. */
const MAX_CLOSERS_TRIED = 8;
/** The character that balances the brackets is not in `text` yet. */
const UNKNOWN = -1;
const MAX_NAME_LENGTH = 128;
const SPACE = 0x20;
const STAR = 0x2a;
const SLASH = 0x2f;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LESS_THAN = 0x3c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const BACK_TICK = 0x60;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
