import { readArgumentsStart } from './arguments/arguments-start.ts';
import { type HashHeader, readHashHeader } from './arguments/hash-arguments.ts';
import { JsonReader } from './arguments/json-reader.ts';
import { fieldsReader, hashReader, pythonReader } from './arguments/span-readers.ts';
import type { CallReader, ReadCall, ReaderState, Reading } from './dialect.ts';
import { readTagHeader } from './headers.ts';
import { readKept, readPrinted } from './kept-results.ts';
import type { CallHeader } from './lexer-state.ts';
import { readNameless } from './nameless.ts';
import { Pattern } from './pattern.ts';
import { readToolElement } from './text-starts.ts';
import { closingLength, isBodyStart, type Opening, PRINT } from './unknown-markers.ts';

/** Position of the reader relative to a call and its arguments. */
type Place =
  | { type: 'before' }
  | { type: 'arguments'; header: CallHeader }
  | { type: 'inside'; reader: CallReader }
  | { type: 'after' };

export type LooseOptions = {
  opening: Opening;
  /** Markdown marks around the call, which must be repeated after it: `**`, `` ` ``, a fence. */
  marks?: string;
  /** Whether the call only counts at the end of the reply. */
  isLast?: boolean;
  /** How many list brackets are open. */
  lists?: number;
  /** Whether results of calls may be assigned to variables (quirk: kept-results). */
  keepsResults?: boolean;
};

/**
 * Reads calls in a form that no dialect describes, starting after their opening marker: bodies of any known encoding,
 * each a valid call to an offered tool, then a closing marker or the end of the reply. Otherwise all of it is text.
 * Nothing is emitted before the end. Runs in linear time: each character is examined a bounded number of times.
 */
export class LooseCallReader implements CallReader {
  state: ReaderState = 'open';
  /** Always null, since the call is not certain before its end. */
  readonly name = null;
  readonly #reading: Reading;
  #opening: Opening;
  readonly #marks: string;
  readonly #isLast: boolean;
  #place: Place = { type: 'before' };
  #lists: number;
  #isClosed = false;
  /** Whether closing markers of dialects may follow. They may not after an opening marker of another kind. */
  #takesClosers: boolean;
  readonly #found: ReadCall[] = [];
  readonly #keepsResults: boolean;
  /** The variables to which results of calls are assigned. */
  readonly #kept = new Set<string>();

  constructor(
    reading: Reading,
    { opening, marks = '', isLast = false, lists = 0, keepsResults = false }: LooseOptions,
  ) {
    this.#reading = reading;
    this.#opening = opening;
    this.#marks = marks;
    this.#isLast = isLast;
    this.#lists = lists;
    this.#keepsResults = keepsResults;
    this.#takesClosers = opening.words.length === 0;
  }

  takeDelta(): string {
    return '';
  }

  push(text: string): number {
    return this.#read(text, false);
  }

  end(read: string, rest: string): number {
    const place = this.#place;
    if (place.type === 'inside') {
      place.reader.end('', '');
      this.#endBody(place.reader);
    }
    const length = this.state === 'open' && this.#place.type === 'after' ? this.#read(rest, true) : 0;
    const isWhole = this.state === 'open' && this.#place.type === 'after' && rest.slice(length).trim() === '';
    if (this.state === 'open') this.#finish(isWhole);
    return read.length + length;
  }

  calls(): ReadCall[] {
    return this.#found;
  }

  #read(text: string, isOver: boolean): number {
    let at = 0;
    while (at < text.length && this.state === 'open') {
      const consumedLength = this.#step(text, at, isOver);
      if (consumedLength === 0) break;
      at += consumedLength;
    }
    return at;
  }

  /**
   * Advances by one step and returns how much text was consumed; 0 if more text is needed or the reader has finished.
   */
  #step(text: string, at: number, isOver: boolean): number {
    const place = this.#place;
    switch (place.type) {
      case 'before':
        return this.#readBefore(text, at);
      case 'arguments':
        return this.#readArguments(place.header, text, at);
      case 'inside': {
        const consumedLength = place.reader.push(at === 0 ? text : text.slice(at));
        this.#endBody(place.reader);
        // The body may have ended with the last consumed character.
        return consumedLength === 0 && this.#place !== place && this.state === 'open'
          ? this.#step(text, at, isOver)
          : consumedLength;
      }
      case 'after':
        return this.#readAfterCall(text, at, isOver);
      default:
        return place satisfies never;
    }
  }

  #endBody(reader: CallReader): void {
    if (reader.state === 'open') return;
    const calls = reader.state === 'complete' ? reader.calls() : [];
    if (calls.length === 0 || !calls.every((call) => this.#reading.isValidCall(call))) {
      this.state = 'failed';
      return;
    }
    this.#found.push(...calls);
    this.#place = { type: 'after' };
  }

  #readBefore(text: string, at: number): number {
    const blank = blankLength(text, at);
    if (blank > 0) return blank;
    const first = text.charAt(at);
    const rest = text.slice(at, at + MAX_HEADER_LENGTH);
    const nameless = first === '{' ? readNameless(rest, this.#reading) : null;
    if (nameless === 'more') return 0;
    if (nameless !== null) return this.#begin(nameless, 0);
    const hash = first === '{' ? readHashHeader(rest) : null;
    if (hash === 'more') return 0;
    if (hash !== null) return this.#beginHash(hash);
    if (first === '{') {
      const options = { name: null, isBare: true, nameIsKey: true, endsAtBalance: true };
      this.#place = { type: 'inside', reader: new JsonReader(this.#reading, options) };
      return this.#step(text, at, false);
    }
    if (first === '[' && this.#lists < 2) {
      this.#lists++;
      return 1;
    }
    if (first === '<') return this.#readTag(rest, text, at);
    const labelled = LABELLED.match(rest);
    if (labelled === 'more') return 0;
    if (labelled) return this.#begin(labelled[1] ?? '', labelled[0].length);
    const printed = PRINT.match(rest);
    if (printed === 'more') return 0;
    if (printed !== null) return printed[0].length;
    const kept = this.#keepsResults ? readKept(rest, this.#reading) : null;
    if (kept === 'more') return 0;
    if (kept !== null) {
      if (kept.variable !== null) this.#kept.add(kept.variable);
      return kept.length;
    }
    const nameMatch = NAMED.match(rest);
    if (nameMatch === 'more') return 0;
    const [whole = '', name = '', gap = ''] = nameMatch ?? [];
    // Elements opened between the name and its arguments must also be closed.
    const elementNames = [...gap.matchAll(/<([\p{L}][\p{L}\p{N}_]*)>/gu)].map((match) => match[1] ?? '');
    if (elementNames.length > 0) this.#opening = { ...this.#opening, words: [...this.#opening.words, ...elementNames] };
    if (nameMatch === null || this.#reading.find(name) === null) return this.#fail();
    if (!text.startsWith('(', at + whole.length)) return this.#begin(name, whole.length);
    if (gap !== '') return this.#fail();
    if (at + whole.length + 1 === text.length) return 0;
    // `name({…})` is an object in parentheses.
    if (text.charAt(at + whole.length + 1) === '{') return this.#begin(name, whole.length + 1);
    this.#place = { type: 'inside', reader: pythonReader(this.#reading, name) };
    return whole.length + 1;
  }

  #beginHash({ name, length, hasArguments }: HashHeader): number {
    if (this.#reading.find(name) === null) return this.#fail();
    this.#place = { type: 'inside', reader: hasArguments ? hashReader(name) : fieldsReader(name, []) };
    return length;
  }

  /** Starts reading an object with the arguments. */
  #begin(name: string, length: number): number {
    if (this.#reading.find(name) === null) return this.#fail();
    const reader = new JsonReader(this.#reading, { name, isBare: false, endsAtBalance: true });
    this.#place = { type: 'inside', reader };
    return length;
  }

  #readTag(rest: string, text: string, at: number): number {
    const marker = this.#reading.opener(text, at) || this.#reading.separator(text, at);
    if (marker < 0) return 0;
    if (marker > 0) {
      this.#takesClosers = true;
      return marker;
    }
    const element = readToolElement(rest, this.#reading, true);
    const header = element === 'none' ? readTagHeader(rest, this.#reading) : element;
    if (header === 'more') return 0;
    if (header === 'none' || header.type !== 'call' || this.#reading.find(header.name) === null) return this.#fail();
    this.#takesClosers = true;
    this.#place = { type: 'arguments', header };
    return header.length;
  }

  #readArguments(header: CallHeader, text: string, at: number): number {
    const start = readArgumentsStart(text.slice(at), header, this.#reading, false);
    if (start === 'more') return 0;
    if (start === 'none') return this.#fail();
    this.#place = { type: 'inside', reader: start.reader };
    if (start.length > 0) return start.length;
    return this.#step(text, at, false);
  }

  /** Reads closing markers and further calls. The line, or the reply, must end after them. */
  #readAfterCall(text: string, at: number, isOver: boolean): number {
    const blank = blankLength(text, at);
    if (this.#isClosed && !this.#isLast) return this.#readLineEnd(text, at, isOver);
    if (blank > 0) return blank;
    const closerLength = this.#takesClosers ? this.#reading.closer(text, at) : 0;
    if (closerLength < 0 && !isOver) return 0;
    if (closerLength > 0) return closerLength;
    const first = text.charAt(at);
    if (this.#lists > 0 && first === ']') {
      this.#lists--;
      return 1;
    }
    if (this.#isLast && this.#marks === '' && !this.#isClosed && /[`*_]/.test(first)) return 1;
    if (first === ')' || (first === ';' && !this.#isClosed)) return 1;
    if (first === ',' && !this.#isClosed) {
      this.#place = { type: 'before' };
      return 1;
    }
    const isOpened = this.#opening.words.length > 0;
    const token = isOpened ? closingLength(text, at, this.#opening, isOver) : 0;
    if (token < 0) return 0;
    if (token > 0) return this.#close(token);
    if (this.#keepsResults && !this.#isClosed) {
      const rest = text.slice(at, at + MAX_HEADER_LENGTH);
      const printed = readPrinted(rest, isOver);
      const kept = readKept(rest, this.#reading);
      if ((printed === 'more' || kept === 'more') && !isOver) return 0;
      if (printed !== null && printed !== 'more' && this.#kept.has(printed.variable)) return printed.length;
      if (kept !== null && kept !== 'more') {
        this.#place = { type: 'before' };
        return this.#step(text, at, isOver);
      }
    }
    const next = this.#isClosed ? false : isBodyStart(text, at, this.#reading);
    if (next === 'more' && !isOver) return 0;
    if (next === true) {
      this.#place = { type: 'before' };
      return this.#step(text, at, isOver);
    }
    return this.#marks === '' ? this.#fail() : this.#readMarks(text, at, isOver);
  }

  #close(length: number): number {
    this.#isClosed = true;
    return length;
  }

  #readMarks(text: string, at: number, isOver: boolean): number {
    if (text.startsWith(this.#marks, at) && !this.#isClosed) {
      return this.#close(this.#marks.length);
    }
    // The agents that SmolLM3 was trained for also end their code with this.
    const end = this.#isClosed ? END_OF_CODE : this.#marks;
    const rest = text.slice(at);
    if (this.#isClosed && rest.startsWith(end)) return end.length;
    return !isOver && end.startsWith(rest) ? 0 : this.#fail();
  }

  /** Other text on the line of the closing marker means that the call is only mentioned. */
  #readLineEnd(text: string, at: number, isOver: boolean): number {
    const space = /[ \t]*/y;
    space.lastIndex = at;
    const end = at + (space.exec(text)?.[0].length ?? 0);
    const next = text.charAt(end);
    if (next === '') return isOver ? end - at : 0;
    this.#finish('\n\r'.includes(next) || this.#opening.signs.startsWith(next));
    return 0;
  }

  #finish(isWhole: boolean): void {
    this.state = isWhole && this.#found.length > 0 ? 'complete' : 'failed';
  }

  #fail(): 0 {
    this.state = 'failed';
    return 0;
  }
}

function blankLength(text: string, at: number): number {
  let end = at;
  while (end < text.length && /\s/.test(text.charAt(end))) end++;
  return end - at;
}

const END_OF_CODE = '<end_code>';
const MAX_HEADER_LENGTH = 600;

/** The text allowed between a name and its object: white space, a colon, or markers of any kind. */
const BETWEEN = '(?:\\s|:|=>?|[<\\[][|｜/]{0,2}[\\p{L}][\\p{L}\\p{N}_ ]{0,30}[|｜]?[>\\]]){0,8}';
const NAMED = new Pattern(`(?:functions?[.:])?([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})(${BETWEEN})(?=[({])`);

const VALUE_SIGNS = '[*_`"\']{0,3}';
/** `Tool: name`, `Arguments: {…}`, on one line or two, with or without bold or code. */
export const LABELLED = new Pattern(
  `[*_]{0,3}(?:[Tt]ool|TOOL|[Ff]unction|FUNCTION|[Aa]ction|[Nn]ame)(?:[ _-]?(?:[Nn]ame|[Cc]all|NAME|CALL))?${VALUE_SIGNS}\\s{0,2}[:=：]${VALUE_SIGNS}\\s{0,2}${VALUE_SIGNS}([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})${VALUE_SIGNS}[ \\t]*[,;|]?\\s{0,4}${VALUE_SIGNS}(?:[Aa]rguments?|ARGUMENTS|[Aa]rgs|[Pp]arameters?|PARAMETERS|[Pp]arams|[Ii]nput|INPUT|(?:[Tt]ool|[Aa]ction)[ _][Ii]nput|[Kk]wargs)${VALUE_SIGNS}\\s{0,2}[:=：]${VALUE_SIGNS}\\s{0,4}\`?(?:\`\`\`(?:json)?\\s{0,2})?(?=\\{)`,
);
