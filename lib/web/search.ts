import { parseJson, type SearchQuery, type SearchResult, WebError } from '../contracts/index.ts';
import { readAtMost } from '../control-flow/index.ts';
import { decodeHtmlEntities } from '../text/index.ts';
import type { EngineResponse, EngineRow, EngineSetup, SearchEngine, SearchErrorCode } from './engine.ts';

const TIMEOUT_MS = 15_000;
/** Maximum size of an answer in bytes. A longer answer does not come from a search engine. */
const MAX_BYTES = 2_000_000;

/**
 * Sends a query to a search engine. The key is sent to the engine's own address and, since redirects are not followed,
 * nowhere else. Rejects with WebError, or with the signal's reason.
 */
export async function searchWeb(
  engine: SearchEngine,
  query: SearchQuery,
  setup: EngineSetup,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<SearchResult[]> {
  const response = await ask(engine, query, setup, fetch, signal);
  const code = findRefusal(engine, response);
  if (code !== null) throw new WebError(code, MESSAGES[code](engine.name));
  const rows = engine.rows(response);
  const results = rows === null ? null : cleanResults(rows);
  // Rows without any web address are not a list of results.
  if (rows === null || results === null || (rows.length > 0 && results.length === 0))
    throw new WebError('search-junk', MESSAGES['search-junk'](engine.name));
  return results;
}

async function ask(
  engine: SearchEngine,
  query: SearchQuery,
  setup: EngineSetup,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<EngineResponse> {
  const { url, ...init } = engine.request(query, setup);
  try {
    const response = await fetch(url, {
      ...init,
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      return { status: REDIRECT, text: '', json: undefined };
    }
    const bytes = await readAtMost(response, MAX_BYTES);
    const text = bytes === null ? '' : new TextDecoder().decode(bytes);
    return { status: response.status, text, json: parseJson(text) };
  } catch (error) {
    signal.throwIfAborted();
    throw new WebError('offline', MESSAGES.offline(engine.name), { cause: error });
  }
}

/** Stands for any redirect status, since browsers do not reveal which one it was. */
const REDIRECT = 300;

function findRefusal(engine: SearchEngine, response: EngineResponse): SearchErrorCode | null {
  const own = engine.refusal?.(response) ?? null;
  if (own !== null) return own;
  const { status } = response;
  if (status === REDIRECT) return 'search-redirect';
  if (engine.address === null) {
    // The user's own server has no quota and no key, but may be configured to block bots.
    if (status === 429) return 'search-limiter';
    if (status === 401 || status === 407) return 'search-password';
    if (status === 404 || status === 405) return 'search-wrong-path';
  }
  if (status === 402 || status === 429) return 'search-quota';
  if (status === 401 || status === 403) return engine.needsKey ? 'search-key' : 'search-blocked';
  return status >= 200 && status < 300 ? null : 'search-failed';
}

/** Messages for the model. */
const MESSAGES: Record<SearchErrorCode, (name: string) => string> = {
  'search-key': (name) =>
    `${name} refused the key. The user has to check it in the settings. Answer without searching.`,
  'search-quota': (name) => `The quota of ${name} is used up for now. Answer without searching, and say so.`,
  'search-blocked': (name) => `${name} blocked this search. Answer without searching, and say so.`,
  'search-junk': (name) =>
    `${name} sent something that is not a list of results. Answer without searching, and say so.`,
  'search-no-json': (name) => `This ${name} server does not give results as JSON. The user has to switch that on.`,
  'search-limiter': (name) =>
    `This ${name} server limits how often programs may ask. Answer without searching, and say so.`,
  'search-password': (name) => `This ${name} server asks for a password. Answer without searching, and say so.`,
  'search-wrong-path': (name) =>
    `There is no ${name} server at the address in the settings. The user has to correct it.`,
  'search-redirect': (name) => `The address of ${name} leads elsewhere. The user has to correct it in the settings.`,
  'search-failed': (name) => `${name} could not search just now. Answer without searching, and say so.`,
  offline: (name) => `${name} could not be reached. Answer without searching, and say so.`,
};

const MAX_URL = 2_000;
/** Tracking parameters in links. The page is the same without them. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_eid|igshid|ref_src)$/i;

/** Converts an engine's rows to results: texts without markup, only web addresses, each page once. */
function cleanResults(rows: readonly EngineRow[]): SearchResult[] {
  const earlierKeys = new Set<string>();
  return rows.flatMap(({ title, url, snippet, date }): SearchResult[] => {
    const address = webAddress(url);
    if (address === null) return [];
    const key = samePageKey(address);
    if (earlierKeys.has(key)) return [];
    earlierKeys.add(key);
    const name = plain(title);
    return [
      {
        title: name === '' ? address.hostname : name,
        url: address.href,
        snippet: plain(snippet),
        date: toIsoDay(date),
      },
    ];
  });
}

function webAddress(url: unknown): URL | null {
  if (typeof url !== 'string' || url.length > MAX_URL) return null;
  const parsedUrl = URL.parse(url);
  const isWeb = parsedUrl?.protocol === 'https:' || parsedUrl?.protocol === 'http:';
  if (parsedUrl === null || !isWeb || parsedUrl.username !== '' || parsedUrl.password !== '') return null;
  for (const name of [...parsedUrl.searchParams.keys()]) if (TRACKING.test(name)) parsedUrl.searchParams.delete(name);
  return parsedUrl;
}

/** A key that is equal for addresses that differ only in scheme, `www.`, fragment or a trailing slash. */
function samePageKey({ hostname, port, pathname, search }: URL): string {
  return `${hostname.replace(/^www\./, '')}:${port}${pathname.replace(/\/+$/, '')}${search}`;
}

function plain(text: unknown): string {
  if (typeof text !== 'string') return '';
  return decodeHtmlEntities(text.replace(/<\/?[a-z][^<>]*>/gi, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Formats a date as `YYYY-MM-DD`. '' for anything else, such as "3 days ago". */
function toIsoDay(date: unknown): string {
  if (typeof date !== 'string' || !/\d{4}/.test(date)) return '';
  const time = Date.parse(date);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}
