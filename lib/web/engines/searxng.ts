import { listAt, queryWithSite, type SearchEngine } from '../engine.ts';

/** A server of the user's own. JSON has to be switched on there (`search.formats` in its settings.yml); it answers 403 otherwise. */
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
    // All engines behind it refused: it answers with an empty list and says who did not respond.
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

/** A web page that is not of SearXNG: its own name it, or are those of the framework for an error. */
function isForeignPage(text: string): boolean {
  if (!/^\s*<(?:!doctype|html|head|title)/i.test(text) || /searx/i.test(text)) return false;
  return !/<title>\s*403 forbidden\s*<\/title>/i.test(text);
}

function unresponsive(json: unknown): number {
  const list = (json as { unresponsive_engines?: unknown } | null)?.unresponsive_engines;
  return Array.isArray(list) ? list.length : 0;
}
