import type { ToolDefinition } from '../../contracts/index.ts';
import type { Fields } from './arguments/fields.ts';

/**
 * One way a model family writes tool calls, as a table of markers. What stands between them (a name, then arguments in one
 * of a few encodings) is the same few things everywhere; `headers.ts` and the readers know those.
 * Markers are matched tolerantly, see `MarkerTrie`.
 */
export type Dialect = {
  name: string;
  /** Begin a call, or a section of calls. */
  open?: readonly string[];
  /** End what `open` began. A leftover one after a call is never content. */
  close?: readonly string[];
  /** Stand between a name and its arguments. */
  separate?: readonly string[];
  /** Control tokens around answers, which are never content themselves. */
  drop?: readonly string[];
  /** Pairs around reasoning. */
  think?: readonly (readonly [open: string, close: string])[];
  /** Pairs around an answer that follows reasoning. */
  frame?: readonly (readonly [open: string, close: string])[];
};

/** What a call's arguments turned out to be: JSON text, or fields whose texts the tool's schema gives types. */
export type CallArguments = { type: 'json'; text: string } | { type: 'fields'; fields: Fields };

/**
 * A whole call. `isStrict`: nothing in it had to be guessed, so even an unknown name makes it a call and no mention.
 * `isRepaired`: a marker that ends the call or one of its values was missing. `lacksArguments`: there were none, not even empty
 * ones.
 */
export type ReadCall = {
  name: string;
  arguments: CallArguments;
  isStrict: boolean;
  isRepaired?: boolean;
  lacksArguments?: boolean;
};

/** How a reader may stop: still `open`; `complete`; `truncated`: a call whose arguments were cut off; `failed`: no call. */
export type ReaderState = 'open' | 'complete' | 'truncated' | 'failed';

/** Reads one call's arguments, after its header, in pieces of any size. */
export interface CallReader {
  readonly state: ReaderState;
  /** The tool's name once it is certain that this is a call to it, else null. Of a truncated call, as far as it is known. */
  readonly name: string | null;
  /** Reads from the front of `text` and returns how much of it belongs to the call; the rest is offered again with more. */
  push(text: string): number;
  /**
   * The text ended inside the call. May complete it where the arguments themselves are whole. Returns how many of the
   * characters read so far belong to the call; the others are read again as text. `rest`: what stands behind them, of which
   * more may be taken.
   */
  end(read: string, rest: string): number;
  /** The arguments' text that arrived since the last time, as it was written. */
  takeDelta(): string;
  /** Once `complete`. */
  calls(): ReadCall[];
}

/** The offered tools and the markers of every dialect, as headers and readers need them. */
export type Reading = {
  tools: readonly ToolDefinition[];
  find(name: string): ToolDefinition | null;
  /** Whether this is a call to an offered tool, with arguments that it takes. */
  fits(call: ReadCall): boolean;
  /** How long the closing marker at the front of `text` is: 0 when there is none, -1 when more text could make one. */
  closer(text: string, at: number): number;
  /** The same for what stands between a name and its arguments. */
  separator(text: string, at: number): number;
  /** The same for the openings that begin another call. */
  opener(text: string, at: number): number;
};
