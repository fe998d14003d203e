import { isJsonObject } from '../../contracts/index.ts';
import { listAt, RESULT_COUNT, type SearchEngine } from '../engine.ts';

const RESTRICT = { day: 'd1', week: 'w1', month: 'm1', year: 'y1' };

/** Programmable Search Engine, the Custom Search JSON API. */
export const google: SearchEngine = {
  id: 'google',
  name: 'Google Programmable Search',
  address: 'https://www.googleapis.com',
  needsKey: true,
  needsSearchId: true,
  request({ query, site, recency }, { address, key, searchId }) {
    const parameters = new URLSearchParams({ q: query, cx: searchId, num: String(RESULT_COUNT) });
    if (recency !== null) parameters.set('dateRestrict', RESTRICT[recency]);
    if (site !== '') {
      parameters.set('siteSearch', site);
      parameters.set('siteSearchFilter', 'i');
    }
    return {
      url: `${address}/customsearch/v1?${parameters}`,
      method: 'GET',
      // Sent in a header, so that the key is not part of an address that intermediaries may log.
      headers: { 'x-goog-api-key': key },
    };
  },
  refusal({ json }) {
    const error = isJsonObject(json) && isJsonObject(json.error) ? json.error : null;
    if (error === null) return null;
    const text = JSON.stringify(error);
    if (/LimitExceeded|RATE_LIMIT|RESOURCE_EXHAUSTED/i.test(text)) return 'search-quota';
    return /API key|API_KEY|keyInvalid/i.test(text) ? 'search-key' : null;
  },
  rows({ json }) {
    if (isJsonObject(json) && json.kind === 'customsearch#search' && json.items === undefined) return [];
    return listAt(json, 'items')?.map(({ title, link, snippet }) => ({ title, url: link, snippet })) ?? null;
  },
};
