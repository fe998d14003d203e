import type { ToolDefinition } from '../../contracts/index.ts';
import type { Fields } from './arguments/fields.ts';

/**
 * One way in which a model family writes tool calls, as a table of markers. The text between the markers (a name, then
 * arguments in one of a few encodings) is much the same in every dialect and is read by `headers.ts` and the readers.
 * Markers are matched tolerantly, see `MarkerTrie`.
 */
export type Dialect = {
  name: string;
  /** Markers that begin a call or a section of calls. */
  open?: readonly string[];
  /** Markers that end what `open` began. A leftover marker after a call is never content. */
  close?: readonly string[];
  /** Markers between a name and its arguments. */
  separate?: readonly string[];
  /** Control tokens around answers, which are never content. */
  drop?: readonly string[];
  /** Markers around reasoning. The first one begins it, and any of the others ends it. */
  think?: readonly (readonly [open: string, ...closes: string[]])[];
  /** Pairs of markers around an answer that follows reasoning. */
  frame?: readonly (readonly [open: string, close: string])[];
};

/** The arguments of a call: JSON text, or fields whose texts are typed by the tool's schema. */
export type CallArguments = { type: 'json'; text: string } | { type: 'fields'; fields: Fields };

/**
 * A complete call. `isStrict`: nothing in it had to be guessed, so it counts as a call even if its name is unknown.
 * `isRepaired`: a marker that ends the call or one of its values was missing. `lacksArguments`: there were no
 * arguments, not even empty ones.
 */
export type ReadCall = {
  name: string;
  arguments: CallArguments;
  isStrict: boolean;
  isRepaired?: boolean;
  lacksArguments?: boolean;
};

/** State of a reader. `truncated`: a call whose arguments were cut off; `failed`: the text is not a call. */
export type ReaderState = 'open' | 'complete' | 'truncated' | 'failed';

/** Reads the arguments of one call, after its header, in pieces of any size. */
export interface CallReader {
  readonly state: ReaderState;
  /** The tool's name once this is certainly a call, else null. For a truncated call, the name if it is known. */
  readonly name: string | null;
  /**
   * Reads from the front of `text` and returns how many characters belong to the call. The caller passes the rest
   * again, followed by more text.
   */
  push(text: string): number;
  /**
   * Called when the text ended inside the call. Completes the call if its arguments are whole. Returns how many of the
   * characters read so far (and of `rest`, which follows them) belong to the call. The others are read again as text.
   */
  end(read: string, rest: string): number;
  /** Returns the arguments' text, as written, that arrived since the last call of this method. */
  takeDelta(): string;
  /** The calls that were read. Only valid if the state is `complete`. */
  calls(): ReadCall[];
  /** Text that was read before the end of the call but is not part of it. Only valid if the state is `complete`. */
  readonly textAfter?: string;
}

/** The offered tools and the markers of every dialect, for headers and readers. */
export type Reading = {
  tools: readonly ToolDefinition[];
  find(name: string): ToolDefinition | null;
  /** Whether this is a call to an offered tool with arguments it accepts. */
  isValidCall(call: ReadCall): boolean;
  /** Length of the closing marker at `at`: 0 if there is none, -1 if more text is needed to decide. */
  closer(text: string, at: number): number;
  /** Like `closer`, for separators between a name and its arguments. */
  separator(text: string, at: number): number;
  /** Like `closer`, for markers that open another call. */
  opener(text: string, at: number): number;
};
