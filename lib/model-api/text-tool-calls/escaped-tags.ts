import { decodeXml } from './arguments/fields.ts';
import { readTagHeader } from './headers.ts';
import type { LexerState } from './lexer-state.ts';
import { matchMarker } from './markers.ts';

/*
 * Handles servers and proxies that escape a model's output for HTML: `&lt;tool_call&gt;` (quirk: escaped-tags). From
 * the first escaped tag that begins a call or reasoning, the text is read without its escapes. The text that is shown
 * has them again.
 */

/** An entity that may still be arriving. */
const UNFINISHED = /&[#a-z\d]{0,7}$/i;
const TAG_START = '&lt;';

/** Reads at a `&`. Returns false if more text is needed. */
export function readEscapedTag(state: LexerState): boolean {
  const { buffer, isOver } = state;
  if (!isOver && buffer.length < TAG_START.length && TAG_START.startsWith(buffer)) return false;
  const mayBegin = buffer.startsWith(TAG_START) && /[\s>]/.test(state.last) && !state.code.isInside && !state.isAnswer;
  if (!mayBegin) return state.emitText(state.takeFront(1));
  const tag = decodeXml(buffer.slice(0, MAX_TAG_LENGTH).replace(UNFINISHED, ''));
  const match = matchMarker(tag, 0);
  const isMarker = match.type === 'match' && (match.value.type === 'open' || match.value.type === 'think');
  const header = isMarker ? 'none' : readTagHeader(tag, state.reading);
  if (!isMarker && !isOver && buffer.length < MAX_TAG_LENGTH && (match.type === 'more' || header === 'more'))
    return false;
  const isCall =
    header !== 'none' && header !== 'more' && header.type === 'call' && state.reading.find(header.name) !== null;
  if (!isMarker && !isCall) return state.emitText(state.takeFront(1));
  state.escapes = '';
  state.buffer = '';
  addEscaped(state, buffer);
  return true;
}

/** Maximum length of an escaped tag, in characters. */
const MAX_TAG_LENGTH = 200;

/** Adds text to the buffer without its escapes. An incomplete entity waits in `escapes`. */
export function addEscaped(state: LexerState, text: string): void {
  const all = (state.escapes ?? '') + text;
  const rest = UNFINISHED.exec(all)?.[0] ?? '';
  state.escapes = rest;
  state.buffer += decodeXml(all.slice(0, all.length - rest.length));
}

/** Adds the beginning of an entity that was cut off by the end of the text. */
export function endEscapes(state: LexerState): void {
  state.buffer += state.escapes ?? '';
  state.escapes = '';
}
