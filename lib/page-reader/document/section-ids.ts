import { type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { hasLayoutName, headingText } from './region-kind.ts';
import { isSentence } from './text-density.ts';

/** A document has at least this many sections with sentences whose ids are no words of layout. */
const minNeutral = 1;
/** Sections alike, if their ids do not repeat their headings, as in translated documentation. */
const minAlike = 3;

/**
 * Marks the regions that are sections of a document, and drops their ids from their names: generators of documentation make ids
 * from headings, so that a section about comments is called `comments`. A section begins with a heading that its id repeats, or
 * is one of several siblings alike that have an id and begin with a heading of the same level; and the page has another one with
 * sentences whose id is no word of layout.
 */
export function markSections(blocks: readonly PlacedBlock[]): void {
  const titles = titlesOf(blocks);
  const withText = new Set(blocks.flatMap((block) => (isSentence(block) ? [...regionAndAncestors(block.region)] : [])));
  const sections = [...titles].filter(([region]) => idOf(region) !== '');
  const byTag = Map.groupBy(
    sections.filter(([region, title]) => repeats(idOf(region), title.markdown)),
    ([region]) => region.tag,
  );
  const series = Map.groupBy(
    sections.filter(([region]) => region.parent !== null),
    ([region]) => region.parent,
  );
  const alike = [...series.values()].flatMap((siblings) =>
    [...Map.groupBy(siblings, ([region, { headingLevel }]) => `${region.tag} ${classesOf(region)} ${headingLevel}`)]
      .map(([, group]) => group)
      .filter((group) => group.length >= minAlike),
  );
  for (const group of [...byTag.values(), ...alike]) {
    if (group.filter(([region]) => withText.has(region) && !hasLayoutName(region)).length < minNeutral) continue;
    for (const [region] of group) {
      region.isSection = true;
      region.names = classesOf(region);
    }
  }
}

/** The regions that begin with a heading, with that heading. */
function titlesOf(blocks: readonly PlacedBlock[]): ReadonlyMap<Region, PlacedBlock> {
  const titles = new Map<Region, PlacedBlock>();
  const seen = new Set<Region>();
  for (const block of blocks) {
    for (const region of regionAndAncestors(block.region)) {
      if (seen.has(region)) break;
      seen.add(region);
      if (block.headingLevel !== null) titles.set(region, block);
    }
  }
  return titles;
}

/** The names of a region are its id, a space, and its classes. */
function idOf({ names }: Region): string {
  return names.slice(0, names.indexOf(' '));
}

function classesOf({ names }: Region): string {
  return names.slice(names.indexOf(' '));
}

/** Whether the id consists of words of the heading; numbers make ids unique. */
function repeats(id: string, heading: string): boolean {
  const words = wordsIn(headingText(heading));
  const ofId = wordsIn(id);
  return ofId.length > 0 && ofId.every((word) => words.includes(word));
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
}
