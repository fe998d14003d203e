import type { Reading } from './dialect.ts';
import { readTagHeader } from './headers.ts';
import { Pattern } from './pattern.ts';

/*
 * Markers that no dialect lists, recognized by their form: a word or two between brackets. Whether a marker opens a
 * call depends on the text after it, see `LooseCallReader`. `unlisted-dialects.test.ts` measures what else this rule
 * could read.
 */

/** `words`: in lower case, without signs. */
type Token = { length: number; first: string; words: string; isClosing: boolean };

/** The parts of an opening marker that its closing marker must match. */
export type Opening = { length: number; signs: string; words: readonly string[] };

/** Brackets that markers consist of. */
const BRACKETS: Record<string, string> = { '<': '>', '[': ']' };

const MAX_MARKER_LENGTH = 80;

/** HTML and SVG elements, which occur in answers and never contain a call. */
const HTML: ReadonlySet<string> = new Set(
  (
    'a abbr address article aside audio b bdi bdo blockquote body br button caption cite code col colgroup dd del details ' +
    'dfn div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins ' +
    'kbd label legend li link main mark math meta nav ol optgroup option p path pre q rp rt ruby s samp script section ' +
    'select small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title ' +
    'tr u ul var video wbr example sample quote'
  ).split(' '),
);

const MAY_BEGIN_INNER = /[\p{L}|｜!@#$%^&*~=:?_+.\-/]/u;
const SIGNS_AROUND = /^[\s|｜!@#$%^&*~=:?_+.\-/]*|[\s|｜!@#$%^&*~=:?_+.\-/]*$/g;
const ATTRIBUTE = /[\s:]+[\w-]{1,20}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)/g;
const WORDS = /^\p{L}[\p{L}\p{N}_ .:=|｜▁-]*$/u;

/** Reads the bracketed marker at `at`, which may be a closing one. Returns `more` if its end has not arrived. */
function bracketToken(text: string, at: number): Token | 'more' | null {
  const first = text.charAt(at);
  const mirror = BRACKETS[first];
  if (mirror === undefined) return null;
  let from = at;
  while (text.charAt(from) === first && from - at < 3) from++;
  if (from === text.length) return 'more';
  if (!MAY_BEGIN_INNER.test(text.slice(from, from + 1))) return null;
  const limit = Math.min(text.length, from + MAX_MARKER_LENGTH);
  let end = from;
  while (end < limit && text.charAt(end) !== mirror) {
    if (text.charAt(end) === first || text.charAt(end) === '\n' || text.charAt(end) === '`') return null;
    end++;
  }
  const inner = text.slice(from, end);
  // A marker is closed by as many brackets as it opened with.
  for (let openBrackets = from - at; openBrackets > 0; openBrackets--, end++) {
    if (end >= text.length) return end < from + MAX_MARKER_LENGTH ? 'more' : null;
    if (text.charAt(end) !== mirror) return null;
  }
  const bare = inner.replace(ATTRIBUTE, '').replace(SIGNS_AROUND, '');
  if (bare !== '' && !WORDS.test(bare)) return null;
  const words = bare.toLowerCase();
  const isClosing = /^\s*[|｜%#]?\s*\//.test(inner) || ENDS.test(words);
  if (words.length < 2 && !isClosing && /^[\x20-\x7f]*$/.test(words)) return null;
  if (first === '<' && HTML.has(words)) return null;
  return { length: end - at, first, words, isClosing };
}

const ENDS = /(?:^|[\s_.:▁-])(?:end|stop|close|closed|done|finish|finished|fin|over|exit)(?:$|[\s_.:▁-])|^end\p{L}/u;
const BEGINNINGS =
  /(?:^|[\s_.:▁-])(?:begin|start|open|of|end|stop|close|closed|done|finish|finished|fin|over)(?=$|[\s_.:▁-])/gu;

/** The words of a marker without those that mark it as opening or closing. */
function contentWords(words: string): string[] {
  const bare = words.replace(/^end(?=\p{L})/u, '').replace(BEGINNINGS, '');
  return bare.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function isMatching(token: Token, opening: Opening): boolean {
  const closing = contentWords(token.words);
  return opening.words.some((words) => {
    const openingWords = contentWords(words);
    const isSame = openingWords.join() === closing.join();
    return isSame || (token.isClosing && (isPart(closing, openingWords) || isPart(openingWords, closing)));
  });
}

function isPart(some: readonly string[], all: readonly string[]): boolean {
  return some.every((word) => all.includes(word));
}

/** Reads the markers at the front of `text` that may open a call, up to the beginning of its body. */
export function readUnknownOpening(text: string, reading: Reading): Opening | 'more' | null {
  if (text.charAt(1) === '/' && text.charAt(0) in BRACKETS) return null;
  const words: string[] = [];
  let signs = '';
  let at = 0;
  for (;;) {
    at += blankLength(text, at);
    const first = text.charAt(at);
    if (first === '' && words.length > 0) return 'more';
    const knownLength = words.length === 0 ? 0 : matchKnownOpening(text, at, reading);
    if (knownLength !== 0) return knownLength < 0 ? 'more' : null;
    const token = bracketToken(text, at);
    if (token === 'more') return 'more';
    if (token === null || token.isClosing || token.words === '' || words.length > 3) break;
    words.push(token.words);
    signs ||= token.first;
    at += token.length;
  }
  if (words.length === 0) return null;
  const body = isBodyStart(text, at, reading);
  if (body === 'more') return 'more';
  return body ? { length: at, signs, words } : null;
}

/**
 * Whether a marker of a known dialect, which takes precedence, is at `at`: 1 if so, -1 if more text is needed,
 * otherwise 0.
 */
function matchKnownOpening(text: string, at: number, reading: Reading): number {
  const opener = reading.opener(text, at);
  if (opener !== 0 || text.charAt(at) !== '<') return opener;
  const header = readTagHeader(text.slice(at), reading);
  return header === 'more' ? -1 : Number(header !== 'none');
}

function blankLength(text: string, at: number): number {
  let end = at;
  while (end - at < MAX_MARKER_LENGTH && /\s/.test(text.charAt(end))) end++;
  return end - at;
}

/** Whether a call's body could start at `at`: an object, a list of calls, or an offered tool's name. */
export function isBodyStart(text: string, at: number, reading: Reading): boolean | 'more' {
  const first = text.charAt(at);
  if (first === '') return 'more';
  if (first === '{') return true;
  if (first === '[') {
    const next = /^\[\s*(\S)/.exec(text.slice(at, at + MAX_MARKER_LENGTH))?.[1];
    return next === undefined ? 'more' : next === '{' || /[\p{L}_]/u.test(next);
  }
  const printed = PRINT.match(text, at);
  if (printed === 'more') return 'more';
  const from = at + (printed?.[0].length ?? 0);
  const name = NAME_AT.exec(text.slice(from, from + 140))?.[0];
  if (name === undefined) return false;
  // Any word could still be the namespace before a tool's name.
  if (from + name.length === text.length) return name.length < MAX_MARKER_LENGTH ? 'more' : false;
  return reading.find(name) !== null;
}

/** SmolLM3, Gemini and other models that write Python print what a call returns (quirk: format-code-element). */
export const PRINT = new Pattern('print\\(\\s{0,8}(?:await {1,4})?(?=[\\p{L}_])');

const NAME_AT = /^[\p{L}_][\p{L}\p{N}_.-]*/u;

/**
 * Length of the marker at `at` that closes `opening`: 0 if there is none, -1 if more text is needed. `isOver`: the text
 * has ended.
 */
export function closingLength(text: string, at: number, opening: Opening, isOver: boolean): number {
  const token = bracketToken(text, at);
  // A closing marker that was cut off by the end of the reply counts as complete.
  if (token === 'more') return !isOver ? -1 : text.charAt(at) === opening.signs.charAt(0) ? text.length - at : 0;
  const isEnd = token !== null && (token.isClosing || token.first === opening.signs.charAt(0));
  return isEnd && isMatching(token, opening) ? token.length : 0;
}

/** A cheap test of whether a bracket in running text may begin a marker with a call after it. */
export function mayOpenCall(text: string, at: number): boolean {
  const code = text.charCodeAt(at + 1);
  if (code === SPACE || code === LINE_FEED || code === SLASH || (code >= ZERO && code <= NINE)) return false;
  const first = text.charAt(at);
  const mirror = BRACKETS[first];
  if (mirror === undefined) return false;
  let end = at + 1;
  if (end < text.length && !isAsciiLetter(code) && !MAY_FOLLOW_BRACKET.test(text.charAt(end))) return false;
  if (first === '<' && text.charAt(end) === '!') return true;
  while (isAsciiLetter(text.charCodeAt(end))) end++;
  // Most elements in an answer are HTML without attributes.
  if (first === '<' && text.charAt(end) === '>' && HTML.has(text.slice(at + 1, end).toLowerCase())) return false;
  while (end < text.length && text.charAt(end) !== mirror) {
    const character = text.charAt(end);
    if (character === '\n' || character === '`' || end - at > MAX_MARKER_LENGTH + 4) return false;
    end++;
  }
  if (end === text.length) return true;
  while (text.charAt(end) === mirror) end++;
  end += blankLength(text, end);
  const next = text.charAt(end);
  return next === '' || next === '{' || next === '[' || next === first || /[\p{L}_]/u.test(next);
}

const MAY_FOLLOW_BRACKET = /[\p{L}|｜!@#$%^&*~=:?_+.\-<[]/u;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}
