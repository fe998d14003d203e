import { readArgumentsStart } from './arguments/arguments-start.ts';
import { JsonReader } from './arguments/json-reader.ts';
import type { CallReader } from './dialect.ts';
import { arePlaceholders, discard } from './discarded.ts';
import { type Header, type HeaderMatch, readHeader } from './headers.ts';
import { KEPT_RESULT, readBetweenPython } from './kept-results.ts';
import type { CallHeader, LexerState, ModeOf } from './lexer-state.ts';
import { matchMarker } from './markers.ts';
import { Pattern } from './pattern.ts';
import { readToolEnd } from './text-starts.ts';

/* Reads from a marker to the end of the call. Each function returns true if it made progress, false if it needs more text. */

/** Words that some models put before a name: DeepSeek's type of call, Gemini's Python. */
const BEFORE_NAME = /^(?:function(?=<)|print\s*\(|default_api\.)/;
/**
 * A line with the type of a call, an id with a marker after it, or a variable to which the result of a Python call is
 * assigned. quirks: format-step-audio, format-solar, kept-results.
 */
const BEFORE_NAME_MARKER = new Pattern(
  `(?:function[ \\t]*\\n\\s{0,8}(?=[\\p{L}_])|[\\w\\-]{1,64}<\\|tool_call:name\\|>|${KEPT_RESULT})`,
);
export function readCallHeader(state: LexerState, mode: ModeOf<'header'>): boolean {
  // The rest of the fence's info string may not have arrived yet.
  if (!state.isOver && /^(?:\s|```(?:json)?)*```j?s?o?$/.test(state.buffer)) return false;
  const blank = /^(?:\s|```(?:json)?)+/.exec(state.buffer)?.[0] ?? '';
  mode.opening += state.takeFront(blank.length);
  const { buffer, isOver, reading } = state;
  // An opening marker in place of a closing one, after the last call (quirk: orphan-closing-tag).
  if (buffer === '' && isOver && state.emitter.callCount > 0 && !mode.isBare) {
    state.mode = { type: 'text' };
    return true;
  }
  if (buffer === '') return isOver && state.returnToText(mode.opening);
  if (!isOver && '```json'.startsWith(buffer)) return false;
  const match = matchMarker(buffer, 0);
  if (match.type === 'more' && !isOver) return false;
  if (match.type === 'match' && ['open', 'separate', 'drop'].includes(match.value.type)) {
    mode.opening += state.takeFront(match.length);
    if (match.value.type === 'open') mode.format = match.value.format;
    return true;
  }
  const word = BEFORE_NAME.exec(buffer)?.[0];
  const separator = word === 'function' ? reading.separator(buffer, word.length) : Number(word !== undefined);
  if (separator < 0 && !isOver) return false;
  if (word !== undefined && separator > 0) {
    mode.opening += state.takeFront(word.length);
    return true;
  }
  const before = BEFORE_NAME_MARKER.match(buffer);
  if (before === 'more' && !isOver) return false;
  if (before !== null && before !== 'more') {
    mode.opening += state.takeFront(before[0].length);
    // From here on, the call is one of several lines of Python.
    mode.inList ||= before[2] !== undefined;
    return true;
  }
  const headerMatch = readHeader(buffer, reading, mode.format);
  if (headerMatch === 'more' && !isOver) return false;
  // An object that was cut off before its first key.
  const header: HeaderMatch = headerMatch === 'more' && buffer.startsWith('{') ? CUT_OBJECT : headerMatch;
  if (header === 'more' || header === 'none') return state.returnToText(mode.opening);
  if (mode.isBare && header.type === 'call' && reading.find(header.name) === null)
    return state.returnToText(mode.opening);
  mode.opening += state.takeFront(header.length);
  return applyHeader(state, mode, header);
}

const CUT_OBJECT: Header = { type: 'object', length: 0, format: 'json' };

function applyHeader(state: LexerState, mode: ModeOf<'header'>, header: Header): true {
  const { opening, isBare, inList, isAside } = mode;
  switch (header.type) {
    case 'list':
      mode.inList = true;
      return true;
    case 'object':
      return beginObject(state, { opening, isBare, inList, isAside }, mode.format ?? header.format);
    case 'call':
      state.mode = { type: 'arguments', opening, header: withMarkerFormat(header, mode.format), isBare, inList };
      return true;
    default:
      return header satisfies never;
  }
}

/** For a header that several dialects share, uses the dialect of the marker before it. */
function withMarkerFormat(header: CallHeader, format: string | null): CallHeader {
  const isCommon = header.format === 'name-json' || header.format === 'arg-key';
  return isCommon && format !== null ? { ...header, format } : header;
}

type ObjectStart = { opening: string; isBare: boolean; inList: boolean; isAside: boolean };

function beginObject(state: LexerState, from: ObjectStart, format: string): true {
  const { opening, isBare, inList, isAside } = from;
  const options = { name: null, isBare, isAside, nameIsKey: format === 'apertus' };
  const reader = new JsonReader(state.reading, options);
  state.mode = { type: 'call', opening, reader, format, isBare, inList, read: [] };
  return true;
}

export function readArguments(state: LexerState, mode: ModeOf<'arguments'>): boolean {
  const { header, isBare, inList } = mode;
  const start = readArgumentsStart(state.buffer, header, state.reading, state.isOver);
  if (start === 'more') return false;
  // Arguments in attributes are complete with their tag, unless the reply was cut off before a body could follow.
  const isTruncatedAfterTag = state.isTruncated && header.encoding.type === 'attributes' && state.buffer.trim() === '';
  if (start === 'none' || (isTruncatedAfterTag && !mode.opening.endsWith('/>'))) {
    // The message is written in another dialect, so its header only named the recipient.
    const isMessage = header.encoding.type === 'harmony' && state.buffer.startsWith('<');
    return isMessage ? state.restart() : state.returnToText(mode.opening);
  }
  const opening = mode.opening + state.takeFront(start.length);
  state.mode = { type: 'call', opening, reader: start.reader, format: header.format, isBare, inList, read: [] };
  return true;
}

export function readCall(state: LexerState, mode: ModeOf<'call'>): boolean {
  const { reader } = mode;
  const piece = getCurrentState(reader) === 'open' ? state.takeFront(reader.push(state.buffer)) : '';
  mode.read.push(piece);
  const endsInsideCall = getCurrentState(reader) === 'open' && state.isOver;
  if (endsInsideCall && !state.isTruncated) endCall(state, mode);
  if (getCurrentState(reader) !== 'failed') emitProgress(state, mode);
  const now = getCurrentState(reader);
  switch (now) {
    case 'open':
      // The reply was cut off inside the call.
      return state.isOver ? truncate(state, mode, endsInsideCall) : piece !== '' && state.buffer !== '';
    case 'truncated':
      return truncate(state, mode, endsInsideCall);
    case 'complete': {
      const isClosed = hasCloser(state, mode);
      if (isClosed === 'more') return false;
      return (isClosed && finish(state, mode)) || retract(state, mode);
    }
    case 'failed':
      return retract(state, mode);
    default:
      return now satisfies never;
  }
}

/** A tag around an unknown name may be an example, so it only counts as a call if its closing tag follows. */
function hasCloser(state: LexerState, mode: ModeOf<'call'>): boolean | 'more' {
  const mayLackCloser = mode.opening.endsWith('/>') || mode.inList || !PLAIN_TAGS.has(mode.format);
  if (mayLackCloser || state.emitter.hasOpenCall || mode.reader.calls().some(({ name }) => state.reading.find(name))) {
    return true;
  }
  const blank = /^\s*/.exec(state.buffer)?.[0].length ?? 0;
  const closer = blank === state.buffer.length ? -1 : state.reading.closer(state.buffer, blank);
  return closer < 0 && !state.isOver ? 'more' : closer > 0;
}

/** Dialects whose markers are ordinary tags, which may occur in a sentence about calls. */
const PLAIN_TAGS: ReadonlySet<string> = new Set(['tag', 'hermes']);

/** Reads the state through a function, so that TypeScript does not narrow it across a call that changes it. */
function getCurrentState(reader: CallReader): CallReader['state'] {
  return reader.state;
}

/** Handles text that the model ended inside the call. */
function endCall(state: LexerState, mode: ModeOf<'call'>): void {
  const read = mode.read.join('');
  const length = mode.reader.end(read, state.buffer);
  if (getCurrentState(mode.reader) !== 'complete') return;
  const whole = read + state.buffer;
  mode.read = [whole.slice(0, length)];
  state.buffer = whole.slice(length);
}

/**
 * Emits a call while it is still arriving, but only if it names an offered tool, since other names may turn out to be
 * mentions.
 */
function emitProgress(state: LexerState, mode: ModeOf<'call'>): void {
  const { name } = mode.reader;
  if (!state.emitter.hasOpenCall) {
    if (name === null || state.reading.find(name) === null) return;
    state.emitAll(state.emitter.start(name, mode.format));
  }
  const delta = mode.reader.takeDelta();
  if (delta !== '') state.emitAll(state.emitter.delta(delta));
}

function finish(state: LexerState, mode: ModeOf<'call'>): boolean {
  const calls = mode.reader.calls();
  if (state.isLenient && arePlaceholders(calls, state.reading) && state.leadIn !== 'explanation') {
    state.emitAll(state.emitter.retract());
    return discard(state, 'placeholder');
  }
  if (isQuoted(state, mode)) return false;
  const events = state.emitter.finish(calls, mode.format);
  if (events === null) return false;
  state.emitAll(events);
  state.buffer = (mode.reader.textAfter ?? '') + state.buffer;
  return startAfterCall(state, mode);
}

/** A key that accesses an object's prototype is never accepted as an argument, in any notation. */
const FORBIDDEN_KEY = /(?:^|[\s<"'{,=])(?:__proto__|constructor|prototype)["']?\s*[:=>]/;

function isQuoted(state: LexerState, mode: ModeOf<'call'>): boolean {
  return state.isQuoted?.((mode.opening + mode.read.join('')).trim()) === true;
}

/**
 * Emits an error for a call that was cut off. `endsInsideCall`: its end was never found, so the rest of the buffer may
 * be part of the truncated value and is dropped.
 */
function truncate(state: LexerState, mode: ModeOf<'call'>, endsInsideCall: boolean): true {
  const isNone = isQuoted(state, mode) || FORBIDDEN_KEY.test(mode.read.join(''));
  const events = isNone ? null : state.emitter.truncate(mode.reader.name, mode.format);
  if (events === null) return retract(state, mode);
  if (endsInsideCall) state.buffer = '';
  state.emitAll(events);
  return startAfterCall(state, mode);
}

function startAfterCall(state: LexerState, { inList, isBare }: ModeOf<'call'>): true {
  state.mode = { type: 'after', blank: '', isOpen: true, isListOver: false, inList, isBare };
  return true;
}

function retract(state: LexerState, mode: ModeOf<'call'>): true {
  state.emitAll(state.emitter.retract());
  return state.returnToText(mode.opening + mode.read.join(''));
}

export function readAfter(state: LexerState, mode: ModeOf<'after'>): boolean {
  const blank = state.buffer.length - state.buffer.trimStart().length;
  if (blank > 0) mode.blank += state.takeFront(blank);
  const { buffer, isOver } = state;
  if (buffer === '') return false;
  const match = matchMarker(buffer, 0);
  if (match.type === 'more' && !isOver) return false;
  // A closing marker that was cut off by the end of the text counts as complete.
  if (match.type === 'more' && /^(?:<[/|]|\[E)/.test(buffer)) return skip(state, mode, buffer.length);
  if (match.type === 'match') {
    const isFrameEnd = match.value.type === 'frame' && match.value.isEnd;
    if (!isFrameEnd && !['close', 'separate', 'drop'].includes(match.value.type)) return toText(state, mode);
    if (match.value.type === 'close') mode.isOpen = false;
    return skip(state, mode, match.length);
  }
  if (mode.isOpen && !isOver && /^(?:[,;]\s*|`{1,2})$/.test(buffer)) return false;
  const between = mode.isOpen ? BETWEEN.exec(buffer)?.[0] : undefined;
  if (between !== undefined) {
    if (between === '```') mode.isOpen = false;
    if (between === ']') mode.isListOver = true;
    if (between === '}') state.emitAll(state.emitter.repairLast());
    return skip(state, mode, between.length);
  }
  const stray = STRAY_PARAMETER.match(buffer);
  if (stray === 'more' && !isOver) return false;
  if (stray !== null && stray !== 'more') return skip(state, mode, stray[0].length);
  const bareEnd = BARE_END.match(isOver ? `${buffer}\n` : buffer);
  if (bareEnd === 'more') return false;
  if (bareEnd !== null) return skip(state, mode, bareEnd[0].length);
  const python = mode.inList ? readBetweenPython(buffer, state.reading, isOver) : 0;
  if (python < 0) return false;
  if (python > 0) return skip(state, mode, python);
  const toolEnd = readToolEnd(buffer, state.reading);
  if (toolEnd < 0 && !isOver) return false;
  if (toolEnd > 0) return skip(state, mode, toolEnd);
  if (!mode.isOpen || (mode.isBare && mode.isListOver)) return toText(state, mode);
  const header = readHeader(buffer, state.reading);
  if (header === 'more' && !isOver) return false;
  if (header === 'more' || header === 'none' || !isNextCall(state, mode, header)) return toText(state, mode);
  const opening = mode.blank + state.takeFront(header.length);
  const { isBare, inList } = mode;
  return applyHeader(state, { type: 'header', opening, format: null, isBare, inList, isAside: false }, header);
}

/** Text allowed between calls, or between the last call and the closing marker. */
const BETWEEN = /^(?:[,;]\s*(?=[{[<\p{L}])|[\]})]|```)/u;

/** An argument after the closing tag of its call belongs to no call and is not content either. */
const STRAY_PARAMETER = new Pattern('<parameter(?:=| name=)[^<>]{1,128}>[^<]{0,400}<\\/parameter>');

/** The marker that ends a call, without its brackets. quirk: format-hash */
const BARE_END = new Pattern('\\/TOOL_CALLS?(?=[^\\w])');

function skip(state: LexerState, mode: ModeOf<'after'>, length: number): true {
  state.takeFront(length);
  mode.blank = '';
  return true;
}

/**
 * Whether a header after a call begins another call. A name alone does not, and outside a list, only the name of an
 * offered tool does.
 */
function isNextCall(state: LexerState, mode: ModeOf<'after'>, header: Header): boolean {
  if (header.type !== 'call' || header.tag !== null) return true;
  return header.encoding.type !== 'none' && (mode.inList || state.reading.find(header.name) !== null);
}

/** Returns to reading text. White space after the call is content only if it separates two texts. */
function toText(state: LexerState, mode: ModeOf<'after'>): true {
  state.mode = { type: 'text' };
  const parts = state.hasText && !/\s/.test(state.last) && !/^[<[\]]/.test(state.buffer);
  if (parts) state.emitText(mode.blank);
  else state.last = '\n';
  state.isLineStart = true;
  return true;
}
