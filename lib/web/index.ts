export { queryWithSite, type SearchEngine } from './engine.ts';
export { searchEngine, searchEngines, searchKeyId } from './engines/all-engines.ts';
export { type FetchedPage, type FetchHop, fetchPage } from './fetch-page.ts';
export { type BackgroundTabs, findTabReason, readInTab } from './read-in-tab.ts';
export { resultsOnPage } from './results-page.ts';
export { searchWeb } from './search.ts';
export { parseSearchAddress } from './search-address.ts';
