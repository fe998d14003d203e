import { type PageAccess, PageError } from '../contracts/index.ts';

/** Access to pages where there are none: outside a browser. `getUrl` is the address of every tab, for tests. */
export function createNoPages(getUrl: () => string = () => ''): PageAccess {
  const fail = () => Promise.reject(new PageError('tab-gone', 'There are no pages here.'));
  return {
    check: async () => ({ type: 'granted', title: '', url: getUrl() }),
    policyFor: async () => 'send',
    read: fail,
    facts: fail,
    forms: fail,
    fillForm: fail,
    hasSensitiveField: fail,
    transcript: fail,
    mayFetch: async () => false,
    readPdf: fail,
    pdfFile: fail,
    capture: fail,
    list: async () => [],
    openPages: async () => ({ pages: [], searched: 0, leftOut: 0 }),
  };
}
