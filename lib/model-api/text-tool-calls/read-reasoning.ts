import type { LexerState } from './lexer-state.ts';
import type { MarkerAction } from './markers.ts';

/** Characters that can begin the end of reasoning. */
const STOP = /[<[◁a]/;

const BEGINS_MESSAGE = /^(?:<\|start\|>|<\|channel\|>|assistant)/;

/** Reads reasoning up to one of the markers that end it. */
export function readReasoning(state: LexerState, ends: readonly string[]): boolean {
  if (state.buffer === '') return false;
  const stop = state.buffer.search(STOP);
  if (stop !== 0) {
    state.emitReasoning(state.takeFront(stop < 0 ? state.buffer.length : stop));
    return true;
  }
  const end = ends.find((each) => state.buffer.startsWith(each));
  if (end !== undefined) {
    // A header that begins the next message stays in the buffer. Any other marker is consumed with the reasoning.
    if (!BEGINS_MESSAGE.test(end)) state.takeFront(end.length);
    return state.restart();
  }
  if (!state.isOver && ends.some((each) => each.startsWith(state.buffer))) return false;
  state.emitReasoning(state.takeFront(1));
  return true;
}

/**
 * Handles a closing tag of reasoning without an opening tag: the text so far was reasoning (quirk: lone-think-end).
 * Returns null if the tag is only mentioned, or belongs to reasoning that has ended.
 */
export function readLoneCloser(
  state: LexerState,
  action: Extract<MarkerAction, { type: 'unthink' }>,
  length: number,
): boolean | null {
  if (state.hasReasoning && !action.isToken) {
    // Directly after reasoning, or at the end of the answer, the tag ends it again. Within the answer, it is a mention.
    if (state.hasText && !/[\n.!?。！？]/.test(state.last)) return null;
    if (state.hasText && state.buffer.slice(length).trim() !== '') return null;
    if (state.hasText && !state.isOver) return false;
    state.takeFront(length);
    return true;
  }
  const next = state.buffer.charAt(length);
  if (next === '' && !state.isOver) return false;
  const isMention = /[ "'“(]/.test(state.last) && /[ "'”).,:;?!]/.test(next);
  if (!action.isToken && isMention) return null;
  // After reasoning that has ended, or if nothing follows, the token is a leftover, and the text so far is the answer.
  const rest = action.isToken ? state.buffer.slice(length).trim() : next;
  if (rest === '' && !state.isOver && state.hasText) return false;
  const isStray = action.isToken && (state.hasReasoning || rest === '');
  state.takeFront(length);
  state.hasReasoning = true;
  if (!state.hasText || isStray) return true;
  state.emit({ type: 'text-to-reasoning' });
  return state.restart();
}

/**
 * Drops reasoning that a model begins after its answer and leaves empty (quirk: trailing-think). False if more text is
 * needed, null if the tag belongs to the text.
 */
export function dropEmptyReasoning(state: LexerState, closes: readonly string[], length: number): boolean | null {
  const { buffer, isOver, last } = state;
  const rest = buffer.slice(length).trim();
  if (!/[\n.!?]/.test(last) || !closes.some((each) => each.startsWith(rest))) return null;
  if (!isOver) return false;
  if (rest !== '' && !closes.includes(rest)) return null;
  state.takeFront(buffer.length);
  return true;
}
