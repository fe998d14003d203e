import { type HashHeader, readHashHeader } from './arguments/hash-arguments.ts';
import type { Reading } from './dialect.ts';
import { beginDiscarded, takeDelimiter } from './discarded.ts';
import { readEscapedTag } from './escaped-tags.ts';
import {
  type Header,
  isToolName,
  mayBeTool,
  readList,
  readObjectHeader,
  readOwnTag,
  readTagHeader,
} from './headers.ts';
import type { CallHeader, LexerState } from './lexer-state.ts';
import { LABELLED } from './loose-call.ts';
import { type MarkerAction, matchMarker } from './markers.ts';
import { Pattern } from './pattern.ts';
import { readBackTicks } from './read-back-ticks.ts';
import { readHarmonyMessage, readStripped, readUnopened } from './read-messages.ts';
import { dropEmptyReasoning, readLoneCloser } from './read-reasoning.ts';
import { LINE_CALL, NO_OPENING, startCall, startLooseCall, startNameless } from './start-call.ts';
import { endsWithinSentence } from './stray-tokens.ts';
import { readFunctionaryAll, readLineStart, readToolElement, readToolEnd } from './text-starts.ts';
import { readUnknownOpening } from './unknown-markers.ts';

/*
 * Reads running text. Each function returns true if it made progress, false if it needs more text, and, if its comment
 * says so, null if it found nothing to read.
 */

export function readText(state: LexerState): boolean {
  if (state.isLineStart && state.readsCalls && !state.code.isInFence && !state.isAnswer) {
    const decided = readLine(state);
    if (decided !== null) return decided;
  }
  state.isLineStart = false;
  const stop = state.candidates.next(state.buffer, 0);
  if (stop > 0) state.emitText(state.takeFront(stop));
  if (state.buffer === '') return false;
  if (!state.buffer.startsWith('\n')) return readMarker(state);
  state.isLineStart = true;
  return state.emitText(state.takeFront(1));
}

/** Reads at a character that can begin a marker. */
function readMarker(state: LexerState): boolean {
  if (state.buffer.startsWith('&')) return readEscapedTag(state);
  if (state.buffer.startsWith('`')) return readBackTicks(state);
  if (/^[act]/.test(state.buffer)) {
    const isText = state.isAnswer || state.code.isInside || NO_BREAK.test(state.last);
    return (
      (isText || state.leadIn === 'explanation' ? null : readStripped(state, 0, false)) ??
      state.emitText(state.takeFront(1))
    );
  }
  if (state.isAnswer) return readInAnswer(state);
  if (state.code.isInside) return state.emitText(state.takeFront(1));
  // A tag whose name is still arriving may turn out to be a marker.
  if (!state.isOver && UNFINISHED_TAG.test(state.buffer)) return false;
  const own = state.readsOwnTag && !state.isOver ? readOwnTag(state.buffer, state.reading) : 'none';
  if (own === 'more') return false;
  if (own !== 'none' && STANDS_ALONE.test(state.last)) return startCall(state, own, '', false);
  const isDiscarding = beginDiscarded(state);
  if (isDiscarding !== null) return isDiscarding;
  const match = matchMarker(state.buffer, 0);
  if (match.type === 'match') {
    const decided = applyMarker(state, match.value, match.length);
    if (decided !== null) return decided;
  }
  if (match.type === 'more' && !state.isOver) return false;
  const isAfterCall = state.emitter.callCount > 0 && !QUOTES.test(state.last);
  const toolEnd = isAfterCall ? readToolEnd(state.buffer, state.reading) : 0;
  if (toolEnd < 0 && !state.isOver) return false;
  if (toolEnd > 0) return dropCloser(state, toolEnd);
  const header = state.readsCalls ? readTextHeader(state) : 'none';
  if (header === 'more' && !state.isOver) return false;
  if (header !== 'more' && header !== 'none') return startCall(state, header, '', header.type !== 'call');
  const isOpened = state.readsCalls && (readCode(state) || readUnmarked(state));
  if (isOpened === 'more') return false;
  state.noteOpeningTag(state.buffer);
  return isOpened || state.emitText(state.takeFront(1));
}

/**
 * Reads SmolLM3's Python calls in an element at the start of the reply or after an announcement. quirk:
 * format-code-element
 */
function readCode(state: LexerState): boolean | 'more' {
  if (state.last !== '\n' || (state.hasText && state.leadIn !== 'intent')) return false;
  const start = CODE_START.match(state.buffer);
  if (start === 'more' && !state.isOver) return 'more';
  if (start === null || start === 'more') return false;
  const options = { opening: NO_OPENING, marks: '</code>', isLast: true, keepsResults: true };
  return startLooseCall(state, 'code-element', options, start[0]);
}

const CODE_START = new Pattern('<code>\\s{0,16}(?=[\\p{L}_])');

/** At most as long as a section marker with any namespace (`matchMarker`). */
const UNFINISHED_TAG = /^<\/?(?:[A-Za-z_][\w-]{0,40})?$/;

/** Directly after one of these, an apparent marker or object is quoted or part of a word. */
const NO_BREAK = /[\p{L}\p{N}"'“‘«`$\\=]/u;

/**
 * Reads a call between markers of no known dialect, or, if calls are requested as text, an object without markers at
 * the end of the reply.
 */
function readUnmarked(state: LexerState): boolean | 'more' {
  const { buffer, reading, isOver, isLenient } = state;
  if (NO_BREAK.test(state.last)) return false;
  if (buffer.startsWith('{') && !buffer.startsWith('{{') && !/^\{[%#]/.test(buffer)) {
    const nameless = startNameless(state, 'json-line', '');
    if (nameless !== false || !isLenient) return nameless;
    const start = OBJECT_START.match(buffer);
    const hash = start === null ? readHashHeader(buffer) : null;
    if ((start === 'more' || hash === 'more') && !isOver) return 'more';
    return (
      ((start !== null && start !== 'more') || isHashCall(hash, reading)) &&
      startLooseCall(state, 'json-line', { opening: NO_OPENING, isLast: true }, '')
    );
  }
  const opening = readUnknownOpening(buffer, reading);
  if (opening === 'more') return isOver ? false : 'more';
  return (
    opening !== null && startLooseCall(state, 'unknown-marker', { opening }, state.buffer.slice(0, opening.length))
  );
}

function isHashCall(hash: HashHeader | 'more' | null, reading: Reading): boolean {
  return hash !== null && hash !== 'more' && reading.find(hash.name) !== null;
}

const OBJECT_START = new Pattern('\\{\\s{0,20}["\'](?=[a-z])');

/** Reads a message to the user, in which only its end has a meaning. */
function readInAnswer(state: LexerState): boolean {
  const match = matchMarker(state.buffer, 0);
  if (match.type === 'more' && !state.isOver) return false;
  const isEnd = match.type === 'match' && (match.value.type === 'drop' || match.value.type === 'message');
  if (!isEnd) return state.emitText(state.takeFront(1));
  state.isAnswer = false;
  return true;
}

function readTextHeader(state: LexerState): Header | 'more' | 'none' {
  const { buffer, reading } = state;
  if (buffer.startsWith('[')) return readList(buffer, reading, true);
  if (!buffer.startsWith('<')) return 'none';
  const element = readToolElement(buffer, reading, state.last === '\n');
  const tag = readTagHeader(buffer, reading);
  const isAlone = STANDS_ALONE.test(state.last);
  if (element !== 'none' && element !== 'more') return isAlone ? element : 'none';
  if (tag !== 'none' && tag !== 'more')
    return tag.type === 'call' && isIntendedCall(state, tag, isAlone) ? tag : 'none';
  return element === 'more' || tag === 'more' ? 'more' : 'none';
}

/** A character after which a tag is separate from a word. */
const STANDS_ALONE = /[\s>]/;

/**
 * The protocol's own tag must be separate from a word. Other tags must name an offered tool, since nothing around them
 * marks a call.
 */
function isIntendedCall(state: LexerState, header: CallHeader, isAlone: boolean): boolean {
  return header.tag === 'tool' ? isAlone : state.reading.find(header.name) !== null || header.format === 'kimi-k3';
}

/** Handles a marker in text. Returns null if it has no meaning here. */
function applyMarker(state: LexerState, action: MarkerAction, length: number): boolean | null {
  const isReasoningMarker = action.type === 'think' || action.type === 'unthink' || action.type === 'frame';
  if (isReasoningMarker ? !state.splitsReasoning : !state.readsCalls) return null;
  switch (action.type) {
    case 'open': {
      if (QUOTES.test(state.last)) return null;
      const opening = state.takeFront(length);
      const { format } = action;
      state.mode = { type: 'header', opening, format, isBare: false, inList: false, isAside: false };
      return true;
    }
    case 'drop': {
      const isMention = isMentionedToken(state, length);
      if (isMention !== false) return isMention === 'more' ? false : null;
      state.takeFront(length);
      return true;
    }
    case 'close':
    case 'separate': {
      if (state.hasNativeCalls || state.emitter.callCount > 0) return dropCloser(state, length);
      const call = findHeaderAfterCloser(state, length);
      if (call === 'more') return false;
      if (call !== null) return startCall(state, call.header, state.takeFront(call.at), false);
      return action.type === 'close' ? dropOrphans(state) : null;
    }
    case 'message':
      return readHarmonyMessage(state);
    case 'think':
      if (state.hasText && !action.isToken) return dropEmptyReasoning(state, action.closes, length);
      state.takeFront(length);
      state.hasReasoning = true;
      state.mode = { type: 'reasoning', ends: action.closes };
      return true;
    case 'unthink':
      return readLoneCloser(state, action, length);
    case 'frame':
      if (!action.isEnd && !state.hasReasoning) {
        const isFrame = beginsFrame(state, length);
        if (isFrame !== true) return isFrame;
      } else if (action.isEnd && !state.isFramed) {
        return FRAME.test(state.recentText) || !state.readsCalls ? null : dropOrphans(state);
      } else if (!action.isEnd && state.hasText) return null;
      state.takeFront(length);
      state.isFramed = !action.isEnd;
      return true;
    default:
      return action satisfies never;
  }
}

/**
 * Whether an answer, before any call, mentions the token at the front of the buffer: it is within a sentence, and no
 * word follows directly (quirk: format-box).
 */
function isMentionedToken(state: LexerState, length: number): boolean | 'more' {
  const { emitter, hasNativeCalls, recentText, buffer, isOver } = state;
  if (emitter.callCount > 0 || hasNativeCalls || !endsWithinSentence(recentText)) return false;
  if (buffer.length === length && !isOver) return 'more';
  return !/^[\p{L}\p{N}]/u.test(buffer.slice(length));
}

/**
 * Drops a closing marker after a call, and one of the spaces around it in a sentence (quirk: sentence-before-closer).
 */
function dropCloser(state: LexerState, length: number): boolean {
  const isGap = state.hasText && /[ \t]/.test(state.last);
  if (isGap && state.buffer.length === length && !state.isOver) return false;
  state.takeFront(length);
  if (isGap && state.buffer.startsWith(' ')) state.takeFront(1);
  return true;
}

/**
 * Whether a frame begins a reply without reasoning (quirk: answer-frame). Text or a call must follow it; another
 * element would mean that XML was requested. False if more text is needed, null if it is not a frame.
 */
function beginsFrame({ buffer, isOver, hasText, emitter }: LexerState, length: number): boolean | null {
  if (hasText || emitter.callCount > 0) return null;
  const inner = buffer.slice(length).trimStart();
  if (inner === '') return isOver ? null : false;
  if (!inner.startsWith('<')) return true;
  const match = matchMarker(inner, 0);
  if (match.type === 'more' && !isOver) return false;
  return match.type === 'match' && (match.value.type === 'open' || match.value.type === 'drop') ? true : null;
}

/** A tag that may belong to an element of the answer. */
const FRAME = /<(?:answer|response)\b/;

/**
 * Drops closing markers that close nothing: they are at the end of a text, and no marker that opens a call was shown
 * (quirk: orphan-closing-tag). Returns null if they belong to the text.
 */
function dropOrphans(state: LexerState): boolean | null {
  const { buffer, isOver } = state;
  if (!state.hasText || state.hasOpeningTag || QUOTES.test(state.last)) return null;
  // After a bracket, it ends something that looks like a call but was not read as one.
  if (/[}\])]\s*$/.test(state.recentText)) return null;
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(buffer.slice(at))?.[0].length ?? 0;
    if (at === buffer.length && !isOver) return false;
    if (at === buffer.length) break;
    const match = matchMarker(buffer, at);
    if (match.type === 'more' && !isOver) return false;
    if (match.type !== 'match' || !(match.value.type === 'close' || match.value.type === 'frame')) return null;
    at += match.length;
  }
  state.takeFront(at);
  return true;
}

/**
 * Finds the header of a call to an offered tool on the line after a closing marker, since models confuse `</tool_call>`
 * with `<tool_call>`. Returns null if there is none.
 */
function findHeaderAfterCloser(
  { buffer, isOver, reading }: LexerState,
  length: number,
): { header: Header; at: number } | 'more' | null {
  const rest = buffer.slice(length);
  const text = rest.trimStart();
  if (/\n.*\n/s.test(rest.slice(0, rest.length - text.length))) return null;
  const isMissing = '<'.startsWith(text);
  if (isMissing) return isOver ? null : 'more';
  const header = text.startsWith('<') ? readTagHeader(text, reading) : 'none';
  if (header === 'more') return isOver ? null : 'more';
  if (header === 'none' || header.type !== 'call' || reading.find(header.name) === null) return null;
  return { header, at: buffer.length - text.length };
}

/** A marker directly after one of these characters is quoted. */
const QUOTES = /["'“‘«(]/;

/** Reads a call or marker at the start of this line. Returns null if there is none. */
function readLine(state: LexerState): boolean | null {
  if (!state.candidates.mayStartLine(state.buffer, 0)) return null;
  const blank = /^[ \t]{0,20}/.exec(state.buffer)?.[0] ?? '';
  const text = state.buffer.slice(blank.length);
  // The first two characters decide whether a line may be a call.
  if (text.length < 2 && !state.isOver) return false;
  if (text === '') return null;
  if (/^[\s<`]/.test(text)) return null;
  const isDelimiter = text.startsWith('[') && blank === '' ? takeDelimiter(state) : null;
  if (isDelimiter !== null) return isDelimiter;
  const isFirst = !state.hasText;
  const isWord = /^[A-Za-z]/.test(text);
  const match = isWord ? matchMarker(text, 0) : ({ type: 'none' } as const);
  if (match.type === 'more') return state.isOver ? null : false;
  if (match.type === 'match') {
    state.emitText(state.takeFront(blank.length));
    return applyMarker(state, match.value, match.length);
  }
  if (isFirst && text.startsWith('{') && !/^\{[{%#]/.test(text)) {
    const nameless = startNameless(state, 'json-line', blank);
    if (nameless !== false) return nameless !== 'more';
    const header = readObjectHeader(text);
    if (header === 'more' && !state.isOver) return false;
    if (header !== 'more' && header !== 'none' && isObjectCall(header, state))
      return startCall(state, header, state.takeFront(blank.length), true);
  }
  const unopened = isWord && state.readsCalls ? readUnopened(state, blank.length) : null;
  if (unopened !== null) return unopened;
  const stripped = isWord ? readStripped(state, blank.length, isFirst) : null;
  if (stripped !== null) return stripped;
  if (isFirst && (text.startsWith('to=') || 'to='.startsWith(text))) {
    const decided = text.length < 3 && !state.isOver ? false : readHarmonyMessage(state);
    if (decided !== null) return decided;
  }
  const all = isFirst && state.emitter.callCount === 0 ? readFunctionaryAll(text) : 0;
  if (all === 'more' && !state.isOver) return false;
  if (all !== 'more' && all > 0) {
    state.takeFront(blank.length + all);
    return true;
  }
  const start = readLineStart(text, state.reading);
  if (start === 'more' && !state.isOver) return false;
  if (start !== 'more' && start !== 'none') return startCall(state, start, state.takeFront(blank.length), true);
  return readLooseLine(state, blank);
}

/** Whether an object may be a call without a marker: a hash must name an offered tool. */
function isObjectCall(header: Header, { reading }: LexerState): boolean {
  return header.type !== 'call' || reading.find(header.name) !== null;
}

/** Reads a line that is identified as a call only by the name of an offered tool. Returns null if it is not a call. */
function readLooseLine(state: LexerState, blank: string): boolean | null {
  const { reading, isLenient, isOver } = state;
  const text = state.buffer.slice(blank.length);
  const isMore = (match: unknown) => match === 'more' && !isOver;
  if (isLenient) {
    const first = text.charAt(0);
    const labelled = /[*_a-z]/i.test(first) ? LABELLED.match(text) : null;
    const lineCall = mayBeTool(first, reading) ? LINE_CALL.match(text) : null;
    const tagMatch = /[-*+•_\d]/.test(first) ? MARKED_TAG.match(text) : null;
    if (labelled && labelled !== 'more' && reading.find(labelled[1] ?? '')) {
      return startLooseCall(state, 'labelled', { opening: NO_OPENING, isLast: true }, blank) || null;
    }
    if (lineCall && lineCall !== 'more' && isToolName(lineCall[1] ?? '', reading)) {
      return startLooseCall(state, 'last-line', { opening: NO_OPENING, isLast: true }, blank) || null;
    }
    if (tagMatch && tagMatch !== 'more' && tagMatch[0] !== '') {
      const [before, bullet = '', marks = ''] = tagMatch;
      const isLast = marks.startsWith('`');
      if (marks !== '') {
        return startLooseCall(state, 'tag-in-markdown', { opening: NO_OPENING, marks, isLast }, blank + before) || null;
      }
      const header = readTagHeader(text.slice(bullet.length), reading);
      if (isMore(header)) return false;
      if (header !== 'more' && header !== 'none') {
        return startCall(state, header, state.takeFront(blank.length + bullet.length), false);
      }
    }
    if (isMore(labelled) || isMore(tagMatch)) return false;
    if (isMore(lineCall) && mayBeTool(text, reading)) return false;
  }
  // A dialect or a list that begins with a bracket takes precedence.
  if (text.startsWith('[')) {
    const marker = matchMarker(text, 0);
    const list = readList(text, reading, true);
    if (isMore(marker.type) || isMore(list)) return false;
    if (marker.type === 'match' || (list !== 'none' && list !== 'more')) return null;
  }
  const opening = readUnknownOpening(text, reading);
  if (isMore(opening)) return false;
  if (opening === 'more' || opening === null) return null;
  return startLooseCall(state, 'unknown-marker', { opening }, blank + text.slice(0, opening.length)) || null;
}

const OUR_TAG = '(?=<[Tt][Oo][Oo][Ll][\\s:])';
const MARKED_TAG = new Pattern(`((?:(?:[\\-*+•]|\\d{1,2}[.)])[ \\t]{1,4})?)(\\*{1,3}|_{1,3}|\`{1,2})?${OUR_TAG}`);
