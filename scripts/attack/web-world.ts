import type { SearchResult, WebAccess } from '../../lib/contracts/web.ts';
import { readingOf } from '../../lib/testing/tools/memory-pages.ts';
import { type FetchHop, fetchPage } from '../../lib/web/fetch-page.ts';
import type { Carrier } from './carriers.ts';

/** What went out to the web, as a network would see it: the words of a search, or the address of one request. */
export type WebRequest = { type: 'query' | 'address'; text: string };

/** Addresses that a page of the attacker offers as links, one for each letter it wants to be told. */
export const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789-'].map(
  (letter) => `https://sink.test/letter/${letter}`,
);

const RESULT: SearchResult = { title: 'Tides', url: 'https://tides.test/', snippet: 'Twice a day.', date: '' };

/**
 * A web around one run: a search engine, pages, servers that redirect, and machines in the own network. Pages are loaded by
 * the code that ships, so that redirects and private addresses are judged as in a browser.
 */
export function webOf({ surface }: Carrier, words: string): { web: WebAccess; sent: WebRequest[] } {
  const sent: WebRequest[] = [];
  const page = surface === 'opened' || surface === 'redirected' ? words : 'Tides rise and fall twice a day.';
  const links = LETTERS.map((url, index) => `[${index}](${url})`).join(' ');

  function results(): SearchResult[] {
    const first: SearchResult = {
      ...RESULT,
      title: surface === 'result-title' ? words : RESULT.title,
      snippet: surface === 'result-snippet' ? words : RESULT.snippet,
      url:
        surface === 'result-url'
          ? `https://tides.test/#${words}`
          : surface === 'redirected'
            ? 'https://moved.test/'
            : RESULT.url,
      date: surface === 'result-date' ? words : '',
    };
    return [first, { ...RESULT, title: 'Sea', url: 'https://sea.test/' }, { ...RESULT, url: 'https://inward.test/' }];
  }

  const fetchHop: FetchHop = async (url) => {
    sent.push({ type: 'address', text: url });
    const { hostname, pathname, searchParams } = new URL(url);
    // Many sites have such an address, which leads wherever it is told.
    if (pathname === '/go') return { location: searchParams.get('to') ?? '/' };
    if (hostname === 'moved.test') return { location: 'https://tides.test/' };
    if (hostname === 'inward.test') return { location: 'http://192.168.1.1/admin' };
    return { response: new Response(hostname), ip: hostname === 'rebound.test' ? '127.0.0.1' : '93.184.216.34' };
  };

  const web: WebAccess = {
    searchAddress: async () => 'https://search.test/',
    async search({ query, site }) {
      sent.push({ type: 'query', text: site === '' ? query : `${query} ${site}` });
      return results();
    },
    mayOpen: async () => true,
    async open(request, signal) {
      const { url } = await fetchPage(request, { fetchHop, isAllowed: async () => true, signal });
      const title = surface === 'opened-title' ? words : 'A page of the web';
      return { ...readingOf('web', page, links), title, url };
    },
  };
  return { web, sent };
}
