export type { EngineSetup, SearchEngine } from './engine.ts';
export { searchEngine, searchEngines } from './engines/all-engines.ts';
export { type FetchedPage, type FetchHop, fetchPage } from './fetch-page.ts';
export { searchWeb } from './search.ts';
