import { asSchema, inputSchema, type JsonSchema, listRequiredNames } from '../../tool-input/coerce-input.ts';
import { CutOffError, LiteralError } from '../../tool-input/literal-parser.ts';
import { parseArguments } from '../../tool-input/parse-arguments.ts';
import { LenientJsonError } from '../../tool-input/parse-lenient-json.ts';
import { beginsWithKeyword, keywordsToInput, pythonArguments } from '../../tool-input/python-literal.ts';
import type { CallReader, ReadCall, ReaderState, Reading } from '../dialect.ts';
import { decodeXml, elementsToInput } from './fields.ts';
import { parseHash } from './hash-arguments.ts';
import { parsePseudoJson, QUOTE_TOKENS } from './pseudo-json.ts';
import { BracketEnd, ElementEnd, ElementsEnd, LinesEnd, type SpanEnd, TextEnd } from './span-ends.ts';
import { parseYaml } from './yaml-fields.ts';

/** `isRepaired`: a closing marker of a value was missing. */
type ParsedSpan = { input: Record<string, unknown>; isRepaired?: boolean } | 'truncated' | null;
/** Parses the span into arguments. `isWhole`: the end of the span was found. */
type SpanParser = (span: string, isWhole: boolean) => ParsedSpan;

/** Reads arguments whose end can be found without parsing. They are parsed once, when complete. */
export class SpanReader implements CallReader {
  state: ReaderState = 'open';
  readonly name: string;
  readonly #spanEnd: SpanEnd;
  readonly #parse: SpanParser;
  #span = '';
  #delta = '';
  #input: Record<string, unknown> = {};
  #isRepaired = false;

  constructor(name: string, spanEnd: SpanEnd, parse: SpanParser) {
    this.name = name;
    this.#spanEnd = spanEnd;
    this.#parse = parse;
  }

  takeDelta(): string {
    const delta = this.#delta;
    this.#delta = '';
    return delta;
  }

  push(text: string): number {
    const length = this.#spanEnd.push(text);
    const piece = text.slice(0, length);
    this.#span += piece;
    this.#delta += piece;
    if (this.#spanEnd.isOver) this.#finish(true);
    return length;
  }

  end(read: string): number {
    this.#finish(false);
    return read.length;
  }

  calls(): ReadCall[] {
    const text = JSON.stringify(this.#input);
    return [{ name: this.name, arguments: { type: 'json', text }, isStrict: true, isRepaired: this.#isRepaired }];
  }

  #finish(isWhole: boolean): void {
    const parsedSpan = this.#parse(this.#span, isWhole);
    if (parsedSpan === 'truncated' || (parsedSpan === null && !isWhole)) this.state = 'truncated';
    else if (parsedSpan === null) this.state = 'failed';
    else {
      this.#input = parsedSpan.input;
      this.#isRepaired = parsedSpan.isRepaired === true || !isWhole;
      this.state = 'complete';
    }
  }
}

/** Reads the arguments of a Python call. The opening parenthesis has been consumed. */
export function pythonReader(reading: Reading, name: string): CallReader {
  return new SpanReader(name, new BracketEnd('(', [...QUOTE_TOKENS, ...PYTHON_QUOTES]), (span, isWhole) => {
    if (!isWhole) return null;
    try {
      const isGemma = FIRST_COLON.test(span) || QUOTE_TOKENS.some((token) => span.includes(token));
      if (isGemma) return { input: parsePseudoJson(`{${span.slice(0, -1)}}`) };
      const pairs = pythonArguments(span.slice(0, -1));
      const positional = pairs.filter(([key]) => key === '');
      const only = onlyProperty(reading, name);
      if (positional.length > 0 && (pairs.length > 1 || only === null)) return null;
      return { input: Object.fromEntries(pairs.map(([key, value]) => [key === '' ? (only ?? '') : key, value])) };
    } catch (error) {
      if (error instanceof LiteralError) return null;
      throw error;
    }
  });
}

/**
 * Reads Gemma's object. The text before its brace has been consumed. A closing marker ends it anywhere, even in a
 * string.
 */
export function pseudoJsonReader(reading: Reading, name: string): CallReader {
  return new SpanReader(name, new BracketEnd('', [...QUOTE_TOKENS, '"'], reading), (span, isWhole) => {
    try {
      return isWhole ? { input: parsePseudoJson(span), isRepaired: !/\}\s*$/.test(span) } : 'truncated';
    } catch (error) {
      if (error instanceof CutOffError) return 'truncated';
      if (error instanceof LiteralError) return null;
      throw error;
    }
  });
}

/** Reads a hash, and the brace after it that ends the call. */
export function hashReader(name: string): CallReader {
  return new SpanReader(name, new BracketEnd('{', ['"', "'"]), (span, isWhole) => {
    if (!isWhole) return 'truncated';
    try {
      return { input: parseHash(span.slice(0, -1)) };
    } catch (error) {
      if (error instanceof LenientJsonError) return null;
      throw error;
    }
  });
}

/**
 * Reads the content of an element: elements, YAML, keywords, or the argument itself if the tool takes only one. The
 * opening tag has been consumed. Without a closing tag, the content is only complete if its last line is.
 */
export function elementReader(reading: Reading, name: string, tag: string): CallReader {
  return new SpanReader(name, new ElementEnd(tag), (span, isWhole) => {
    const content = isWhole ? span.replace(LAST_TAG, '') : span;
    if (!isWhole && !/>\s*$|[\r\n]$/.test(content)) return 'truncated';
    if (content.trim() === '') return isWhole ? { input: {} } : 'truncated';
    const tool = reading.find(name);
    const schema = tool ? inputSchema(tool) : {};
    if (beginsWithKeyword(schema, content)) {
      const keywords = keywordsToInput(schema, content);
      return keywords === null ? 'truncated' : { input: keywords };
    }
    const elements = parseElements(schema, content, isWhole);
    if (elements !== null) return elements;
    if (!isWhole && !/[\r\n]/.test(content.slice(content.trimEnd().length))) return 'truncated';
    const yaml = parseYaml(content, isWhole);
    if (yaml !== null) return yaml === 'truncated' ? yaml : { input: yaml };
    const only = isWhole ? textProperty(reading, name) : null;
    if (only === null) return null;
    // Text that begins with a named argument is not a single bare value, so one of its arguments was cut off.
    return FIRST_KEY.test(content) ? 'truncated' : { input: { [only]: decodeXml(content).trim() } };
  });
}

const FIRST_KEY = /^\s*(?:[\p{L}_][\p{L}\p{N}_]*\s*=\s*["'[{]|["']?[\p{L}_][\p{L}\p{N}_]*["']?:\s*(?:["'[{]|$))/u;

/** `isWhole`: the closing tag of the call was found, which implies that of its last argument. */
function parseElements(schema: JsonSchema, text: string, isWhole: boolean): ParsedSpan {
  const missing = { isRepaired: false, isTruncated: false };
  const input = elementsToInput(schema, text, missing);
  if (input === null) return null;
  const isLastEmpty = /<[^<>/]+>\s*$/.test(text);
  if (missing.isTruncated && (!isWhole || isLastEmpty)) return 'truncated';
  return { input, isRepaired: missing.isRepaired };
}

/** Reads elements after a line with the tool's name. They end before anything that is not an element. */
export function elementsReader(reading: Reading, name: string): CallReader {
  return new SpanReader(name, new ElementsEnd(name), (span) => {
    const tool = reading.find(name);
    const content = span.replace(new RegExp(`</${name.replaceAll('.', '\\.')}>\\s*$`), '');
    return content.trim() === '' ? null : parseElements(tool ? inputSchema(tool) : {}, content, false);
  });
}

/**
 * Reads raw text up to one of `ends` as the tool's only argument. Without an end, an object is complete at its last
 * bracket, and other text at an empty line, since a reply may have been cut off between two lines.
 */
export function rawReader(reading: Reading, name: string, ends: readonly string[], key: string): CallReader {
  return new SpanReader(name, new TextEnd(ends), (span, isWhole) => {
    const end = ends.find((each) => span.endsWith(each));
    const body = end === undefined ? span : span.slice(0, -end.length);
    const text = body.trim();
    const object = text.startsWith('{') ? objectSpan(text) : null;
    if (object !== null) return object;
    const isLineWhole = ends.some((each) => each.startsWith('\n')) && /[\r\n]\s*$/.test(body);
    if (!isWhole && !isLineWhole && reading.find(name) !== null) return 'truncated';
    return { input: { [onlyProperty(reading, name) ?? key]: decodeXml(text) } };
  });
}

/** Reads lines of YAML up to a marker or a fence. Without either, they are only complete if the last line is. */
export function yamlReader(reading: Reading, name: string): CallReader {
  return new SpanReader(name, new LinesEnd(reading), (span, isWhole) => {
    if (!isWhole && !/[\r\n]\s*$/.test(span)) return 'truncated';
    if (span.trim() === '') return isWhole ? { input: {} } : 'truncated';
    const yaml = parseYaml(span, isWhole);
    return yaml === null || yaml === 'truncated' ? yaml : { input: yaml };
  });
}

/** Reads Continue's format: `BEGIN_ARG: name`, the value, `END_ARG`. It ends at the closing fence or another line. */
export function lineReader(name: string): CallReader {
  return new SpanReader(name, new TextEnd(['```']), (span, isWhole) => {
    const argumentMatches = [...span.matchAll(ARGUMENT_LINES)];
    const rest = span.replace(ARGUMENT_LINES, '').replace(/```$/, '').trim();
    if (/^BEGIN_ARG/i.test(rest) || (!isWhole && (rest !== '' || argumentMatches.length === 0))) return 'truncated';
    return { input: Object.fromEntries(argumentMatches.map((match) => [match[1] ?? '', lineValue(match[2] ?? '')])) };
  });
}

const ARGUMENT_LINES = /BEGIN_ARG:[ \t]*(\S+)[ \t]*\n([\s\S]*?)\n?[ \t]*END_ARG/gi;

function lineValue(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return text;
  }
}

/** Returns a reader for arguments that were given in the call's own tag. */
export function fieldsReader(name: string, fields: readonly (readonly [key: string, text: string])[]): CallReader {
  const list = fields.map(([key, text]) => ({ key, text }));
  return {
    state: 'complete',
    name,
    push: () => 0,
    end: (read) => read.length,
    takeDelta: () => '',
    calls: () => [{ name, arguments: { type: 'fields', fields: { list, open: 'string' } }, isStrict: true }],
  };
}

/** Parses an object that is JSON or can be repaired to JSON. */
export function objectSpan(text: string): ParsedSpan {
  const parseResult = parseArguments(text);
  if ('value' in parseResult) return { input: parseResult.value, isRepaired: parseResult.state === 'repaired' };
  return parseResult.state === 'truncated' ? 'truncated' : null;
}

/** The only property to which a value without a name can belong. */
function onlyProperty(reading: Reading, name: string): string | null {
  const tool = reading.find(name);
  const schema = tool ? inputSchema(tool) : {};
  const keys = Object.keys(schema.properties ?? {});
  if (keys.length === 1) return keys[0] ?? null;
  const [only, ...others] = listRequiredNames(schema);
  return others.length === 0 ? (only ?? null) : null;
}

/** The property to which unnamed text belongs: the only one that accepts text, if no other is required. */
export function textProperty(reading: Reading, name: string): string | null {
  const tool = reading.find(name);
  const schema: JsonSchema = tool ? inputSchema(tool) : {};
  const { properties = {} } = schema;
  const texts = Object.keys(properties).filter((key) => asSchema(properties[key])?.type === 'string');
  const [only] = texts;
  return only !== undefined && texts.length === 1 && listRequiredNames(schema).every((key) => key === only)
    ? only
    : null;
}

/** Gemma sometimes puts its own notation between parentheses (quirk: format-gemma4). */
const FIRST_COLON = /^\s*[\p{L}_][\p{L}\p{N}_]*\s*:/u;
const PYTHON_QUOTES = ['"""', "'''", '"', "'"];
const LAST_TAG = /(?:\]<\]minimax\[>\[)?<\/[^<>]*>$/;
