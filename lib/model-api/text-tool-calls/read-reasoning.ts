import type { LexerState } from './lexer-state.ts';
import type { MarkerAction } from './markers.ts';

/** Characters that may end reasoning. */
const STOP = /[<[◁a]/;

/** Inside reasoning: everything is, up to one of the markers that end it. */
export function readReasoning(state: LexerState, ends: readonly string[]): boolean {
  if (state.buffer === '') return false;
  const stop = state.buffer.search(STOP);
  if (stop !== 0) {
    state.think(state.takeFront(stop < 0 ? state.buffer.length : stop));
    return true;
  }
  const end = ends.find((each) => state.buffer.startsWith(each));
  if (end !== undefined) {
    // A header that begins the next message is read as one; everything else is over with the reasoning.
    if (end !== '<|start|>' && end !== 'assistantcommentary') state.takeFront(end.length);
    return state.restart();
  }
  if (!state.isOver && ends.some((each) => each.startsWith(state.buffer))) return false;
  state.think(state.takeFront(1));
  return true;
}

/**
 * A closing tag of reasoning whose opening tag never came: what was said so far was reasoning (quirk: lone-think-end). Null
 * where the tag is only mentioned, or belongs to reasoning that is over.
 */
export function readLoneCloser(
  state: LexerState,
  action: Extract<MarkerAction, { type: 'unthink' }>,
  length: number,
): boolean | null {
  if (state.hasThought && !action.isToken) return null;
  const next = state.buffer.charAt(length);
  if (next === '' && !state.isOver) return false;
  const isMention = /[ "'“(]/.test(state.last) && /[ "'”).,:;?!]/.test(next);
  if (!action.isToken && isMention) return null;
  // Behind reasoning that is over, or with nothing behind it, a token is only left over: what was said is the answer.
  const rest = action.isToken ? state.buffer.slice(length).trim() : next;
  if (rest === '' && !state.isOver && state.hasText) return false;
  const isStray = action.isToken && (state.hasThought || rest === '');
  state.takeFront(length);
  state.hasThought = true;
  if (!state.hasText || isStray) return true;
  state.tell({ type: 'text-to-reasoning' });
  return state.restart();
}
