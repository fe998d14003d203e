import type { HostKind } from '../../contracts/index.ts';
import { createEndpointClient, type EndpointClientOptions, HttpError } from '../client/endpoint-client.ts';
import { connectionOf, hostedPreset } from '../presets/presets.ts';
import { isJson, parseJson } from '../tool-input/json-value.ts';
import { nextPage, type PageQuery } from './list-pages.ts';
import { listingFacts, type ModelFacts, mergeFacts, NO_FACTS } from './listing-facts.ts';
import { localServerFacts } from './local-server-facts.ts';

/** What came instead of a list; `status`: an error with this status. */
export type ListingProblem = { type: 'status'; status: number } | { type: 'no-answer' } | { type: 'no-list' };

export type ListedModel = { modelId: string; facts: ModelFacts };

/** No list is longer; a server that always has one more page ends here. */
const MAX_PAGES = 30;

/**
 * The models a server lists, in its order, with what it tells of each; local servers are asked for more than the list.
 * Takes `{data}`, `{models}` and a bare list, in pages or whole; where the service is known to have no list, what its
 * preset names. Rejects with an Error whose message says what the server did instead.
 */
export async function listModels(
  options: EndpointClientOptions & { hostKind: HostKind },
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const { listing } = connectionOf(options.baseUrl);
  if (listing.path === null) return known(options.baseUrl);
  const keyHeader = listing.keyHeader ? { keyHeader: listing.keyHeader } : {};
  const models = new Map<string, ListedModel>();
  let query: PageQuery | null = {};
  for (let page = 0; query !== null && page < MAX_PAGES; page++) {
    const value = await loadPage({ ...options, ...keyHeader }, listing.path, query, signal);
    const before = models.size;
    for (const model of readListing(value)) if (!models.has(model.modelId)) models.set(model.modelId, model);
    // A server that does not know the parameter gives the same page for ever.
    query = models.size > before ? nextPage(value, listing) : null;
  }
  const listed = [...models.values()];
  if (options.hostKind === 'public') return listed;
  const ids = listed.map((model) => model.modelId);
  const more = await localServerFacts(options, ids, signal);
  return listed.map(({ modelId, facts }) => ({ modelId, facts: mergeFacts(facts, more.get(modelId) ?? NO_FACTS) }));
}

function known(baseUrl: string): ListedModel[] {
  const preset = hostedPreset(new URL(baseUrl).hostname);
  return (preset?.models ?? []).map((modelId) => ({ modelId, facts: NO_FACTS }));
}

/** Why a server's models are not known. */
export class ListingError extends Error {
  readonly problem: ListingProblem;

  constructor(problem: ListingProblem, cause?: unknown) {
    super(problem.type, cause === undefined ? {} : { cause });
    this.name = 'ListingError';
    this.problem = problem;
  }
}

async function loadPage(
  options: EndpointClientOptions,
  path: string,
  query: PageQuery,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await createEndpointClient(options)
    .get(path, { query, signal })
    .asResponse()
    .catch((error: unknown) => {
      const cause = error instanceof Error ? error.cause : null;
      throw cause instanceof HttpError
        ? new ListingError({ type: 'status', status: cause.status }, error)
        : new ListingError({ type: 'no-answer' }, error);
    });
  return parseJson(await response.text());
}

function readListing(value: unknown): ListedModel[] {
  const list = Array.isArray(value) ? value : isJson(value) ? (value.data ?? value.models) : null;
  if (!Array.isArray(list)) throw new ListingError({ type: 'no-list' });
  return list.filter(isJson).flatMap((entry) => {
    const modelId = entry.id ?? entry.name ?? entry.model ?? entry.key;
    return typeof modelId === 'string' && modelId !== '' ? [{ modelId, facts: listingFacts(entry) }] : [];
  });
}
