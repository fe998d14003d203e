import { type PageAccess, PageError } from '../../contracts/page.ts';

/** Page access without any page, for tests of runs; `url` is the address of every tab. */
export function noPages(url: () => string = () => ''): PageAccess {
  const gone = () => Promise.reject(new PageError('tab-gone', 'no tab'));
  return {
    check: async () => ({ type: 'granted', title: '', url: url() }),
    policyFor: async () => 'send',
    read: gone,
    facts: gone,
    hasSensitiveField: gone,
    transcript: gone,
    mayFetch: async () => false,
    readPdf: gone,
    pdfFile: gone,
    capture: gone,
    list: async () => [],
    openPages: async () => ({ pages: [], searched: 0, leftOut: 0 }),
  };
}
