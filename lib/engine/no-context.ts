import { type ContextProvider, type PageAccess, PageError } from '../contracts/index.ts';

/**
 * A `PageAccess` for environments without pages, outside a browser. `getUrl` returns the address of every tab, for
 * tests.
 */
export function createNoPages(getUrl: () => string = () => ''): PageAccess {
  const fail = () => Promise.reject(new PageError('tab-gone', 'There are no pages here.'));
  return {
    check: async () => ({ type: 'granted', title: '', url: getUrl() }),
    policyFor: async () => 'send',
    read: fail,
    facts: fail,
    forms: fail,
    fillForm: fail,
    mayHaveTools: async () => false,
    pageTools: fail,
    callPageTool: fail,
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

/** A context without sources. `page`: the tabs, if there are any. */
export function createNoContext(page: PageAccess = createNoPages()): ContextProvider {
  return {
    page,
    read: async () => null,
    instructions: async () => '',
    memories: async () => [],
    web: null,
    ownData: null,
  };
}
