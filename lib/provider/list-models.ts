import type { HostKind } from './base-url.ts';
import { createEndpointClient, type EndpointClientOptions, HttpError } from './endpoint-client.ts';
import { isJson } from './json-value.ts';
import { listingFacts, type ModelFacts, mergeFacts, NO_FACTS } from './listing-facts.ts';
import { localServerFacts } from './local-server-facts.ts';

export type ListedModel = { modelId: string; facts: ModelFacts };

/**
 * The models a server lists, in its order, with what it tells of each; local servers are asked for more than the list.
 * Takes `{data}`, `{models}` and a bare list. Rejects with an Error whose message says what the server did instead.
 */
export async function listModels(
  options: EndpointClientOptions & { hostKind: HostKind },
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const response = await createEndpointClient(options)
    .get('/models', { signal })
    .asResponse()
    .catch((error: unknown) => {
      const cause = error instanceof Error ? error.cause : null;
      throw new Error(cause instanceof HttpError ? `error ${cause.status}` : 'no answer', { cause: error });
    });
  const listed = readListing(parse(await response.text()));
  if (options.hostKind === 'public') return listed;
  const ids = listed.map((model) => model.modelId);
  const more = await localServerFacts(options, ids, signal);
  return listed.map(({ modelId, facts }) => ({ modelId, facts: mergeFacts(facts, more.get(modelId) ?? NO_FACTS) }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('something that is no list', { cause: error });
  }
}

function readListing(value: unknown): ListedModel[] {
  const list = Array.isArray(value) ? value : isJson(value) ? (value.data ?? value.models) : null;
  if (!Array.isArray(list)) throw new Error('something that is no list');
  const models = new Map<string, ListedModel>();
  for (const entry of list.filter(isJson)) {
    const modelId = entry.id ?? entry.name ?? entry.model ?? entry.key;
    if (typeof modelId !== 'string' || modelId === '' || models.has(modelId)) continue;
    models.set(modelId, { modelId, facts: listingFacts(entry) });
  }
  return [...models.values()];
}
