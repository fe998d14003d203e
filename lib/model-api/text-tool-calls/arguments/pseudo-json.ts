import { CutOffError, LiteralError, TextCursor } from '../../tool-input/literal-parser.ts';

/** Gemma's quotes: the same token on both sides. */
export const QUOTE_TOKENS = ['<|"|>', '<escape>'] as const;

/**
 * Reads Gemma's object notation: bare keys, before a colon or, as in Python, `=`; strings between quote tokens (or
 * ordinary quotes); nested objects and lists. Brackets that are still open at the end of the text are closed if the
 * last value is complete; otherwise the text was cut off. Throws `LiteralError` for text that is not an object.
 * quirk: format-gemma4
 */
export function parsePseudoJson(text: string): Record<string, unknown> {
  const cursor = new TextCursor(text);
  cursor.skipSpace();
  if (cursor.peek() !== '{') throw new LiteralError('No object');
  return object(cursor, 0);
}

const MAX_DEPTH = 64;

function object(cursor: TextCursor, depth: number): Record<string, unknown> {
  if (depth > MAX_DEPTH) throw new LiteralError('Nested too deeply');
  cursor.at++;
  const entries: [string, unknown][] = [];
  let isAfterValue = false;
  while (!cursor.accept('}')) {
    if (cursor.isAtEnd) {
      if (isAfterValue) break;
      throw new CutOffError('Cut off in an object');
    }
    const key = string(cursor) ?? cursor.take(/[^:={}[\],]+/y)?.trim();
    if (key === undefined) throw new LiteralError('No key');
    cursor.skipSpace();
    if (cursor.isAtEnd) throw new CutOffError('Cut off behind a key');
    if (!cursor.accept('=')) cursor.expect(':');
    entries.push([key, value(cursor, depth)]);
    isAfterValue = !cursor.accept(',');
  }
  return Object.fromEntries(entries);
}

function value(cursor: TextCursor, depth: number): unknown {
  cursor.skipSpace();
  if (cursor.peek() === '{') return object(cursor, depth + 1);
  if (cursor.peek() === '[') return list(cursor, depth + 1);
  const stringValue = string(cursor);
  if (stringValue !== null) return stringValue;
  const bare = (cursor.take(/[^,}\]]+/y) ?? '').trim();
  if (cursor.isAtEnd) throw new CutOffError('Cut off in a value');
  for (const token of QUOTE_TOKENS) if (cursor.startsWith(token)) cursor.at += token.length;
  return scalar(bare);
}

function list(cursor: TextCursor, depth: number): unknown[] {
  if (depth > MAX_DEPTH) throw new LiteralError('Nested too deeply');
  cursor.at++;
  const items: unknown[] = [];
  while (!cursor.accept(']')) {
    items.push(value(cursor, depth));
    if (cursor.accept(',')) continue;
    if (cursor.isAtEnd) break;
    if (!cursor.isNext(']')) throw new LiteralError('Expected ,');
  }
  return items;
}

function string(cursor: TextCursor): string | null {
  cursor.skipSpace();
  for (const token of QUOTE_TOKENS) {
    if (!cursor.startsWith(token)) continue;
    const start = cursor.at + token.length;
    const end = cursor.text.indexOf(token, start);
    if (end < 0) throw new CutOffError('Cut off in a string');
    cursor.at = end + token.length;
    return cursor.text.slice(start, end);
  }
  const json = cursor.take(/"(?:[^"\\]|\\[\s\S])*"/y);
  if (json !== null) return unquote(json);
  const single = cursor.take(/'(?:[^'\\]|\\[\s\S])*'(?=\s*(?:[,}\]:]|<|$))/y);
  if (single === null) return null;
  for (const token of QUOTE_TOKENS) if (cursor.startsWith(token)) cursor.at += token.length;
  return single.slice(1, -1);
}

function unquote(json: string): string {
  try {
    return JSON.parse(json);
  } catch {
    return json.slice(1, -1);
  }
}

function scalar(text: string): unknown {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null' || text === 'None') return null;
  const isNumber = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
  return isNumber ? Number(text) : text;
}
