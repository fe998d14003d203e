import type { ModelEvent, ToolDefinition } from '../../contracts/index.ts';
import type { CallIds } from '../tool-input/call-identity.ts';
import { readDiscarded } from './discarded.ts';
import { addEscaped, endEscapes } from './escaped-tags.ts';
import { type LexerOptions, LexerState } from './lexer-state.ts';
import { readAfter, readArguments, readCall, readCallHeader } from './read-calls.ts';
import { readReasoning } from './read-reasoning.ts';
import { readText } from './read-text.ts';

/**
 * Finds tool calls and reasoning written as text in any dialect (docs/decisions/0002). Text arrives in pieces of any
 * size, and the result does not depend on where it was split. Anything that is not a call is emitted as text, in order;
 * only a possible start of a marker is held back. Time is linear in the text's length.
 */
export class DialectLexer {
  readonly #state: LexerState;

  /** Without tools nothing is a call, and control tokens stay in the text. */
  constructor(tools: readonly ToolDefinition[], ids: CallIds, options: LexerOptions = {}) {
    this.#state = new LexerState(tools, ids, options);
  }

  get callCount(): number {
    return this.#state.emitter.callCount;
  }

  /** The dialects of the calls found so far. */
  get formats(): ReadonlySet<string> {
    return this.#state.emitter.formats;
  }

  /** Whether the lexer is in text or between calls, not inside a call or reasoning. */
  get isInText(): boolean {
    return this.#state.mode.type === 'text' || this.#state.mode.type === 'after';
  }

  /**
   * Notes that the response has a native call. Closing markers that remain in the text are then not content (quirk:
   * orphan-closing-tag).
   */
  noteNativeCall(): void {
    this.#state.hasNativeCalls = true;
  }

  push(text: string): ModelEvent[] {
    const state = this.#state;
    if (state.mode.type === 'text' && state.escapes === null && state.buffer === '' && state.hasText && text !== '') {
      const { candidates } = state;
      const mayBeCall = state.isLineStart && candidates.mayStartLine(text, 0);
      if (!mayBeCall && candidates.next(text, 0) === text.length) {
        return state.emitPlain(text, candidates.nextStop(text, 0) === text.length);
      }
    }
    if (state.escapes === null) state.buffer += text;
    else addEscaped(state, text);
    return this.#scan();
  }

  /**
   * Ends the text. `isTruncated`: it was cut off, not ended by the model, so unfinished arguments cannot be trusted.
   */
  end({ isTruncated }: { isTruncated: boolean }): ModelEvent[] {
    if (this.#state.escapes !== null) endEscapes(this.#state);
    this.#state.isOver = true;
    this.#state.isTruncated = isTruncated;
    return this.#scan();
  }

  #scan(): ModelEvent[] {
    let isMoving = true;
    while (isMoving) isMoving = step(this.#state);
    return this.#state.take();
  }
}

/** Advances by one step; returns false if more text is needed. */
function step(state: LexerState): boolean {
  const { mode } = state;
  switch (mode.type) {
    case 'text':
      return state.buffer !== '' && readText(state);
    case 'reasoning':
      return readReasoning(state, mode.ends);
    case 'header':
      return readCallHeader(state, mode);
    case 'arguments':
      return readArguments(state, mode);
    case 'call':
      return readCall(state, mode);
    case 'discard':
      return readDiscarded(state, mode);
    case 'after':
      return readAfter(state, mode);
    default:
      return mode satisfies never;
  }
}
