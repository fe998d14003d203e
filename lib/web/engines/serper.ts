import { isJsonObject } from '../../contracts/index.ts';
import { listAt, queryWithSite, RESULT_COUNT, type SearchEngine } from '../engine.ts';

const TIMES = { day: 'qdr:d', week: 'qdr:w', month: 'qdr:m', year: 'qdr:y' };

export const serper: SearchEngine = {
  id: 'serper',
  name: 'Serper',
  address: 'https://google.serper.dev',
  needsKey: true,
  needsSearchId: false,
  request(query, { address, key }) {
    return {
      url: `${address}/search`,
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        q: queryWithSite(query),
        num: RESULT_COUNT,
        ...(query.recency === null ? {} : { tbs: TIMES[query.recency] }),
      }),
    };
  },
  // Exhausted credits are reported with status 400.
  refusal: ({ json }) => (isJsonObject(json) && /credits/i.test(String(json.message)) ? 'search-quota' : null),
  rows: ({ json }) =>
    // Advertisements are in a separate list.
    listAt(json, 'organic')?.map(({ title, link, snippet, date }) => ({ title, url: link, snippet, date })) ?? null,
};
