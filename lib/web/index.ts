export { searchEngine, searchEngines, searchKeyId } from './engines/all-engines.ts';
export { type FetchedPage, type FetchHop, fetchPage } from './fetch-page.ts';
export { searchWeb } from './search.ts';
