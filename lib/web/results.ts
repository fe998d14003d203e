import type { SearchResult } from '../contracts/index.ts';
import type { EngineRow } from './engine.ts';

/** Characters of a title and of a snippet that are kept. */
const MAX_TITLE = 200;
const MAX_SNIPPET = 500;
const MAX_URL = 2_000;
/** What links carry to tell where a click came from: the page is the same without. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_eid|igshid|ref_src)$/i;

/** Rows of an engine as results: plain texts, web addresses only, each page once. */
export function cleanResults(rows: readonly EngineRow[]): SearchResult[] {
  const seen = new Set<string>();
  return rows.flatMap(({ title, url, snippet, date }): SearchResult[] => {
    const address = webAddress(url);
    if (address === null) return [];
    const key = samePageKey(address);
    if (seen.has(key)) return [];
    seen.add(key);
    const name = plain(title, MAX_TITLE);
    return [
      {
        title: name === '' ? address.hostname : name,
        url: address.href,
        snippet: plain(snippet, MAX_SNIPPET),
        date: dayOf(date),
      },
    ];
  });
}

function webAddress(url: unknown): URL | null {
  if (typeof url !== 'string' || url.length > MAX_URL) return null;
  const parsed = URL.parse(url);
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  if (parsed === null || !isWeb || parsed.username !== '' || parsed.password !== '') return null;
  for (const name of [...parsed.searchParams.keys()]) if (TRACKING.test(name)) parsed.searchParams.delete(name);
  return parsed;
}

/** The same for addresses that differ in scheme, `www.`, fragment or a slash at the end. */
function samePageKey({ hostname, port, pathname, search }: URL): string {
  return `${hostname.replace(/^www\./, '')}:${port}${pathname.replace(/\/+$/, '')}${search}`;
}

function plain(text: unknown, most: number): string {
  if (typeof text !== 'string') return '';
  const words = text
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => entity(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  return words.length <= most ? words : `${words.slice(0, most)}…`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function entity(name: string): string | null {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? null;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

/** `YYYY-MM-DD`, or '' for what is no date, such as "3 days ago". */
function dayOf(date: unknown): string {
  if (typeof date !== 'string' || !/\d{4}/.test(date)) return '';
  const time = Date.parse(date);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}
