import { isJsonObject } from '../../contracts/index.ts';
import { listAt, queryWithSite, RESULT_COUNT, type SearchEngine } from '../engine.ts';

export const kagi: SearchEngine = {
  id: 'kagi',
  name: 'Kagi',
  address: 'https://kagi.com',
  needsKey: true,
  needsSearchId: false,
  request(query, { address, key }) {
    const parameters = new URLSearchParams({ q: queryWithSite(query), limit: String(RESULT_COUNT) });
    return { url: `${address}/api/v0/search?${parameters}`, method: 'GET', headers: { authorization: `Bot ${key}` } };
  },
  refusal({ json }) {
    const messages = (isJsonObject(json) ? (listAt(json, 'error') ?? []) : []).map(({ msg }) => String(msg));
    if (messages.some((message) => /credit|balance|quota|billing/i.test(message))) return 'search-quota';
    return messages.some((message) => /unauthori|token|api key/i.test(message)) ? 'search-key' : null;
  },
  // Objects of type 1 are related searches.
  rows: ({ json }) =>
    listAt(json, 'data')
      ?.filter(({ t }) => t === 0)
      .map(({ title, url, snippet, published }) => ({ title, url, snippet, date: published })) ?? null,
};
