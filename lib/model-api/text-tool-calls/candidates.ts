import type { ToolDefinition } from '../../contracts/index.ts';
import { MARKERS } from './markers.ts';
import { LINE_WORDS } from './text-starts.ts';
import { LABEL_SIGNS, LABEL_STARTS, mayOpenCall, RARE_BRACKETS } from './unknown-markers.ts';

/** Words after `<` or `</` in tags of calls, in addition to markers and tool names. */
const CALL_WORDS = ['invoke', 'function', 'functionname', 'tool', 'tool_call', 'call'];

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

const WORDS: readonly string[] = [
  ...CALL_WORDS,
  ...DISCARDED_WORDS,
  ...MARKERS.flatMap((marker) => /^[<[]\/?([\w.-]+)/.exec(marker)?.[1] ?? []),
];
/** How a line of a call may begin; compared by the first two characters in lower case. */
const LINE_STARTS: readonly string[] = [...MARKERS, ...LINE_WORDS, ...LABEL_STARTS]
  .filter((word) => /^[\p{L}\p{N}_>]/u.test(word))
  .map(firstTwo);
/** Signs that a line with a call may begin with, except those that are common in Markdown and prose. */
const SIGNS: ReadonlySet<string> = new Set(
  `{[\`~<0123456789^•»«‹「『《〈〔〖｟⟬❮(${RARE_BRACKETS}${LABEL_SIGNS.replaceAll('\\', '')}`,
);

/**
 * Finds the positions in running text where a call might begin. Most `<`, `[` and line ends are excluded by looking at the next
 * word, which keeps prose cheap. May return false positives, but must not miss a position.
 */
export class CandidateFinder {
  private readonly words = new Set<string>(WORDS);
  /** First letters of the names of the offered tools. */
  private readonly initials = new Set<string>();
  private readonly lineStarts = new Set<string>(LINE_STARTS);

  constructor(tools: readonly ToolDefinition[]) {
    for (const { name } of tools) {
      this.words.add(name);
      this.lineStarts.add(firstTwo(name.replaceAll('-', '_')));
      this.initials.add(name.charAt(0).toLowerCase());
    }
  }

  /** The next candidate at or after `from`, or the length of `text`. A line end is itself a candidate. */
  next(text: string, from: number): number {
    // Pieces are short, so that a look at each character is quicker than a regular expression.
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if ((code < ASCII_END ? ASCII_STOPS[code] === 1 : RARE_STOPS.has(code)) && this.isCandidate(text, at)) return at;
    }
    return text.length;
  }

  private isCandidate(text: string, at: number): boolean {
    const next = text.charAt(at + 1);
    if (next === '') return true;
    switch (text.charAt(at)) {
      case '\n':
        return this.mayStartLine(text, at + 1);
      case '<':
        return this.isWord(text, next === '/' ? at + 2 : at + 1) || mayOpenCall(text, at);
      case '[':
        return /[\s{/]/.test(next) || this.isWord(text, at + 1) || mayOpenCall(text, at);
      case '{':
        return OBJECT_START.test(text.slice(at, at + 24));
      case ']':
        return next === '<';
      case '`':
        return next === '`' || next === '<' || this.initials.has(next.toLowerCase());
      case '◁':
        return true;
      default:
        return mayOpenCall(text, at);
    }
  }

  /** Whether a line that begins at `at` could begin with a call. */
  mayStartLine(text: string, at: number): boolean {
    let from = at;
    while (text.charCodeAt(from) === SPACE || text.charCodeAt(from) === TAB) from++;
    if (from + 1 >= text.length || SIGNS.has(text.charAt(from))) return true;
    return this.lineStarts.has(firstTwo(text.slice(from, from + 2).replace('-', '_')));
  }

  /** Whether a word of a marker, a tag or a tool stands here, or could once more text has arrived. */
  private isWord(text: string, at: number): boolean {
    let end = at;
    while (isWordCode(text.charCodeAt(end))) end++;
    const after = text.charAt(end);
    // Names may contain non-Latin letters; a colon ends a namespace, and `(` begins the arguments of a Python call.
    if (after === '' || after === ':' || after === '(' || after > '~') return true;
    return end === at ? after === '|' || after === '\\' : this.isKnown(text.slice(at, end)) || after === '\\';
  }

  /** Our own tag may be written in capitals. */
  private isKnown(word: string): boolean {
    return this.words.has(word) || (word.charCodeAt(0) < SMALL_A && this.words.has(word.toLowerCase()));
  }
}

function firstTwo(word: string): string {
  return word.slice(0, 2).toLowerCase();
}

/** Whether the code is a letter, a digit, `_`, `-` or `.`. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    code === 95
  );
}

/** Characters that can begin a call. */
const STOPS = '\n<[]`{◁⟦⟪⟨【';
const ASCII_END = 0x80;
/** 1 for each ASCII code that can begin a call. */
const ASCII_STOPS = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  Number(STOPS.includes(String.fromCharCode(code))),
);
const RARE_STOPS: ReadonlySet<number> = new Set([...STOPS].map((stop) => stop.charCodeAt(0)));
const OBJECT_START = /^\{\s{0,20}(?:["'](?:[a-z]|$)|$)/;
const SPACE = 0x20;
const TAB = 0x09;
const SMALL_A = 0x61;
