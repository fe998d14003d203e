import { inputSchema, type JsonSchema, propertySchema, typeText } from '../../tool-input/coerce-input.ts';
import type { Reading } from '../dialect.ts';
import { LiteralError } from './literal-parser.ts';
import { pythonArguments } from './python-literal.ts';

/** Arguments as keywords, `city="Paris", days=3`, also in parentheses and behind the tool's name. Null where the text is none. */
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

/** Values without quotes, which end at a comma or with the line. */
function words(schema: JsonSchema, text: string): [string, unknown][] | null {
  const parts = text.split(/,\s*(?=[\p{L}_][\p{L}\p{N}_]*\s*=)|\n/u).filter((part) => part.trim() !== '');
  const entries = parts.map((part): [string, unknown] | null => {
    const [, key, value = ''] = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*=\s*([^"'=]*?)\s*,?\s*$/u.exec(part) ?? [];
    return key === undefined ? null : [key, typeText(propertySchema(schema, key), value, 'string')];
  });
  return entries.every((entry) => entry !== null) ? entries : null;
}

/** Whether this text begins as keywords do. Then it is nothing else, also where it breaks off in a value. */
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
