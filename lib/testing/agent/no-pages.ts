import { type PageAccess, PageError } from '../../contracts/page.ts';

/** For tests of runs: a browser without any page to read; `url` is what every tab says it shows. */
export function noPages(url: () => string = () => ''): PageAccess {
  const gone = () => Promise.reject(new PageError('tab-gone', 'no tab'));
  return {
    check: async () => ({ type: 'granted', title: '', url: url() }),
    read: gone,
    facts: gone,
    transcript: gone,
    mayFetch: async () => false,
    readPdf: gone,
    capture: gone,
    list: async () => [],
  };
}
