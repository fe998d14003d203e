import { DELIMITER_LINE } from '../../security/index.ts';
import type { ReadCall, Reading } from './dialect.ts';
import type { LexerState, ModeOf } from './lexer-state.ts';
import { Pattern } from './pattern.ts';

/*
 * Discards text that only the prompt and the tools may contain: results, delimiters around data, a placeholder for a
 * name.
 */

const RESULT = new Pattern('<(tool_results?|tool_response|function_results?)((?:\\s[^<>]{0,400})?)>');
/** The lines around data in a prompt. They contain a random value, so no text matches by accident. */
const DELIMITER = new Pattern(`${DELIMITER_LINE}(?=[^])[ \\t]{0,8}\\n?`);
const DELIMITER_AT_END = new RegExp(`^${DELIMITER_LINE}$`);

/**
 * Discards, or starts to discard, text at the front of the buffer. Returns null if the text is kept. A delimiter is
 * removed in every tool mode, since models repeat it even if they never saw a tag.
 */
export function beginDiscarded(state: LexerState): boolean | null {
  const { buffer, isOver } = state;
  if (buffer.startsWith('[')) return takeDelimiter(state);
  if (!state.readsCalls || !state.isLenient) return null;
  if (state.last !== '\n' && state.hasText) return null;
  const result = RESULT.match(buffer);
  if (result === null) return null;
  if (result === 'more') return isOver ? null : false;
  const [whole, tag = '', attributes = ''] = result;
  const opening = state.takeFront(whole.length);
  // A tag without attributes and without a closing tag may be part of a sentence about it.
  state.mode = { type: 'discard', opening, end: `</${tag}>`, isLong: attributes.trim() !== '', read: [] };
  return true;
}

/**
 * Removes a delimiter at the front of the buffer together with its line end; null if there is none, false if more text
 * is needed.
 */
export function takeDelimiter(state: LexerState): boolean | null {
  const match = DELIMITER.match(state.buffer);
  if (match === 'more' && !state.isOver) return false;
  const isLast = state.isOver && DELIMITER_AT_END.test(state.buffer);
  if (match === null || (match === 'more' && !isLast)) return null;
  state.takeFront(match === 'more' ? state.buffer.length : match[0].length);
  return true;
}

export function readDiscarded(state: LexerState, mode: ModeOf<'discard'>): boolean {
  const at = state.buffer.indexOf(mode.end);
  if (at >= 0) {
    state.takeFront(at + mode.end.length);
    return discard(state, 'tool-result');
  }
  if (state.isOver) {
    const rest = state.takeFront(state.buffer.length);
    return mode.isLong ? discard(state, 'tool-result') : state.returnToText(mode.opening + mode.read.join('') + rest);
  }
  // The end of the buffer may be the beginning of the closing tag.
  const length = Math.max(0, state.buffer.length - mode.end.length + 1);
  mode.read.push(state.takeFront(length));
  return false;
}

/** Emits that text was discarded. The text that follows is read like text after a call. */
export function discard(state: LexerState, what: 'placeholder' | 'tool-result'): true {
  state.emit({ type: 'reply-discard', what });
  state.mode = { type: 'after', blank: '', isOpen: false, isListOver: false, inList: false, isBare: true };
  return true;
}

const PLACEHOLDERS = new Set([
  'name',
  'toolname',
  'tool',
  'functionname',
  'function',
  'yourtool',
  'toolnamehere',
  'exampletool',
]);

/** Whether these calls contain a placeholder from the prompt instead of a tool's name. */
export function arePlaceholders(calls: readonly ReadCall[], reading: Reading): boolean {
  return calls.length > 0 && calls.every(({ name }) => reading.find(name) === null && PLACEHOLDERS.has(fold(name)));
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
