import { guessRegistrableDomain, type PageBlock, type SearchResult, toStandardBase64 } from '../contracts/index.ts';
import { addressKey } from '../security/index.ts';
import { dropPictures, unwrapLinks } from '../text/index.ts';

const MAX_RESULTS = 10;
const MAX_TEXT = 300;
/** If fewer headings are links, the page does not mark results as headings. */
const MIN_HEADINGS = 2;

/** A link on a page, and the index of its block. */
type Link = { text: string; url: string; block: number };

/**
 * Extracts the results from the page of a search engine: links that lead away from the engine, in order. Most engines
 * mark results as headings. If this one does not, all its links count. `pageUrl`: the address of the page.
 */
export function resultsOnPage(blocks: readonly PageBlock[], pageUrl: string): SearchResult[] {
  const engine = guessRegistrableDomain(URL.parse(pageUrl)?.hostname ?? '');
  const isOwn = ({ url }: Link) => guessRegistrableDomain(new URL(url).hostname) === engine;
  const links = blocks.flatMap(({ markdown }, block) => linksIn(markdown, pageUrl, block));
  const targets = links.flatMap((link) => (isOwn(link) ? unwrapped(link) : [link]));
  const outward = targets.filter((link) => !isOwn(link) && link.text.length > 2);
  const headingLinks = outward.filter(({ block }) => blocks[block]?.kind === 'heading');
  const resultLinks = headingLinks.length >= MIN_HEADINGS ? headingLinks : outward;
  const earlierKeys = new Set<string>();
  const first = resultLinks.filter(({ url }) => {
    const key = addressKey(new URL(url));
    return !earlierKeys.has(key) && earlierKeys.add(key);
  });
  return first.slice(0, MAX_RESULTS).map(({ text, url, block }, index) => ({
    title: text,
    url,
    snippet: textBetween(blocks, block, first[index + 1]?.block ?? block + 3),
    date: '',
  }));
}

/** The words below a result, up to the next one. */
function textBetween(blocks: readonly PageBlock[], from: number, to: number): string {
  const text = blocks.slice(from + 1, Math.max(to, from + 1)).map(({ markdown }) => plain(markdown));
  return text.join(' ').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
}

function linksIn(markdown: string, base: string, block: number): Link[] {
  return [...markdown.matchAll(/(?<![\\!])\[((?:[^[\]\\]|\\.|!\[[^[\]]*\]\([^()]*\))*)\]\(([^()\s]+)\)/g)].flatMap(
    ([, text = '', target = '']) => {
      const url = URL.parse(target, base);
      return url?.protocol === 'https:' || url?.protocol === 'http:'
        ? [{ text: plain(text), url: url.href, block }]
        : [];
    },
  );
}

function plain(markdown: string): string {
  return unwrapLinks(dropPictures(markdown))
    .replace(/^#+\s+|[*_`]|\\(?=[^\p{L}\p{N}\s])/gmu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Parameters of search engines' click counters that contain the target address. Bing encodes it as base64url after
 * `a1`.
 */
const TARGETS = ['uddg', 'url', 'q', 'u', 'RU'];

/**
 * Resolves a link through the engine's click counter. Returns the link itself if it is not a counter, and nothing if
 * the counter does not contain an address.
 */
function unwrapped(link: Link): Link[] {
  const { pathname, searchParams } = new URL(link.url);
  if (!/^\/(?:l|url|link|ck\/a|aclk|r)\/?$/.test(pathname)) return [link];
  for (const name of TARGETS) {
    const value = searchParams.get(name) ?? '';
    const target = URL.parse(value.startsWith('a1') ? fromBase64Url(value.slice(2)) : value);
    if (target?.protocol === 'https:' || target?.protocol === 'http:') return [{ ...link, url: target.href }];
  }
  return [];
}

function fromBase64Url(text: string): string {
  try {
    return atob(toStandardBase64(text));
  } catch {
    return '';
  }
}
