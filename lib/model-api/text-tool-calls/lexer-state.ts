import type { ModelEvent, ToolDefinition } from '../../contracts/index.ts';
import type { CallIds } from '../tool-input/call-ids.ts';
import { findTool } from '../tool-input/tool-name.ts';
import { CandidateFinder } from './candidates.ts';
import type { CallReader, Reading } from './dialect.ts';
import { readLeadIn } from './explanation.ts';
import type { Header } from './headers.ts';
import { MarkdownCode } from './markdown-code.ts';
import { type MarkerAction, matchMarker } from './markers.ts';
import { ToolCallEmitter } from './tool-call-emitter.ts';

export type LexerOptions = {
  /** Whether reasoning between tags is separated from the answer. Defaults to true. */
  splitsReasoning?: boolean;
  /**
   * The model was asked to write its calls as text, so that near misses are read as calls: a call in code, JSON after prose,
   * a last line of Python. Defaults to true.
   */
  isLenient?: boolean;
  /** Whether this text stands in what the model has read. Then it is a quotation. */
  isQuoted?: (text: string) => boolean;
};

export type CallHeader = Extract<Header, { type: 'call' }>;

/**
 * What is known of a possible call. `opening` is what has been read of it, to give back if it is none. `isBare`: nothing but
 * the name of an offered tool says that it is one. `inList`: more may follow without a marker of their own.
 */
type Possible = { opening: string; isBare: boolean; inList: boolean };

/** What the lexer is reading. */
export type Mode =
  | { type: 'text' }
  | { type: 'reasoning'; ends: readonly string[] }
  /** A marker came, and the header of a call must follow. */
  | (Possible & { type: 'header'; format: string | null; isAside: boolean })
  | (Possible & { type: 'arguments'; header: CallHeader })
  | (Possible & { type: 'call'; reader: CallReader; format: string; read: string[] })
  /** What the model must not write: it is neither run nor shown. `isLong`: it goes on to the end where no end is found. */
  | { type: 'discard'; opening: string; end: string; isLong: boolean; read: string[] }
  /** Behind a call: white space and closing markers are not content, and another call may follow. */
  | { type: 'after'; blank: string; isOpen: boolean; isListOver: boolean; inList: boolean; isBare: boolean };

export type ModeOf<Type extends Mode['type']> = Extract<Mode, { type: Type }>;

/** The text not yet decided, what is being read, and what has been said: shared by the functions that read each mode. */
export class LexerState {
  mode: Mode = { type: 'text' };
  buffer = '';
  /** The text has ended; `cut`: not by the model's will. */
  isOver = false;
  cut = false;
  /** The response has native tool calls. */
  hasNativeCalls = false;
  /** A message to the user, in which nothing is a call. */
  isAnswer = false;
  hasThought = false;
  /** The answer stands between tags. */
  isFramed = false;
  /** Has text been said that is not blank? */
  hasText = false;
  isLineStart = true;
  /** The last character said. */
  last = '\n';
  readonly readsCalls: boolean;
  readonly splitsReasoning: boolean;
  readonly isLenient: boolean;
  /** Null where nothing has been read. */
  readonly isQuoted: ((text: string) => boolean) | null;
  readonly teller: ToolCallEmitter;
  readonly reading: Reading;
  readonly candidates: CandidateFinder;
  readonly code = new MarkdownCode();
  /** The last pieces of what was said, in a ring, for what they say of the call that follows. */
  private readonly recent: string[] = [];
  private recentCount = 0;
  /** Text that was decided and not emitted yet. */
  private said = '';
  /** Blank text at the very start, which is content only if text follows. */
  private leading = '';
  private events: ModelEvent[] = [];

  constructor(tools: readonly ToolDefinition[], ids: CallIds, options: LexerOptions) {
    this.readsCalls = tools.length > 0;
    this.splitsReasoning = options.splitsReasoning ?? true;
    this.isLenient = options.isLenient ?? true;
    this.isQuoted = options.isQuoted ?? null;
    this.teller = new ToolCallEmitter(tools, ids);
    this.candidates = new CandidateFinder(tools);
    this.reading = {
      tools,
      find: (name) => findTool(tools, name),
      fits: (call) => this.teller.fits(call),
      closer: (text, at) => markerLength(text, at, 'close'),
      separator: (text, at) => markerLength(text, at, 'separate'),
      opener: (text, at) => markerLength(text, at, 'open'),
    };
  }

  /** What the text right before says of what follows. */
  get leadIn(): ReturnType<typeof readLeadIn> {
    const at = this.recentCount & (RECENT - 1);
    return readLeadIn([...this.recent.slice(at), ...this.recent.slice(0, at)].join('').slice(-RECENT));
  }

  takeFront(length: number): string {
    const front = this.buffer.slice(0, length);
    this.buffer = this.buffer.slice(length);
    return front;
  }

  /** Text it is. Returns true, as the readers do that got on. */
  say(text: string): true {
    if (text === '') return true;
    this.last = text.charAt(text.length - 1);
    if (!this.hasText) {
      this.leading += text;
      if (text.trim() === '') return true;
      const whole = this.teller.callCount > 0 ? this.leading.trimStart() : this.leading;
      this.hasText = true;
      this.leading = '';
      return this.keep(whole);
    }
    return this.keep(text);
  }

  /** Emits plain text at once if nothing else is pending, which is the common case. */
  pass(text: string): ModelEvent[] {
    if (text === '') return [];
    this.last = text.charAt(text.length - 1);
    this.code.pushPlain(text);
    this.remember(text);
    return [{ type: 'text-delta', delta: text }];
  }

  think(delta: string): void {
    this.flush();
    const last = this.events.at(-1);
    if (last?.type === 'reasoning-delta') last.delta += delta;
    else this.events.push({ type: 'reasoning-delta', delta });
  }

  tell(...events: ModelEvent[]): void {
    this.flush();
    this.events.push(...events);
  }

  /** What was read of a possible call is text after all. */
  giveBack(text: string): true {
    this.mode = { type: 'text' };
    this.say(text);
    this.isLineStart = text.endsWith('\n');
    return true;
  }

  /** What follows is like the beginning of a message. */
  restart(): true {
    this.mode = { type: 'text' };
    this.hasText = false;
    this.leading = '';
    this.last = '\n';
    this.isLineStart = true;
    return true;
  }

  /** The events since the last time. */
  take(): ModelEvent[] {
    if (this.isOver && this.mode.type === 'text' && !this.hasText && this.teller.callCount === 0) {
      this.said += this.leading;
      this.leading = '';
    }
    this.flush();
    const { events } = this;
    this.events = [];
    return events;
  }

  private keep(text: string): true {
    this.code.push(text);
    this.remember(text);
    this.said += text;
    return true;
  }

  private remember(text: string): void {
    this.recent[this.recentCount++ & (RECENT - 1)] = text;
  }

  private flush(): void {
    if (this.said === '') return;
    this.events.push({ type: 'text-delta', delta: this.said });
    this.said = '';
  }
}

/** How much of what was said is kept, in pieces, of which each has at least one character. A power of two. */
const RECENT = 256;

function markerLength(text: string, at: number, type: MarkerAction['type']): number {
  const match = matchMarker(text, at);
  if (match.type === 'more') return -1;
  return match.type === 'match' && match.value.type === type ? match.length : 0;
}
