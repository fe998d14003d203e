import { proseOf, type Shares } from './content-share.ts';
import { isIn, outward, type PlacedBlock } from './region.ts';

const things =
  'articles?|stories|posts?|pages|products?|items|topics|content|reading|videos|news|links|questions|threads|publications|courses|guides|searches|market \\w+';
/**
 * Headings of what leads elsewhere, of who wrote it, and of boxes to subscribe or to reply. Whole phrases: "Related work",
 * "Sign in" and "You will also need" are headings of papers and manuals.
 */
const sideHeadings = [
  "you(?: may| might|['’]ll| will)?(?: also)? (?:like|love|enjoy|be interested in)\\b.*",
  '(?:people|customers|readers|others|users|visitors)(?: who\\b.*)? also (?:ask|like|view|buy|bought|read|search)\\w*\\b.*',
  `(?:explore |browse |see |shop |most |more )?(?:related|similar|recommended|suggested|sponsored|popular) (?:${things})`,
  'read (?:next|more|this next|also)|up next|what to read next|more to (?:read|explore)|keep (?:reading|exploring)\\b.*',
  `more (?:(?:${things}) )?(?:from|by)\\b.*`,
  '(?:about|meet) (?:the|this) (?:author|writer)s?|written by\\b.*|who (?:wrote|curated) this\\b.*',
  '(?:sign up|subscribe|join|get)\\b.*\\bnewsletters?|(?:sign in|log in|create an account)\\b.* to (?:comment|reply)',
  '(?:unlock|share) this (?:article|story|post|page)\\b.*|follow us\\b.*|subscribe|stay (?:up to date|connected|in touch)',
  'your answer|(?:leave|post) a (?:reply|comment)|write a review|join the (?:conversation|discussion)',
];
const sideHeading = new RegExp(`^(?:${sideHeadings.join('|')})[\\s:.!?…]*$`, 'i');

/** A section with more of the prose is content, whatever its heading says. */
const mostProse = 0.3;

/**
 * The blocks of the sections whose headings say in English that they stand beside the content, such as "You may also
 * like"; headings included. A section ends with the box that its heading stands in, or with the next heading of its level.
 */
export function sideSections(blocks: readonly PlacedBlock[], shares: Shares): ReadonlySet<PlacedBlock> {
  const most = proseIn(blocks) * mostProse;
  const found = new Set<PlacedBlock>();
  for (const [index, { headingLevel, markdown }] of blocks.entries()) {
    if (headingLevel === null || headingLevel === 1 || !sideHeading.test(wordsOf(markdown))) continue;
    const section = sectionAt(blocks, index, shares);
    if (proseIn(section) <= most) for (const block of section) found.add(block);
  }
  return found;
}

function proseIn(blocks: readonly PlacedBlock[]): number {
  return blocks.reduce((sum, block) => sum + proseOf(block), 0);
}

/** What a heading says, without pictures, addresses of links and emphasis. */
function wordsOf(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)/g, '')
    .replace(/[#*_[\]\\]/g, '')
    .trim();
}

function sectionAt(blocks: readonly PlacedBlock[], index: number, shares: Shares): readonly PlacedBlock[] {
  const heading = blocks[index];
  if (!heading) return [];
  const level = heading.headingLevel ?? 0;
  // A heading often has a box of its own; the section is in the one around it.
  const box = [...outward(heading.region)].find((region) => shares.of(region).text > heading.counts.text) ?? null;
  const end = blocks.findIndex(
    ({ region, headingLevel }, at) =>
      at > index && ((headingLevel !== null && headingLevel <= level) || !isIn(region, box)),
  );
  return blocks.slice(index, end < 0 ? undefined : end);
}
