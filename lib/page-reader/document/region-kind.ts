import { introducesComments, isBoilerplateHeading } from '../../language/index.ts';
import { type Region, regionAndAncestors } from '../dom/region.ts';
import type { Share } from './text-density.ts';

const LANDMARKS = new Set(['navigation', 'search', 'menu', 'menubar', 'contentinfo']);
const ASIDE_ROLES = new Set(['banner', 'complementary', 'toolbar']);
/** Names of regions around the content. */
const ASIDE_NAMES =
  /(?:^|[\s_-])(?:nav|navbar|navigation|breadcrumbs?|sidebar|footer|masthead|related|recommend\w*|recirc\w*|newsletter|signup|advert\w*|sponsor\w*|outbrain|taboola|trending|author-?(?:bio|block|box|info|card|profile|desc\w*)|saboxplugin|(?:post|entry)-?footer|contact-?form|filters?(?![\s_-]*(?:results?|list|content|items?|grid))|about-?(?:the-)?author|disclosures?|disclaimers?|signatures?)(?:$|[\s_-])/i;
/** Names of boxes that lead to other pages. Without a link, a box with such a name in an article is content. */
const LEADING_NAMES = /related|recommend|recirc|trending/i;
/**
 * Names of cookie notices. Inside an article they do not count, since a text about cookies is not a banner; banners
 * there are recognized by their behavior.
 */
const COOKIE_NAMES = /(?:^|[\s_-])cookie\w*(?:$|[\s_-])/i;
/** Names that only count for a box with little prose. */
const WEAK_NAMES =
  /(?:^|[\s_-])(?:menu|dropdown|copyright|cta|promo\w*|side|rail|share|sharing|social|subscri\w+|ads?|pagination|pager|tags?|popup|skip|banner|toolbar|widgets?|login|search-?(?:bar|box|form|field|input)|popular|more|meta)(?:$|[\s_-])/i;
const COMMENT_NAMES = /(?:^|[\s_-])(?:comments?|disqus\w*|respond|reactions?|replies|reviews)(?:$|[\s_-])/i;
/**
 * Names of boxes that open over the page. If such a box is in the flow, it is closed and only visible because styles
 * are missing.
 */
const OVERLAY_NAMES =
  /(?:^|[\s_-])(?:modal|popup|pop-up|overlay|lightbox|drawer|off-?canvas|tooltip|dialog)(?:$|[\s_-])/i;
/** Names by which style sheets hide an element. Such an element is only visible if the style sheets are missing. */
const HIDDEN_NAMES =
  /(?<!\S)(?:(?:is-|js-|u-|uk-)?(?:hidden|hide)|d-none|display-none|visually-?hidden|sr-only|screen-?reader(?:-text|-only)?)(?!\S)/i;
/** Names by which style sheets show it after all, as `d-none d-md-block` does in wider windows. */
const SHOWN_NAMES = /(?<!\S)(?:(?:[a-z]+-)?(?:xs|sm|md|lg|xl|xxl)[-:]|(?:show|shown|visible|active|open)(?!\S))/;
/**
 * Names that page builders give to every module of a kind. They describe how a module was made, not what it contains.
 */
const BUILDER_NAMES = /(?<![\w-])(?:elementor-widget|et_pb_(?:promo|cta)|h[1-6]-related)/g;
/** Names that blogs put on every post, in addition to those of its topics. */
const POST = /(?:^|\s)(?:hentry|type-post)(?:\s|$)/;
const SUBJECTS = /(?<!\S)(?:category|tag)-\S+/g;
/** All words of a name such as `siteFooter` except the last, which names the kind. */
const QUALIFIERS = /(?<![A-Za-z])[A-Za-z]*[a-z](?=[A-Z][a-z]+(?![A-Za-z]))/g;
const FOOTNOTES = /(?:^|[\s_-])(?:foot|end)-?notes?(?:$|[\s_-])/i;
const ADMONITION = /(?:^|[\s_-])admonition(?:$|[\s_-])/i;
const CALLOUT = /note|tip|callout|admonition|warning|caution|info|alert|important/i;

type Amounts = Pick<Share, 'text' | 'link' | 'control' | 'prose' | 'entries' | 'terms' | 'headings'>;

/** Minimum number of entries of an author's list in a box beside the text. */
const MIN_ENTRIES = 2;

/** Minimum number of headings over lines in a box of facts. */
const MIN_HEADINGS = 3;

/**
 * Whether this holds entries of an unlinked list or table below a heading, or in an `aside` of an article: the key
 * points of a report or the times of an event, regardless of the box's name. Beside a list of terms, such as the pay
 * and place of a job, a link to apply is allowed. Several headings over lines without links also count as such a list:
 * "Where", "When", "Tickets".
 */
export function isOwnList(region: Region, { text, link, entries, terms, headings }: Amounts): boolean {
  if (headings >= MIN_HEADINGS && link === 0 && isInArticle(region)) return true;
  const isHeaded = headings > 0 || (region.tag === 'aside' && isInArticle(region));
  return isHeaded && entries >= MIN_ENTRIES && link <= text * (terms >= MIN_ENTRIES ? 0.3 : 0.1);
}

/**
 * Whether this region is outside the content. `share` measures the region, `whole` the page, and `around` the box
 * around the region. A region with most of the prose is content, regardless of its name.
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
  if (role && ASIDE_ROLES.has(role)) return role !== 'banner' || !isInArticle(region);
  // A heading belongs to what it is above, regardless of its own names.
  if (/^(?:figcaption|h[1-6])$/.test(tag) || role === 'note') return false;
  if (tag === 'aside') {
    const isPart = isInArticle(region) || (around !== null && isPartOfText(share, around, whole));
    const isTitledText = share.headings > 0 && share.link + share.control === 0;
    return !CALLOUT.test(region.names) && !(isPart && (isOwnList(region, share) || isTitledText));
  }
  if (tag === 'header') return !isInArticle(region);
  if (isAdmonition(region, share)) return false;
  if (isHiddenByName(region) && share.prose < whole.prose * 0.3) return true;
  if (OVERLAY_NAMES.test(region.names) && share.prose < whole.prose * 0.3 && region.state === null) return true;
  const names = extractKinds(region);
  // The legal notice below a short text can make up a third of the prose.
  const isText = share.link === 0 && isInArticle(region);
  if (hasAsideName(region, names))
    return share.prose < whole.prose * 0.4 && !(isText && LEADING_NAMES.test(ASIDE_NAMES.exec(names)?.[0] ?? ''));
  return (
    isWeaklyNamed(region) &&
    !isOwnList(region, share) &&
    share.text < whole.text * 0.25 &&
    (share.prose < 150 || share.link > share.text * 0.4)
  );
}

/** Whether its tag or role says that this is a note on the text around it. */
export function isNote({ tag, role }: Region): boolean {
  return tag === 'aside' || role === 'note';
}

/** Whether the region has a name that only counts for a box with little prose. */
export function isWeaklyNamed(region: Region): boolean {
  return WEAK_NAMES.test(extractKinds(region));
}

/** Whether this is a note in documentation, on any subject: `admonition seealso related`. */
function isAdmonition({ names }: Region, { text, link }: Amounts): boolean {
  return ADMONITION.test(names) && link <= text * 0.5;
}

function hasAsideName(region: Region, names: string): boolean {
  return ASIDE_NAMES.test(names) || (COOKIE_NAMES.test(names) && !isInArticle(region));
}

/**
 * Whether the box around an aside also contains a list of the text with a heading, but not most of the text. The aside
 * then belongs to a part of the text.
 */
function isPartOfText(share: Amounts, around: Amounts, whole: { prose: number }): boolean {
  const isBesideList = around.headings > share.headings && around.entries > share.entries;
  return isBesideList && around.prose < whole.prose * 0.5;
}

/** Whether a class name hides this region, and nothing shows it. */
export function isHiddenByName({ names, opens }: Region): boolean {
  return HIDDEN_NAMES.test(names) && !SHOWN_NAMES.test(names) && !opens;
}

/** Whether its role or name marks this region as outside the content, regardless of what it holds. */
export function isNamedAside(region: Region): boolean {
  const { tag, role, names } = region;
  if (/^(?:body|html|main|article|figcaption)$/.test(tag) || role === 'main') return false;
  if (tag === 'aside') return !CALLOUT.test(names);
  return role === 'complementary' || hasAsideName(region, extractKinds(region));
}

const EDGE_NAMES = /(?:^|[\s_-])(?:nav\w*|footer|masthead|copyright|contact-?form|newsletter|signup)(?:$|[\s_-])/i;

/** Whether facts in this region are about the subject of the page and not about the site. */
export function canHoldFacts(region: Region): boolean {
  return !/^(?:header|form)$/.test(region.tag) && !isHiddenByName(region) && !EDGE_NAMES.test(extractKinds(region));
}

/** Whether this is on every page of its site, like navigation, search or a footer, and so never content. */
export function isLandmark(region: Region): boolean {
  const { tag } = region;
  const role = region.role ?? (tag === 'nav' ? 'navigation' : tag === 'footer' ? 'contentinfo' : '');
  return LANDMARKS.has(role) && (role !== 'contentinfo' || !isInArticle(region));
}

/** Whether this region holds readers' comments on the content. */
export function isComments(region: Region): boolean {
  const { tag } = region;
  if (tag === 'body' || tag === 'html' || tag === 'main') return false;
  return COMMENT_NAMES.test(extractKinds(region));
}

/** Whether this region of a heading is in a section of a document, directly or in a separate box. */
export function isTitleOfSection({ isSection, parent }: Region): boolean {
  return isSection || parent?.isSection === true || parent?.parent?.isSection === true;
}

/**
 * The tag and classes of a box, which the sections of one text share. Sections of a document may have no classes. Null
 * for other boxes without classes, since many boxes look like that.
 */
export function describeMake({ tag, names, isSection }: Region): string | null {
  const classes = names.slice(names.indexOf(' ')).trim();
  return classes === '' && !isSection && tag !== 'section' ? null : `${tag} ${classes}`;
}

/** Whether the region's names contain a word for layout or for hiding. */
export function hasLayoutName(region: Region): boolean {
  const names = extractKinds(region);
  return [ASIDE_NAMES, COOKIE_NAMES, WEAK_NAMES, COMMENT_NAMES, OVERLAY_NAMES, HIDDEN_NAMES].some((words) =>
    words.test(names),
  );
}

/** Whether this is a box of footnotes. */
export function isFootnotes({ names }: Region): boolean {
  return FOOTNOTES.test(names);
}

/** The kinds in an element's names: the kind of a `dataSource` is source. */
function extractKinds({ names }: Region): string {
  const own = POST.test(names) ? names.replace(SUBJECTS, '') : names;
  return own.replace(BUILDER_NAMES, '').replace(QUALIFIERS, '');
}

const FORUM =
  /(?:^|[^a-z])(?:forums?|threads?|topics?|questions?|discussions?|bbs|viewtopic|showthread|phpbb|discourse|comments)(?:[^a-z]|$)/i;
/** An entry of a tracker, whose replies are read with it. A magazine has articles below its issues. */
const TRACKER_ENTRY = /\/(?:issues|pull|merge_requests|tickets?|bugs?)\/\d+\/?$/;

const FORUM_PLACE = /(?:^|[./])(?:forums?|bbs|threads?|topics?|questions?|discussions?|viewtopic|showthread)[./]/i;

/**
 * Like `isForumPage`, for a page that declares itself an article. Ignores words such as question and topic inside a
 * longer part of the address, where they may only be part of the title.
 */
export function isInForum(address: string): boolean {
  const url = URL.parse(address);
  return FORUM_PLACE.test(`${url?.hostname ?? ''}${url?.pathname ?? ''}`);
}

/** Whether replies are the content of the page, according to its address and the names of its body. */
export function isForumPage(address: string, body: Region | undefined): boolean {
  const url = URL.parse(address);
  return (
    TRACKER_ENTRY.test(url?.pathname ?? '') ||
    FORUM.test(`${url?.hostname ?? ''} ${url?.pathname ?? ''} ${body?.names ?? ''}`)
  );
}

/** Whether this is a dialog that is open over the page, so that the user sees it first. */
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
    .replace(/!\[[^[\]]*\]\([^()]*\)|\]\([^()]*\)/g, '')
    .replace(/[#*_[\]\\]/g, '')
    .trim();
}
