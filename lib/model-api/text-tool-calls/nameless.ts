import { findByChoice, listChoiceArguments } from '../tool-input/call-identity.ts';
import type { Reading } from './dialect.ts';
import { Pattern } from './pattern.ts';

/** The beginning of an object, up to the end of its first value. */
const FIRST_VALUE = new Pattern(
  '\\{\\s{0,40}"([\\p{L}_][\\p{L}\\p{N}_\\-]{0,80})"\\s{0,8}:\\s{0,8}"([\\p{L}\\p{N}_.\\-]{1,128})"',
);

/**
 * The name of the tool whose arguments the object at the front of `text` holds, although it names no tool: its first
 * argument has a choice that only this tool has (quirk: arguments-without-name). Null if it is another object.
 */
export function readNameless(text: string, { tools }: Reading): string | 'more' | null {
  const rest = text.replace(OPENING, '').slice(0, MAX_KEY_LENGTH + 2);
  const mayBegin = listChoiceArguments(tools).some((key) => rest.startsWith(`"${key}"`) || `"${key}"`.startsWith(rest));
  const match = mayBegin ? FIRST_VALUE.match(text) : null;
  if (match === null || match === 'more') return match;
  const [, key = '', choice = ''] = match;
  return findByChoice(tools, choice, key)?.tool.name ?? null;
}

const OPENING = /^\{\s{0,40}/;
const MAX_KEY_LENGTH = 80;
