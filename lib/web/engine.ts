import { isJsonObject, type SearchEngineId, type SearchQuery, type WebErrorCode } from '../contracts/index.ts';

/** What an engine needs to be asked. `address`: without a slash at its end. */
export type EngineSetup = { address: string; key: string; searchId: string };

export type EngineRequest = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };

/** A response, read. `json` is undefined if the text is no JSON. */
export type EngineResponse = { status: number; text: string; json: unknown };

/** Why a search failed. */
export type SearchErrorCode = Extract<WebErrorCode, `search-${string}` | 'offline'>;

/** A result as an engine gives it: texts may hold markup, the address may be anything. */
export type EngineRow = { title: unknown; url: unknown; snippet: unknown; date?: unknown };

/** One search engine: what is sent to it, and how its answer is read. */
export type SearchEngine = {
  id: SearchEngineId;
  name: string;
  /** Where requests go unless the user runs a server; null if the user has to say. */
  address: string | null;
  needsKey: boolean;
  needsSearchId: boolean;
  request(query: SearchQuery, setup: EngineSetup): EngineRequest;
  /** Why the engine refused, if its own wording says more than the status; null if it does not. */
  refusal?(response: EngineResponse): SearchErrorCode | null;
  /** The results, best first; null if this is not an answer of this engine. */
  rows(response: EngineResponse): EngineRow[] | null;
};

/** Results asked for in one search. */
export const RESULT_COUNT = 10;

/** The query for engines that know the site as an operator in it only. */
export function queryWithSite({ query, site }: SearchQuery): string {
  return site === '' ? query : `${query} site:${site}`;
}

/** The list under `path` of a JSON value; null if there is none. */
export function listAt(json: unknown, ...path: string[]): Record<string, unknown>[] | null {
  let value = json;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(value) ? value.filter(isJsonObject) : null;
}
