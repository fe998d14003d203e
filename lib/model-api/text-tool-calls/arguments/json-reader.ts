import { isJson } from '../../tool-input/json-value.ts';
import { judgeJson } from '../../tool-input/judge-arguments.ts';
import type { CallReader, ReadCall, ReaderState, Reading } from '../dialect.ts';
import { callsIn, isArgumentsKey, isCallKey, isNameKey } from './call-object.ts';

type Options = {
  /** The tool, where the header named it and the object is its arguments; null where the object names it itself. */
  name: string | null;
  /** The object must name an offered tool early, since nothing but its keys says that it is a call. */
  isBare: boolean;
  /** The object is an example unless it speaks of an `action`, as LangChain's do. */
  isAside?: boolean;
  /** `{tool: {arguments}}` is a call. */
  nameIsKey?: boolean;
  /** It ends where it balances, JSON or not, since no known marker follows. */
  endsAtBalance?: boolean;
};

/**
 * Reads a call that is a JSON object. It ends where the object balances outside strings, so that a closing tag inside an
 * argument does no harm; an object that balances without being JSON ends at the closing tag instead, and is repaired unless
 * a value in it was cut off.
 * Linear: every character is looked at once.
 */
export class JsonReader implements CallReader {
  state: ReaderState = 'open';
  private readonly reading: Reading;
  private readonly options: Options;
  private text = '';
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** Between the marks of a block comment, which repair takes out: only a closing marker counts there. */
  private inComment = false;
  private previous = 0;
  /** The string being read at depth 1, or null. */
  private word: string | null = null;
  private key = '';
  private role: 'key' | 'value' = 'key';
  private named: string | null;
  private argumentsSeen: 'no' | 'inside' | 'done';
  private delta = '';
  /** Where the object balanced, once it did without being JSON. */
  private balancedAt: number | null = null;
  /** Whether `text` is JSON as it is. Set when the object has ended. */
  private isStrict = false;

  constructor(reading: Reading, options: Options) {
    this.reading = reading;
    this.options = options;
    this.named = options.name;
    this.argumentsSeen = options.name === null ? 'no' : 'inside';
  }

  get name(): string | null {
    if (this.state === 'truncated') return this.named;
    const isInside = this.depth > 0 || this.balancedAt !== null || this.state === 'complete';
    return isInside && this.argumentsSeen !== 'no' ? this.named : null;
  }

  takeDelta(): string {
    const { delta } = this;
    this.delta = '';
    return delta;
  }

  push(text: string): number {
    let at = 0;
    let from = this.argumentsSeen === 'inside' ? 0 : -1;
    while (at < text.length && this.state === 'open' && this.balancedAt === null) {
      if (!this.inString && this.depth > 0 && MAY_CLOSE.has(text.charAt(at))) {
        const end = this.endsAt(text, at);
        if (end === 'more') break;
        if (end !== 'none') {
          this.keep(text, at, from);
          this.finish(end === 'closer');
          return at;
        }
        if (text.charAt(at) === '<' && !this.inComment) {
          this.state = 'failed';
          break;
        }
      }
      if (this.inString && !this.escaped && this.word === null) {
        at = stringEnd(text, at);
        if (at === text.length) break;
      }
      const before = this.argumentsSeen;
      this.step(text.charCodeAt(at), text.charAt(at));
      at++;
      if (before !== 'inside' && this.argumentsSeen === 'inside') from = at - 1;
      else if (before === 'inside' && this.argumentsSeen === 'done') {
        this.delta += text.slice(from, this.options.name === null ? at - 1 : at);
        from = -1;
      }
    }
    this.keep(text, at, from);
    if (this.balancedAt !== null && this.state === 'open') return at + this.readToCloser(text.slice(at));
    return at;
  }

  end(read: string): number {
    if (this.balancedAt !== null) {
      const extra = this.text.length - this.balancedAt;
      this.text = this.text.slice(0, this.balancedAt);
      this.finish(true);
      return read.length - extra;
    }
    // Unbalanced: a closing marker inside what was taken for a string ends the call where the text before it is whole.
    const whole = this.text;
    for (const at of this.closers()) {
      this.text = whole.slice(0, at);
      this.finish(true);
      if (stateOf(this) === 'complete') return read.length - (whole.length - at);
    }
    this.text = whole;
    // Of an object that nothing marks as a call, no bracket is closed.
    if (this.options.isBare) this.state = 'truncated';
    else this.finish(true);
    if (stateOf(this) === 'failed') this.state = 'truncated';
    return read.length;
  }

  calls(): ReadCall[] {
    const { isStrict } = this;
    const { name } = this.options;
    if (name !== null) return [{ name, arguments: { type: 'json', text: this.text }, isStrict }];
    const isName = (key: string) => this.options.nameIsKey === true || this.reading.find(key) !== null;
    const judged = judgeJson(this.text);
    return 'value' in judged ? callsIn(judged.value, isStrict, isName) : [];
  }

  private keep(text: string, to: number, from: number): void {
    this.text += text.slice(0, to);
    if (from >= 0 && this.argumentsSeen === 'inside') this.delta += text.slice(from, to);
  }

  /** Another call's opening ends this one too, but what its own closing marker does not vouch for is not repaired. */
  private endsAt(text: string, at: number): 'closer' | 'opener' | 'more' | 'none' {
    const closer = this.reading.closer(text, at);
    if (closer !== 0) return closer > 0 ? 'closer' : 'more';
    const opener = this.inComment ? 0 : this.reading.opener(text, at);
    if (opener === 0) return 'none';
    return opener > 0 ? 'opener' : 'more';
  }

  private step(code: number, character: string): void {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (code === BACKSLASH) this.escaped = true;
      else if (code === QUOTE) {
        this.inString = false;
        this.endWord();
        return;
      }
      if (this.word !== null && this.word.length < MAX_NAME_LENGTH) this.word += character;
      return;
    }
    const { previous } = this;
    this.previous = code;
    if (this.inComment) this.inComment = previous !== STAR || code !== SLASH;
    else if (previous === SLASH && code === STAR) this.inComment = true;
    else if (code === QUOTE) {
      this.inString = true;
      this.beginValue();
      if (this.depth === 1 && this.argumentsSeen !== 'inside') this.word = '';
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      this.beginValue();
      this.depth++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.close();
    else if (this.depth === 1) this.between(code);
    else if (this.depth === 0 && code > SPACE) this.state = 'failed';
  }

  private between(code: number): void {
    if (code === COLON) this.role = 'value';
    else if (code === COMMA) {
      this.endValue();
      this.role = 'key';
    } else if (code > SPACE) {
      this.beginValue();
      // An unquoted key: no JSON, but what models and people write (`{name: "x"}`).
      if (this.role === 'key' && this.options.isBare) this.state = 'failed';
    }
  }

  private endWord(): void {
    if (this.word === null) return;
    const word = this.word;
    this.word = null;
    if (this.role === 'key') {
      this.key = word;
      const isCalls = this.options.isAside ? /^action(_input)?$/.test(word) : isCallKey(word) || this.isNameAsKey(word);
      if (this.options.isBare && !isCalls) this.state = 'failed';
    } else if (isNameKey(this.key) && this.named === null) {
      this.named = word;
      if (this.options.isBare && this.reading.find(word) === null) this.state = 'failed';
    }
  }

  private isNameAsKey(word: string): boolean {
    return this.options.nameIsKey === true && this.reading.find(word) !== null;
  }

  private beginValue(): void {
    if (this.depth !== 1 || this.role !== 'value' || this.argumentsSeen !== 'no' || !isArgumentsKey(this.key)) return;
    this.argumentsSeen = 'inside';
  }

  private endValue(): void {
    if (this.argumentsSeen === 'inside' && this.options.name === null) this.argumentsSeen = 'done';
  }

  private close(): void {
    if (this.depth === 1) this.endValue();
    this.depth--;
    if (this.depth > 0) return;
    if (this.options.name !== null) this.argumentsSeen = 'done';
    this.balancedAt = UNKNOWN;
  }

  private readToCloser(text: string): number {
    if (this.balancedAt === UNKNOWN) {
      this.balancedAt = this.text.length;
      const mustEnd = this.options.isBare || this.options.endsAtBalance === true;
      if (mustEnd || judgeJson(this.text).state === 'complete') {
        this.finish(true);
        return 0;
      }
    }
    for (let at = 0; at < text.length; at++) {
      if (!MAY_CLOSE.has(text.charAt(at))) continue;
      const end = this.endsAt(text, at);
      if (end === 'none') continue;
      this.text += text.slice(0, at);
      if (end !== 'more') this.finish(end === 'closer');
      return at;
    }
    this.text += text;
    return text.length;
  }

  private finish(mayRepair: boolean): void {
    const judged = judgeJson(this.text);
    if (judged.state === 'truncated') {
      this.state = 'truncated';
      return;
    }
    this.isStrict = judged.state === 'complete';
    const isWhole = this.isStrict || (mayRepair && judged.state === 'repaired');
    if (isWhole && !this.isStrict && 'value' in judged && this.holdsMarker(judged.value)) {
      // A string that goes on behind the end of its call was never closed.
      this.state = 'truncated';
      return;
    }
    const calls = isWhole ? this.calls() : [];
    // An object that was never closed may have been cut off before its arguments.
    if (this.depth > 0 && calls.some((call) => call.lacksArguments)) this.state = 'truncated';
    else this.state = calls.length > 0 ? 'complete' : 'failed';
  }

  /** Whether the marker that ends or begins a call is inside a string of this value. */
  private holdsMarker(value: unknown): boolean {
    if (typeof value === 'string') return this.hasMarker(value);
    if (Array.isArray(value)) return value.some((item) => this.holdsMarker(item));
    return isJson(value) && Object.entries(value).some((entry) => this.holdsMarker(entry));
  }

  private hasMarker(text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      if (!MAY_CLOSE.has(text.charAt(at))) continue;
      if (this.reading.closer(text, at) > 0 || this.reading.opener(text, at) > 0) return true;
    }
    return false;
  }

  /** Where the closing markers stand in the text. Only now that no more is coming is it searched for them. */
  private closers(): number[] {
    const found: number[] = [];
    for (let at = 1; at < this.text.length && found.length < MOST_CLOSERS; at++) {
      if (MAY_CLOSE.has(this.text.charAt(at)) && this.reading.closer(this.text, at) > 0) found.push(at);
    }
    return found;
  }
}

/** The state as it is now: judging changes it. */
function stateOf(reader: CallReader): ReaderState {
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

/** So many closing markers are tried before a call counts as cut off. */
const MOST_CLOSERS = 8;
const MAY_CLOSE = new Set(['<', '[', '`']);
/** Balanced with a character that `text` does not have yet. */
const UNKNOWN = -1;
const MAX_NAME_LENGTH = 128;
const SPACE = 0x20;
const STAR = 0x2a;
const SLASH = 0x2f;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
