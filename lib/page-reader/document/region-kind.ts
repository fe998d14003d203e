import { type Region, regionAndAncestors } from '../dom/region.ts';

const landmarks = new Set(['navigation', 'search', 'menu', 'menubar', 'contentinfo']);
const asideRoles = new Set(['banner', 'complementary', 'toolbar']);
/** Names of regions around the content. */
const asideNames =
  /(?:^|[\s_-])(?:nav|navbar|navigation|breadcrumbs?|sidebar|footer|masthead|related|recommend\w*|recirc\w*|newsletter|signup|cookie\w*|advert\w*|sponsor\w*|outbrain|taboola|trending|author-?(?:bio|box|info|card|profile|desc\w*)|saboxplugin|(?:post|entry)-?footer|contact-?form|filters?(?![\s_-]*(?:results?|list|content|items?|grid))|about-?(?:the-)?author|disclosures?|disclaimers?|signatures?)(?:$|[\s_-])/i;
/** Names that only count for a box with little prose. */
const weakNames =
  /(?:^|[\s_-])(?:menu|dropdown|copyright|cta|promo\w*|side|rail|share|sharing|social|subscri\w+|ads?|pagination|pager|tags?|popup|skip|banner|toolbar|widgets?|login|search-?(?:bar|box|form|field|input)|popular|more|meta)(?:$|[\s_-])/i;
const commentNames = /(?:^|[\s_-])(?:comments?|disqus\w*|respond|reactions?|replies|reviews)(?:$|[\s_-])/i;
/** Boxes that open over the page. If such a box is in the flow, it is closed and only visible because styles are missing. */
const overlayNames =
  /(?:^|[\s_-])(?:modal|popup|pop-up|overlay|lightbox|drawer|off-?canvas|tooltip|dialog)(?:$|[\s_-])/i;
/** Names that page builders give to every module of a kind. They say how it was made, not what it contains. */
const builderNames = /(?<![\w-])(?:elementor-widget|et_pb_(?:promo|cta)|h[1-6]-related)/g;
/** Names that blogs put on each post, besides those of its topics. */
const post = /(?:^|\s)(?:hentry|type-post)(?:\s|$)/;
const subjects = /(?<!\S)(?:category|tag)-\S+/g;
/** The words before the last one in a name such as `siteFooter`; the last one is the kind. */
const qualifiers = /(?<![A-Za-z])[A-Za-z]*[a-z](?=[A-Z][a-z]+(?![A-Za-z]))/g;
const footnotes = /(?:^|[\s_-])(?:foot|end)-?notes?(?:$|[\s_-])/i;
const callout = /note|tip|callout|admonition|warning|caution|info|alert|important/i;

/**
 * Whether this region is outside the content. `share` is what it holds, `whole` what the page holds: a region with most of the
 * prose is content, whatever its name.
 */
export function isAside(
  region: Region,
  share: { text: number; link: number; prose: number },
  whole: { text: number; prose: number },
): boolean {
  const { tag, role } = region;
  if (tag === 'body' || tag === 'html' || tag === 'main' || tag === 'article') return false;
  if (share.prose > whole.prose * 0.5) return false;
  if (role === 'main') return false;
  if (role && asideRoles.has(role)) return role !== 'banner' || !isInArticle(region);
  if (tag === 'figcaption') return false;
  if (tag === 'aside') return !callout.test(region.names);
  if (tag === 'header') return !isInArticle(region);
  if (overlayNames.test(region.names) && share.prose < whole.prose * 0.3 && region.state === null) return true;
  const names = kindsOf(region);
  // The legal notice under a short text can be a third of all prose.
  if (asideNames.test(names)) return share.prose < whole.prose * 0.4;
  return (
    weakNames.test(names) && share.text < whole.text * 0.25 && (share.prose < 150 || share.link > share.text * 0.4)
  );
}

/** Whether role or name mark this region as outside the content, whatever it holds. */
export function isNamedAside(region: Region): boolean {
  const { tag, role, names } = region;
  if (/^(?:body|html|main|article|figcaption)$/.test(tag) || role === 'main') return false;
  if (tag === 'aside') return !callout.test(names);
  return role === 'complementary' || asideNames.test(kindsOf(region));
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
  return commentNames.test(kindsOf(region));
}

/** Whether this is a box of footnotes. */
export function isFootnotes({ names }: Region): boolean {
  return footnotes.test(names);
}

/** The kinds in an element's names: a `dataSource` is a source. */
function kindsOf({ names }: Region): string {
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
