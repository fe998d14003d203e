import type { ToolDefinition } from '../../contracts/index.ts';
import { MARKERS } from './markers.ts';
import { LINE_WORDS } from './text-starts.ts';
import { LABEL_SIGNS, LABEL_STARTS, mayOpenCall, RARE_BRACKETS } from './unknown-markers.ts';

/** Words that may follow `<` or `</` in a tag that is a call's, besides markers and the names of tools. */
const CALL_WORDS = ['invoke', 'function', 'functionname', 'tool', 'tool_call', 'call'];

/** Words that begin what the model must not write (`discarded.ts`). */
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
/** How a line may begin, by its first two characters in small letters. */
const LINE_STARTS: readonly string[] = [...MARKERS, ...LINE_WORDS, ...LABEL_STARTS]
  .filter((word) => /^[\p{L}\p{N}_>]/u.test(word))
  .map(firstTwo);
/** Signs that a line with a call may begin with, besides those that only Markdown and prose begin one with. */
const SIGNS: ReadonlySet<string> = new Set(
  `{[\`~<0123456789^•»«‹「『《〈〔〖｟⟬❮(${RARE_BRACKETS}${LABEL_SIGNS.replaceAll('\\', '')}`,
);

/**
 * Finds the places in running text that have to be looked at closely. Most `<`, `[` and line ends are none: a glance at the
 * next word tells. This is what keeps prose cheap; it must not miss a place, and may name too many.
 */
export class CandidateFinder {
  private readonly words = new Set<string>(WORDS);
  /** First letters of tools. */
  private readonly initials = new Set<string>();
  private readonly lineStarts = new Set<string>(LINE_STARTS);

  constructor(tools: readonly ToolDefinition[]) {
    for (const { name } of tools) {
      this.words.add(name);
      this.lineStarts.add(firstTwo(name.replaceAll('-', '_')));
      this.initials.add(name.charAt(0).toLowerCase());
    }
  }

  /** Nothing in `text` can begin anything, wherever in a line it stands. */
  isPlain(text: string): boolean {
    return !STOP.test(text);
  }

  /** The next place at or after `from`, or the length of `text`; of a line end, the one itself. */
  next(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      STOP_FROM.lastIndex = at;
      const stop = STOP_FROM.exec(text);
      if (stop === null) return text.length;
      at = stop.index;
      if (this.isCandidate(text, at)) return at;
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

  /** Whether a line that begins at `at` can begin with a call. */
  mayStartLine(text: string, at: number): boolean {
    let from = at;
    while (text.charCodeAt(from) === SPACE || text.charCodeAt(from) === TAB) from++;
    if (from + 1 >= text.length || SIGNS.has(text.charAt(from))) return true;
    return this.lineStarts.has(firstTwo(text.slice(from, from + 2).replace('-', '_')));
  }

  /** A word of a marker, a tag, or a tool stands here, or may when more has come. */
  private isWord(text: string, at: number): boolean {
    let end = at;
    while (isWordCode(text.charCodeAt(end))) end++;
    const after = text.charAt(end);
    // Not only Latin letters make names, and a colon ends a namespace; `(` begins the arguments of a Python call.
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

/** A letter, a digit, `_`, `-` or `.`. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    code === 95
  );
}

const STOP = /[\n<[\]`◁⟦⟪⟨【]|\{(?=\s*(?:["'][a-z]|["']?$))/;
const STOP_FROM = new RegExp(STOP, 'g');
const OBJECT_START = /^\{\s{0,20}(?:["'](?:[a-z]|$)|$)/;
const SPACE = 0x20;
const TAB = 0x09;
const SMALL_A = 0x61;
