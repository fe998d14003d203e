import type { MarkdownWriter } from '../document/markdown-writer.ts';

type Calls = Omit<MarkdownWriter, 'region' | 'finish'>;

/** The methods of MarkdownWriter that can be recorded. A capture refers to each by its index here. */
export const writerCalls = [
  'text',
  'insert',
  'insertApart',
  'picture',
  'lineBreak',
  'space',
  'openMark',
  'closeMark',
  'flush',
  'place',
  'open',
  'openItem',
  'openRow',
  'close',
] as const satisfies (keyof Calls)[];

/** Marks the position of what follows: an index into `regions` comes after it. */
export const atRegion = writerCalls.length;

/** An argument of a recorded call. */
export type EventValue = Parameters<Calls[keyof Calls]>[number];

/**
 * The recorded events of a traversal, in order. Plain data and as small as possible: recording runs in the page, and the Markdown
 * is built elsewhere (`buildBlocks`).
 */
export type CaptureEvents = {
  /** Calls in sequence: the index of the method, then its arguments. */
  calls: EventValue[];
  /** Outer regions first. `parent` is the index of the region around it, null for the first. */
  regions: [parent: number | null, tag: string, role: string | null, names: string, state: 'fixed' | 'modal' | null][];
  /** Indexes of the regions with a control that opens something. */
  opening: number[];
};
