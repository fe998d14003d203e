import { APIError } from 'openai';
import { isJsonObject } from '../../contracts/index.ts';
import { createEndpointClient, type EndpointClientOptions } from '../client/endpoint-client.ts';
import { ollamaRoot } from '../ollama/ollama.ts';
import { chatsByListing } from './chat-models.ts';
import { listingFacts, type ModelFacts, NO_FACTS } from './listing-facts.ts';

/** Maximum number of models to ask about, since Ollama needs one request per model. */
const MAX_SHOWN = 50;

/** What a server reports about one model outside its list. `chats`: whether it can chat, or null. */
export type ReportedModel = { facts: ModelFacts; chats: boolean | null };

/**
 * Facts that local servers report outside the list: llama.cpp (`/props`, one model), LM Studio (`/api/v0/models`),
 * LocalAI (`/v1/models/capabilities`), LiteLLM (`/v1/model/info`), and Ollama (`/api/show`). Ollama's are only
 * requested if the others report nothing. The map is empty for a server that supports none of these. If `signal` is
 * aborted, returns the facts received so far.
 */
export async function localServerFacts(
  options: EndpointClientOptions,
  modelIds: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, ReportedModel>> {
  const ask = requester(options, signal);
  if (options.interface === 'ollama') return ollamaModels(ask, modelIds, true);
  const [props, studio, localAi, liteLlm] = await Promise.all([
    ask('get', '/props'),
    ask('get', '/api/v0/models'),
    ask('get', '/v1/models/capabilities'),
    ask('get', '/v1/model/info'),
  ]);
  const reported = new Map<string, ReportedModel>([
    ...modelIds.flatMap((id) => (isLlamaCpp(props) ? [[id, llamaCppModel(props)] as const] : [])),
    ...entries(studio).map((entry) => [String(entry.id), wordModel(entry)] as const),
    ...entries(localAi).map((entry) => [String(entry.id), wordModel(entry)] as const),
    ...liteLlmModels(liteLlm),
  ]);
  if (reported.size > 0) return reported;
  return ollamaModels(ask, modelIds, false);
}

/** Asks Ollama about each model. `givesRoom`: requests set the size of the window. */
async function ollamaModels(
  ask: ReturnType<typeof requester>,
  modelIds: readonly string[],
  givesRoom: boolean,
): Promise<Map<string, ReportedModel>> {
  const reported = new Map<string, ReportedModel>();
  for (const id of modelIds.slice(0, MAX_SHOWN)) {
    const showReply = await ask('post', '/api/show', { model: id });
    if (!isJsonObject(showReply)) return reported;
    reported.set(id, { facts: ollamaFacts(showReply, givesRoom), chats: chatsByListing(showReply) });
  }
  return reported;
}

type Json = Record<string, unknown>;

/** These lists are complete, so a capability that is not listed is missing. */
function wordModel(entry: Json): ReportedModel {
  const facts = listingFacts(entry);
  const chats = chatsByListing(entry);
  return { facts: Array.isArray(entry.capabilities) ? { ...facts, tools: facts.tools ?? false } : facts, chats };
}

/** LiteLLM lists the models of its own configuration, with the capabilities of those it knows. */
function liteLlmModels(listing: unknown): [string, ReportedModel][] {
  const list = isJsonObject(listing) && Array.isArray(listing.data) ? listing.data : [];
  return list.filter(isJsonObject).flatMap(({ model_name: name, model_info: info }): [string, ReportedModel][] => {
    if (typeof name !== 'string' || !isJsonObject(info)) return [];
    const facts = { ...listingFacts(info), ...liteLlmFlags(info) };
    return [[name, { facts, chats: chatsByListing(info) }]];
  });
}

function liteLlmFlags(info: Json): Partial<ModelFacts> {
  const flag = (value: unknown) => (typeof value === 'boolean' ? value : null);
  return { tools: flag(info.supports_function_calling), vision: flag(info.supports_vision) };
}

/** LM Studio answers every request with 200. */
function isLlamaCpp(props: unknown): props is Json {
  return isJsonObject(props) && ('chat_template_caps' in props || 'default_generation_settings' in props);
}

function llamaCppModel(props: Json): ReportedModel {
  const { chat_template_caps: caps, modalities, default_generation_settings: settings } = props;
  const facts = {
    ...NO_FACTS,
    tools: isJsonObject(caps) && typeof caps.supports_tools === 'boolean' ? caps.supports_tools : null,
    vision: isJsonObject(modalities) && typeof modalities.vision === 'boolean' ? modalities.vision : null,
    contextWindow: isJsonObject(settings) && typeof settings.n_ctx === 'number' ? settings.n_ctx : null,
  };
  return { facts, chats: null };
}

/**
 * The window in use is `num_ctx`, present only if the model sets it; `context_length` is the trained length, and so the
 * largest window that a request can ask for.
 */
function ollamaFacts(showReply: Json, givesRoom: boolean): ModelFacts {
  const words = Array.isArray(showReply.capabilities) ? showReply.capabilities : null;
  const numCtx = typeof showReply.parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(showReply.parameters) : null;
  if (words === null) return NO_FACTS;
  return {
    ...NO_FACTS,
    tools: words.includes('tools'),
    vision: words.includes('vision'),
    reasoning: words.includes('thinking'),
    contextWindow: (givesRoom ? trainedLength(showReply.model_info) : null) ?? (numCtx ? Number(numCtx[1]) : null),
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

/** Timeout of a request, in milliseconds: some servers hang on unknown requests. */
const ASK_TIMEOUT_MS = 3000;

/** Sends requests relative to the root of the server. Null if a request is not supported or times out. */
function requester(options: EndpointClientOptions, outer: AbortSignal) {
  const root = options.interface === 'ollama' ? ollamaRoot(options.baseUrl) : options.baseUrl.replace(/\/v1$/, '');
  const client = createEndpointClient({ ...options, baseUrl: root });
  return async (method: 'get' | 'post', path: string, body?: object): Promise<unknown> => {
    const signal = AbortSignal.any([outer, AbortSignal.timeout(ASK_TIMEOUT_MS)]);
    try {
      const response = await client[method](path, { signal, ...(body ? { body } : {}) }).asResponse();
      return JSON.parse(await response.text());
    } catch (error) {
      // The request was refused, the server is unreachable, or the reply is late or not JSON: the server does not
      // support it. Anything else is a bug.
      if (error instanceof APIError || error instanceof SyntaxError || signal.aborted) return null;
      throw error;
    }
  };
}
