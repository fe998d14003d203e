import type { MarkdownWriter } from './markdown-writer.ts';
import type { RegionTraits } from './region.ts';

type Writing = Omit<MarkdownWriter, 'region' | 'finish'>;

/** One call for a MarkdownWriter: which, and what it takes. */
export type WriterCall = { [Name in keyof Writing]: [Name, ...Parameters<Writing[Name]>] }[keyof Writing];

/** What a walk through a page has seen, in order. Plain data: it is made in the page and written out elsewhere. */
export type WalkRecord = {
  /** `at`: what follows stands in this region, by its place in `regions`. */
  calls: (WriterCall | ['at', number])[];
  /** Outer ones first. `parent` is the place of the one around it, null for the first. */
  regions: RecordedRegion[];
};

export type RecordedRegion = RegionTraits & { parent: number | null };
