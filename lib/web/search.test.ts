import { afterEach, describe, expect, test } from 'vitest';
import { type SearchEngineId, type SearchQuery, WebError } from '../contracts/index.ts';
import { type RawServer, startRawServer } from '../testing/model-api/raw-server.ts';
import { searchEngine, searchEngines } from './engines/all-engines.ts';
import { searchWeb } from './search.ts';

let server: RawServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

type Reply = { status?: number; body: unknown; headers?: Record<string, string> };

/** Searches with an engine at a test server that answers with `reply`. Returns the results or the code of the error. */
async function ask(id: SearchEngineId, reply: Reply, query: Partial<SearchQuery> = {}) {
  server = await startRawServer((_request, response) => {
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    response.writeHead(reply.status ?? 200, reply.headers ?? {}).end(text);
  });
  const setup = { address: server.url, key: 'key-1', searchId: 'cx-1' };
  const results = await searchWeb(searchEngine(id), { query: 'high water', site: '', recency: null, ...query }, setup, {
    fetch,
    signal: new AbortController().signal,
  }).catch((error: unknown) => (error instanceof WebError ? error.code : Promise.reject(error)));
  return { results, request: server.requests[0] };
}

/**
 * The answer of each engine according to its documentation, with two pages. The second address has a tracking
 * parameter.
 */
const ANSWERS: Record<SearchEngineId, unknown> = {
  searxng: {
    query: 'high water',
    results: [
      { title: 'Tides', url: 'https://a.test/tides', content: 'Twice a day', publishedDate: '2026-03-04T00:00:00' },
      { title: 'Sea', url: 'https://b.test/?utm_source=x&id=1', content: 'Salt', publishedDate: null },
    ],
    unresponsive_engines: [],
  },
  brave: {
    type: 'search',
    web: {
      results: [
        {
          title: 'Tides',
          url: 'https://a.test/tides',
          description: '<strong>Twice</strong> a day',
          page_age: '2026-03-04T10:00:00',
        },
        { title: 'Sea', url: 'https://b.test/?utm_source=x&id=1', description: 'Salt' },
      ],
    },
  },
  tavily: {
    query: 'high water',
    results: [
      { title: 'Tides', url: 'https://a.test/tides', content: 'Twice a day', score: 0.9, published_date: '2026-03-04' },
      { title: 'Sea', url: 'https://b.test/?utm_source=x&id=1', content: 'Salt', score: 0.5 },
    ],
  },
  exa: {
    requestId: 'r',
    results: [
      {
        title: 'Tides',
        url: 'https://a.test/tides',
        highlights: ['Twice a day'],
        publishedDate: '2026-03-04T00:00:00.000Z',
      },
      { title: 'Sea', url: 'https://b.test/?utm_source=x&id=1', highlights: ['Salt'] },
    ],
  },
  kagi: {
    meta: { id: 'm' },
    data: [
      {
        t: 0,
        title: 'Tides',
        url: 'https://a.test/tides',
        snippet: '<b>Twice</b> a day',
        published: '2026-03-04T00:00:00Z',
      },
      { t: 1, list: ['related'] },
      { t: 0, title: 'Sea', url: 'https://b.test/?utm_source=x&id=1', snippet: 'Salt' },
    ],
  },
  google: {
    kind: 'customsearch#search',
    items: [
      { title: 'Tides', link: 'https://a.test/tides', snippet: 'Twice a day' },
      { title: 'Sea', link: 'https://b.test/?utm_source=x&id=1', snippet: 'Salt' },
    ],
  },
  serper: {
    ads: [{ title: 'Buy boats', link: 'https://ads.test/' }],
    organic: [
      { title: 'Tides', link: 'https://a.test/tides', snippet: 'Twice a day', date: 'Mar 4, 2026', position: 1 },
      { title: 'Sea', link: 'https://b.test/?utm_source=x&id=1', snippet: 'Salt', position: 2 },
    ],
  },
  duckduckgo: `<div class="serp__results">
    <div class="result results_links results_links_deep result--ad"><h2><a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad_domain=ads.test">Buy boats</a></h2></div>
    <div class="result results_links results_links_deep web-result "><h2 class="result__title">
      <a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.test%2Ftides&amp;rut=abc">Tides</a></h2>
      <a class="result__snippet" href="//duckduckgo.com/l/?uddg=x"><b>Twice</b> a day</a></div>
    <div class="result results_links results_links_deep web-result "><h2 class="result__title">
      <a rel="nofollow" class="result__a" href="https://b.test/?utm_source=x&amp;id=1">Sea</a></h2>
      <a class="result__snippet" href="x">Salt</a></div></div>`,
};

/** Engines that report when a page was published. */
const DATED: readonly SearchEngineId[] = ['searxng', 'brave', 'tavily', 'exa', 'kagi', 'serper'];

/** What a request for the last week contains. Null if an engine cannot search by time. */
const LAST_WEEK: Record<SearchEngineId, string | null> = {
  searxng: 'time_range=week',
  brave: 'freshness=pw',
  tavily: '"time_range":"week"',
  exa: 'startPublishedDate',
  kagi: null,
  google: 'dateRestrict=w1',
  serper: 'qdr:w',
  duckduckgo: 'df=w',
};

describe.each(searchEngines.map(({ id }) => id))('%s', (id) => {
  test('gives its results as plain rows, without advertisements', async () => {
    const { results } = await ask(id, { body: ANSWERS[id] });
    expect(results).toEqual([
      {
        title: 'Tides',
        url: 'https://a.test/tides',
        snippet: 'Twice a day',
        date: DATED.includes(id) ? '2026-03-04' : '',
      },
      { title: 'Sea', url: 'https://b.test/?id=1', snippet: 'Salt', date: '' },
    ]);
  });

  test('is asked for a site and a time, without cookies', async () => {
    const { request } = await ask(id, { body: ANSWERS[id] }, { site: 'a.test', recency: 'week' });
    const sent = decodeURIComponent(`${request?.path} ${request?.body}`).replaceAll('+', ' ');
    expect(sent).toContain('high water');
    expect(sent).toContain('a.test');
    expect(sent).toContain(LAST_WEEK[id] ?? '');
    expect(request?.headers.cookie).toBeUndefined();
  });

  test('says that a quota is used up, and that it is out of order', async () => {
    // The user's own server has no quota.
    expect((await ask(id, { status: 429, body: '' })).results).toBe(
      id === 'searxng' ? 'search-limiter' : 'search-quota',
    );
    expect((await ask(id, { status: 500, body: '' })).results).toBe('search-failed');
  });

  test('does not take a page, an empty object or addresses of no page for results', async () => {
    const page = '<html><body>Welcome to the hotel network</body></html>';
    expect((await ask(id, { body: page })).results).toBe('search-junk');
    expect((await ask(id, { body: {} })).results).toBe('search-junk');
    const bad = JSON.stringify(ANSWERS[id]).replaceAll(/https?:\/\/[ab]\.test|https%3A%2F%2Fa\.test/g, 'javascript:');
    const body = id === 'duckduckgo' ? (JSON.parse(bad) as string) : bad;
    expect((await ask(id, { body })).results).toBe('search-junk');
  });

  test('follows no redirect, which might take the key elsewhere', async () => {
    const { results } = await ask(id, { status: 302, body: '', headers: { location: '/elsewhere' } });
    expect(results).toBe('search-redirect');
    expect(server?.requests).toHaveLength(1);
  });
});

test.each([
  [401, 'search-password'],
  [404, 'search-wrong-path'],
])('a server of the user that answers %i says what is wrong with its address', async (status, code) => {
  expect((await ask('searxng', { status, body: '' })).results).toBe(code);
});

describe('a wrong key', () => {
  const refusals: [SearchEngineId, Reply][] = [
    [
      'brave',
      { status: 422, body: { type: 'ErrorResponse', error: { code: 'SUBSCRIPTION_TOKEN_INVALID', status: 422 } } },
    ],
    ['tavily', { status: 401, body: { detail: { error: 'Unauthorized: missing or invalid API key.' } } }],
    ['exa', { status: 401, body: { error: 'Invalid API key', tag: 'INVALID_API_KEY' } }],
    ['kagi', { status: 401, body: { meta: {}, error: [{ code: 2, msg: 'Unauthorized' }] } }],
    [
      'google',
      {
        status: 400,
        body: {
          error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' },
        },
      },
    ],
    ['serper', { status: 403, body: { message: 'Unauthorized.', statusCode: 403 } }],
  ];
  test.each(refusals)('is recognised by %s', async (id, reply) => {
    expect((await ask(id, reply)).results).toBe('search-key');
  });

  test('is sent in a header, never in the address', async () => {
    for (const { id } of searchEngines.filter(({ needsKey }) => needsKey)) {
      const { request } = await ask(id, { body: ANSWERS[id] });
      expect(JSON.stringify(request?.headers)).toContain('key-1');
      expect(request?.path).not.toContain('key-1');
      await server?.close();
    }
  });
});

describe('a quota', () => {
  const refusals: [SearchEngineId, Reply][] = [
    ['brave', { status: 402, body: { type: 'ErrorResponse', error: { code: 'QUOTA_LIMITED' } } }],
    ['tavily', { status: 432, body: { detail: { error: 'This request exceeds your plan’s set usage limit.' } } }],
    ['tavily', { status: 433, body: { detail: { error: 'This request exceeds the pay-as-you-go limit.' } } }],
    ['exa', { status: 402, body: { error: 'No credits', tag: 'NO_MORE_CREDITS' } }],
    ['kagi', { status: 400, body: { error: [{ code: 101, msg: 'Insufficient credit to perform this request.' }] } }],
    ['google', { status: 403, body: { error: { code: 403, errors: [{ reason: 'dailyLimitExceeded' }] } } }],
    ['serper', { status: 400, body: { message: 'Not enough credits', statusCode: 400 } }],
  ];
  test.each(refusals)('of %s that is used up is recognised', async (id, reply) => {
    expect((await ask(id, reply)).results).toBe('search-quota');
  });
});

describe('a block', () => {
  test('of DuckDuckGo is recognised by its status and by its puzzle', async () => {
    const puzzle = '<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>';
    expect((await ask('duckduckgo', { status: 202, body: '' })).results).toBe('search-blocked');
    expect((await ask('duckduckgo', { body: puzzle })).results).toBe('search-blocked');
  });

  test('of all engines behind SearXNG is not an empty list', async () => {
    const body = { results: [], unresponsive_engines: [['google', 'CAPTCHA']] };
    expect((await ask('searxng', { body })).results).toBe('search-blocked');
  });

  test('of JSON by SearXNG says what to switch on', async () => {
    const forbidden = '<!doctype html>\n<title>403 Forbidden</title>\n<h1>Forbidden</h1>';
    const own = '<!DOCTYPE html><html><meta name="generator" content="searxng/2026.11"><title>SearXNG</title>';
    for (const body of ['Forbidden', forbidden, own]) {
      expect((await ask('searxng', { status: 403, body })).results).toBe('search-no-json');
    }
    expect((await ask('searxng', { body: own })).results).toBe('search-no-json');
  });

  test('by a proxy before SearXNG is not about JSON', async () => {
    const blocked = '<!doctype html><title>Access denied | Acme Gateway</title>';
    expect((await ask('searxng', { status: 403, body: blocked })).results).toBe('search-junk');
  });
});

test('no results are an empty list', async () => {
  expect((await ask('searxng', { body: { results: [], unresponsive_engines: [] } })).results).toEqual([]);
  expect((await ask('brave', { body: { type: 'search' } })).results).toEqual([]);
  expect((await ask('google', { body: { kind: 'customsearch#search' } })).results).toEqual([]);
  expect((await ask('duckduckgo', { body: '<div class="no-results">No results.</div>' })).results).toEqual([]);
});

test('a page that is listed twice is one result', async () => {
  const row = (url: string) => ({ title: 'T', url, content: '' });
  const results = [
    'https://www.a.test/x/',
    'http://a.test/x',
    'https://a.test/x?utm_medium=y#part',
    'https://a.test/x?p=2',
  ].map(row);
  const { results: found } = await ask('searxng', { body: { results, unresponsive_engines: [] } });
  expect(found).toHaveLength(2);
});

test('an engine that cannot be reached is offline, and one that sends without end is junk', async () => {
  const gone = { address: 'http://127.0.0.1:9', key: '', searchId: '' };
  const signal = new AbortController().signal;
  const query = { query: 'x', site: '', recency: null };
  await expect(searchWeb(searchEngine('searxng'), query, gone, { fetch, signal })).rejects.toThrow(WebError);
  server = await startRawServer((_request, response) => {
    const more = () => response.write('x'.repeat(100_000), () => response.destroyed || more());
    more();
  });
  const endless = searchWeb(searchEngine('brave'), query, { ...gone, address: server.url }, { fetch, signal });
  await expect(endless).rejects.toMatchObject({ code: 'search-junk' });
});
