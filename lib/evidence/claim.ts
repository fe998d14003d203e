import type { Place } from './source-index.ts';

/** A fact of an answer in a form that can be looked up by code. Offsets are those of the answer's Markdown. */
export type Claim = {
  start: number;
  end: number;
  text: string;
  kind: 'figure' | 'date' | 'quote' | 'name' | 'identifier';
  /**
   * `computed` is converted or calculated from what was read. A claim that is `not-found` but has places is
   * misattributed: the sources contain the fact, but near other words than in the answer.
   */
  state: 'found' | 'computed' | 'not-found';
  places: readonly Place[];
};

/** A claim in the readable text of the answer. */
export type ClaimDraft = Pick<Claim, 'start' | 'end' | 'kind' | 'state' | 'places'>;

export function createMissingName(start: number, end: number): ClaimDraft {
  return { start, end, kind: 'name', state: 'not-found', places: [] };
}
