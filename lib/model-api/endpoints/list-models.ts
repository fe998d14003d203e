import { type HostKind, isJsonObject, type JsonObject, type ListingProblem, parseJson } from '../../contracts/index.ts';
import { readAtMost } from '../../control-flow/index.ts';
import { createEndpointClient, type EndpointClientOptions, HttpError } from '../client/endpoint-client.ts';
import { errorFields, errorText } from '../errors/error-text.ts';
import { isWebPage, type KeyProblem, keyProblem, refusesPlace } from '../errors/key-refusal.ts';
import { geminiRoot } from '../gemini/gemini.ts';
import { ollamaRoot } from '../ollama/ollama.ts';
import { ANTHROPIC, type Listing } from '../presets/preset-rows.ts';
import { getConnectionSettings, hostedPreset } from '../presets/presets.ts';
import { chatsByListing, isNamedOtherwise } from './chat-models.ts';
import { listingFacts, type ModelFacts, mergeFacts, NO_FACTS } from './listing-facts.ts';
import { localServerFacts } from './local-server-facts.ts';

export type ListedModel = { modelId: string; facts: ModelFacts };

/** `chats`: whether the model can chat according to the list. Null if the list does not say. */
type Listed = ListedModel & { chats: boolean | null };

/** How long a server may take to list its models. */
export const LIST_TIMEOUT_MS = 15_000;

/** Maximum pages, for servers that always report another one. */
const MAX_PAGES = 30;

/**
 * The models a server lists, in its order, with the facts about each; local servers get further requests. Accepts
 * `{data}`, `{models}` and a bare list, paginated or whole; for a service without a list, the models of its preset.
 * Rejects with an Error whose message describes the server's response.
 */
export async function listModels(
  options: EndpointClientOptions & { hostKind: HostKind },
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const listedModels = await loadFirstList(options, chooseListings(options), signal);
  if (options.hostKind === 'public') return chatModels(listedModels);
  const ids = listedModels.map((model) => model.modelId);
  const more = await localServerFacts(options, ids, signal);
  return chatModels(
    listedModels.map(({ modelId, facts, chats }) => {
      const own = more.get(modelId);
      return { modelId, facts: mergeFacts(facts, own?.facts ?? NO_FACTS), chats: own?.chats ?? chats };
    }),
  );
}

/**
 * Models that can chat. The user can still type the name of another model. A model's name is only considered if the
 * list says nothing, and if not all models have such names, since a server's only model is meant to be used.
 */
function chatModels(listedModels: readonly Listed[]): ListedModel[] {
  const able = listedModels.filter(({ chats }) => chats !== false);
  const likelyChatModels = able.filter(({ modelId, chats }) => chats === true || !isNamedOtherwise(modelId));
  return (likelyChatModels.length > 0 ? likelyChatModels : able).map(({ modelId, facts }) => ({ modelId, facts }));
}

/** The first list that the server supports. */
async function loadFirstList(
  options: EndpointClientOptions,
  [listing, ...others]: readonly Listing[],
  signal: AbortSignal,
): Promise<Listed[]> {
  if (listing === undefined) return [];
  try {
    return await loadList(options, listing, signal);
  } catch (error) {
    const isElsewhere =
      error instanceof ListingError && error.problem.type === 'status' && error.problem.status === 404;
    if (others.length === 0 || !isElsewhere) throw error;
    return loadFirstList(options, others, signal);
  }
}

async function loadList(options: EndpointClientOptions, listing: Listing, signal: AbortSignal): Promise<Listed[]> {
  if (listing.path === null) return known(options.baseUrl);
  const keyHeader = listing.keyHeader ? { keyHeader: listing.keyHeader } : {};
  const models = new Map<string, Listed>();
  let query: PageQuery | null = {};
  for (let page = 0; query !== null && page < MAX_PAGES; page++) {
    const value = await loadPage({ ...options, ...keyHeader }, listing.path, query, signal);
    const before = models.size;
    for (const model of readListing(value, options.interface === 'gemini'))
      if (!models.has(model.modelId)) models.set(model.modelId, model);
    // A server that does not know the parameter returns the same page forever.
    query = models.size > before ? nextPage(value, listing) : null;
  }
  return [...models.values()];
}

/**
 * Where the models are listed: as the interface defines it, or for `/chat/completions` as the preset says. The next
 * address is used if the server does not support the first.
 */
function chooseListings({ baseUrl, interface: modelInterface = 'chat-completions' }: EndpointClientOptions): Listing[] {
  switch (modelInterface) {
    case 'chat-completions':
    case 'openai-responses':
      return [getConnectionSettings(baseUrl).listing];
    case 'anthropic-messages':
      return [ANTHROPIC.listing];
    case 'gemini':
      // Gateways offer the interface without its list (quirk: gemini-without-list).
      return [
        { path: `${geminiRoot(baseUrl)}/models?pageSize=1000` },
        {
          path: geminiRoot(baseUrl)
            .replace(/\/v1beta$/, '/v1')
            .concat('/models'),
          keyHeader: 'authorization',
        },
      ];
    case 'ollama':
      return [{ path: `${ollamaRoot(baseUrl)}/api/tags` }];
    default:
      return modelInterface satisfies never;
  }
}

function known(baseUrl: string): Listed[] {
  const preset = hostedPreset(new URL(baseUrl).hostname);
  return (preset?.models ?? []).map((modelId) => ({ modelId, facts: NO_FACTS, chats: true }));
}

/**
 * Why a server's models could not be listed. `keyProblem`: what the server says about the key, or null. `body`: what it
 * sent instead of a list, or ''.
 */
export class ListingError extends Error {
  readonly problem: ListingProblem;
  readonly keyProblem: KeyProblem | null;
  readonly body: string;

  constructor(
    problem: ListingProblem,
    { cause, keyProblem = null, body = '' }: { cause?: unknown; keyProblem?: KeyProblem | null; body?: string } = {},
  ) {
    super(problem.type, cause === undefined ? {} : { cause });
    this.name = 'ListingError';
    this.problem = problem;
    this.keyProblem = keyProblem;
    this.body = body;
  }
}

/** Maximum length of a list, in bytes. */
const MAX_LIST = 16_000_000;

async function loadPage(
  options: EndpointClientOptions,
  path: string,
  query: PageQuery,
  signal: AbortSignal,
): Promise<unknown> {
  const client = createEndpointClient(options);
  const text = await client
    .get(path, { query, signal })
    .asResponse()
    // A list can also be cut off, or take too long, after its headers.
    .then(async (response) => new TextDecoder().decode((await readAtMost(response, MAX_LIST)) ?? new Uint8Array()))
    .catch(async (error: unknown) => {
      const cause = error instanceof Error ? error.cause : null;
      if (!(cause instanceof HttpError)) {
        const isRedirect = !signal.aborted && (await redirects(client.buildURL(path, query), options.fetch, signal));
        const reason: unknown = signal.aborted ? signal.reason : error;
        throw new ListingError({ type: isRedirect ? 'redirect' : 'no-answer' }, { cause: reason });
      }
      const { status } = cause;
      throw new ListingError(
        { type: 'status', status },
        { cause: error, keyProblem: findKeyProblem(cause, options.apiKey !== null), body: cause.body },
      );
    });
  const value = parseJson(text);
  if (value === undefined) throw new ListingError({ type: 'no-list' }, { body: text });
  return value;
}

/** Whether an address redirects, when requested without a key. A request that follows no redirects only fails there. */
async function redirects(url: string, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(url, { redirect: 'manual', credentials: 'omit', cache: 'no-store', signal }).catch(
    () => null,
  );
  void response?.body?.cancel().catch(() => undefined);
  return response?.type === 'opaqueredirect' || (response !== null && response.status >= 300 && response.status < 400);
}

/**
 * Services also refuse a key with 403, often without saying so. A web page comes from a proxy or gateway in front of
 * the server.
 */
function findKeyProblem({ status, body }: HttpError, hasKey: boolean): KeyProblem | null {
  if (status === 401) return 'missing';
  const text = errorText(body);
  const problem = keyProblem(text, errorFields(body));
  if (problem !== null || status !== 403 || !hasKey) return problem;
  return isWebPage(body) || refusesPlace(text) ? null : 'refused';
}

/** Gemini lists `models/NAME`. */
function readListing(value: unknown, isGemini: boolean): Listed[] {
  const list = Array.isArray(value) ? value : isJsonObject(value) ? listIn(value) : null;
  if (!Array.isArray(list)) throw new ListingError({ type: 'no-list' });
  return list.filter(isJsonObject).flatMap((entry) => {
    const rawName = entry.id ?? entry.name ?? entry.model ?? entry.key;
    const modelId = typeof rawName !== 'string' ? '' : isGemini ? rawName.replace(/^models\//, '') : rawName;
    return modelId === '' ? [] : [{ modelId, facts: listingFacts(entry), chats: chatsByListing(entry) }];
  });
}

/** Ollama and other servers write null for an empty list (quirk: empty-list-null). */
function listIn({ data, models }: JsonObject): unknown {
  return data ?? models ?? (data === null || models === null ? [] : null);
}

/** Query parameters of a page of a list. */
type PageQuery = Record<string, string>;

/**
 * The query for the next page of a list, or null after the last. A cursor is returned under the parameter that belongs
 * to its field: `has_more` with the last id (OpenAI's lists, Anthropic's), `next_page_token` and `nextPageToken`
 * (Google's), `next_page`, and the query of `links.next` (OpenRouter). Only the query is used, so that a list cannot
 * redirect the request, and the key, to another address.
 */
function nextPage(page: unknown, { after = 'after' }: Listing): PageQuery | null {
  if (!isJsonObject(page)) return null;
  const token = cursor(page.nextPageToken);
  if (token !== null) return { pageToken: token };
  const snake = cursor(page.next_page_token);
  if (snake !== null) return { page_token: snake };
  const next = cursor(isJsonObject(page.links) ? page.links.next : page.next);
  if (next !== null) return parsePageQuery(next);
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

function parsePageQuery(address: string): PageQuery | null {
  const query = Object.fromEntries(URL.parse(address, 'https://list.invalid')?.searchParams ?? []);
  return Object.keys(query).length > 0 ? query : null;
}
