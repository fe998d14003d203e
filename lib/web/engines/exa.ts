import { isJsonObject, type Recency } from '../../contracts/index.ts';
import { listAt, RESULT_COUNT, type SearchEngine } from '../engine.ts';

const DAYS: Record<Recency, number> = { day: 1, week: 7, month: 31, year: 366 };
const MS_PER_DAY = 86_400_000;

export const exa: SearchEngine = {
  id: 'exa',
  name: 'Exa',
  address: 'https://api.exa.ai',
  needsKey: true,
  needsSearchId: false,
  request({ query, site, recency }, { address, key }) {
    const since = recency === null ? null : new Date(Date.now() - DAYS[recency] * MS_PER_DAY).toISOString();
    return {
      url: `${address}/search`,
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        query,
        numResults: RESULT_COUNT,
        contents: { highlights: true },
        ...(site === '' ? {} : { includeDomains: [site] }),
        ...(since === null ? {} : { startPublishedDate: since }),
      }),
    };
  },
  refusal({ json }) {
    const tag = isJsonObject(json) ? String(json.tag) : '';
    if (/CREDITS|BUDGET|LIMIT/.test(tag)) return 'search-quota';
    return tag === 'INVALID_API_KEY' ? 'search-key' : null;
  },
  rows: ({ json }) =>
    listAt(json, 'results')?.map(({ title, url, highlights, text, publishedDate }) => ({
      title,
      url,
      snippet: Array.isArray(highlights) ? highlights.join(' … ') : text,
      date: publishedDate,
    })) ?? null,
};
