import { inputSchema, type JsonSchema, propertySchema, typeText } from '../../tool-input/coerce-input.ts';
import type { Reading } from '../dialect.ts';
import { LiteralError } from './literal-parser.ts';
import { pythonArguments } from './python-literal.ts';

/**
 * Parses arguments written as keywords, `city="Paris", days=3`, also in parentheses after the tool's name. Returns null if the
 * text has another form.
 */
export function keywordsToInput(schema: JsonSchema, text: string): Record<string, unknown> | null {
  const bare = text.trim();
  const inner = /^(?:[\p{L}_][\p{L}\p{N}_.-]*)?\(([\s\S]*)\)$/u.exec(bare)?.[1] ?? bare;
  const entries = literals(inner) ?? words(schema, inner);
  return entries?.every(([key]) => isDeclared(schema, key)) ? Object.fromEntries(entries) : null;
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
    const [, key, value = ''] = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*=\s*([^"'=]*?)\s*,?\s*$/u.exec(part) ?? [];
    return key === undefined ? null : [key, typeText(propertySchema(schema, key), value, 'string')];
  });
  return entries.every((entry) => entry !== null) ? entries : null;
}

/** Whether the text begins with keyword arguments. If it then breaks off in a value, it was cut off rather than other text. */
export function beginsWithKeyword(schema: JsonSchema, text: string): boolean {
  const key = /^\s*(?:(?:[\p{L}_][\p{L}\p{N}_.-]*)?\()?\s*([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)/u.exec(text)?.[1];
  return key !== undefined && isDeclared(schema, key);
}

function isDeclared(schema: JsonSchema, key: string): boolean {
  return key !== '' && Object.hasOwn(schema.properties ?? {}, key);
}

/** Whether this tool has an argument of this name. */
export function hasArgument(reading: Reading, name: string, key: string): boolean {
  const tool = reading.find(name);
  return tool !== null && isDeclared(inputSchema(tool), key);
}
