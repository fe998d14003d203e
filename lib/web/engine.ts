import { isJsonObject, type SearchEngineId, type SearchQuery, type WebErrorCode } from '../contracts/index.ts';

/** The settings for requests to an engine. `address`: without a trailing slash. */
export type EngineSetup = { address: string; key: string; searchId: string };

export type EngineRequest = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };

/** A parsed response. `json` is undefined if the text is not JSON. */
export type EngineResponse = { status: number; text: string; json: unknown };

/** Why a search failed. */
export type SearchErrorCode = Extract<WebErrorCode, `search-${string}` | 'offline'>;

/** A result as returned by an engine. Texts may contain markup, and the address may be anything. */
export type EngineRow = { title: unknown; url: unknown; snippet: unknown; date?: unknown };

/** One search engine: how to send a request to it, and how to read its answer. */
export type SearchEngine = {
  id: SearchEngineId;
  name: string;
  /** The address for requests, unless the user runs a server; null if the user must enter it. */
  address: string | null;
  needsKey: boolean;
  needsSearchId: boolean;
  request(query: SearchQuery, setup: EngineSetup): EngineRequest;
  /** Why the engine refused, if its text is more specific than the status. Null otherwise. */
  refusal?(response: EngineResponse): SearchErrorCode | null;
  /** The results, best first. Null if this is not an answer of this engine. */
  rows(response: EngineResponse): EngineRow[] | null;
};

/** Number of results to request in one search. */
export const RESULT_COUNT = 10;

/** The query for engines that support a site only as an operator in the query. */
export function queryWithSite({ query, site }: SearchQuery): string {
  return site === '' ? query : `${query} site:${site}`;
}

/** The list at `path` in a JSON value, or null if there is none. */
export function listAt(json: unknown, ...path: string[]): Record<string, unknown>[] | null {
  let value = json;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(value) ? value.filter(isJsonObject) : null;
}
