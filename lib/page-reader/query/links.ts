import type { PageBlock } from '../../contracts/index.ts';
import { plainText } from '../document/markdown-text.ts';

export type PageLink = { number: number; text: string; url: string };

/** The page's addresses and their numbers in reading order, the same for every part and search of the page. */
export type LinkNumbers = ReadonlyMap<string, number>;

/** An address in our Markdown, in which `linkUrl` leaves no parenthesis and no space. */
const destination = /\]\(([^()\s]+)\)/g;
const link = /(?<!\\)\[((?:[^[\]\\\n]|\\.|!?\[(?:[^[\]\\\n]|\\.)*\](?:\(\))?)*)\]\(([^()\s]+)\)/g;
/** Shorter addresses need no number. Characters. */
const shortAddress = 12;

export function numberLinks(blocks: readonly PageBlock[]): LinkNumbers {
  const numbers = new Map<string, number>();
  for (const { markdown, kind } of blocks) {
    if (kind === 'code') continue;
    for (const [, url] of markdown.matchAll(destination))
      if (url && !numbers.has(url)) numbers.set(url, numbers.size + 1);
  }
  return numbers;
}

/** All links, once for each address, with its longest text. */
export function linksOf(blocks: readonly PageBlock[], numbers: LinkNumbers): PageLink[] {
  const links = new Map<string, PageLink>();
  for (const { markdown, kind } of blocks) {
    if (kind === 'code') continue;
    for (const [, inner = '', url = ''] of markdown.matchAll(link)) {
      const text = plainText(inner);
      const known = links.get(url);
      if (!known || text.length > known.text.length) links.set(url, { number: numbers.get(url) ?? 0, text, url });
    }
  }
  return [...links.values()].sort((one, other) => one.number - other.number);
}

/** The address without the origin, if it is on the site of `pageUrl`. */
export function localUrl(url: string, pageUrl: string): string {
  const origin = URL.parse(pageUrl)?.origin ?? 'null';
  return origin !== 'null' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

/** Replaces long addresses by `[text](L12)`, since they are a fifth of a page's tokens. Code is unchanged. */
export function withShortLinks(markdown: string, numbers: LinkNumbers, pageUrl: string): string {
  return markdown
    .split(/(^(?:`{3,})[\s\S]*?^`{3,}$)/m)
    .map((part) => (part.startsWith('```') ? part : shorten(part, numbers, pageUrl)))
    .join('');
}

function shorten(markdown: string, numbers: LinkNumbers, pageUrl: string): string {
  return markdown.replace(destination, (whole, url: string) => {
    const local = localUrl(url, pageUrl);
    const number = numbers.get(url);
    return local.length <= shortAddress || number === undefined
      ? `](${local})`
      : whole.replace(url, () => `L${number}`);
  });
}
