import { listAt, queryWithSite, type SearchEngine } from '../engine.ts';

/**
 * The user's own server. JSON must be enabled there (`search.formats` in its settings.yml); otherwise it answers 403.
 */
export const searxng: SearchEngine = {
  id: 'searxng',
  name: 'SearXNG',
  address: null,
  needsKey: false,
  needsSearchId: false,
  request(query, { address }) {
    const parameters = new URLSearchParams({ q: queryWithSite(query), format: 'json' });
    if (query.recency !== null) parameters.set('time_range', query.recency);
    return { url: `${address}/search?${parameters}`, method: 'GET', headers: { accept: 'application/json' } };
  },
  refusal({ status, json, text }) {
    if ((status === 403 || status === 200) && json === undefined && isForeignPage(text)) return 'search-junk';
    if (status === 403 || (status === 200 && json === undefined)) return 'search-no-json';
    // If all engines behind it refuse, it returns an empty list and reports which ones did not respond.
    const hasNone = status === 200 && listAt(json, 'results')?.length === 0;
    return hasNone && unresponsive(json) > 0 ? 'search-blocked' : null;
  },
  rows: ({ json }) =>
    listAt(json, 'results')?.map(({ title, url, content, publishedDate }) => ({
      title,
      url,
      snippet: content,
      date: publishedDate,
    })) ?? null,
};

/**
 * Whether a web page does not come from SearXNG. SearXNG's pages mention its name, or are the error pages of its
 * framework.
 */
function isForeignPage(text: string): boolean {
  if (!/^\s*<(?:!doctype|html|head|title)/i.test(text) || /searx/i.test(text)) return false;
  return !/<title>\s*403 forbidden\s*<\/title>/i.test(text);
}

function unresponsive(json: unknown): number {
  const list = (json as { unresponsive_engines?: unknown } | null)?.unresponsive_engines;
  return Array.isArray(list) ? list.length : 0;
}
