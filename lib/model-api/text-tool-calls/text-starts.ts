import { ATTRIBUTES } from './arguments/parameter-tags.ts';
import type { Reading } from './dialect.ts';
import { readStrippedCall, STRIPPED_STARTS } from './formats/harmony.ts';
import { type Encoding, type HeaderMatch, isToolName, mayBeTool, readObjectHeader, tagEncoding } from './headers.ts';
import { Pattern } from './pattern.ts';

/**
 * Reads calls that begin in running text without a marker. Each must name an offered tool, be on a separate line, or
 * both.
 */

const ELEMENT = new Pattern(`<([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})${ATTRIBUTES}\\s*(\\/?)>`, {
  longest: 8_000,
});
const ELEMENT_START = /^<[^\s/>]*/;
const LANGCHAIN = new Pattern('<tool>\\s*([^<>]{1,128}?)\\s*<\\/tool>\\s*<tool_input>');

/** Reads an element named after an offered tool, or LangChain's `<tool>name</tool><tool_input>`. */
export function readToolElement(text: string, reading: Reading, isLineStart: boolean): HeaderMatch {
  const start = ELEMENT_START.exec(text)?.[0].slice(1) ?? '';
  const isWhole = start.length + 1 < text.length;
  // For most elements, the tag name alone decides.
  const mayBeNamed = isWhole ? isToolName(start, reading) : mayBeTool(start, reading);
  const element = mayBeNamed ? ELEMENT.match(text) : null;
  if (element && element !== 'more') {
    const [whole, name = '', attributes = '', slash] = element;
    const plain: Encoding = { type: slash === '/' ? 'none' : isLineStart ? 'element' : 'any' };
    const encoding = attributes.trim() === '' ? plain : tagEncoding(attributes, slash === '/');
    if (isToolName(name, reading)) return found(whole, name, 'tool-element', encoding, name);
  }
  const langChain = LANGCHAIN.match(text);
  if (langChain === 'more') return 'more';
  if (langChain?.[1]) {
    return found(langChain[0], langChain[1], 'langchain-xml', { type: 'raw', ends: ['</tool_input>'], key: 'input' });
  }
  return element === 'more' ? 'more' : 'none';
}

const TOOL_END = new Pattern('<\\/([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})\\s*>');

/**
 * Length of the closing tag of an element that is named after a tool: 0 if there is none, -1 if more text is needed.
 */
export function readToolEnd(text: string, reading: Reading): number {
  const match = TOOL_END.match(text);
  if (match === 'more') return mayBeTool(text.slice(2), reading) ? -1 : 0;
  return match !== null && isToolName(match[1] ?? '', reading) ? match[0].length : 0;
}

/** Reads a call at the start of a line. `text` begins with the first character of the line that is not blank. */
export function readLineStart(text: string, reading: Reading): HeaderMatch {
  for (const { words, read } of LINE_STARTS) {
    if (!words.some((word) => isPrefixCompatible(text, word))) continue;
    const match = read(text, reading);
    if (match !== 'none') return match;
  }
  return mayName(text.charAt(0), reading) ? nameLine(text, reading) : 'none';
}

function mayName(first: string, reading: Reading): boolean {
  return reading.tools.some(({ name }) => name.charAt(0).toLowerCase() === first.toLowerCase());
}

type LineStart = (text: string, reading: Reading) => HeaderMatch;

/** The ways in which a line may begin a call. */
const LINE_STARTS: readonly { words: readonly string[]; read: LineStart }[] = [
  { words: ['functools['], read: functools },
  { words: ['Action:'], read: react },
  { words: ['function call{'], read: gigaChat },
  { words: ['TOOL_CALL'], read: bareMarker },
  { words: ['TOOL_NAME:', 'tool_name:', 'Tool_name:', 'Tool_Name:', '```'], read: continueLines },
  { words: ['>>>'], read: functionary },
  { words: ['functions.', 'call:'], read: prefixedName },
  { words: ['toolscall tool="', 'call tool="'], read: strippedKimi },
];

export const LINE_WORDS: readonly string[] = [
  ...LINE_STARTS.flatMap((start) => start.words),
  ...STRIPPED_STARTS,
  'analysis',
  'final',
  'all',
];

/** Whether `text` begins with `word`, or could once more text has arrived. */
function isPrefixCompatible(text: string, word: string): boolean {
  return text.startsWith(word) || word.startsWith(text);
}

/** Phi-4 and FireFunction: `functools[{…}]`. */
function functools(text: string): HeaderMatch {
  if (text.startsWith('functools[')) return { type: 'list', length: 'functools['.length, format: 'functools' };
  return matchPrefix('functools[', text);
}

/** GigaChat's `function call<|role_sep|>` without its token. quirk: format-wrapped-json */
function gigaChat(text: string, reading: Reading): HeaderMatch {
  const words = 'function call';
  if (!text.startsWith(`${words}{`)) return matchPrefix(`${words}{`, text);
  const header = readObjectHeader(text.slice(words.length));
  if (header === 'more' || header === 'none') return header;
  if (header.type === 'call' && reading.find(header.name) === null) return 'none';
  return { ...header, length: words.length + header.length };
}

const BARE_MARKER = new Pattern('TOOL_CALLS?[ \\t]*\\r?\\n\\s{0,8}(?=\\{)');

/** MiniMax' and Mistral's marker without its brackets, on a line before an object. quirk: format-hash */
function bareMarker(text: string, reading: Reading): HeaderMatch {
  const match = BARE_MARKER.match(text);
  if (match === null || match === 'more') return match ?? 'none';
  const header = readObjectHeader(text.slice(match[0].length));
  if (header === 'more' || header === 'none') return header;
  if (header.type === 'call' && reading.find(header.name) === null) return 'none';
  return { ...header, length: match[0].length + header.length };
}

const ACTION = new Pattern('Action:[ \\t]*([\\w.\\-]{1,128})[ \\t]*\\n\\s*Action Input:[ \\t]*(?=\\S)');
const ACTION_FENCE = new Pattern('Action:\\s*```(?:json)?\\s*(?=\\[)');

/** `Action: name`, `Action Input: text`. Command R+ writes `Action:` and a fence with a list. */
function react(text: string, reading: Reading): HeaderMatch {
  const match = ACTION.match(text);
  if (match && match !== 'more') {
    const name = match[1] ?? '';
    if (reading.find(name) === null) return 'none';
    return found(match[0], name, 'react', { type: 'raw', ends: ['\nObservation:', '\n  Observation:'], key: 'input' });
  }
  const delimiter = ACTION_FENCE.match(text);
  if (delimiter && delimiter !== 'more') return { type: 'list', length: delimiter[0].length, format: 'cohere' };
  return match ?? delimiter ?? 'none';
}

const CONTINUE = new Pattern(
  '(?:```tool[ \\t]*\\r?\\n\\s*)?(?:```)?[Tt][Oo][Oo][Ll]_[Nn][Aa][Mm][Ee]:[ \\t]*([\\w.\\-]{1,128})[ \\t]*\\n',
);

/** Reads Continue's code block, whose fence may be missing. */
export function continueLines(text: string): HeaderMatch {
  const match = CONTINUE.match(text);
  if (match === null || match === 'more') return match ?? 'none';
  return found(match[0], match[1] ?? '', 'continue', { type: 'lines' });
}

/** Reads a call to one of gpt-oss's tools whose special tokens were dropped by a server. */
export function readStrippedHarmony(text: string, reading: Reading): HeaderMatch {
  const call = readStrippedCall(text, (name) => reading.find(name) !== null);
  if (call === null || call === 'more') return call ?? 'none';
  return found(text.slice(0, call.length), call.name, 'harmony', { type: 'any' });
}

const PREFIXED_NAME = new Pattern(
  '(?:functions\\.([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127}):\\d{1,4}\\s*(?:<\\|tool_call_argument_begin\\|>)?\\s*|(call):([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127}))(?=\\{)',
);

/**
 * Kimi K2's `functions.name:0` and Gemma's `call:name` without the tokens before them. quirks: format-kimi-k2,
 * format-gemma4
 */
function prefixedName(text: string, reading: Reading): HeaderMatch {
  const match = PREFIXED_NAME.match(text);
  if (match === null || match === 'more') return match ?? 'none';
  const name = match[1] ?? match[3] ?? '';
  if (reading.find(name) === null) return 'none';
  return match[2] === undefined
    ? found(match[0], name, 'kimi', { type: 'any' })
    : found(match[0], name, 'gemma', { type: 'pseudo-json' });
}

const STRIPPED_KIMI = new Pattern(
  '(?:tools)?call tool="([^"\\n]{1,128})" index="\\d{1,4}"(?=argument key="|calltools)',
);

/** Kimi K3's tags without their tokens. quirk: format-kimi-k3 */
function strippedKimi(text: string, reading: Reading): HeaderMatch {
  const match = STRIPPED_KIMI.match(text);
  if (match === null || match === 'more') return match ?? 'none';
  const name = match[1] ?? '';
  return reading.find(name) === null ? 'none' : found(match[0], name, 'kimi-k3', { type: 'stripped-kimi' });
}

const FUNCTIONARY = new Pattern('>>>\\s*([\\w.\\-]{1,128})\\n\\s*(?=\\{)');

/** Functionary v3.2: `>>>name` and a line with JSON. */
function functionary(text: string, reading: Reading): HeaderMatch {
  const match = FUNCTIONARY.match(text);
  if (match === null || match === 'more') return match ?? 'none';
  return reading.find(match[1] ?? '') === null
    ? 'none'
    : found(match[0], match[1] ?? '', 'functionary', { type: 'any' });
}

const FUNCTIONARY_ALL = new Pattern('all\\n(?=[^\\p{Ll}\\p{N}\\s*\\-])');

/**
 * Functionary v3.2 names the recipient before each message, and `all` means the user. Returns the length of the
 * recipient at the start of a reply, or 0 if the word belongs to the text.
 */
export function readFunctionaryAll(text: string): number | 'more' {
  const match = FUNCTIONARY_ALL.match(text);
  return match === 'more' ? 'more' : (match?.[0].length ?? 0);
}

const NAME_LINE = new Pattern(
  '([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})(?:(?:[ \\t]*\\n\\s*)?(?=\\{)|\\s*(?=\\[ARGS\\]|<arg_key>)|[ \\t]*\\n\\s*(?=<))',
);

const ARG_KEY = '<arg_key>';

/** Reads an offered tool's name on its own line or directly before its arguments. */
function nameLine(text: string, reading: Reading): HeaderMatch {
  const name = /^[\p{L}_][\p{L}\p{N}_.-]*/u.exec(text)?.[0] ?? '';
  const isWhole = name.length < text.length;
  if (name === '' || !(isWhole ? isToolName(name, reading) : mayBeTool(name, reading))) return 'none';
  const match = NAME_LINE.match(text);
  if (match === null || match === 'more') return match ?? 'none';
  const after = text.slice(match[0].length);
  if (after.length < ARG_KEY.length && ARG_KEY.startsWith(after)) return 'more';
  const isTagged = after.startsWith(ARG_KEY);
  if (isTagged) return found(match[0], name, 'arg-key', { type: 'any' });
  const isElements = text.charAt(match[0].length) === '<';
  return found(match[0], name, isElements ? 'tool-element' : 'name-json', { type: isElements ? 'elements' : 'any' });
}

function found(
  whole: string,
  name: string,
  format: string,
  encoding: Encoding,
  tag: string | null = null,
): HeaderMatch {
  return { type: 'call', length: whole.length, format, name, tag, encoding, open: 'string' };
}

function matchPrefix(word: string, text: string): HeaderMatch {
  return text.length < word.length && word.startsWith(text) ? 'more' : 'none';
}
