import { guessRegistrableDomain } from '../../contracts/index.ts';
import { dropPictures } from '../../text/index.ts';
import { isIn, outermost, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { findFactRows } from './facts.ts';
import { headingText, isCommentsHeading, isSideHeading, isTitleOfSection } from './region-kind.ts';
import { isEntry } from './text-density.ts';

/** Maximum share of links, and of controls, in a part of the text. */
const MAX_SHARE = 0.3;
/** Minimum share of the links of a list that lead to other sites or to files. */
const MIN_ELSEWHERE = 0.7;
/**
 * Mean length of the labels, in characters. Links to social networks are shorter; teasers of other pages are longer
 * than names.
 */
const LABEL_LENGTH = { min: 12, maxOfNames: 25 };
/** Maximum length of a line that introduces a list like a heading. Characters. */
const MAX_LABEL = 60;

/**
 * Finds the parts of a text outside the `box` with its long paragraphs, such as the ingredients below a story, the
 * requirements of a job and the key points above a report. These are sections with their own heading whose text is
 * neither linked nor made of controls, lists in `ownLinks`, and boxes with the same structure as that of the text.
 */
export function partsBeside(
  blocks: readonly PlacedBlock[],
  box: Region,
  ownLinks: ReadonlySet<PlacedBlock>,
): ReadonlySet<PlacedBlock> {
  const parts = new Set<PlacedBlock>();
  const start = blocks.findIndex(({ region }) => isIn(region, box));
  const places = new Map(blocks.map((block, index) => [block, index]));
  const blockAfter = (block: PlacedBlock) => blocks[(places.get(block) ?? blocks.length) + 1];
  for (const [index, block] of blocks.entries()) {
    if (parts.has(block) || isIn(block.region, box) || !isTitle(block) || block.headingLevel === null) continue;
    const [title, ...rest] = sectionAt(blocks, index).filter(({ region }) => !isIn(region, box));
    if (title !== block || rest.length === 0) continue;
    // Above the text, a heading with a few lines is the subtitle with the authors' names.
    const isPart =
      isOwnText([title, ...rest]) &&
      (index > start || rest.some(isListOrTable)) &&
      !isFeature(blocks, index, rest) &&
      !introducesForm(rest, blockAfter);
    if (isPart || rest.every((each) => ownLinks.has(each))) for (const each of [title, ...rest]) parts.add(each);
  }
  const annotated = new Set(blocks.filter(isAnnotatedText).map(({ region }) => region));
  for (const block of ownLinks) if (annotated.has(block.region)) parts.add(block);
  addListsWithLabels(blocks, box, parts);
  addFacts(blocks, box, parts);
  addDetails(blocks, box, parts);
  addPanels(blocks, box, parts);
  for (const block of blocks.slice(start))
    if (!isIn(block.region, box) && (isLabelledSentence(block) || isPostalAddress(block))) parts.add(block);
  addBoxesLike(blocks, box, parts);
  // A paragraph directly beside the headline belongs to the article.
  const headline = blocks.find(({ headingLevel }) => headingLevel === 1)?.region;
  for (const block of headline && isIn(box, headline) ? blocks.slice(start) : [])
    if (block.region.tag === 'p' && block.region.parent === headline && isOwnText([block])) parts.add(block);
  return parts;
}

/**
 * Whether this heading has a picture above it and one paragraph below it in its box, as in a shop's description of
 * itself.
 */
function isFeature(blocks: readonly PlacedBlock[], index: number, rest: readonly PlacedBlock[]): boolean {
  const title = blocks[index];
  const picture = blocks[index - 1];
  if (!title || picture?.kind !== 'figure' || rest.length !== 1 || rest.some(isListOrTable)) return false;
  return (
    title.region.parent !== null &&
    isIn(picture.region, title.region) &&
    rest.every(({ region }) => isIn(region, title.region))
  );
}

/** Whether a form follows this section, as after a request to subscribe. */
function introducesForm(
  rest: readonly PlacedBlock[],
  blockAfter: (block: PlacedBlock) => PlacedBlock | undefined,
): boolean {
  const last = rest.at(-1);
  const next = last && blockAfter(last);
  return next !== undefined && !rest.some(isListOrTable) && isInForm(next);
}

function isInForm({ region }: PlacedBlock): boolean {
  return [...regionAndAncestors(region)].some(({ tag }) => tag === 'form');
}

/** A short line above a list, in the same box, introduces it like a heading. Characters, and number of entries. */
const LABELLED_LIST = { maxLabel: 40, minEntries: 2 };

/**
 * Adds unlinked lists outside the box together with the line that introduces them: "Ingredients" may be an ordinary
 * line.
 */
function addListsWithLabels(blocks: readonly PlacedBlock[], box: Region, parts: Set<PlacedBlock>): void {
  for (const [index, label] of blocks.entries()) {
    const { kind, counts, region, markdown } = label;
    if (kind !== 'paragraph' || counts.text > LABELLED_LIST.maxLabel || counts.link + counts.control > 0) continue;
    if (isIn(region, box) || isSideHeading(markdown)) continue;
    const isOfList = (each: PlacedBlock | undefined): boolean =>
      each !== undefined && isEntry(each) && each.region.parent === region.parent && !isIn(each.region, box);
    let end = index + 1;
    while (isOfList(blocks[end])) end += 1;
    const entries = blocks.slice(index + 1, end);
    if (entries.length < LABELLED_LIST.minEntries || !isOwnText([label, ...entries])) continue;
    for (const each of [label, ...entries]) parts.add(each);
  }
}

/** Adds facts about the subject of the text, such as the price, size and year of a house. */
function addFacts(blocks: readonly PlacedBlock[], box: Region, parts: Set<PlacedBlock>): void {
  for (const { blocks: own } of findFactRows(blocks))
    if (!own.some(({ region }) => isIn(region, box)) && isOwnText(own)) for (const block of own) parts.add(block);
}

/** Adds the panels of other tabs beside the panel with the text, such as the measurements of a product. */
function addPanels(blocks: readonly PlacedBlock[], box: Region, parts: Set<PlacedBlock>): void {
  const panel = [...regionAndAncestors(box)].find(isPanel);
  if (!panel) return;
  const findPanel = outermost((region) => isPanel(region) && region.parent === panel.parent && region !== panel);
  for (const [other, own] of Map.groupBy(blocks, ({ region }) => findPanel(region)))
    if (other && isOwnText(own)) for (const block of own) parts.add(block);
}

function isPanel({ role }: Region): boolean {
  return role === 'tabpanel';
}

const LABELLED_SENTENCE = /^\*\*[^*]{2,40}(?:[:：]\*\*|\*\*[:：])\s.*\p{Sentence_Terminal}$/u;

/** Whether this is a sentence after a label in bold, in `main` and without links, such as a correction of a report. */
function isLabelledSentence({ kind, counts, markdown, region }: PlacedBlock): boolean {
  if (kind !== 'paragraph' || counts.link + counts.control > 0 || !LABELLED_SENTENCE.test(markdown)) return false;
  return [...regionAndAncestors(region)].some(({ tag }) => tag === 'main');
}

/** Whether this is marked as an address, with a number and without links, such as that of a workshop. */
function isPostalAddress(block: PlacedBlock): boolean {
  const isMarked = [...regionAndAncestors(block.region)].some(({ tag }) => tag === 'address');
  return isMarked && block.counts.link === 0 && /\d/.test(block.markdown) && isOwnText([block]);
}

/** With fewer consecutive collapsible parts, they are a menu or a hint. */
const MIN_DETAILS = 2;

/**
 * Adds consecutive collapsible parts in the box around the text, such as questions with answers and the prices of a
 * museum.
 */
function addDetails(blocks: readonly PlacedBlock[], box: Region, parts: Set<PlacedBlock>): void {
  const findDetails = outermost(({ tag }) => tag === 'details');
  const byDetails = Map.groupBy(
    blocks.filter(({ region }) => !isIn(region, box)),
    ({ region }) => findDetails(region),
  );
  const siblings = Map.groupBy(
    [...byDetails].filter(([details, own]) => details !== null && isOwnText(own)),
    ([details]) => details?.parent ?? null,
  );
  for (const [around, group] of siblings) {
    if (group.length < MIN_DETAILS || around === null || !isIn(box, around.parent ?? around)) continue;
    for (const [, own] of group) for (const block of own) parts.add(block);
  }
}

function isListOrTable({ kind }: PlacedBlock): boolean {
  return kind === 'list' || kind === 'table' || kind === 'definition-list';
}

/**
 * Adds boxes with exactly the same structure as that of the text, as page builders make them, if one of them is already
 * a part.
 */
function addBoxesLike(blocks: readonly PlacedBlock[], box: Region, parts: Set<PlacedBlock>): void {
  const path = new Set(regionAndAncestors(box));
  const toShapeKey = ({ tag, names, parent }: Region) => `${tag}${names.replace(/^\S*/, '')} in ${parent?.depth}`;
  const shapes = new Set([...path].filter(({ names }) => /\s\S/.test(names)).map(toShapeKey));
  const isAlike = (region: Region) =>
    !path.has(region) && region.parent !== null && path.has(region.parent) && shapes.has(toShapeKey(region));
  const inside = Map.groupBy(blocks, ({ region }) => [...regionAndAncestors(region)].find(isAlike) ?? null);
  const ofParts = new Set(
    [...inside].flatMap(([region, [first]]) => (region && first && parts.has(first) ? toShapeKey(region) : [])),
  );
  for (const [region, own] of inside)
    if (region && ofParts.has(toShapeKey(region)) && isOwnText(own)) for (const block of own) parts.add(block);
}

function isOwnText(blocks: readonly PlacedBlock[]): boolean {
  const sum = { text: 0, link: 0, control: 0 };
  for (const block of blocks) {
    const { counts, markdown, headingLevel, region } = block;
    const isSide = headingLevel !== null && !isTitleOfSection(region);
    if (isSide && (isSideHeading(markdown) || isCommentsHeading(markdown))) return false;
    // Authors' names and titles of other pages are a single link, and so are their pictures. Form fields are not text.
    const isLinked =
      headingLevel !== null && counts.link > counts.text / 2 && [...markdown.matchAll(LINK_LABEL)].length < 2;
    if (isLinked || markdown.includes('[![')) return false;
    if (isInForm(block)) return false;
    sum.text += counts.text;
    sum.link += counts.link;
    sum.control += counts.control;
  }
  return sum.text > 0 && sum.link <= sum.text * MAX_SHARE && sum.control <= sum.text * MAX_SHARE;
}

/**
 * Finds lists of links made by the author of a text, anywhere on the page. Each is below a heading or label that does
 * not announce boilerplate, in the box of that heading. References, sources and downloads lead to other sites or to
 * files. Lists of names, such as the functions of a module, are in the box around the text in `box`.
 */
export function findOwnLinks(
  blocks: readonly PlacedBlock[],
  address: string,
  box: Region | null,
): ReadonlySet<PlacedBlock> {
  const site = guessRegistrableDomain(URL.parse(address)?.hostname ?? '');
  const texts = new Set(blocks.filter(isAnnotatedText).map(({ region }) => region));
  const own = new Set(blocks.filter(({ kind, region }) => kind === 'paragraph' && texts.has(region)));
  for (const [index, block] of blocks.entries()) {
    if (!isTitle(block)) continue;
    const items = sectionAt(blocks, index, isTitle).slice(1);
    const labels = items.flatMap(({ markdown }) => labelsIn(markdown));
    const entries = items.filter(({ markdown }) => !markdown.startsWith(': '));
    if (labels.length === 0 || labels.length < entries.length * MIN_ELSEWHERE) continue;
    const length = labels.reduce((sum, { text }) => sum + text.length, 0) / labels.length;
    const elsewhere = labels.filter(({ url }) => isElsewhere(url, site)).length;
    const isReferences = elsewhere >= labels.length * MIN_ELSEWHERE && length >= LABEL_LENGTH.min;
    const isNames =
      !items.some(({ markdown }) => markdown.includes('![')) &&
      length < LABEL_LENGTH.maxOfNames &&
      entries.every(isListOrTable) &&
      holdsBox(block.region, box);
    if (isReferences || isNames) for (const each of [block, ...items]) own.add(each);
  }
  return own;
}

/** A text with notes has at least this many lines, and links that span a line break, unlike page names. */
const MIN_LINES = 4;
const LINK_LABEL = /(?<![!\\])\[((?:[^\]\\]|\\.)*)\]\(/g;

/** Whether this is a text whose lines link to notes on them, such as song lyrics. */
function isAnnotatedText({ kind, markdown }: PlacedBlock): boolean {
  if (kind !== 'paragraph' || markdown.split('\n').length < MIN_LINES) return false;
  return [...markdown.matchAll(LINK_LABEL)].some(([, label = '']) => label.trim().includes('\n'));
}

function holdsBox(region: Region, box: Region | null): boolean {
  return box !== null && isIn(box, region) && region.parent !== null;
}

/**
 * Whether this is a heading below the first level, or a short line in bold or ending with a colon, that does not
 * announce boilerplate.
 */
function isTitle(block: PlacedBlock): boolean {
  const { headingLevel, markdown, region } = block;
  if (headingLevel === 1 || (headingLevel === null && !isLabel(block))) return false;
  return !isCommentsHeading(markdown) && (isTitleOfSection(region) || !isSideHeading(markdown));
}

function isLabel({ kind, counts, markdown }: PlacedBlock): boolean {
  if (kind !== 'paragraph' || counts.text > MAX_LABEL || counts.link > 0) return false;
  return /^\*\*[^*]+\*\*:?$|[:：]$/.test(markdown);
}

/**
 * The blocks from a heading or label to the next heading of its level, to the end of the box that holds it and the
 * block after it, or to a block that `isEnd`.
 */
function sectionAt(
  blocks: readonly PlacedBlock[],
  index: number,
  isEnd: (block: PlacedBlock) => boolean = () => false,
): readonly PlacedBlock[] {
  const title = blocks[index];
  const next = blocks[index + 1];
  if (!title || !next) return [];
  const box = [...regionAndAncestors(title.region)].find((region) => isIn(next.region, region)) ?? null;
  const level = title.headingLevel ?? 6;
  const section = [title];
  for (let at = index + 1; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (!block || !isIn(block.region, box) || (block.headingLevel !== null && block.headingLevel <= level)) break;
    if (isEnd(block)) break;
    section.push(block);
  }
  return section;
}

const LINK = /(?<![!\\])\[((?:[^[\]\\]|\\.)*)\]\(([^()\s]+)\)|<(https?:[^<>\s]+)>/g;

/** The first link of each line. */
function labelsIn(markdown: string): { text: string; url: string }[] {
  return markdown.split('\n').flatMap((line) => {
    const [match] = dropPictures(line).matchAll(LINK);
    return match ? [{ text: headingText(match[1] ?? match[3] ?? ''), url: match[2] ?? match[3] ?? '' }] : [];
  });
}

/** File extensions of pages. All others are files. */
const PAGES = /\.(?:x?html?|php\d?|aspx?|jsp|cgi|do)$/i;

function isElsewhere(url: string, site: string): boolean {
  const { hostname = '', pathname = '', protocol = '' } = URL.parse(url) ?? {};
  if (!/^https?:$/.test(protocol)) return false;
  return guessRegistrableDomain(hostname) !== site || (/\.[a-z][a-z\d]{1,5}$/i.test(pathname) && !PAGES.test(pathname));
}
