import { isIn, type PlacedBlock, type Region } from '../dom/region.ts';
import { describeMake, isSideHeading, isTitleOfSection } from './region-kind.ts';
import { measureTextAmount, SENTENCE } from './text-density.ts';

/** Minimum number of headings in a box that are above text, for all of the box's headings to belong to a document. */
const MIN_PEERS = 2;
/**
 * Minimum share of text outside links. Below `ofText`, a section consists of links. Below `ofPeer`, others are not
 * compared with it.
 */
const MIN_TEXT_SHARE = { ofText: 0.65, ofPeer: 0.5 };

/** `index` is the number of the section on the page. */
type Section = { title: PlacedBlock; rest: PlacedBlock[]; index: number };

/**
 * Finds the sections of a document that consist of links, such as "See also" in a manual and the classes that implement
 * an interface. Their headings are beside those of sections with text, in boxes of the same structure, or above one of
 * them in the same box. Links at the end of a box belong to the site and lead to other pages. Sections with a
 * boilerplate heading or with pictures are excluded.
 */
export function findLinkSections(blocks: readonly PlacedBlock[]): ReadonlySet<PlacedBlock> {
  const sections = splitIntoSections(blocks);
  const texts = sections.filter(({ rest }) => isText(rest, MIN_TEXT_SHARE.ofPeer));
  const inOneBox = new Map<Region, Map<number | null, { count: number; last: number }>>();
  const inBoxesAlike = new Map<Region | null, Map<string, number>>();
  for (const { title, index } of texts) {
    const levels = inOneBox.get(title.region) ?? new Map<number | null, { count: number; last: number }>();
    const count = (levels.get(title.headingLevel)?.count ?? 0) + 1;
    inOneBox.set(title.region, levels.set(title.headingLevel, { count, last: index }));
    const makes = inBoxesAlike.get(title.region.parent) ?? new Map<string, number>();
    inBoxesAlike.set(
      title.region.parent,
      makes.set(buildHeadingKey(title), (makes.get(buildHeadingKey(title)) ?? 0) + 1),
    );
  }
  const own = new Set<PlacedBlock>();
  for (const { title, rest, index } of sections) {
    if (isText(rest, MIN_TEXT_SHARE.ofText) || isBoilerplate(title, rest)) continue;
    const beside = inOneBox.get(title.region)?.get(title.headingLevel) ?? { count: 0, last: -1 };
    const makes = inBoxesAlike.get(title.region.parent);
    const alike = describeMake(title.region) === null ? 0 : (makes?.get(buildHeadingKey(title)) ?? 0);
    const isAbove = beside.count >= MIN_PEERS && beside.last > index;
    if (isAbove || alike > beside.count) for (const block of [title, ...rest]) own.add(block);
  }
  return own;
}

function buildHeadingKey({ headingLevel, region }: PlacedBlock): string {
  return `${headingLevel} ${describeMake(region)}`;
}

/** Whether the section has a boilerplate heading, or pictures, like teasers of other pages. */
function isBoilerplate({ region, markdown, counts }: PlacedBlock, rest: readonly PlacedBlock[]): boolean {
  if (counts.link > counts.text / 2 || (isSideHeading(markdown) && !isTitleOfSection(region))) return true;
  return rest.some((block) => block.markdown.includes('![') || block.counts.control > 0);
}

function isText(blocks: readonly PlacedBlock[], minShare: number): boolean {
  const { all, text } = measureTextAmount(blocks);
  return text >= SENTENCE && text >= all * minShare;
}

/** From each heading below the first level to the next heading, or to the end of the box around it. */
function splitIntoSections(blocks: readonly PlacedBlock[]): Section[] {
  const sections: Section[] = [];
  let section: Section | null = null;
  for (const block of blocks) {
    if (block.headingLevel === 1) section = null;
    else if (block.headingLevel !== null) {
      section = { title: block, rest: [], index: sections.length };
      sections.push(section);
    } else if (section && isIn(block.region, section.title.region)) section.rest.push(block);
    else section = null;
  }
  return sections.filter(({ rest }) => rest.length > 0);
}
