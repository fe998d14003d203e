import { APIError } from 'openai';
import { type HostKind, isJsonObject, type ListingProblem, parseJson } from '../../contracts/index.ts';
import { createEndpointClient, type EndpointClientOptions, HttpError } from '../client/endpoint-client.ts';
import { geminiRoot } from '../gemini/gemini.ts';
import { ollamaRoot } from '../ollama/ollama.ts';
import { ANTHROPIC, type Listing } from '../presets/preset-rows.ts';
import { connectionOf, hostedPreset } from '../presets/presets.ts';
import { listingFacts, type ModelFacts, mergeFacts, NO_FACTS } from './listing-facts.ts';

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
function listingOf({ baseUrl, interface: modelInterface = 'chat-completions' }: EndpointClientOptions): Listing {
  switch (modelInterface) {
    case 'chat-completions':
    case 'openai-responses':
      return connectionOf(baseUrl).listing;
    case 'anthropic-messages':
      return ANTHROPIC.listing;
    case 'gemini':
      return { path: `${geminiRoot(baseUrl)}/models?pageSize=1000` };
    case 'ollama':
      return { path: `${ollamaRoot(baseUrl)}/api/tags` };
    default:
      return modelInterface satisfies never;
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

/** Ollama needs a request per model. */
const MAX_SHOWN = 50;

/**
 * Facts that local servers report outside the list: llama.cpp (`/props`, one model), LM Studio (`/api/v0/models`), LocalAI
 * (`/v1/models/capabilities`), and Ollama (`/api/show`), which is only requested if the others report nothing. The map is empty
 * for a server that supports none of these. When `signal` is aborted, it returns what it has.
 */
async function localServerFacts(
  options: EndpointClientOptions,
  modelIds: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, ModelFacts>> {
  const ask = requester(options, signal);
  if (options.interface === 'ollama') return ollamaModels(ask, modelIds, true);
  const [props, studio, localAi] = await Promise.all([
    ask('get', '/props'),
    ask('get', '/api/v0/models'),
    ask('get', '/v1/models/capabilities'),
  ]);
  const facts = new Map<string, ModelFacts>([
    ...modelIds.flatMap((id) => (isLlamaCpp(props) ? [[id, llamaCppFacts(props)] as const] : [])),
    ...entries(studio).map((entry) => [String(entry.id), wordFacts(entry)] as const),
    ...entries(localAi).map((entry) => [String(entry.id), wordFacts(entry)] as const),
  ]);
  if (facts.size > 0) return facts;
  return ollamaModels(ask, modelIds, false);
}

/** Asks Ollama model by model. `givesRoom`: requests say how large the window is to be. */
async function ollamaModels(
  ask: ReturnType<typeof requester>,
  modelIds: readonly string[],
  givesRoom: boolean,
): Promise<Map<string, ModelFacts>> {
  const facts = new Map<string, ModelFacts>();
  for (const id of modelIds.slice(0, MAX_SHOWN)) {
    const shown = await ask('post', '/api/show', { model: id });
    if (!isJsonObject(shown)) return facts;
    facts.set(id, ollamaFacts(shown, givesRoom));
  }
  return facts;
}

type Json = Record<string, unknown>;

/** These lists are complete, so a capability that is not listed is missing. */
function wordFacts(entry: Json): ModelFacts {
  const facts = listingFacts(entry);
  return Array.isArray(entry.capabilities) ? { ...facts, tools: facts.tools ?? false } : facts;
}

/** LM Studio answers every request with 200. */
function isLlamaCpp(props: unknown): props is Json {
  return isJsonObject(props) && ('chat_template_caps' in props || 'default_generation_settings' in props);
}

function llamaCppFacts(props: Json): ModelFacts {
  const { chat_template_caps: caps, modalities, default_generation_settings: settings } = props;
  return {
    ...NO_FACTS,
    tools: isJsonObject(caps) && typeof caps.supports_tools === 'boolean' ? caps.supports_tools : null,
    vision: isJsonObject(modalities) && typeof modalities.vision === 'boolean' ? modalities.vision : null,
    contextWindow: isJsonObject(settings) && typeof settings.n_ctx === 'number' ? settings.n_ctx : null,
  };
}

/**
 * The window in use is `num_ctx`, present only if the model sets it; `context_length` is what it was trained for, and so the
 * most that can be asked for.
 */
function ollamaFacts(shown: Json, givesRoom: boolean): ModelFacts {
  const words = Array.isArray(shown.capabilities) ? shown.capabilities : null;
  const numCtx = typeof shown.parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(shown.parameters) : null;
  if (words === null) return NO_FACTS;
  return {
    ...NO_FACTS,
    tools: words.includes('tools'),
    vision: words.includes('vision'),
    reasoning: words.includes('thinking'),
    contextWindow: (givesRoom ? trainedLength(shown.model_info) : null) ?? (numCtx ? Number(numCtx[1]) : null),
  };
}

/** `<architecture>.context_length`. */
function trainedLength(info: unknown): number | null {
  if (!isJsonObject(info)) return null;
  const [, length] = Object.entries(info).find(([name]) => name.endsWith('.context_length')) ?? [];
  return typeof length === 'number' && length > 0 ? length : null;
}

function entries(listing: unknown): Json[] {
  const list = isJsonObject(listing) ? listing.data : null;
  return Array.isArray(list) ? list.filter(isJsonObject).filter((entry) => typeof entry.id === 'string') : [];
}

/** Some servers hang on unknown requests. */
const ASK_TIMEOUT_MS = 3000;

/** Sends requests relative to the root of the server. Null: not supported, or not in time. */
function requester(options: EndpointClientOptions, outer: AbortSignal) {
  const root = options.interface === 'ollama' ? ollamaRoot(options.baseUrl) : options.baseUrl.replace(/\/v1$/, '');
  const client = createEndpointClient({ ...options, baseUrl: root });
  return async (method: 'get' | 'post', path: string, body?: object): Promise<unknown> => {
    const signal = AbortSignal.any([outer, AbortSignal.timeout(ASK_TIMEOUT_MS)]);
    try {
      const response = await client[method](path, { signal, ...(body ? { body } : {}) }).asResponse();
      return JSON.parse(await response.text());
    } catch (error) {
      // Refused, unreachable, not JSON, or too late: the server does not support it. Anything else is a bug.
      if (error instanceof APIError || error instanceof SyntaxError || signal.aborted) return null;
      throw error;
    }
  };
}
