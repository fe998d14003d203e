import { type HostKind, isJsonObject, type ListingProblem, parseJson } from '../../contracts/index.ts';
import { createEndpointClient, type EndpointClientOptions, HttpError } from '../client/endpoint-client.ts';
import { geminiRoot } from '../gemini/gemini.ts';
import { ollamaRoot } from '../ollama/ollama.ts';
import type { Listing } from '../presets/preset.ts';
import { connectionOf, hostedPreset } from '../presets/presets.ts';
import { listingFacts, type ModelFacts, mergeFacts, NO_FACTS } from './listing-facts.ts';
import { localServerFacts } from './local-server-facts.ts';

export type ListedModel = { modelId: string; facts: ModelFacts };

/** Maximum pages, for servers that always report another one. */
const MAX_PAGES = 30;

/**
 * The models a server lists, in its order, with the facts about each; local servers get further requests. Accepts `{data}`,
 * `{models}` and a bare list, paginated or whole; for a service without a list, the models of its preset. Rejects with an Error
 * whose message describes the server's response.
 */
export async function listModels(
  options: EndpointClientOptions & { hostKind: HostKind },
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const listing = listingOf(options);
  if (listing.path === null) return known(options.baseUrl);
  const keyHeader = listing.keyHeader ? { keyHeader: listing.keyHeader } : {};
  const models = new Map<string, ListedModel>();
  let query: PageQuery | null = {};
  for (let page = 0; query !== null && page < MAX_PAGES; page++) {
    const value = await loadPage({ ...options, ...keyHeader }, listing.path, query, signal);
    const before = models.size;
    for (const model of readListing(value, options.interface === 'gemini'))
      if (!models.has(model.modelId)) models.set(model.modelId, model);
    // A server that does not know the parameter gives the same page for ever.
    query = models.size > before ? nextPage(value, listing) : null;
  }
  const listed = [...models.values()];
  if (options.hostKind === 'public') return listed;
  const ids = listed.map((model) => model.modelId);
  const more = await localServerFacts(options, ids, signal);
  return listed.map(({ modelId, facts }) => ({ modelId, facts: mergeFacts(facts, more.get(modelId) ?? NO_FACTS) }));
}

/** Where the models are listed: as the interface has it, and for `/chat/completions` as the preset says. */
function listingOf({ baseUrl, interface: spoken = 'chat-completions' }: EndpointClientOptions): Listing {
  switch (spoken) {
    case 'chat-completions':
    case 'openai-responses':
      return connectionOf(baseUrl).listing;
    case 'anthropic-messages':
      return { path: '/models?limit=1000', after: 'after_id' };
    case 'gemini':
      return { path: `${geminiRoot(baseUrl)}/models?pageSize=1000` };
    case 'ollama':
      return { path: `${ollamaRoot(baseUrl)}/api/tags` };
    default:
      return spoken satisfies never;
  }
}

function known(baseUrl: string): ListedModel[] {
  const preset = hostedPreset(new URL(baseUrl).hostname);
  return (preset?.models ?? []).map((modelId) => ({ modelId, facts: NO_FACTS }));
}

/** Why a server's models could not be listed. */
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
  const text = await createEndpointClient(options)
    .get(path, { query, signal })
    .asResponse()
    // A list can also break off, or take too long, after its headers.
    .then((response) => response.text())
    .catch((error: unknown) => {
      const cause = error instanceof Error ? error.cause : null;
      throw cause instanceof HttpError
        ? new ListingError({ type: 'status', status: cause.status }, error)
        : new ListingError({ type: 'no-answer' }, error);
    });
  return parseJson(text);
}

/** Gemini lists `models/NAME`, and models that do not chat. */
function readListing(value: unknown, isGemini: boolean): ListedModel[] {
  const list = Array.isArray(value) ? value : isJsonObject(value) ? (value.data ?? value.models) : null;
  if (!Array.isArray(list)) throw new ListingError({ type: 'no-list' });
  return list.filter(isJsonObject).flatMap((entry) => {
    const named = entry.id ?? entry.name ?? entry.model ?? entry.key;
    const modelId = typeof named !== 'string' ? '' : isGemini ? named.replace(/^models\//, '') : named;
    const { supportedGenerationMethods: methods } = entry;
    const chats = !Array.isArray(methods) || methods.includes('generateContent');
    return modelId !== '' && chats ? [{ modelId, facts: listingFacts(entry) }] : [];
  });
}

/** Query parameters of a page of a list. */
type PageQuery = Record<string, string>;

/**
 * The query for the next page of a list, or null after the last. A cursor is returned under the parameter that belongs to its
 * field: `has_more` with the last id (OpenAI's lists, Anthropic's), `next_page_token` and `nextPageToken` (Google's),
 * `next_page`, and the query of `links.next` (OpenRouter). Only the query is used, so that a list cannot direct us, and the key,
 * to another address.
 */
function nextPage(page: unknown, { after = 'after' }: Listing): PageQuery | null {
  if (!isJsonObject(page)) return null;
  const token = cursor(page.nextPageToken);
  if (token !== null) return { pageToken: token };
  const snake = cursor(page.next_page_token);
  if (snake !== null) return { page_token: snake };
  const next = cursor(isJsonObject(page.links) ? page.links.next : page.next);
  if (next !== null) return queryOf(next);
  const number = cursor(page.next_page);
  if (number !== null) return { page: number };
  const last = page.has_more === true ? cursor(page.last_id ?? lastId(page.data)) : null;
  return last === null ? null : { [after]: last };
}

function cursor(value: unknown): string | null {
  if (typeof value === 'number' && Number.isInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && value.length <= 2000 ? value : null;
}

function lastId(list: unknown): unknown {
  const last = Array.isArray(list) ? list.at(-1) : null;
  return isJsonObject(last) ? last.id : null;
}

function queryOf(address: string): PageQuery | null {
  const query = Object.fromEntries(URL.parse(address, 'https://list.invalid')?.searchParams ?? []);
  return Object.keys(query).length > 0 ? query : null;
}
