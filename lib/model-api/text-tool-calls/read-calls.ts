import { readArgumentsStart } from './arguments/arguments-start.ts';
import { JsonReader } from './arguments/json-reader.ts';
import type { CallReader } from './dialect.ts';
import { arePlaceholders, discard } from './discarded.ts';
import { type Header, isToolName, mayBeTool, readHeader } from './headers.ts';
import type { CallHeader, LexerState, ModeOf } from './lexer-state.ts';
import { matchMarker } from './markers.ts';
import { Pattern } from './pattern.ts';

/* From a marker to behind the call. Each function says whether it got on: false when only more text can tell. */

/** Words some models put before a name: DeepSeek's type of call, Gemini's Python. */
const BEFORE_NAME = /^(?:function(?=<)|print\s*\(|default_api\.)/;

export function readCallHeader(state: LexerState, mode: ModeOf<'header'>): boolean {
  // The rest of the language behind a fence's back ticks may still come.
  if (!state.isOver && /^(?:\s|```(?:json)?)*```j?s?o?$/.test(state.buffer)) return false;
  const blank = /^(?:\s|```(?:json)?)+/.exec(state.buffer)?.[0] ?? '';
  mode.opening += state.takeFront(blank.length);
  const { buffer, isOver, reading } = state;
  if (buffer === '') return isOver && state.giveBack(mode.opening);
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
  const header = readHeader(buffer, reading);
  if (header === 'more' && !isOver) return false;
  if (header === 'more' || header === 'none') return state.giveBack(mode.opening);
  if (mode.isBare && header.type === 'call' && reading.find(header.name) === null) return state.giveBack(mode.opening);
  mode.opening += state.takeFront(header.length);
  return follow(state, mode, header);
}

function follow(state: LexerState, mode: ModeOf<'header'>, header: Header): true {
  const { opening, isBare, inList, isAside } = mode;
  switch (header.type) {
    case 'list':
      mode.inList = true;
      return true;
    case 'object':
      return beginObject(state, { opening, isBare, inList, isAside }, mode.format ?? header.format);
    case 'call':
      state.mode = { type: 'arguments', opening, header: named(header, mode.format), isBare, inList };
      return true;
    default:
      return header satisfies never;
  }
}

/** The dialect of a call whose header is like many others' is the one whose marker came before. */
function named(header: CallHeader, format: string | null): CallHeader {
  const isCommon = header.format === 'name-json' || header.format === 'arg-key';
  return isCommon && format !== null ? { ...header, format } : header;
}

type Object = { opening: string; isBare: boolean; inList: boolean; isAside: boolean };

function beginObject(state: LexerState, from: Object, format: string): true {
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
  // Arguments in attributes are whole once their tag is, unless the reply was cut before anything else could follow.
  const isCutBehindTag = state.cut && header.encoding.type === 'attributes' && state.buffer.trim() === '';
  if (start === 'none' || (isCutBehindTag && !mode.opening.endsWith('/>'))) {
    // The recipient of a message that is written in another dialect: the header says nothing more.
    const isMessage = header.encoding.type === 'harmony' && state.buffer.startsWith('<');
    return isMessage ? state.restart() : state.giveBack(mode.opening);
  }
  const opening = mode.opening + state.takeFront(start.length);
  state.mode = { type: 'call', opening, reader: start.reader, format: header.format, isBare, inList, read: [] };
  return true;
}

export function readCall(state: LexerState, mode: ModeOf<'call'>): boolean {
  const { reader } = mode;
  const piece = stateOf(reader) === 'open' ? state.takeFront(reader.push(state.buffer)) : '';
  mode.read.push(piece);
  const isEndInside = stateOf(reader) === 'open' && state.isOver;
  if (isEndInside && !state.cut) endCall(state, mode);
  if (stateOf(reader) !== 'failed') emitProgress(state, mode);
  const now = stateOf(reader);
  switch (now) {
    case 'open':
      // The reply was cut off, and the call with it.
      return state.isOver ? truncate(state, mode, isEndInside) : piece !== '' && state.buffer !== '';
    case 'truncated':
      return truncate(state, mode, isEndInside);
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

/** A tag around a name that is no tool's may be an example: only its closing tag makes it a call. */
function hasCloser(state: LexerState, mode: ModeOf<'call'>): boolean | 'more' {
  const mayLackCloser = mode.opening.endsWith('/>') || mode.inList || !PLAIN_TAGS.has(mode.format);
  if (mayLackCloser || state.teller.hasOpenCall || mode.reader.calls().some(({ name }) => state.reading.find(name))) {
    return true;
  }
  const blank = /^\s*/.exec(state.buffer)?.[0].length ?? 0;
  const closer = blank === state.buffer.length ? -1 : state.reading.closer(state.buffer, blank);
  return closer < 0 && !state.isOver ? 'more' : closer > 0;
}

/** Dialects whose markers are ordinary tags, which someone may write who only speaks of calls. */
const PLAIN_TAGS: ReadonlySet<string> = new Set(['tag', 'hermes']);

/** The state as it is now: reading changes it. */
function stateOf(reader: CallReader): CallReader['state'] {
  return reader.state;
}

/** The text ended inside the call, by the model's will. */
function endCall(state: LexerState, mode: ModeOf<'call'>): void {
  const read = mode.read.join('');
  const length = mode.reader.end(read, state.buffer);
  if (stateOf(mode.reader) !== 'complete') return;
  const whole = read + state.buffer;
  mode.read = [whole.slice(0, length)];
  state.buffer = whole.slice(length);
}

/** Only calls to offered tools are emitted while they arrive: others may turn out to be mentions. */
function emitProgress(state: LexerState, mode: ModeOf<'call'>): void {
  const { name } = mode.reader;
  if (!state.teller.hasOpenCall) {
    if (name === null || state.reading.find(name) === null) return;
    state.tell(...state.teller.start(name, mode.format));
  }
  const delta = mode.reader.takeDelta();
  if (delta !== '') state.tell(...state.teller.delta(delta));
}

function finish(state: LexerState, mode: ModeOf<'call'>): boolean {
  const calls = mode.reader.calls();
  if (state.isLenient && arePlaceholders(calls, state.reading) && state.leadIn !== 'explanation') {
    state.tell(...state.teller.retract());
    return discard(state, 'placeholder');
  }
  if (isQuoted(state, mode)) return false;
  const events = state.teller.finish(calls, mode.format);
  if (events === null) return false;
  state.tell(...events);
  return goBehind(state, mode);
}

/** A key that reaches for an object's prototype is nobody's argument, in any notation. */
const FORBIDDEN_KEY = /(?:^|[\s<"'{,=])(?:__proto__|constructor|prototype)["']?\s*[:=>]/;

function isQuoted(state: LexerState, mode: ModeOf<'call'>): boolean {
  return state.isQuoted?.((mode.opening + mode.read.join('')).trim()) === true;
}

/**
 * The call was cut off, which the model is told. `isEndInside`: its end was never found, so what is left may be a part of the
 * cut value and is not read.
 */
function truncate(state: LexerState, mode: ModeOf<'call'>, isEndInside: boolean): true {
  const isNone = isQuoted(state, mode) || FORBIDDEN_KEY.test(mode.read.join(''));
  const events = isNone ? null : state.teller.truncate(mode.reader.name, mode.format);
  if (events === null) return retract(state, mode);
  if (isEndInside) state.buffer = '';
  state.tell(...events);
  return goBehind(state, mode);
}

function goBehind(state: LexerState, { inList, isBare }: ModeOf<'call'>): true {
  state.mode = { type: 'after', blank: '', isOpen: true, isListOver: false, inList, isBare };
  return true;
}

function retract(state: LexerState, mode: ModeOf<'call'>): true {
  state.tell(...state.teller.retract());
  return state.giveBack(mode.opening + mode.read.join(''));
}

export function readAfter(state: LexerState, mode: ModeOf<'after'>): boolean {
  const blank = /^\s+/.exec(state.buffer)?.[0] ?? '';
  mode.blank += state.takeFront(blank.length);
  const { buffer, isOver } = state;
  if (buffer === '') return false;
  const match = matchMarker(buffer, 0);
  if (match.type === 'more' && !isOver) return false;
  // A closing marker that was cut off with the text is one all the same.
  if (match.type === 'more' && /^(?:<[/|]|\[E)/.test(buffer)) return skip(state, mode, buffer.length);
  if (match.type === 'match') {
    if (!['close', 'separate', 'drop'].includes(match.value.type)) return toText(state, mode);
    if (match.value.type === 'close') mode.isOpen = false;
    return skip(state, mode, match.length);
  }
  if (mode.isOpen && !isOver && /^(?:[,;]\s*|`{1,2})$/.test(buffer)) return false;
  const between = mode.isOpen ? BETWEEN.exec(buffer)?.[0] : undefined;
  if (between !== undefined) {
    if (between === '```') mode.isOpen = false;
    if (between === ']') mode.isListOver = true;
    if (between === '}') state.tell(...state.teller.repairLast());
    return skip(state, mode, between.length);
  }
  const stray = STRAY_PARAMETER.match(buffer);
  if (stray === 'more' && !isOver) return false;
  if (stray !== null && stray !== 'more') return skip(state, mode, stray[0].length);
  const named = TOOL_END.match(buffer);
  if (named === 'more' && !isOver && mayBeTool(buffer.slice(2), state.reading)) return false;
  if (named !== null && named !== 'more' && isToolName(named[1] ?? '', state.reading)) {
    return skip(state, mode, named[0].length);
  }
  if (!mode.isOpen || (mode.isBare && mode.isListOver)) return toText(state, mode);
  const header = readHeader(buffer, state.reading);
  if (header === 'more' && !isOver) return false;
  if (header === 'more' || header === 'none' || !isNext(state, mode, header)) return toText(state, mode);
  const opening = mode.blank + state.takeFront(header.length);
  const { isBare, inList } = mode;
  return follow(state, { type: 'header', opening, format: null, isBare, inList, isAside: false }, header);
}

/** What may stand between calls, or after the last one before its closing marker. */
const BETWEEN = /^(?:[,;]\s*(?=[{[<\p{L}])|[\]})]|```)/u;

/** An argument behind its call's closing tag belongs to no call, and is no content either. */
const STRAY_PARAMETER = new Pattern('<parameter(?:=| name=)[^<>]{1,128}>[^<]{0,400}<\\/parameter>');

/** The closing tag of an element that is named after a tool. */
const TOOL_END = new Pattern('<\\/([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})\\s*>');

function skip(state: LexerState, mode: ModeOf<'after'>, length: number): true {
  state.takeFront(length);
  mode.blank = '';
  return true;
}

/** Behind a call a name alone begins no other, and in no list only an offered tool's does. */
function isNext(state: LexerState, mode: ModeOf<'after'>, header: Header): boolean {
  if (header.type !== 'call' || header.tag !== null) return true;
  return header.encoding.type !== 'none' && (mode.inList || state.reading.find(header.name) !== null);
}

/** Text follows the call. The white space before it is content where it parts two texts. */
function toText(state: LexerState, mode: ModeOf<'after'>): true {
  state.mode = { type: 'text' };
  const parts = state.hasText && !/\s/.test(state.last) && !/^[<[\]]/.test(state.buffer);
  if (parts) state.say(mode.blank);
  else state.last = '\n';
  state.isLineStart = true;
  return true;
}
