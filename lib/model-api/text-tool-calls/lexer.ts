import type { ModelEvent, ToolDefinition } from '../../contracts/index.ts';
import type { CallIds } from '../tool-input/call-ids.ts';
import { readDiscarded } from './discarded.ts';
import { type LexerOptions, LexerState } from './lexer-state.ts';
import { readAfter, readArguments, readCall, readCallHeader } from './read-calls.ts';
import { readReasoning } from './read-reasoning.ts';
import { readText } from './read-text.ts';

/**
 * Finds tool calls, and reasoning, written as text in any dialect (docs/decisions/0002). Text arrives in pieces of any size
 * and the result does not depend on them. Anything that is no call is returned as text, in order; only what may be the start
 * of a marker is held back. Time is linear in the text's length.
 */
export class DialectLexer {
  private readonly state: LexerState;

  /** Without tools nothing is a call and control tokens stay. */
  constructor(tools: readonly ToolDefinition[], ids: CallIds, options: LexerOptions = {}) {
    this.state = new LexerState(tools, ids, options);
  }

  get callCount(): number {
    return this.state.teller.callCount;
  }

  /** The dialects of the calls found so far. */
  get formats(): ReadonlySet<string> {
    return this.state.teller.formats;
  }

  /** Between calls, or in text: not inside a call or reasoning. */
  get isInText(): boolean {
    return this.state.mode.type === 'text' || this.state.mode.type === 'after';
  }

  /** The response has a native call: closing markers left in the text are no content (quirk: orphan-closing-tag). */
  noteNativeCall(): void {
    this.state.hasNativeCalls = true;
  }

  push(text: string): ModelEvent[] {
    const { state } = this;
    if (state.mode.type === 'text' && state.buffer === '' && state.hasText && !state.isLineStart) {
      if (state.candidates.isPlain(text)) return state.pass(text);
    }
    state.buffer += text;
    return this.scan();
  }

  /** The text has ended; `cut`: not by the model's will, so that unfinished arguments cannot be trusted. */
  end({ cut }: { cut: boolean }): ModelEvent[] {
    this.state.isOver = true;
    this.state.cut = cut;
    return this.scan();
  }

  private scan(): ModelEvent[] {
    let isMoving = true;
    while (isMoving) isMoving = step(this.state);
    return this.state.take();
  }
}

/** Reads on where it can; false when more text is needed. */
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
