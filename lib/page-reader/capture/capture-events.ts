import type { MarkdownWriter } from '../document/markdown-writer.ts';

type Calls = Omit<MarkdownWriter, 'region' | 'finish'>;

/** The calls that a MarkdownWriter takes, each known in a record by its place here. */
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

/** Says where what follows stands: a place in `regions` comes after it. */
export const atRegion = writerCalls.length;

/** What a call takes, one of these after the other. */
export type EventValue = Parameters<Calls[keyof Calls]>[number];

/**
 * What a traversal through a page has seen, in order. Plain data, and as little of it as can be: it is made in the page, at
 * the cost of the page, and written out elsewhere (`replay`).
 */
export type CaptureEvents = {
  /** Calls one after the other: the number of each, then what it takes. */
  calls: EventValue[];
  /** Outer ones first. `parent` is the place of the one around it, null for the first. */
  regions: [parent: number | null, tag: string, role: string | null, names: string, state: 'fixed' | 'modal' | null][];
  /** Places of the regions with a control in them that opens something. */
  opening: number[];
};
