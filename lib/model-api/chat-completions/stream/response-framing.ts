import { createParser } from 'eventsource-parser';
import { parseJson } from '../../../contracts/index.ts';

/** A frame of a response body. */
export type Frame =
  /**
   * The payload of one event. `event`: its name, or ''. `isError`: its event name or field name marks it as an error.
   */
  | { type: 'data'; data: string; event: string; isError: boolean }
  /** JSON instead of a stream: the whole body, or one line if every line is a value (quirk: lines-of-json). */
  | { type: 'json'; text: string }
  /** The beginning of a web page. */
  | { type: 'html'; text: string }
  /** The beginning of a text that is none of these, such as a proxy's message. */
  | { type: 'text'; text: string }
  | { type: 'too-large'; limit: number };

/** Maximum size of an event, in characters. */
const MAX_EVENT = 1_000_000;
/** Maximum size of a body that is not a stream, in characters. */
const MAX_BODY = 16_000_000;
/** A web page is not buffered beyond the piece that exceeds this length, in characters. */
const MAX_HTML = 20_000;

/**
 * Splits a response body into frames, regardless of its content type: an event stream (with any line ends, comments,
 * several data lines, or a last event without a blank line), JSON, or HTML. The first character decides. Takes decoded
 * text in pieces of any size. Frames are passed to `onFrame` when complete, and do not depend on how the text was
 * split.
 */
export class ResponseFraming {
  readonly #onFrame: (frame: Frame) => void;
  /**
   * What the body is:
   * - `unknown`: only white space so far;
   * - `events`: an event stream;
   * - `json`: JSON whose first line is incomplete, followed by one of the next two;
   * - `lines`: every line is a JSON value;
   * - `value`: the whole body is one JSON value;
   * - `html`: a web page;
   * - `stopped`: too large, or ended.
   */
  #kind: 'unknown' | 'events' | 'json' | 'lines' | 'value' | 'html' | 'stopped' = 'unknown';
  /**
   * An incomplete line, or a body that is not a stream. Joined once, so that small pieces are not copied repeatedly.
   */
  #pending: string[] = [];
  #pendingLength = 0;
  /** The beginning of a body in which no event was found yet, or null. In characters up to `MAX_TEXT`. */
  #textBefore: string | null = '';
  /** Whether no event is open, so that lines can be read without the parser. */
  #isBetweenEvents = true;
  readonly #parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: ({ data, event = '' }) => this.#emitData(data, event, event === 'error'),
    onError: (error) => {
      // llama.cpp before March 2025 sent `error: {...}` as a separate field (quirk: error-field).
      if (error.type === 'unknown-field' && error.field === 'error') this.#emitData(error.value ?? '', '', true);
      // An error that a gateway wrote into the stream without a field (quirk: error-without-field).
      else if (error.type === 'unknown-field' && isErrorLine(error.line ?? ''))
        this.#emitData(error.line ?? '', '', true);
      else if (error.type === 'max-buffer-size-exceeded') this.#overflow(MAX_EVENT);
    },
  });

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }

  push(text: string): void {
    if (this.#kind === 'unknown') {
      const first = /[^\s\uFEFF]/.exec(text)?.[0];
      if (first !== undefined) this.#kind = detectKind(first);
    }
    switch (this.#kind) {
      case 'events':
        this.#pushEvents(text);
        break;
      case 'json':
        this.#pushJson(text);
        break;
      case 'lines':
        this.#pushLines(text);
        break;
      case 'value':
        this.#buffer(text, MAX_BODY);
        break;
      case 'html':
        if (this.#pendingLength < MAX_HTML) this.#buffer(text, Number.POSITIVE_INFINITY);
        break;
      case 'unknown':
      case 'stopped':
        break;
      default:
        this.#kind satisfies never;
    }
  }

  /** Ends the body and emits what was incomplete. */
  end(): void {
    const kind = this.#kind;
    const pendingLength = this.#pendingLength;
    if (kind === 'events') {
      this.#feed(`${this.#takePending()}\n\n`);
      const text = this.#textBefore?.trim() ?? '';
      if (text !== '' && !FIELDS.test(text)) this.#onFrame({ type: 'text', text });
    } else if (kind === 'html') this.#onFrame({ type: 'html', text: this.#takePending() });
    else if (pendingLength > 0) this.#onFrame({ type: 'json', text: this.#takePending() });
    this.#kind = 'stopped';
  }

  #pushEvents(text: string): void {
    if (this.#textBefore !== null) this.#textBefore = (this.#textBefore + text).slice(0, MAX_TEXT);
    if (!text.includes('\n') && !text.includes('\r')) {
      this.#buffer(text, MAX_EVENT);
      return;
    }
    const lines = this.#pendingLength === 0 ? text : this.#takePending() + text;
    const start = this.#isBetweenEvents ? this.#emitPlainEvents(lines) : 0;
    if (start === lines.length) return;
    // The parser gets only whole lines, since it drops unknown fields that arrive in two pieces.
    const end = Math.max(start, lines.lastIndexOf('\n') + 1, lines.lastIndexOf('\r') + 1);
    if (end > start) this.#feed(lines.slice(start, end));
    this.#buffer(lines.slice(end), MAX_EVENT);
  }

  /**
   * Emits the events at the front of `lines`, as long as each is one `data: ` line and a blank one. This is the common
   * case, and it takes a quarter of the time without the parser, since such events need no state. Returns the position
   * where they end.
   */
  #emitPlainEvents(lines: string): number {
    if (lines.includes('\r')) return 0;
    let start = 0;
    while (this.#kind === 'events' && lines.startsWith('data: ', start)) {
      const end = lines.indexOf('\n', start);
      if (end < 0 || lines.charCodeAt(end + 1) !== LINE_FEED) break;
      this.#emitData(lines.slice(start + 'data: '.length, end), '', false);
      start = end + 2;
    }
    return start;
  }

  /** Passes whole lines to the parser. */
  #feed(lines: string): void {
    if (this.#kind !== 'events') return;
    this.#parser.feed(lines);
    this.#isBetweenEvents = lines === '\n' || lines.endsWith('\n\n');
  }

  #emitData(data: string, event: string, isError: boolean): void {
    this.#textBefore = null;
    if (data.length > MAX_EVENT) this.#overflow(MAX_EVENT);
    else if (this.#kind === 'events') this.#onFrame({ type: 'data', data, event, isError });
  }

  /** Waits for the end of the first line, which shows what the rest is. */
  #pushJson(text: string): void {
    this.#buffer(text, MAX_BODY);
    if (!text.includes('\n') || this.#kind !== 'json') return;
    const body = this.#takePending().trimStart();
    const end = body.indexOf('\n');
    if (end >= 0) this.#kind = parseJson(body.slice(0, end)) !== undefined ? 'lines' : 'value';
    if (this.#kind === 'lines') this.#pushLines(body);
    else this.#buffer(body, MAX_BODY);
  }

  #pushLines(text: string): void {
    if (!text.includes('\n')) {
      this.#buffer(text, MAX_EVENT);
      return;
    }
    const lines = (this.#takePending() + text).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '' && this.#kind === 'lines') this.#onFrame({ type: 'json', text: line });
    }
    this.#buffer(last, MAX_EVENT);
  }

  #buffer(text: string, limit: number): void {
    if (text === '' || this.#kind === 'stopped') return;
    this.#pending.push(text);
    this.#pendingLength += text.length;
    if (this.#pendingLength > limit) this.#overflow(limit);
  }

  #takePending(): string {
    const text = this.#pending.join('');
    this.#pending = [];
    this.#pendingLength = 0;
    return text;
  }

  #overflow(limit: number): void {
    if (this.#kind === 'stopped') return;
    this.#takePending();
    this.#kind = 'stopped';
    this.#onFrame({ type: 'too-large', limit });
  }
}

const LINE_FEED = 0x0a;

/** How much of a non-stream text is kept, in characters. */
const MAX_TEXT = 1000;
/** A field of an event stream, or a comment in one. */
const FIELDS = /^(?:data|event|id|retry)?:/m;

/** Whether a line of an event stream is an error as JSON. */
function isErrorLine(line: string): boolean {
  return line.startsWith('{"error"') && parseJson(line) !== undefined;
}

function detectKind(first: string): 'events' | 'json' | 'html' {
  if (first === '{' || first === '[') return 'json';
  return first === '<' ? 'html' : 'events';
}

/**
 * `words`: text that is not JSON; `error`: an error that is not in a field, or null; `isDone`: the end of the stream
 * was included; `isBroken`: a part was not valid JSON.
 */
type Payload = { values: readonly unknown[]; words: string; error: unknown; isDone: boolean; isBroken: boolean };

/**
 * Parses a payload: usually one JSON value. It may also hold several, one per line; `[DONE]`, alone or on a separate
 * line (quirk: done-variants); or, if a server joined a broken frame to a complete one, the complete ones (quirk:
 * glued-frames). A list, such as Gemini's errors (quirk: error-in-list), is returned as its items.
 */
export function readPayload(text: string): Payload {
  const value = parseJson(text);
  if (Array.isArray(value)) return wholePayload(value);
  if (typeof value === 'string') return readPieces(value);
  return value === undefined ? readPieces(text) : wholePayload([value]);
}

function wholePayload(values: readonly unknown[]): Payload {
  return { values, words: '', error: null, isDone: false, isBroken: false };
}

/**
 * Whether a piece is text from the server, such as a keep-alive or an error message (quirk: keep-alive-data). Chunks
 * have braces or quotes.
 */
function isWords(piece: string): boolean {
  return !/[{}"]/.test(piece);
}

/** Before an error that a server writes in place of a chunk (quirk: error-in-words). */
const ERROR_LABEL = /^(?:\[(?:error|err|exception|fatal)\]\s*:?|(?:error|exception)\s*:)\s*/i;

/** The error in a piece: an object, its words, or its label if there are none. Null if it is not an error. */
function readError(piece: string): unknown {
  const label = ERROR_LABEL.exec(piece)?.[0];
  if (label === undefined) return null;
  const words = piece.slice(label.length);
  return parseJson(words) ?? (words || label.trim());
}

function readPieces(text: string): Payload {
  const values: unknown[] = [];
  let words = '';
  let error: unknown = null;
  let isDone = false;
  let isBroken = false;
  // Split at line breaks, and where a broken frame was joined to the next one (quirk: glued-frames): `{"a": "data:
  // {"b": 1}`.
  for (const untrimmed of text.split(/\n|data: ?(?=[{[])/)) {
    const piece = untrimmed.trim();
    const value = parseJson(piece);
    if (/^\[done\]$/i.test(piece)) isDone = true;
    else if (value !== undefined) values.push(value);
    else if (ERROR_LABEL.test(piece)) error ??= readError(piece);
    else if (isWords(piece)) words ||= piece;
    else isBroken = true;
  }
  return { values, words, error, isDone, isBroken };
}
