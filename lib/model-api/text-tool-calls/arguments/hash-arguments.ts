import { isJsonObject, type JsonObject } from '../../../contracts/index.ts';
import { LenientJsonError, parseLenientJson } from '../../tool-input/parse-lenient-json.ts';
import { Pattern } from '../pattern.ts';

/*
 * Reads calls written as a Perl or Ruby hash, with the arguments as another hash, as JSON, or as command-line options
 * (quirk: format-hash): `{tool => "name", args => {city => "Oslo"}}`, `{tool => "name", args => { --city "Oslo" }}`.
 */

const KEY = (words: string) => `["':]?(?:${words})["']?\\s{0,4}=>\\s{0,4}`;
const NAME = `${KEY('tool|name|tool_name|function')}["']([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})["']\\s{0,20}`;
const ARGUMENTS = `(?:,\\s{0,20})?${KEY('args|arguments|parameters|params|input')}(?=\\{)`;

/** The beginning of a call up to its arguments, or the whole call if it has none. */
const HEADER = new Pattern(`\\{\\s{0,20}${NAME}(?:${ARGUMENTS}|(?:,\\s{0,20})?(\\}))`);

export type HashHeader = { length: number; name: string; hasArguments: boolean };

/** Reads the header of such a call at the front of `text`, which begins with a brace. */
export function readHashHeader(text: string): HashHeader | 'more' | null {
  const match = HEADER.match(text);
  if (match === null || match === 'more') return match;
  return { length: match[0].length, name: match[1] ?? '', hasArguments: match[2] === undefined };
}

/** Parses the object of arguments. Throws `LenientJsonError` if it is not one. */
export function parseHash(text: string): JsonObject {
  // Perl allows a comma after the last pair.
  const value = parseLenientJson(toJson(text.replace(/,\s*$/, '')));
  if (!isJsonObject(value)) throw new LenientJsonError('invalid');
  return value;
}

/** A string, a symbol used as a key, or the name of an option with an optional separator before its value. */
const TOKEN =
  /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|:([\p{L}_][\p{L}\p{N}_]*)(?=\s*=>)|(,?)(\s*)--([\p{L}_][\p{L}\p{N}_-]*)[ \t]*[:=]?[ \t]*/gu;

/** Converts symbols and options to properties. */
function toJson(text: string): string {
  let isFirst = true;
  return text.replace(TOKEN, (whole, key?: string, _comma?: string, blank?: string, option?: string) => {
    if (key !== undefined) return `"${key}"`;
    if (option === undefined) return whole;
    const separator = isFirst ? '' : ',';
    isFirst = false;
    return `${separator}${blank}"${option.replaceAll('-', '_')}": `;
  });
}
