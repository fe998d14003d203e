import { inputSchema } from '../coerce-input.ts';
import type { CallReader, ReadCall, ReaderState, Reading } from './dialect.ts';
import { LiteralError } from './literal-parser.ts';
import { Pattern } from './pattern.ts';
import { parsePseudoJson, QUOTE_TOKENS } from './pseudo-json.ts';
import { pythonArguments } from './python-literal.ts';
import { decodeXml, elementsToInput } from './xml-fields.ts';
import { parseYaml } from './yaml-fields.ts';

/** Finds the end of a span of text, in pieces. Returns how much was read; `isOver` once the end was among it. */
type SpanEnd = { readonly isOver: boolean; push(text: string): number };

/** Turns the span into arguments, or null where it holds none. `isWhole`: its end was found. */
type SpanParser = (span: string, isWhole: boolean) => Record<string, unknown> | null;

/** Reads arguments whose end can be told without understanding them; they are parsed once, when all are there. */
export class SpanReader implements CallReader {
  state: ReaderState = 'open';
  readonly name: string;
  private readonly spanEnd: SpanEnd;
  private readonly parse: SpanParser;
  private span = '';
  private delta = '';
  private input: Record<string, unknown> = {};

  constructor(name: string, spanEnd: SpanEnd, parse: SpanParser) {
    this.name = name;
    this.spanEnd = spanEnd;
    this.parse = parse;
  }

  takeDelta(): string {
    const { delta } = this;
    this.delta = '';
    return delta;
  }

  push(text: string): number {
    const length = this.spanEnd.push(text);
    const piece = text.slice(0, length);
    this.span += piece;
    this.delta += piece;
    if (this.spanEnd.isOver) this.finish(true);
    return length;
  }

  end(read: string): number {
    this.finish(false);
    return read.length;
  }

  calls(): ReadCall[] {
    const text = JSON.stringify(this.input);
    return [{ name: this.name, arguments: { type: 'json', text }, isStrict: true }];
  }

  private finish(isWhole: boolean): void {
    const input = this.parse(this.span, isWhole);
    this.input = input ?? {};
    this.state = input === null ? 'failed' : 'complete';
  }
}

/** Arguments between the parentheses of a Python call; the opening one is read already. */
export function pythonReader(reading: Reading, name: string): CallReader {
  return new SpanReader(name, new BracketEnd('(', PYTHON_QUOTES), (span, isWhole) => {
    if (!isWhole) return null;
    try {
      const found = pythonArguments(span.slice(0, -1));
      const positional = found.filter(([key]) => key === '');
      const only = onlyProperty(reading, name);
      if (positional.length > 0 && (found.length > 1 || only === null)) return null;
      return Object.fromEntries(found.map(([key, value]) => [key === '' ? (only ?? '') : key, value]));
    } catch (error) {
      if (error instanceof LiteralError) return null;
      throw error;
    }
  });
}

/** Gemma's object; what comes before its brace is read already. A closing marker ends it wherever it stands. */
export function pseudoJsonReader(reading: Reading, name: string): CallReader {
  return new SpanReader(name, new BracketEnd('', [...QUOTE_TOKENS, '"'], reading), (span, isWhole) => {
    try {
      return isWhole ? parsePseudoJson(span) : null;
    } catch (error) {
      if (error instanceof LiteralError) return null;
      throw error;
    }
  });
}

/**
 * The content of an element: elements, YAML, or, where the tool takes but one, the argument itself. The opening tag is read
 * already. Without the closing tag it counts only if its last line is whole.
 */
export function elementReader(reading: Reading, name: string, tag: string): CallReader {
  return new SpanReader(name, new ElementEnd(tag), (span, isWhole) => {
    const content = isWhole ? span.replace(LAST_TAG, '') : span;
    if (!isWhole && !/>\s*$|\n$/.test(content)) return null;
    if (content.trim() === '') return isWhole ? {} : null;
    const tool = reading.find(name);
    const input = elementsToInput(tool ? inputSchema(tool) : {}, content) ?? parseYaml(content);
    if (input !== null || !isWhole) return input;
    const only = textProperty(reading, name);
    return only === null ? null : { [only]: decodeXml(content).trim() };
  });
}

/** Elements after a line with the tool's name: they end with what is none. */
export function elementsReader(reading: Reading, name: string): CallReader {
  return new SpanReader(name, new ElementsEnd(name), (span) => {
    const tool = reading.find(name);
    const content = span.replace(new RegExp(`</${name.replaceAll('.', '\\.')}>\\s*$`), '');
    return content.trim() === '' ? null : elementsToInput(tool ? inputSchema(tool) : {}, content);
  });
}

/** Raw text up to a closing tag, which may be missing; it is the tool's only argument. */
export function rawReader(reading: Reading, name: string, ends: readonly string[], key: string): CallReader {
  return new SpanReader(name, new TextEnd(ends), (span) => {
    const end = ends.find((each) => span.endsWith(each));
    const text = (end === undefined ? span : span.slice(0, -end.length)).trim();
    const json = jsonObject(text);
    return json ?? { [onlyProperty(reading, name) ?? key]: decodeXml(text) };
  });
}

/** Continue's lines: `BEGIN_ARG: name`, the value, `END_ARG`; up to the closing fence or another line. */
export function lineReader(name: string): CallReader {
  return new SpanReader(name, new TextEnd(['```']), (span) => {
    const found = [...span.matchAll(/BEGIN_ARG:[ \t]*(\S+)[ \t]*\n([\s\S]*?)\n?[ \t]*END_ARG/gi)];
    return Object.fromEntries(found.map((match) => [match[1] ?? '', lineValue(match[2] ?? '')]));
  });
}

function lineValue(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return text;
  }
}

function jsonObject(text: string): Record<string, unknown> | null {
  const value = text.startsWith('{') ? lineValue(text) : null;
  return typeof value === 'object' && value !== null ? { ...value } : null;
}

/** The property a bare value can only mean. */
function onlyProperty(reading: Reading, name: string): string | null {
  const tool = reading.find(name);
  const schema = tool ? inputSchema(tool) : {};
  const keys = Object.keys(schema.properties ?? {});
  if (keys.length === 1) return keys[0] ?? null;
  return schema.required?.length === 1 ? (schema.required[0] ?? null) : null;
}

/** The property that text without a name must be: the only one that takes text, if nothing else is required. */
export function textProperty(reading: Reading, name: string): string | null {
  const tool = reading.find(name);
  const { properties = {}, required = [] } = tool ? inputSchema(tool) : {};
  const texts = Object.keys(properties).filter((key) => properties[key]?.type === 'string');
  const [only] = texts;
  return only !== undefined && texts.length === 1 && required.every((key) => key === only) ? only : null;
}

const PYTHON_QUOTES = ['"""', "'''", '"', "'"];
const LAST_TAG = /(?:\]<\]minimax\[>\[)?<\/\s*[^<>]*>$/;

/** Ends where brackets balance outside quotes. `opened`: one that is open from the start. */
class BracketEnd implements SpanEnd {
  isOver = false;
  private depth: number;
  private quote: string | null = null;
  private readonly quotes: readonly string[];
  private readonly reading: Reading | null;

  constructor(opened: string, quotes: readonly string[], reading: Reading | null = null) {
    this.depth = opened.length;
    this.quotes = quotes;
    this.reading = reading;
  }

  push(text: string): number {
    let at = 0;
    while (at < text.length && !this.isOver) {
      const taken = this.quote === null ? this.outside(text, at) : this.inside(this.quote, text, at);
      if (taken === 0) break;
      at += taken;
    }
    return at;
  }

  private outside(text: string, at: number): number {
    const character = text.charAt(at);
    if ('([{'.includes(character)) this.depth++;
    else if (')]}'.includes(character)) {
      this.depth--;
      if (this.depth <= 0) this.isOver = true;
    } else if (`<"'`.includes(character)) return this.quoteOrMarker(text, at);
    return 1;
  }

  private quoteOrMarker(text: string, at: number): number {
    const left = text.slice(at, at + LONGEST_QUOTE);
    if (this.quotes.some((quote) => quote.length > left.length && quote.startsWith(left))) return 0;
    const quote = this.quotes.find((each) => left.startsWith(each));
    if (quote !== undefined) {
      this.quote = quote;
      return quote.length;
    }
    return this.marker(text, at);
  }

  private inside(quote: string, text: string, at: number): number {
    if (text.charAt(at) === '\\' && quote.length !== 5 && !quote.startsWith('<')) return text.length - at < 2 ? 0 : 2;
    const left = text.slice(at, at + quote.length);
    if (left === quote && !this.isInner(quote, text, at)) {
      if (quote.length === 1 && text.length - at < 2) return 0;
      this.quote = null;
      return quote.length;
    }
    if (left.length < quote.length && quote.startsWith(left)) return 0;
    return this.marker(text, at);
  }

  /** A quote inside a quoted Python string that nobody escaped: a letter follows it. */
  private isInner(quote: string, text: string, at: number): boolean {
    return quote.length === 1 && this.reading === null && /[\p{L}\p{N}]/u.test(text.charAt(at + 1));
  }

  /** Special tokens cannot be part of a string: one that closes the call ends it even there. */
  private marker(text: string, at: number): number {
    const closer = this.reading && text.charAt(at) === '<' ? this.reading.closer(text, at) : 0;
    if (closer < 0) return 0;
    if (closer > 0) this.isOver = true;
    return closer > 0 ? 0 : 1;
  }
}

const LONGEST_QUOTE = 8;

/** Ends with the closing tag of an element; elements of the same name inside are counted. */
class ElementEnd implements SpanEnd {
  isOver = false;
  private depth = 1;
  private readonly tag: string;

  constructor(tag: string) {
    this.tag = tag;
  }

  push(text: string): number {
    let at = 0;
    while (!this.isOver) {
      const next = text.indexOf('<', at);
      if (next < 0) return text.length;
      const end = text.indexOf('>', next);
      const inner = text.slice(next + 1, end < 0 ? text.length : end).replace(/^\/?\s*/, '');
      const isOwn = inner.trimEnd() === this.tag;
      if (end < 0 && (inner === '' || this.tag.startsWith(inner) || isOwn) && text.length - next < 200) return next;
      if (end >= 0 && isOwn) {
        this.depth += text.charAt(next + 1) === '/' ? -1 : 1;
        this.isOver = this.depth === 0;
        at = end + 1;
      } else at = next + 1;
    }
    return at;
  }
}

/** Ends where the elements end: at the closing tag around them, or before anything that is no element. */
class ElementsEnd implements SpanEnd {
  isOver = false;
  private readonly outer: string;
  /** The element being read. */
  private inner: string | null = null;

  constructor(outer: string) {
    this.outer = outer;
  }

  push(text: string): number {
    let at = 0;
    while (at < text.length && !this.isOver) {
      const taken = this.inner === null ? this.between(text, at) : this.inside(this.inner, text, at);
      if (taken === 0) break;
      at += taken;
    }
    return at;
  }

  private between(text: string, at: number): number {
    const tag = BETWEEN.match(text, at);
    if (tag === 'more') return 0;
    if (tag?.[2] !== undefined && tag[1] === '') this.inner = tag[2];
    else this.isOver = true;
    const isOuter = tag?.[1] === '/' && tag[2] === this.outer;
    return this.inner !== null || isOuter ? (tag?.[0].length ?? 0) : 0;
  }

  private inside(inner: string, text: string, at: number): number {
    const end = `</${inner}>`;
    const found = text.indexOf(end, at);
    if (found < 0) return text.length - at - overlap(text, end);
    this.inner = null;
    return found + end.length - at;
  }
}

const BETWEEN = new Pattern('\\s*<(\\/?)([\\p{L}\\p{N}_][\\p{L}\\p{N}_.\\-]{0,80})>');

/** Ends with the first of these texts. */
class TextEnd implements SpanEnd {
  isOver = false;
  private readonly ends: readonly string[];

  constructor(ends: readonly string[]) {
    this.ends = ends;
  }

  push(text: string): number {
    const found = this.ends.map((end) => [text.indexOf(end), end.length] as const).filter(([at]) => at >= 0);
    const first = found.sort(([a], [b]) => a - b)[0];
    if (first) {
      this.isOver = true;
      return first[0] + first[1];
    }
    const held = this.ends.map((end) => overlap(text, end));
    return text.length - Math.max(0, ...held);
  }
}

/** How much of the end of `text` could begin `word`. */
function overlap(text: string, word: string): number {
  for (let length = Math.min(word.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(word.slice(0, length))) return length;
  }
  return 0;
}
