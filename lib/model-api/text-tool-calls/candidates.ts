import type { ToolDefinition } from '../../contracts/index.ts';
import { announcesAction, announcesExample, isTranscript } from '../../language/index.ts';
import { findStrippedHeader } from './formats/harmony.ts';
import { isWordCode } from './headers.ts';
import { MARKERS, matchMarker } from './markers.ts';
import { Pattern } from './pattern.ts';
import { LINE_WORDS } from './text-starts.ts';
import { mayOpenCall } from './unknown-markers.ts';

/** Words after `<` or `</` in tags of calls, in addition to markers and tool names. */
const CALL_WORDS = ['invoke', 'function', 'functionname', 'tool', 'tool_call', 'call', 'code'];

/** Words that begin text the model must not write (`discarded.ts`). */
const DISCARDED_WORDS = [
  'tool_result',
  'tool_results',
  'tool_response',
  'function_result',
  'function_results',
  'data',
  'end',
];

const WORDS: ReadonlySet<string> = new Set([
  ...CALL_WORDS,
  ...DISCARDED_WORDS,
  ...MARKERS.flatMap((marker) => /^[<[]\/?([\w.-]+)/.exec(marker)?.[1] ?? []),
]);
/** Words before a name and its arguments, see `LABELLED`. */
const LABELS = ['tool', 'function', 'action', 'name'];
/** How a line of a call may begin. The first two characters are compared, in lower case. */
const LINE_STARTS: ReadonlySet<string> = new Set(
  [...MARKERS, ...LINE_WORDS, ...LABELS].filter((word) => /^[\p{L}\p{N}_>]/u.test(word)).map(firstTwo),
);
/** Signs with which a line with a call may begin, except those that are common in Markdown and prose. */
const SIGNS: ReadonlySet<string> = new Set('{[`<0123456789•*_-+');

/**
 * Finds the positions in running text where a call might begin. Excludes most `<`, `[` and line ends based on the next
 * word, which makes prose cheap. May return false positives, but never misses a position.
 */
export class CandidateFinder {
  readonly #toolNames = new Set<string>();
  /** First letters of the offered tools' names. */
  readonly #initials = new Set<string>();
  readonly #toolLineStarts = new Set<string>();

  constructor(tools: readonly ToolDefinition[]) {
    for (const { name } of tools) {
      this.#toolNames.add(name);
      this.#toolLineStarts.add(firstTwo(name.replaceAll('-', '_')));
      this.#initials.add(name.charAt(0).toLowerCase());
    }
  }

  /** The next candidate at or after `from`, or the length of `text`. A line end is itself a candidate. */
  next(text: string, from: number): number {
    let at = this.nextStop(text, from);
    while (at < text.length && !this.#isCandidate(text, at)) at = this.nextStop(text, at + 1);
    return from + findStrippedHeader(text.slice(from, at), at === text.length);
  }

  /** The next character that can begin a call, regardless of what follows it, or the length of `text`. */
  nextStop(text: string, from: number): number {
    // Pieces are short, so checking each character is faster than a regular expression.
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < ASCII_END ? ASCII_STOPS[code] === 1 : RARE_STOPS.has(code)) return at;
    }
    return text.length;
  }

  #isCandidate(text: string, at: number): boolean {
    const next = text.charAt(at + 1);
    if (next === '') return true;
    switch (text.charAt(at)) {
      case '\n':
        return this.mayStartLine(text, at + 1);
      case '<':
        return (
          this.#isWord(text, next === '/' ? at + 2 : at + 1) ||
          mayOpenCall(text, at) ||
          mayBeMarker(text, at) ||
          SPACED_TAG.match(text, at) !== null
        );
      case '[':
        return /[\s{/]/.test(next) || this.#isWord(text, at + 1) || mayOpenCall(text, at) || mayBeMarker(text, at);
      case '{':
        return OBJECT_START.test(text.slice(at, at + 24)) || mayBeMarker(text, at);
      case ']':
        return next === '<';
      case '`':
        return next === '`' || next === '<' || this.#initials.has(next.toLowerCase());
      case '&':
        return '&lt;'.startsWith(text.slice(at, at + 4)) || text.startsWith('&lt;', at);
      default:
        return mayOpenCall(text, at) || mayBeMarker(text, at);
    }
  }

  /** Whether a line that begins at `at` could begin with a call. */
  mayStartLine(text: string, at: number): boolean {
    let from = at;
    while (text.charCodeAt(from) === SPACE || text.charCodeAt(from) === TAB) from++;
    if (from + 1 >= text.length || SIGNS.has(text.charAt(from))) return true;
    const start = firstTwo(text.slice(from, from + 2).replace('-', '_'));
    return LINE_STARTS.has(start) || this.#toolLineStarts.has(start);
  }

  /** Whether the word at `at` belongs to a marker, a tag or a tool, or could once more text has arrived. */
  #isWord(text: string, at: number): boolean {
    let end = at;
    while (isWordCode(text.charCodeAt(end))) end++;
    const after = text.charAt(end);
    // Names may contain non-Latin letters. A colon ends a namespace, and `(` begins the arguments of a Python call.
    if (after === '' || after === ':' || after === '(' || after > '~') return true;
    return end === at ? after === '|' || after === '\\' : this.#isKnown(text.slice(at, end)) || after === '\\';
  }

  #isWordOfCall(word: string): boolean {
    return WORDS.has(word) || this.#toolNames.has(word);
  }

  /** Also compares in lower case, because the protocol's own tag may be written in capitals. */
  #isKnown(word: string): boolean {
    return this.#isWordOfCall(word) || (word.charCodeAt(0) < SMALL_A && this.#isWordOfCall(word.toLowerCase()));
  }
}

function firstTwo(word: string): string {
  return word.slice(0, 2).toLowerCase();
}

/** Whether there is a marker of a dialect at `at`, or could be once more text has arrived. */
function mayBeMarker(text: string, at: number): boolean {
  return matchMarker(text, at).type !== 'none';
}

/**
 * Characters that can begin a call: those in the rules of this file, and the signs with which markers in the tables
 * begin.
 */
const STOPS = `\n<[]\`{&${MARKERS.flatMap((marker) => /^[^\p{L}\p{N}]/u.exec(marker) ?? []).join('')}`;
const ASCII_END = 0x80;
/** 1 for each ASCII code that can begin a call. */
const ASCII_STOPS = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  Number(STOPS.includes(String.fromCharCode(code))),
);
const RARE_STOPS: ReadonlySet<number> = new Set([...STOPS].map((stop) => stop.charCodeAt(0)));
const OBJECT_START = /^\{\s{0,20}(?:["'](?:[a-z]|$)|:?(?:$|to|na|fu|[tnf]$))/;
/** A tag of a call with a space inside its bracket (quirk: spaced-markers). */
const SPACED_TAG = new Pattern('< {1,2}(?:invoke|function|tool|call)[ =:]');
const SPACE = 0x20;
const TAB = 0x09;
const SMALL_A = 0x61;

/**
 * Tracks whether the end of a Markdown text, which arrives in pieces of any size, is inside a fenced block, a code span
 * or a block quote. A tool call there is an example.
 */
export class MarkdownCode {
  #fence: string | null = null;
  /** The characters at the start of this line that may form a fence or a block quote marker. */
  #lineStart = '';
  #isAtLineStart = true;
  #spanOpen = false;
  #previous = 0;

  /** `isPlain`: the text has neither line ends nor back ticks. */
  push(text: string, isPlain = false): void {
    if (isPlain && !this.#isAtLineStart) {
      this.#previous = 0;
      return;
    }
    let previous = this.#previous;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) this.#endLine();
      else if (this.#isAtLineStart) this.#readLineStart(text.charAt(at));
      // A run of back ticks opens or closes a span. A run may be split between two pieces.
      if (code === BACK_TICK && previous !== BACK_TICK) this.#spanOpen = !this.#spanOpen;
      previous = code;
    }
    this.#previous = previous;
  }

  get isInside(): boolean {
    const fence = this.#fence;
    const spanOpen = this.#spanOpen;
    const lineStart = this.#lineStart;
    return fence !== null || spanOpen || (lineStart !== '' && (MARKER.test(lineStart) || QUOTE.test(lineStart)));
  }

  get isInFence(): boolean {
    return this.#fence !== null;
  }

  #readLineStart(character: string): void {
    this.#isAtLineStart = LINE_SIGNS.has(character) && this.#lineStart.length < LINE_KEPT;
    if (this.#isAtLineStart) this.#lineStart += character;
  }

  #endLine(): void {
    const marker = this.#lineStart === '' ? undefined : MARKER.exec(this.#lineStart)?.[1];
    if (marker !== undefined) {
      if (this.#fence === null) this.#fence = marker;
      else if (marker.startsWith(this.#fence)) this.#fence = null;
    }
    this.#lineStart = '';
    this.#isAtLineStart = true;
    // A code span may extend across line ends, but a stray back tick must not hide a call on a later line.
    this.#spanOpen = false;
  }
}

const LINE_FEED = 0x0a;
const BACK_TICK = 0x60;
const LINE_SIGNS: ReadonlySet<string> = new Set(' `~>');
/** Enough of a line to recognize a fence. */
const LINE_KEPT = 12;
const MARKER = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^ {0,3}>/;

/**
 * Classifies the text directly before a possible call: it announces an example or quotation, an action, or (with a
 * colon) anything, or nothing (`none`). Only used for forms that are as likely an example as a call. Markers of known
 * dialects always count.
 */
export function readLeadIn(before: string): 'explanation' | 'intent' | 'colon' | 'none' {
  // Earlier paragraphs are about something else.
  const near =
    before
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  if (isTranscript(near)) return 'explanation';
  // An announced action outweighs any other words.
  if (announcesAction(near)) return 'intent';
  if (announcesExample(near)) return 'explanation';
  return /[:：]$/.test(near) ? 'colon' : 'none';
}
