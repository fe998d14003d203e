import { introducesComments, isBoilerplateHeading } from '../../language/index.ts';
import { type Region, regionAndAncestors } from '../dom/region.ts';

const landmarks = new Set(['navigation', 'search', 'menu', 'menubar', 'contentinfo']);
const asideRoles = new Set(['banner', 'complementary', 'toolbar']);
/** Names of regions around the content. */
const asideNames =
  /(?:^|[\s_-])(?:nav|navbar|navigation|breadcrumbs?|sidebar|footer|masthead|related|recommend\w*|recirc\w*|newsletter|signup|advert\w*|sponsor\w*|outbrain|taboola|trending|author-?(?:bio|block|box|info|card|profile|desc\w*)|saboxplugin|(?:post|entry)-?footer|contact-?form|filters?(?![\s_-]*(?:results?|list|content|items?|grid))|about-?(?:the-)?author|disclosures?|disclaimers?|signatures?)(?:$|[\s_-])/i;
/** Those that lead to other pages. Without a link, such a box in an article is none. */
const leadingNames = /related|recommend|recirc|trending/i;
/**
 * Names of cookie notices. Inside an article they do not count, since a text about cookies is not a banner; banners there are
 * recognized by their behavior.
 */
const cookieNames = /(?:^|[\s_-])cookie\w*(?:$|[\s_-])/i;
/** Names that only count for a box with little prose. */
const weakNames =
  /(?:^|[\s_-])(?:menu|dropdown|copyright|cta|promo\w*|side|rail|share|sharing|social|subscri\w+|ads?|pagination|pager|tags?|popup|skip|banner|toolbar|widgets?|login|search-?(?:bar|box|form|field|input)|popular|more|meta)(?:$|[\s_-])/i;
const commentNames = /(?:^|[\s_-])(?:comments?|disqus\w*|respond|reactions?|replies|reviews)(?:$|[\s_-])/i;
/** Boxes that open over the page. If such a box is in the flow, it is closed and only visible because styles are missing. */
const overlayNames =
  /(?:^|[\s_-])(?:modal|popup|pop-up|overlay|lightbox|drawer|off-?canvas|tooltip|dialog)(?:$|[\s_-])/i;
/** Names by which style sheets hide an element. It is only visible if these are missing. */
const hiddenNames =
  /(?<!\S)(?:(?:is-|js-|u-|uk-)?(?:hidden|hide)|d-none|display-none|visually-?hidden|sr-only|screen-?reader(?:-text|-only)?)(?!\S)/i;
/** Names by which they show it nevertheless, as in `d-none d-md-block` on wider windows. */
const shownNames = /(?<!\S)(?:(?:[a-z]+-)?(?:xs|sm|md|lg|xl|xxl)[-:]|(?:show|shown|visible|active|open)(?!\S))/;
/** Names that page builders give to every module of a kind. They say how it was made, not what it contains. */
const builderNames = /(?<![\w-])(?:elementor-widget|et_pb_(?:promo|cta)|h[1-6]-related)/g;
/** Names that blogs put on each post, besides those of its topics. */
const post = /(?:^|\s)(?:hentry|type-post)(?:\s|$)/;
const subjects = /(?<!\S)(?:category|tag)-\S+/g;
/** The words before the last one in a name such as `siteFooter`; the last one is the kind. */
const qualifiers = /(?<![A-Za-z])[A-Za-z]*[a-z](?=[A-Z][a-z]+(?![A-Za-z]))/g;
const footnotes = /(?:^|[\s_-])(?:foot|end)-?notes?(?:$|[\s_-])/i;
const admonition = /(?:^|[\s_-])admonition(?:$|[\s_-])/i;
const callout = /note|tip|callout|admonition|warning|caution|info|alert|important/i;

type Amounts = { text: number; link: number; prose: number; entries: number; terms: number; headings: number };

/** An author's list in a box beside the text has at least this many entries. */
const minEntries = 2;

/** A box of facts has at least this many headings over its lines. */
const minHeadings = 3;

/**
 * Whether this holds entries of an unlinked list or table below a heading, or in an `aside` of an article: the key points of a
 * report or the times of an event, regardless of the box's name. Beside a list of terms, such as the pay and place of a job, there
 * may be a link to apply. Several headings over lines without any link are such a list too: "Where", "When", "Tickets".
 */
export function isOwnList(region: Region, { text, link, entries, terms, headings }: Amounts): boolean {
  if (headings >= minHeadings && link === 0 && isInArticle(region)) return true;
  const isHeaded = headings > 0 || (region.tag === 'aside' && isInArticle(region));
  return isHeaded && entries >= minEntries && link <= text * (terms >= minEntries ? 0.3 : 0.1);
}

/**
 * Whether this region is outside the content. `share` measures the region, `whole` the page, and `around` the box around the
 * region. A region with most of the prose is content, whatever its name.
 */
export function isAside(
  region: Region,
  share: Amounts,
  whole: { text: number; prose: number },
  around: Amounts | null = null,
): boolean {
  const { tag, role } = region;
  if (tag === 'body' || tag === 'html' || tag === 'main' || tag === 'article') return false;
  if (share.prose > whole.prose * 0.5) return false;
  if (role === 'main') return false;
  if (role && asideRoles.has(role)) return role !== 'banner' || !isInArticle(region);
  if (tag === 'figcaption') return false;
  if (tag === 'aside') {
    const isPart = isInArticle(region) || (around !== null && isPartOfText(share, around, whole));
    return !callout.test(region.names) && !(isPart && isOwnList(region, share));
  }
  if (tag === 'header') return !isInArticle(region);
  if (isAdmonition(region, share)) return false;
  if (isHiddenByName(region) && share.prose < whole.prose * 0.3) return true;
  if (overlayNames.test(region.names) && share.prose < whole.prose * 0.3 && region.state === null) return true;
  const names = extractKinds(region);
  // The legal notice under a short text can be a third of all prose.
  const isText = share.link === 0 && isInArticle(region);
  if (hasAsideName(region, names))
    return share.prose < whole.prose * 0.4 && !(isText && leadingNames.test(asideNames.exec(names)?.[0] ?? ''));
  return (
    weakNames.test(names) &&
    !isOwnList(region, share) &&
    share.text < whole.text * 0.25 &&
    (share.prose < 150 || share.link > share.text * 0.4)
  );
}

/** Whether this is a note of documentation, whatever it is about: `admonition seealso related`. */
function isAdmonition({ names }: Region, { text, link }: Amounts): boolean {
  return admonition.test(names) && link <= text * 0.5;
}

function hasAsideName(region: Region, names: string): boolean {
  return asideNames.test(names) || (cookieNames.test(names) && !isInArticle(region));
}

/**
 * Whether the box around an aside also contains a list of the text with a heading, but not most of the text, so that the aside is
 * beside a part of it.
 */
function isPartOfText(share: Amounts, around: Amounts, whole: { prose: number }): boolean {
  const isBesideList = around.headings > share.headings && around.entries > share.entries;
  return isBesideList && around.prose < whole.prose * 0.5;
}

function isHiddenByName({ names, opens }: Region): boolean {
  return hiddenNames.test(names) && !shownNames.test(names) && !opens;
}

/** Whether role or name mark this region as outside the content, whatever it holds. */
export function isNamedAside(region: Region): boolean {
  const { tag, role, names } = region;
  if (/^(?:body|html|main|article|figcaption)$/.test(tag) || role === 'main') return false;
  if (tag === 'aside') return !callout.test(names);
  return role === 'complementary' || hasAsideName(region, extractKinds(region));
}

/** Whether this is a part of every page of its site: navigation, search, footer. It is never content. */
export function isLandmark(region: Region): boolean {
  const { tag } = region;
  const role = region.role ?? (tag === 'nav' ? 'navigation' : tag === 'footer' ? 'contentinfo' : '');
  return landmarks.has(role) && (role !== 'contentinfo' || !isInArticle(region));
}

/** Whether this region holds readers' comments on the content. */
export function isComments(region: Region): boolean {
  const { tag } = region;
  if (tag === 'body' || tag === 'html' || tag === 'main') return false;
  return commentNames.test(extractKinds(region));
}

/** Whether this region of a heading is in a section of a document, directly or in a box of its own. */
export function isTitleOfSection({ isSection, parent }: Region): boolean {
  return isSection || parent?.isSection === true || parent?.parent?.isSection === true;
}

/**
 * The tag and classes of a box, which the sections of one text have in common. Sections of a document may have no classes; null for
 * other boxes without classes, since many boxes look like them.
 */
export function describeMake({ tag, names, isSection }: Region): string | null {
  const classes = names.slice(names.indexOf(' ')).trim();
  return classes === '' && !isSection && tag !== 'section' ? null : `${tag} ${classes}`;
}

/** Whether a word of layout or of hiding occurs in the region's names. */
export function hasLayoutName(region: Region): boolean {
  const names = extractKinds(region);
  return [asideNames, cookieNames, weakNames, commentNames, overlayNames, hiddenNames].some((words) =>
    words.test(names),
  );
}

/** Whether this is a box of footnotes. */
export function isFootnotes({ names }: Region): boolean {
  return footnotes.test(names);
}

/** The kinds in an element's names: a `dataSource` is a source. */
function extractKinds({ names }: Region): string {
  const own = post.test(names) ? names.replace(subjects, '') : names;
  return own.replace(builderNames, '').replace(qualifiers, '');
}

const forum =
  /(?:^|[^a-z])(?:forums?|threads?|topics?|questions?|discussions?|bbs|viewtopic|showthread|phpbb|discourse|comments)(?:[^a-z]|$)/i;

const forumPlace = /(?:^|[./])(?:forums?|bbs|threads?|topics?|questions?|discussions?|viewtopic|showthread)[./]/i;

/** The same for a page that declares itself an article, in whose address a question or topic may only be a word of the title. */
export function isInForum(address: string): boolean {
  const url = URL.parse(address);
  return forumPlace.test(`${url?.hostname ?? ''}${url?.pathname ?? ''}`);
}

/** Whether replies are the content of the page, by its address and the names of its body. */
export function isForumPage(address: string, body: Region | undefined): boolean {
  const url = URL.parse(address);
  return forum.test(`${url?.hostname ?? ''} ${url?.pathname ?? ''} ${body?.names ?? ''}`);
}

/** Whether this is a dialog open over the page, which the user sees first. */
export function isOpenDialog({ tag, role, state }: Region): boolean {
  return tag === 'dialog' || ((role === 'dialog' || role === 'alertdialog') && state === 'modal');
}

function isInArticle(region: Region): boolean {
  for (const { tag } of regionAndAncestors(region)) if (tag === 'article' || tag === 'main') return true;
  return false;
}

/** Whether this heading, as Markdown, marks what follows as outside the content. */
export function isSideHeading(markdown: string): boolean {
  return isBoilerplateHeading(headingText(markdown));
}

/** Whether this heading, as Markdown, introduces comments. */
export function isCommentsHeading(markdown: string): boolean {
  return introducesComments(headingText(markdown));
}

/** The text of a heading without pictures, link addresses and emphasis. */
export function headingText(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)/g, '')
    .replace(/[#*_[\]\\]/g, '')
    .trim();
}
