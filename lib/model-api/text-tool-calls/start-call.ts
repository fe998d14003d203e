import { JsonReader } from './arguments/json-reader.ts';
import type { Header } from './headers.ts';
import type { LexerState } from './lexer-state.ts';
import { LooseCallReader, type LooseOptions } from './loose-call.ts';
import { readNameless } from './nameless.ts';
import { Pattern } from './pattern.ts';
import type { Opening } from './unknown-markers.ts';

/** For a call without an opening marker. */
export const NO_OPENING: Opening = { length: 0, signs: '', words: [] };

/** A name before a bracket: at the start of a line it may be a call. */
export const LINE_CALL = new Pattern('([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})(?=\\()');

/** Starts to read a call or a list of calls whose header was found in text. */
export function startCall(state: LexerState, header: Header, before: string, isBare: boolean): true {
  const opening = before + state.takeFront(header.length);
  switch (header.type) {
    case 'object': {
      const reader = new JsonReader(state.reading, { name: null, isBare });
      state.mode = { type: 'call', opening, reader, format: header.format, isBare, inList: false, read: [] };
      return true;
    }
    case 'list':
      state.mode = { type: 'header', opening, format: header.format, isBare, inList: true, isAside: false };
      return true;
    case 'call':
      state.mode = { type: 'arguments', opening, header, isBare, inList: false };
      return true;
    default:
      return header satisfies never;
  }
}

/** Reads the text after `before` as a call, unless `before` announces it as an example. */
export function startLooseCall(state: LexerState, format: string, options: LooseOptions, before: string): boolean {
  const { leadIn } = state;
  if (leadIn === 'explanation') return false;
  const opening = state.takeFront(before.length);
  // A colon may announce an example that is discussed afterwards, so such a call only counts at the end of the reply.
  const reader = new LooseCallReader(state.reading, leadIn === 'colon' ? { ...options, isLast: true } : options);
  state.mode = { type: 'call', opening, reader, format, isBare: true, inList: false, read: [] };
  return true;
}

/**
 * Starts to read arguments without a name. `before`: the text before the object, at the front of the buffer. `marks`: the
 * delimiter of the fence around it. They only count as a call if they fit the tool and end the reply.
 */
export function startNameless(state: LexerState, format: string, before: string, marks = ''): boolean | 'more' {
  const name = readNameless(state.buffer.slice(before.length), state.reading);
  if (name === 'more') return state.isOver ? false : 'more';
  return name !== null && startLooseCall(state, format, { opening: NO_OPENING, marks, isLast: true }, before);
}
