import type { AnswerRef, PageAccess, WebAccess } from '../contracts/index.ts';

/** Wraps page access so that documents are loaded on behalf of an answer. */
export function pagesOnBehalf(pages: PageAccess, answer: AnswerRef): PageAccess {
  return {
    // Passed on as they are: nothing is loaded for them, and they are called for every page.
    check: pages.check.bind(pages),
    mayHaveTools: pages.mayHaveTools.bind(pages),
    policyFor: (url) => pages.policyFor(url),
    facts: (tabId, signal) => pages.facts(tabId, signal),
    forms: (...request) => pages.forms(...request),
    fillForm: (...request) => pages.fillForm(...request),
    pageTools: (...request) => pages.pageTools(...request),
    callPageTool: (...request) => pages.callPageTool(...request),
    hasSensitiveField: (...request) => pages.hasSensitiveField(...request),
    transcript: (tabId, signal) => pages.transcript(tabId, signal),
    mayFetch: (tabId, url) => pages.mayFetch(tabId, url),
    capture: (tabId, signal) => pages.capture(tabId, signal),
    list: () => pages.list(),
    openPages: (...request) => pages.openPages(...request),
    read: (tabId, signal, options) => pages.read(tabId, signal, { ...options, answer }),
    readPdf: (source, ...rest) => pages.readPdf({ ...source, answer }, ...rest),
    pdfFile: (source, ...rest) => pages.pdfFile({ ...source, answer }, ...rest),
  };
}

/** Wraps web access so that requests are sent on behalf of an answer. */
export function webOnBehalf(web: WebAccess, answer: AnswerRef): WebAccess {
  return {
    searchAddress: () => web.searchAddress(),
    search: (query, signal, besideTabId) => web.search(query, signal, besideTabId, answer),
    mayOpen: (url) => web.mayOpen(url),
    open: (request, ...rest) => web.open({ ...request, answer }, ...rest),
    openInTab: (request, signal) => web.openInTab({ ...request, answer }, signal),
  };
}
