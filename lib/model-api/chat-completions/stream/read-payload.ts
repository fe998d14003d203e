import { parseJson } from '../../tool-input/json-value.ts';

/** `isDone`: the end of the stream was among them; `isBroken`: a part was no JSON. */
export type Payload = { values: readonly unknown[]; isDone: boolean; isBroken: boolean };

/**
 * What is in a payload: one JSON value, usually. Also several, one a line; `[DONE]`, on its own or on a line beside them
 * (quirk: done-variants); or, where a server glued a broken frame to a whole one, the whole ones (quirk: glued-frames). Of a list, such as
 * Gemini wraps its errors in (quirk: error-in-list), the items count.
 */
export function readPayload(text: string): Payload {
  const value = parseJson(text);
  if (Array.isArray(value)) return { values: value, isDone: false, isBroken: false };
  if (typeof value === 'string') return readPieces(value);
  return value === undefined ? readPieces(text) : { values: [value], isDone: false, isBroken: false };
}

function readPieces(text: string): Payload {
  const values: unknown[] = [];
  let isDone = false;
  let isBroken = false;
  for (const piece of text.split(/\n|data: ?(?=[{[])/)) {
    const value = parseJson(piece.trim());
    if (/^\[done\]$/i.test(piece.trim())) isDone = true;
    else if (value !== undefined) values.push(value);
    else isBroken ||= piece.trim() !== '';
  }
  return { values, isDone, isBroken };
}
