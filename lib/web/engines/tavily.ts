import { listAt, RESULT_COUNT, type SearchEngine } from '../engine.ts';

export const tavily: SearchEngine = {
  id: 'tavily',
  name: 'Tavily',
  address: 'https://api.tavily.com',
  needsKey: true,
  needsSearchId: false,
  request({ query, site, recency }, { address, key }) {
    return {
      url: `${address}/search`,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query,
        max_results: RESULT_COUNT,
        ...(recency === null ? {} : { time_range: recency }),
        ...(site === '' ? {} : { include_domains: [site] }),
      }),
    };
  },
  // 432: the plan's quota is exhausted. 433: the pay-as-you-go limit is reached.
  refusal: ({ status }) => (status === 432 || status === 433 ? 'search-quota' : null),
  rows: ({ json }) =>
    listAt(json, 'results')?.map(({ title, url, content, published_date }) => ({
      title,
      url,
      snippet: content,
      date: published_date,
    })) ?? null,
};
