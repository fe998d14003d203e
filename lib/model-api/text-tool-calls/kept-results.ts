import type { Reading } from './dialect.ts';
import { Pattern } from './pattern.ts';

/*
 * Reads Python that awaits what a call returns, assigns it to a variable and prints it: `result = await f(a=1)`,
 * `print(result)` (quirk: kept-results). Any other use of a result makes the text a program, of which only the calls
 * could run.
 */

const VARIABLE = '[\\p{L}_][\\p{L}\\p{N}_]{0,60}';

/** `result = `, `await `, only before the name of a call. Captures the variable and the name. */
export const KEPT_RESULT = `(?:(${VARIABLE}) {0,4}= {0,4}(?:await {1,4})?|await {1,4})(?=(?:print\\( {0,8})?([\\p{L}_][\\p{L}\\p{N}_.]{0,127})\\()`;
const KEPT = new Pattern(KEPT_RESULT);
const PRINTED = new Pattern(`print\\( {0,4}(${VARIABLE}) {0,4}\\)(?=[\\s<\`])`);

/** Reads the text before a call whose result is assigned to a variable. */
export function readKept(text: string, reading: Reading): { length: number; variable: string | null } | 'more' | null {
  const match = KEPT.match(text);
  if (match === null || match === 'more') return match;
  return reading.find(match[2] ?? '') === null ? null : { length: match[0].length, variable: match[1] ?? null };
}

/** Reads a line that prints a variable. */
export function readPrinted(text: string, isOver: boolean): { length: number; variable: string } | 'more' | null {
  const match = PRINTED.match(isOver ? `${text}\n` : text);
  return match === null || match === 'more' ? match : { length: match[0].length, variable: match[1] ?? '' };
}

/** Length of an assignment or a print after a call: 0 if there is none, -1 if more text is needed. */
export function readBetweenPython(text: string, reading: Reading, isOver: boolean): number {
  const kept = readKept(text, reading);
  const printed = readPrinted(text, isOver);
  if ((kept === 'more' || printed === 'more') && !isOver) return -1;
  if (kept !== null && kept !== 'more') return kept.length;
  return printed === null || printed === 'more' ? 0 : printed.length;
}
