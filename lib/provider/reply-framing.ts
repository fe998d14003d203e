import { createParser } from 'eventsource-parser';

/** What a reply body turned out to hold, piece by piece. */
export type Frame =
  /** The payload of one event. `isError`: the server marked it as an error by event name or field name. */
  | { type: 'data'; data: string; isError: boolean }
  /** The whole body, which is one JSON value (or several, one a line) instead of a stream. */
  | { type: 'json'; text: string }
  /** The beginning of a web page. */
  | { type: 'html'; text: string }
  | { type: 'too-large'; limit: number };

/** An event larger than this is nobody's answer (design, bounds). In characters. */
const MAX_EVENT = 1_000_000;
/** A body that is not a stream is kept whole up to here. In characters. */
const MAX_BODY = 16_000_000;
const HTML_KEPT = 20_000;

/**
 * Splits a reply body into frames, whatever the server calls it: an event stream (any line ends, comments, several data
 * lines, a last event without its blank line), plain JSON, or HTML, told apart by the first character. Feed it decoded
 * text in pieces of any size; the result does not depend on where the pieces end.
 */
export class ReplyFraming {
  private kind: 'unknown' | 'events' | 'json' | 'html' | 'stopped' = 'unknown';
  private pending: string[] = [];
  private pendingLength = 0;
  private frames: Frame[] = [];
  private readonly parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: ({ data, event }) => this.frames.push({ type: 'data', data, isError: event === 'error' }),
    onError: (error) => {
      // llama.cpp before March 2025 wrote `error: {...}` as a field of its own (provider-quirks 56).
      if (error.type === 'unknown-field' && error.field === 'error')
        this.frames.push({ type: 'data', data: error.value ?? '', isError: true });
      else if (error.type === 'max-buffer-size-exceeded') this.overflow(MAX_EVENT);
    },
  });

  push(text: string): Frame[] {
    if (this.kind === 'unknown') {
      const first = /[^\s\uFEFF]/.exec(text)?.[0];
      if (first !== undefined) this.kind = kindOf(first);
    }
    switch (this.kind) {
      case 'events':
        this.pushLines(text);
        break;
      case 'json':
        this.keep(text, MAX_BODY);
        break;
      case 'html':
        if (this.pendingLength < HTML_KEPT) this.keep(text, Number.POSITIVE_INFINITY);
        break;
      case 'unknown':
      case 'stopped':
        break;
      default:
        this.kind satisfies never;
    }
    return this.take();
  }

  /** The body has ended: gives what was still open. */
  end(): Frame[] {
    if (this.kind === 'events') {
      this.feed(`${this.pending.join('')}\n\n`);
    } else if (this.kind === 'json' || this.kind === 'html') {
      this.frames.push({ type: this.kind, text: this.pending.join('') });
    }
    this.kind = 'stopped';
    return this.take();
  }

  /** Feeds whole lines only: the parser drops unknown fields that arrive in two pieces. */
  private pushLines(text: string): void {
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    if (end > 0) {
      const lines = this.pending.join('') + text.slice(0, end);
      this.pending = [];
      this.pendingLength = 0;
      this.feed(lines);
    }
    this.keep(text.slice(end), MAX_EVENT);
  }

  private feed(lines: string): void {
    if (this.kind === 'events') this.parser.feed(lines);
  }

  private keep(text: string, limit: number): void {
    if (text === '' || this.kind === 'stopped') return;
    this.pending.push(text);
    this.pendingLength += text.length;
    if (this.pendingLength > limit) this.overflow(limit);
  }

  private overflow(limit: number): void {
    this.kind = 'stopped';
    this.pending = [];
    this.frames.push({ type: 'too-large', limit });
  }

  private take(): Frame[] {
    const frames = this.frames;
    this.frames = [];
    return frames;
  }
}

function kindOf(first: string): 'events' | 'json' | 'html' {
  if (first === '{' || first === '[') return 'json';
  return first === '<' ? 'html' : 'events';
}
