import { isToolName, mayBeTool, YAML_NAME_KEYS } from './headers.ts';
import type { LexerState } from './lexer-state.ts';
import { Pattern } from './pattern.ts';
import { LINE_CALL, NO_OPENING, startCall, startLooseCall, startNameless } from './start-call.ts';
import { continueLines } from './text-starts.ts';

/** Info strings of fences that may contain a call. */
const FENCES: Record<string, 'json' | 'code' | 'lines'> = {
  '': 'json',
  json: 'json',
  tool_call: 'json',
  tool_calls: 'json',
  tool_code: 'code',
  tool: 'lines',
};

/** Info strings that announce a call in any notation (quirk: format-call-fence). */
const CALL_FENCES = new Set(['tool_call', 'tool_calls', 'tool']);

/** Info strings of fences in which the protocol's own tag may be a call. */
const TAG_FENCES = new Set([
  '',
  'xml',
  'html',
  'text',
  'txt',
  'plaintext',
  'markdown',
  'md',
  'json',
  'tool',
  'tool_call',
  'tool_code',
]);

/** Reads back ticks: code, or a fence that contains a call. */
export function readBackTicks(state: LexerState): boolean {
  const { buffer, isOver } = state;
  const run = /^`+/.exec(buffer)?.[0] ?? '';
  if (run.length === buffer.length && !isOver) return false;
  const mayCall = !state.code.isInside && state.readsCalls && !state.isAnswer;
  if (mayCall && state.isLenient && run.length < 3) return readSpan(state, run);
  if (run.length !== 3 || !mayCall) return state.emitText(state.takeFront(run.length));
  if (!isOver && /^```[\w-]{0,20}[ \t]*\r?$/.test(buffer)) return false;
  const delimiter = /^```([\w-]{0,20})[ \t]*\r?\n\s*/.exec(buffer);
  const kind = delimiter ? FENCES[delimiter[1] ?? ''] : undefined;
  if (delimiter && state.isLenient) {
    const isStarted = readFenced(state, delimiter[0], delimiter[1] ?? '');
    if (isStarted === 'more') return false;
    if (isStarted) return true;
  }
  const nameless = delimiter && kind === 'json' ? startNameless(state, 'json-fence', delimiter[0], run) : false;
  if (nameless !== false) return nameless !== 'more';
  if (!delimiter || !kind) return state.emitText(state.takeFront(run.length));
  const next = buffer.charAt(delimiter[0].length);
  if (next === '' && !isOver) return false;
  const lines = kind === 'lines' ? continueLines(buffer) : 'none';
  if (lines === 'more' && !isOver) return false;
  if (lines !== 'more' && lines !== 'none') return startCall(state, lines, '', true);
  const isNamed = CALL_FENCES.has(delimiter[1] ?? '') && mayBeginCall(state, delimiter[0].length);
  const isCode = kind === 'code' || isNamed;
  if (!isCode && !/[{[]/.test(next)) return state.emitText(state.takeFront(run.length));
  const opening = state.takeFront(delimiter[0].length);
  const format = isCode ? 'tool-code' : 'json-fence';
  // A fence after text is an example, unless the object in it is an action.
  const isAside = !isCode && state.hasText;
  state.mode = { type: 'header', opening, format, isBare: true, inList: isCode, isAside };
  return true;
}

/** Whether the first word in a fence for calls is, or may become, the name of a tool or the YAML key before one. */
function mayBeginCall({ buffer, reading, leadIn }: LexerState, at: number): boolean {
  const word = /^[\p{L}_][\p{L}\p{N}_.-]*/u.exec(buffer.slice(at))?.[0] ?? '';
  if (word === '' || leadIn === 'explanation') return false;
  if (at + word.length < buffer.length) return isToolName(word, reading) || YAML_NAME_KEYS.includes(word);
  return mayBeTool(word, reading) || YAML_NAME_KEYS.some((key) => key.startsWith(word));
}

/**
 * Reads a fence with the protocol's own tag, or with an object after prose. It is a call if nothing follows it in the
 * reply.
 */
function readFenced(state: LexerState, delimiter: string, language: string): boolean | 'more' {
  const rest = state.buffer.slice(delimiter.length);
  const options = { opening: NO_OPENING, marks: '```', isLast: true };
  const isPython = language === 'python' || language === 'py';
  if (isPython && rest !== '' && (!state.hasText || state.leadIn === 'intent'))
    return startLooseCall(state, 'python-fence', options, delimiter);
  if (rest.startsWith('<') && TAG_FENCES.has(language.toLowerCase()))
    return startLooseCall(state, 'tag-in-markdown', options, delimiter);
  if (rest === '' && !state.isOver) return 'more';
  if (!/^[{[]/.test(rest) || FENCES[language] !== 'json' || !state.hasText) return false;
  // LangChain's action is a call in any fence.
  const action = ACTION_OBJECT.match(rest);
  if (action === 'more' && !state.isOver) return 'more';
  return action === null && startLooseCall(state, 'json-fence', options, delimiter);
}

const ACTION_OBJECT = new Pattern('\\{\\s{0,20}"action');

/** Reads a code span that contains only the protocol's own tag, or, on its own line, a Python call. */
function readSpan(state: LexerState, run: string): boolean {
  const rest = state.buffer.slice(run.length);
  const isLineStart = state.last === '\n';
  const start = SPAN_START.match(rest);
  const lineCall = isLineStart ? LINE_CALL.match(rest) : null;
  const isOpen = start === 'more' || (lineCall === 'more' && mayBeTool(rest, state.reading));
  if (isOpen && !state.isOver) return false;
  const isTag = start !== null && start !== 'more' && !/[\p{L}\p{N}"'(]/u.test(state.last);
  const isCall = lineCall !== null && lineCall !== 'more' && isToolName(lineCall[1] ?? '', state.reading);
  const options = { opening: NO_OPENING, marks: run, isLast: true };
  const isStarted = (isTag || isCall) && startLooseCall(state, isTag ? 'tag-in-markdown' : 'last-line', options, run);
  return isStarted || state.emitText(state.takeFront(run.length));
}

const SPAN_START = new Pattern('(?=<[Tt][Oo][Oo][Ll][\\s:])');
