import { type Region, regionAndAncestors } from '../dom/region.ts';

const landmarks = new Set(['navigation', 'search', 'menu', 'menubar', 'contentinfo']);
const asideRoles = new Set(['banner', 'complementary', 'toolbar']);
/** Names of what stands around the content… */
const asideNames =
  /(?:^|[\s_-])(?:nav|navbar|navigation|breadcrumbs?|sidebar|footer|masthead|related|recommend\w*|recirc\w*|newsletter|signup|cookie\w*|advert\w*|sponsor\w*|outbrain|taboola|trending|author-?(?:bio|box|info|card|profile|desc\w*)|saboxplugin|(?:post|entry)-?footer|contact-?form|filters?(?![\s_-]*(?:results?|list|content|items?|grid))|about-?(?:the-)?author|disclosures?|disclaimers?|signatures?)(?:$|[\s_-])/i;
/** …and names that say so only of a box with little prose in it. */
const weakNames =
  /(?:^|[\s_-])(?:menu|dropdown|copyright|cta|promo\w*|side|rail|share|sharing|social|subscri\w+|ads?|pagination|pager|tags?|popup|skip|banner|toolbar|widgets?|login|search-?(?:bar|box|form|field|input)|popular|more|meta)(?:$|[\s_-])/i;
const commentNames = /(?:^|[\s_-])(?:comments?|disqus\w*|respond|reactions?|replies|reviews)(?:$|[\s_-])/i;
/** Boxes that open over the page. One that stands in its flow is closed, and only seen while styles are missing. */
const overlayNames =
  /(?:^|[\s_-])(?:modal|popup|pop-up|overlay|lightbox|drawer|off-?canvas|tooltip|dialog)(?:$|[\s_-])/i;
/** Names that builders of pages give to every module of a kind: they say how it was made, and not where it stands. */
const builderNames = /(?<![\w-])(?:elementor-widget|et_pb_(?:promo|cta)|h[1-6]-related)/g;
/** What a blog writes on each post of what it is about. */
const post = /(?:^|\s)(?:hentry|type-post)(?:\s|$)/;
const subjects = /(?<!\S)(?:category|tag)-\S+/g;
/** The words of `siteFooter` before its last one, which says what it is. */
const qualifiers = /(?<![A-Za-z])[A-Za-z]*[a-z](?=[A-Z][a-z]+(?![A-Za-z]))/g;
const footnotes = /(?:^|[\s_-])(?:foot|end)-?notes?(?:$|[\s_-])/i;
const callout = /note|tip|callout|admonition|warning|caution|info|alert|important/i;

/**
 * Whether this region stands around the content rather than in it. `share` is what it holds, `whole` what the page holds:
 * what holds most of its prose is content, whatever its name.
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
  // The small print under a short text can be a third of all that is written there.
  if (asideNames.test(names)) return share.prose < whole.prose * 0.4;
  return (
    weakNames.test(names) && share.text < whole.text * 0.25 && (share.prose < 150 || share.link > share.text * 0.4)
  );
}

/** Whether role or name of this region mark it as beside the content, whatever it holds. */
export function isNamedAside(region: Region): boolean {
  const { tag, role, names } = region;
  if (/^(?:body|html|main|article|figcaption)$/.test(tag) || role === 'main') return false;
  if (tag === 'aside') return !callout.test(names);
  return role === 'complementary' || asideNames.test(kindsOf(region));
}

/**
 * Whether this is a part of every page of its site: its navigation, its search, its footer. Whatever it holds is not content.
 */
export function isLandmark(region: Region): boolean {
  const { tag } = region;
  const role = region.role ?? (tag === 'nav' ? 'navigation' : tag === 'footer' ? 'contentinfo' : '');
  return landmarks.has(role) && (role !== 'contentinfo' || !isInArticle(region));
}

/** Whether this is what readers wrote under the content. */
export function isComments(region: Region): boolean {
  const { tag } = region;
  if (tag === 'body' || tag === 'html' || tag === 'main') return false;
  return commentNames.test(kindsOf(region));
}

/** A box of footnotes. */
export function isFootnotes({ names }: Region): boolean {
  return footnotes.test(names);
}

/** What the names of an element call it: a `dataSource` is a source. */
function kindsOf({ names }: Region): string {
  const own = post.test(names) ? names.replace(subjects, '') : names;
  return own.replace(builderNames, '').replace(qualifiers, '');
}

const forum =
  /(?:^|[^a-z])(?:forums?|threads?|topics?|questions?|discussions?|bbs|viewtopic|showthread|phpbb|discourse|comments)(?:[^a-z]|$)/i;

const forumPlace = /(?:^|[./])(?:forums?|bbs|threads?|topics?|questions?|discussions?|viewtopic|showthread)[./]/i;

/** The same for a page that calls itself an article: in the address of one, a question or a topic may only be a word of the title. */
export function isInForum(address: string): boolean {
  const url = URL.parse(address);
  return forumPlace.test(`${url?.hostname ?? ''}${url?.pathname ?? ''}`);
}

/** Whether the page is one where what people reply is the content, by its address and the names of its body. */
export function isForumPage(address: string, body: Region | undefined): boolean {
  const url = URL.parse(address);
  return forum.test(`${url?.hostname ?? ''} ${url?.pathname ?? ''} ${body?.names ?? ''}`);
}

/** An open dialog over the page: what the user looks at first. */
export function isOpenDialog({ tag, role, state }: Region): boolean {
  return tag === 'dialog' || ((role === 'dialog' || role === 'alertdialog') && state === 'modal');
}

function isInArticle(region: Region): boolean {
  for (const { tag } of regionAndAncestors(region)) if (tag === 'article' || tag === 'main') return true;
  return false;
}
