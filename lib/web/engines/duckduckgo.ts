import { type EngineRow, queryWithSite, RESULT_COUNT, type SearchEngine } from '../engine.ts';

const DATES = { day: 'd', week: 'w', month: 'm', year: 'y' };

/**
 * The page for browsers without scripts, which needs no key. If it treats the client as a bot, it answers with 202 and
 * a picture puzzle (`anomaly-modal`). A worker has no DOM, so the page's few fixed class names are matched in the text.
 */
export const duckduckgo: SearchEngine = {
  id: 'duckduckgo',
  name: 'DuckDuckGo',
  address: 'https://html.duckduckgo.com',
  needsKey: false,
  needsSearchId: false,
  request(query, { address }) {
    const parameters = new URLSearchParams({ q: queryWithSite(query) });
    if (query.recency !== null) parameters.set('df', DATES[query.recency]);
    return { url: `${address}/html/?${parameters}`, method: 'GET', headers: { accept: 'text/html' } };
  },
  refusal: ({ status, text }) =>
    status === 202 || status === 403 || /class="[^"]*\banomaly-modal/.test(text) ? 'search-blocked' : null,
  rows({ text }) {
    const results = text.split(/<div[^<>]+class="[^"<>]*\bresult results_links/).slice(1);
    if (results.length === 0) return /class="[^"]*\bno-results\b/.test(text) ? [] : null;
    return results.slice(0, MAX_ROWS).flatMap((result) => parseRow(result.slice(0, MAX_ROW_LENGTH)));
  },
};

/** More results than are used, since advertisements are among them, and more characters than one takes. */
const MAX_ROWS = 4 * RESULT_COUNT;
const MAX_ROW_LENGTH = 20_000;

/** Parses one result; empty for advertisements, whose links lead through DuckDuckGo's own counter. */
function parseRow(html: string): EngineRow[] {
  const link = /<a[^<>]+class="[^"<>]*\bresult__a\b[^<>]*>([\s\S]*?)<\/a>/.exec(html);
  const address = /\bhref="([^"]*)"/.exec(link?.[0] ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
  const snippet = /class="[^"<>]*\bresult__snippet\b[^<>]*>([\s\S]*?)<\/a>/.exec(html)?.[1] ?? '';
  const linkUrl = URL.parse(address, 'https://duckduckgo.com');
  const isOwn = linkUrl !== null && /(^|\.)duckduckgo\.com$/.test(linkUrl.hostname);
  if (isOwn && linkUrl.pathname !== '/l/') return [];
  const url = isOwn ? linkUrl.searchParams.get('uddg') : address;
  return [{ title: link?.[1], url, snippet }];
}
