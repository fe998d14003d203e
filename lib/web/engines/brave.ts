import { isJsonObject } from '../../contracts/index.ts';
import { listAt, queryWithSite, RESULT_COUNT, type SearchEngine } from '../engine.ts';

const FRESHNESS = { day: 'pd', week: 'pw', month: 'pm', year: 'py' };

export const brave: SearchEngine = {
  id: 'brave',
  name: 'Brave Search',
  address: 'https://api.search.brave.com',
  needsKey: true,
  needsSearchId: false,
  request(query, { address, key }) {
    const parameters = new URLSearchParams({ q: queryWithSite(query), count: String(RESULT_COUNT) });
    if (query.recency !== null) parameters.set('freshness', FRESHNESS[query.recency]);
    return {
      url: `${address}/res/v1/web/search?${parameters}`,
      method: 'GET',
      headers: { accept: 'application/json', 'x-subscription-token': key },
    };
  },
  refusal({ json }) {
    const error = isJsonObject(json) && isJsonObject(json.error) ? json.error : {};
    // A wrong key is answered with 422, which alone is ambiguous.
    if (/TOKEN_INVALID|NOT_FOUND/.test(String(error.code))) return 'search-key';
    return /QUOTA|RATE_LIMIT|USAGE_LIMIT/.test(String(error.code)) ? 'search-quota' : null;
  },
  rows({ json }) {
    // An answer without results has no `web` field.
    if (isJsonObject(json) && json.type === 'search' && json.web === undefined) return [];
    const resultRows = listAt(json, 'web', 'results');
    return (
      resultRows?.map(({ title, url, description, page_age }) => ({
        title,
        url,
        snippet: description,
        date: page_age,
      })) ?? null
    );
  },
};
