import { groupByRegion, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { hasLayoutName, headingText, isCommentsHeading, isSideHeading } from './region-kind.ts';
import { isSentence } from './text-density.ts';

/** Minimum number of sections in a document with sentences and without layout words in their ids. */
const MIN_NEUTRAL = 1;
/** Minimum number of similar sections if their ids do not repeat their headings, as in translated documentation. */
const MIN_ALIKE = 3;

/**
 * Marks the regions that are sections of a document, and drops the names that come from their headings: documentation
 * generators derive ids and classes from headings, so that a section about comments is called `comments`. A section
 * begins with a heading that its id repeats. Or it is one of several similar siblings that begin with a heading of the
 * same level, and has an id, or a class that repeats the heading. In addition, the page must have another such section
 * with sentences and without layout words in its names. Otherwise, all of the sections must be its own texts, as in a
 * manual of widgets. Also marks boxes with exactly the same structure, and unlinked texts in boxes whose classes only
 * begin differently.
 */
export function markSections(blocks: readonly PlacedBlock[]): void {
  const titles = collectTitles(blocks);
  const withText = new Set(blocks.flatMap((block) => (isSentence(block) ? [...regionAndAncestors(block.region)] : [])));
  const sections = [...titles].filter(([region]) => extractId(region) !== '');
  const byTag = Map.groupBy(
    sections.filter(([region, title]) => repeats(extractId(region), title.markdown)),
    ([region]) => region.tag,
  );
  const alike = [
    ...findSeries(sections, (region) => extractClasses(region)),
    ...findSeries(
      [...titles].filter(([region, title]) => tokensFrom(region, title).length > 0),
      () => '',
    ),
  ];
  for (const group of [...byTag.values(), ...alike]) {
    const neutral = group.filter(([region]) => withText.has(region) && !hasLayoutName(region));
    if (neutral.length < MIN_NEUTRAL && !areOwnTexts(group, blocks)) continue;
    for (const [region, title] of group) {
      const ofHeading = new Set(tokensFrom(region, title));
      region.isSection = true;
      region.names = ` ${extractClasses(region)
        .split(/\s+/)
        .filter((name) => name !== '' && !ofHeading.has(name))
        .join(' ')}`;
    }
  }
  const variants = findSeries(sections, (region) => extractClasses(region).replace(CLASS_START, ''));
  for (const [region] of variants.filter((group) => areOwnTexts(group, blocks)).flat()) {
    region.isSection = true;
    region.names = ' ';
  }
  markSeries(titles, blocks);
  markBoxesBelowHeadings(blocks);
}

/**
 * Marks boxes directly below a heading that are named after it, if their text is neither linked nor in controls, as in
 * a manual of widgets: `<h2>Sidebar</h2><div class="section-sidebar">`. Skips headings of boilerplate and of comments,
 * which also name such boxes.
 */
function markBoxesBelowHeadings(blocks: readonly PlacedBlock[]): void {
  let inside: ReturnType<typeof groupByRegion> | null = null;
  for (const [index, title] of blocks.entries()) {
    const next = blocks[index + 1];
    if (title.headingLevel === null || !next) continue;
    const box = [...regionAndAncestors(next.region)].find(({ parent }) => parent === title.region);
    if (!box || !hasLayoutName(box) || tokensFrom(box, title).length === 0) continue;
    if (isSideHeading(title.markdown) || isCommentsHeading(title.markdown)) continue;
    inside ??= groupByRegion(blocks);
    const own = inside.get(box) ?? [];
    const isUnlinked = own.every(({ counts }) => counts.link + counts.control === 0);
    if (!isUnlinked || !own.some(({ markdown }) => SENTENCE_END.test(markdown))) continue;
    box.isSection = true;
    box.names = ' ';
  }
}

type Section = [region: Region, title: PlacedBlock];

const SENTENCE_END = /\p{Sentence_Terminal}["'”’»)\]]*$/u;

/** Whether these are several siblings whose text ends like sentences and is neither linked nor in controls. */
function areOwnTexts(group: readonly Section[], blocks: readonly PlacedBlock[]): boolean {
  const [first] = group;
  if (!first || group.length < MIN_ALIKE || group.some(([region]) => region.parent !== first[0].parent)) return false;
  const inside = groupByRegion(blocks);
  return group.every(([region]) => {
    const own = inside.get(region)?.filter(({ headingLevel }) => headingLevel === null) ?? [];
    const isUnlinked = own.every(({ counts }) => counts.link + counts.control <= counts.text * 0.1);
    return isUnlinked && own.some(({ markdown }) => SENTENCE_END.test(markdown));
  });
}

/** All of a class name but its last part, which similar boxes share: `gdpr-block`, `related-block`. */
const CLASS_START = /(?<!\S)\S+(?=[-_][^\s_-]+(?!\S))/g;

/** Groups of at least three siblings that begin with a heading of the same level and have the same `getKey`. */
function findSeries(sections: readonly Section[], getKey: (region: Region) => string): Section[][] {
  const siblings = Map.groupBy(
    sections.filter(([region]) => region.parent !== null),
    ([region]) => region.parent,
  );
  return [...siblings.values()].flatMap((group) =>
    [
      ...Map.groupBy(group, ([region, { headingLevel }]) => `${region.tag} ${getKey(region)} ${headingLevel}`).values(),
    ].filter((same) => same.length >= MIN_ALIKE),
  );
}

/** Minimum number of boxes with exactly the same structure on a page for them to count as sections. */
const MIN_SERIES = 4;

/**
 * Marks boxes with exactly the same structure that each have a heading over unlinked sentences, regardless of the
 * heading's words.
 */
function markSeries(titles: ReadonlyMap<Region, PlacedBlock>, blocks: readonly PlacedBlock[]): void {
  const titlesWithClass = [...titles].filter(
    ([region]) => extractClasses(region).trim() !== '' && !hasLayoutName(region),
  );
  const series = findSeries(titlesWithClass, extractClasses).filter((group) => group.length >= MIN_SERIES);
  if (series.length === 0) return;
  const inside = groupByRegion(blocks);
  const isOwnText = (region: Region) => {
    const own = inside.get(region) ?? [];
    return own.some(isSentence) && own.every(({ counts }) => counts.link + counts.control <= counts.text * 0.3);
  };
  for (const group of series) {
    const sections = group.filter(([region]) => isOwnText(region));
    if (sections.length >= MIN_SERIES) for (const [region] of sections) region.isSection = true;
  }
}

/** The regions that begin with a heading, with that heading. */
function collectTitles(blocks: readonly PlacedBlock[]): ReadonlyMap<Region, PlacedBlock> {
  const titles = new Map<Region, PlacedBlock>();
  const visitedRegions = new Set<Region>();
  for (const block of blocks) {
    for (const region of regionAndAncestors(block.region)) {
      if (visitedRegions.has(region)) break;
      visitedRegions.add(region);
      if (block.headingLevel !== null) titles.set(region, block);
    }
  }
  return titles;
}

/** The id of a region, whose `names` are its id, a space, and its classes. */
function extractId({ names }: Region): string {
  return names.slice(0, names.indexOf(' '));
}

function extractClasses({ names }: Region): string {
  return names.slice(names.indexOf(' '));
}

/** The class names of a region that share a word with its heading. */
function tokensFrom(region: Region, { markdown }: PlacedBlock): string[] {
  const words = new Set(wordsIn(headingText(markdown)));
  return extractClasses(region)
    .split(/\s+/)
    .filter((name) => wordsIn(name).some((word) => words.has(word)));
}

/** Whether the id consists of words of the heading. Numbers in it are ignored, since they make ids unique. */
function repeats(id: string, heading: string): boolean {
  const words = wordsIn(headingText(heading));
  const ofId = wordsIn(id);
  return ofId.length > 0 && ofId.every((word) => words.includes(word));
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
}
