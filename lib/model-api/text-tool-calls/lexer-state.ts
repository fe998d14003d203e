import type { ModelEvent, ToolDefinition } from '../../contracts/index.ts';
import { type CallIds, findTool } from '../tool-input/call-identity.ts';
import { escapeTags } from './arguments/fields.ts';
import { CandidateFinder, MarkdownCode, readLeadIn } from './candidates.ts';
import type { CallReader, Reading } from './dialect.ts';
import type { Header } from './headers.ts';
import { type MarkerAction, matchMarker } from './markers.ts';
import { ToolCallEmitter } from './tool-call-emitter.ts';

export type LexerOptions = {
  /** Whether reasoning between tags is separated from the answer. Defaults to true. */
  splitsReasoning?: boolean;
  /**
   * Whether near misses are read as calls, because the model was asked to write calls as text: a call in code, JSON
   * after prose, a last line of Python. Defaults to true.
   */
  isLenient?: boolean;
  /** Whether this text occurs in what the model has read. A call in such text is a quotation. */
  isQuoted?: (text: string) => boolean;
};

export type CallHeader = Extract<Header, { type: 'call' }>;

/**
 * A possible call. `opening`: the text consumed for it, which becomes content if it is not a call. `isBare`: only the
 * name of an offered tool identifies it as a call. `inList`: more calls may follow without their own marker.
 */
type Possible = { opening: string; isBare: boolean; inList: boolean };

/** The current state of the lexer. */
export type Mode =
  | { type: 'text' }
  | { type: 'reasoning'; ends: readonly string[] }
  /** A marker was read. The header of a call must follow. */
  | (Possible & { type: 'header'; format: string | null; isAside: boolean })
  | (Possible & { type: 'arguments'; header: CallHeader })
  | (Possible & { type: 'call'; reader: CallReader; format: string; read: string[] })
  /**
   * Text that the model must not write. It is neither run nor shown. `isLong`: if no end is found, it extends to the
   * end of the reply.
   */
  | { type: 'discard'; opening: string; end: string; isLong: boolean; read: string[] }
  /** After a call: white space and closing markers are not content, and another call may follow. */
  | { type: 'after'; blank: string; isOpen: boolean; isListOver: boolean; inList: boolean; isBare: boolean };

export type ModeOf<Type extends Mode['type']> = Extract<Mode, { type: Type }>;

/** The undecided text, the current mode and the emitted events. Shared by the functions that read each mode. */
export class LexerState {
  mode: Mode = { type: 'text' };
  buffer = '';
  /** Whether the text has ended. `isTruncated`: it was cut off, not ended by the model. */
  isOver = false;
  isTruncated = false;
  /** Whether the response has native tool calls. */
  hasNativeCalls = false;
  /** Whether the lexer is in a message to the user, in which nothing is a call. */
  isAnswer = false;
  hasReasoning = false;
  /** Whether the answer is enclosed in tags. */
  isFramed = false;
  /** Whether text other than white space was emitted. */
  hasText = false;
  /** Whether a tag or token that opens a call was shown as text. */
  hasOpeningTag = false;
  isLineStart = true;
  /**
   * The beginning of an entity, while escapes are being removed from the text (quirk: escaped-tags); null if they are
   * not.
   */
  escapes: string | null = null;
  /** The last character that was emitted. */
  last = '\n';
  readonly readsCalls: boolean;
  /**
   * Whether `readOwnTag` may be used. It may not if a tool is named `tool`, since its elements look like the protocol's
   * own tag.
   */
  readonly readsOwnTag: boolean;
  readonly splitsReasoning: boolean;
  readonly isLenient: boolean;
  /** Null if the model has read nothing that it could quote. */
  readonly isQuoted: ((text: string) => boolean) | null;
  readonly emitter: ToolCallEmitter;
  readonly reading: Reading;
  readonly candidates: CandidateFinder;
  readonly code = new MarkdownCode();
  /** The last emitted pieces of text, as a ring buffer. They show whether a following call is an example. */
  readonly #recent: string[] = [];
  #recentCount = 0;
  /** Text that is content but was not emitted yet. */
  #pendingText = '';
  /** White space at the very start, which is content only if text follows. */
  #leading = '';
  #events: ModelEvent[] = [];

  constructor(tools: readonly ToolDefinition[], ids: CallIds, options: LexerOptions) {
    this.readsCalls = tools.length > 0;
    this.readsOwnTag = this.readsCalls && findTool(tools, 'tool') === null;
    this.splitsReasoning = options.splitsReasoning ?? true;
    this.isLenient = options.isLenient ?? true;
    this.isQuoted = options.isQuoted ?? null;
    this.emitter = new ToolCallEmitter(tools, ids);
    this.candidates = new CandidateFinder(tools);
    this.reading = {
      tools,
      find: (name) => findTool(tools, name),
      isValidCall: (call) => this.emitter.isValidCall(call),
      closer: (text, at) => markerLength(text, at, 'close'),
      separator: (text, at) => markerLength(text, at, 'separate'),
      opener: (text, at) => markerLength(text, at, 'open'),
    };
  }

  /** How the emitted text announces what follows. */
  get leadIn(): ReturnType<typeof readLeadIn> {
    return readLeadIn(this.recentText);
  }

  /** The end of the text that was emitted. */
  get recentText(): string {
    const at = this.#recentCount & (MAX_RECENT_PIECES - 1);
    return [...this.#recent.slice(at), ...this.#recent.slice(0, at)].join('').slice(-MAX_RECENT_PIECES);
  }

  takeFront(length: number): string {
    const front = this.buffer.slice(0, length);
    this.buffer = this.buffer.slice(length);
    return front;
  }

  /** Emits `text` as content. Returns true, so that readers can return the result as their progress. */
  emitText(text: string): true {
    if (text === '') return true;
    this.last = text.charAt(text.length - 1);
    if (!this.hasText) {
      this.#leading += text;
      if (text.trim() === '') return true;
      const whole = this.emitter.callCount > 0 ? this.#leading.trimStart() : this.#leading;
      this.hasText = true;
      this.#leading = '';
      return this.#keep(whole);
    }
    return this.#keep(text);
  }

  /**
   * Emits text without a candidate immediately if nothing else is pending, which is the common case. `isPlain`: the
   * text has neither line ends nor back ticks.
   */
  emitPlain(text: string, isPlain: boolean): ModelEvent[] {
    this.isLineStart = false;
    this.last = text.charAt(text.length - 1);
    this.code.push(text, isPlain);
    this.#remember(text);
    return [{ type: 'text-delta', delta: text }];
  }

  emitReasoning(delta: string): void {
    this.#flush();
    const last = this.#events.at(-1);
    if (last?.type === 'reasoning-delta') last.delta += delta;
    else this.#events.push({ type: 'reasoning-delta', delta });
  }

  emit(event: ModelEvent): void {
    this.#flush();
    this.#events.push(event);
  }

  emitAll(events: readonly ModelEvent[]): void {
    for (const event of events) this.emit(event);
  }

  /** Turns text that was read as a possible call back into content. */
  returnToText(text: string): true {
    // If no text was consumed, one character is, since the same call would otherwise begin here again.
    const read = text === '' ? this.takeFront(1) : text;
    this.mode = { type: 'text' };
    this.noteOpeningTag(read.trimStart());
    this.emitText(read);
    this.isLineStart = read.endsWith('\n');
    return true;
  }

  /** Notes that the visible text begins with a tag or token to which a closing marker may belong. */
  noteOpeningTag(text: string): void {
    this.hasOpeningTag ||= OPENING_TAG.test(text);
  }

  /** Continues as at the beginning of a message. */
  restart(): true {
    this.mode = { type: 'text' };
    this.hasText = false;
    this.#leading = '';
    this.last = '\n';
    this.isLineStart = true;
    return true;
  }

  /** Returns the events since the last call of this method. */
  take(): ModelEvent[] {
    if (this.isOver && this.mode.type === 'text' && !this.hasText && this.emitter.callCount === 0) {
      this.#pendingText += this.#leading;
      this.#leading = '';
    }
    this.#flush();
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #keep(text: string): true {
    this.code.push(text);
    this.#remember(text);
    this.#pendingText += this.escapes === null ? text : escapeTags(text);
    return true;
  }

  #remember(text: string): void {
    this.#recent[this.#recentCount++ & (MAX_RECENT_PIECES - 1)] = text;
  }

  #flush(): void {
    if (this.#pendingText === '') return;
    this.#events.push({ type: 'text-delta', delta: this.#pendingText });
    this.#pendingText = '';
  }
}

/** Limited to what `CandidateFinder` checks, so that the result does not depend on how the text was split. */
const OPENING_TAG =
  /^<(?:[|｜‖¦│]|(?:[\w-]{1,40}:)?(?:tool|function|invoke|parameter|arguments|call|tool_calls?|function_calls?)(?![\w-]))/i;

/** How many pieces of emitted text are kept; each has at least one character. Must be a power of two. */
const MAX_RECENT_PIECES = 256;

function markerLength(text: string, at: number, type: MarkerAction['type']): number {
  const match = matchMarker(text, at);
  if (match.type === 'more') return -1;
  return match.type === 'match' && match.value.type === type ? match.length : 0;
}
