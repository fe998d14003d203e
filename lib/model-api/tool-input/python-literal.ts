import { type JsonSchema, propertySchema, typeText } from './coerce-input.ts';
import { LiteralError, TextCursor } from './literal-parser.ts';

/**
 * Parses the text between the parentheses of a Python call: keywords with literals. JSON's `true`, `false` and `null`
 * are allowed. The key of positional arguments is `''`. Throws `LiteralError` for anything that is not a literal.
 */
export function pythonArguments(text: string): [key: string, value: unknown][] {
  const cursor = new TextCursor(text, PYTHON_SPACE);
  const pairs: [string, unknown][] = [];
  for (cursor.skipSpace(); !cursor.isAtEnd; cursor.skipSpace()) {
    const key = cursor.take(/[\p{L}_][\p{L}\p{N}_]*(?=\s*=(?!=))/uy);
    if (key !== null) cursor.expect('=');
    pairs.push([key ?? '', value(cursor, 0)]);
    if (!cursor.accept(',') && !cursor.isAtEnd) throw new LiteralError('Expected , between arguments');
  }
  return pairs;
}

/** White space and comments. A comment ends at any line break, including a lone CR. */
const PYTHON_SPACE = /(?:\s|#[^\r\n]*)*/y;

const MAX_DEPTH = 64;

function value(cursor: TextCursor, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new LiteralError('Nested too deeply');
  cursor.skipSpace();
  const first = cursor.peek();
  if (first === '[') return list(cursor, ']', depth);
  if (first === '(') return list(cursor, ')', depth);
  if (first === '{') return dict(cursor, depth);
  const stringValue = string(cursor);
  if (stringValue !== null) return stringValue;
  const number = cursor.take(/[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y);
  if (number !== null) return Number(number.replaceAll('_', ''));
  const word = cursor.take(/[A-Za-z]+(?![\w(.])/y);
  if (word !== null && Object.hasOwn(WORDS, word)) return WORDS[word];
  throw new LiteralError('No literal');
}

const WORDS: Record<string, unknown> = { True: true, true: true, False: false, false: false, None: null, null: null };

function list(cursor: TextCursor, close: string, depth: number): unknown[] {
  cursor.at++;
  const items: unknown[] = [];
  while (!cursor.accept(close)) {
    items.push(value(cursor, depth + 1));
    if (!cursor.accept(',') && !cursor.isNext(close)) throw new LiteralError('Expected ,');
  }
  return items;
}

function dict(cursor: TextCursor, depth: number): Record<string, unknown> {
  cursor.at++;
  const entries: [string, unknown][] = [];
  while (!cursor.accept('}')) {
    const key = value(cursor, depth + 1);
    cursor.expect(':');
    entries.push([String(key), value(cursor, depth + 1)]);
    if (!cursor.accept(',') && !cursor.isNext('}')) throw new LiteralError('Expected ,');
  }
  return Object.fromEntries(entries);
}

/** Reads a string; adjacent strings are concatenated, as in Python. */
function string(cursor: TextCursor): string | null {
  let text: string | null = null;
  for (let part = oneString(cursor); part !== null; part = oneString(cursor)) {
    text = (text ?? '') + part;
    cursor.skipSpace();
  }
  return text;
}

function oneString(cursor: TextCursor): string | null {
  const open = cursor.take(/[rRbBuUfF]{0,2}("""|'''|"|')/y);
  if (open === null) return null;
  const quote = open.replace(/^[a-zA-Z]*/, '');
  const isRaw = /^[bB]?[rR]/.test(open);
  const start = cursor.at;
  for (;;) {
    if (cursor.isAtEnd) throw new LiteralError('Unfinished string');
    if (cursor.peek() === '\\') cursor.at += 2;
    else if (cursor.startsWith(quote) && (quote.length === 3 || closesString(cursor))) break;
    else cursor.at++;
  }
  const body = cursor.text.slice(start, cursor.at);
  cursor.at += quote.length;
  return isRaw ? body : unescapePython(body);
}

/** Models forget to escape quotes inside strings: a quote only ends the string if a valid next token follows. */
function closesString(cursor: TextCursor): boolean {
  return CLOSING.test(cursor.text.slice(cursor.at + 1, cursor.at + 80));
}

const CLOSING =
  /^\s*(?:$|[)\]}:"'#]|,\s*(?:$|#|[\p{L}_][\p{L}\p{N}_]*\s*=|["'[{(\d)\]}-]|True|False|None|true|false|null))/u;

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '\n': '' };

function unescapePython(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (whole, x, u, long, one) => {
      const code = x ?? u ?? long;
      if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
      if (one in ESCAPES) return ESCAPES[one] ?? '';
      return /[\\'"]/.test(one) ? one : whole;
    },
  );
}

/**
 * Parses arguments written as keywords, `city="Paris", days=3`, optionally in parentheses after the tool's name.
 * Returns null if the text has another form.
 */
export function keywordsToInput(schema: JsonSchema, text: string): Record<string, unknown> | null {
  const inner = withoutParentheses(text);
  const entries = literals(inner) ?? words(schema, inner);
  return entries?.every(([key]) => isDeclared(schema, key)) ? Object.fromEntries(entries) : null;
}

/**
 * Like `keywordsToInput`, for keywords whose values are literals. A comma at the end means that more should have
 * followed.
 */
export function parseKeywords(schema: JsonSchema, text: string): Record<string, unknown> | null {
  if (!beginsWithKeyword(schema, text) || /,\s*$/.test(text)) return null;
  const entries = HAS_INNER_QUOTES.test(text) ? null : literals(withoutParentheses(text));
  return entries?.every(([key]) => isDeclared(schema, key)) ? Object.fromEntries(entries) : null;
}

/** A quote between two letters, as in arguments that were sent twice. The end of such a text can only be guessed. */
const HAS_INNER_QUOTES = /(?:[=,([{:]\s*|^\s*)(["'])(?:(?!\1)[^\\]|\\[\s\S])*\1\s*[^\s,)\]}:]/u;

function withoutParentheses(text: string): string {
  const bare = text.trim();
  return /^(?:[\p{L}_][\p{L}\p{N}_.-]*)?\(([\s\S]*)\)$/u.exec(bare)?.[1] ?? bare;
}

function literals(text: string): [string, unknown][] | null {
  try {
    return pythonArguments(text);
  } catch (error) {
    if (error instanceof LiteralError) return null;
    throw error;
  }
}

/** Reads values without quotes, which end at a comma or at the end of the line. */
function words(schema: JsonSchema, text: string): [string, unknown][] | null {
  const parts = text.split(/,\s*(?=[\p{L}_][\p{L}\p{N}_]*\s*=)|\n/u).filter((part) => part.trim() !== '');
  const entries = parts.map((part): [string, unknown] | null => {
    const [, key, value = ''] = /^([\p{L}_][\p{L}\p{N}_]*)\s*=([^"'=]*)$/u.exec(part.trim().replace(/,$/, '')) ?? [];
    return key === undefined ? null : [key, typeText(propertySchema(schema, key), value.trim(), 'string')];
  });
  return entries.every((entry) => entry !== null) ? entries : null;
}

/** Whether the text begins with keyword arguments. If so, a text that ends inside a value was cut off. */
export function beginsWithKeyword(schema: JsonSchema, text: string): boolean {
  const key = /^\s*(?:(?:[\p{L}_][\p{L}\p{N}_.-]*)?\(\s*)?([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)/u.exec(text)?.[1];
  return key !== undefined && isDeclared(schema, key);
}

function isDeclared(schema: JsonSchema, key: string): boolean {
  return key !== '' && Object.hasOwn(schema.properties ?? {}, key);
}
