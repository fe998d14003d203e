import { practiceWords } from '../../entrypoints/background/practice-words.ts';
import type { ModelConnection, Models } from '../agent/index.ts';
import {
  apiKeyError,
  BUILT_IN_ENDPOINT,
  type Connections,
  describeModel,
  type Endpoint,
  type Failure,
  type FailureCode,
  type FailureReason,
  GGUF_ENDPOINT,
  INSIDE,
  isEndpointAllowed,
  type ModelRef,
  mergeModelSettings,
  PRACTICE_ENDPOINT,
  type RecordRequest,
} from '../contracts/index.ts';
import {
  browserModel,
  browserSession,
  customInstructions,
  hasHostPermission,
  readPolicy,
  sendFor,
} from '../extension/index.ts';
import {
  type BaseUrl,
  computeContextLimit,
  createBuiltInClient,
  createModelClient,
  createPracticeFetch,
  describeCapability,
  getContextWindow,
  inferModelInterface,
  type ModelClientOptions,
  parseBaseUrl,
  refusesOrigin,
  requestCapability,
  takesPdfs,
  timeoutsFor,
} from '../model-api/index.ts';
import { modelSend, recordingClient } from '../security/index.ts';
import { KeysLockedError, type Stores } from '../storage/index.ts';
import { secretKeys } from '../storage/load-api-key.ts';
import { ggufConnection } from './gguf-models.ts';
import { hideOrigins, learnOriginRefusal } from './origins.ts';

const practiceFetch = createPracticeFetch(practiceWords);

type Address = { endpoint: Endpoint; baseUrl: BaseUrl };

/** The configured models, and the practice model. */
export function createModels(
  storage: Pick<Stores, 'capabilities' | 'endpoints' | 'keys' | 'mcpServers'>,
  now: () => number,
  timeoutMinutes: () => number | null,
  connectionsTo: (origin: string) => Connections,
  record: RecordRequest,
): Models {
  async function connectAlone(
    model: ModelRef,
    use: Parameters<Models['connect']>[1],
  ): Promise<ModelConnection | { failure: Failure }> {
    if (model.endpointId === BUILT_IN_ENDPOINT.endpointId) {
      const isOff = (await readPolicy()).disabledFeatures.includes('browser-model');
      if (isOff) return refuse('not-found', { type: 'endpoint-blocked', name: BUILT_IN_ENDPOINT.name });
      const builtIn = await builtInConnection(storage, model, now());
      return { ...builtIn, client: recordingClient(builtIn.client, record, use, INSIDE.browser) };
    }
    if (model.endpointId === GGUF_ENDPOINT.endpointId) {
      const gguf = await ggufConnection(storage, model, now());
      if ('failure' in gguf) return gguf;
      return { ...gguf, client: recordingClient(gguf.client, record, use, INSIDE.extension) };
    }
    const options = await endpointAccess(storage, model.endpointId, model.modelId, (send) =>
      modelSend(send, record, use),
    );
    if ('failure' in options) return options;
    const capability = await storage.capabilities.get(model);
    const {
      tools,
      systemPrompt = '',
      maxOutputTokens = null,
      contextLimit,
      pdfs,
    } = await storage.endpoints.modelSettings(model);
    const { interface: modelInterface = 'chat-completions' } = options;
    const contextWindow = computeContextLimit(
      modelInterface,
      getContextWindow(capability, now()),
      contextLimit ?? null,
    );
    const timeouts = timeoutsFor(options.hostKind, timeoutMinutes());
    const currentCapability = requestCapability(capability, now());
    // The practice model has no server.
    const isPractice = model.endpointId === PRACTICE_ENDPOINT.endpointId;
    const connections = isPractice ? {} : { connections: connectionsTo(new URL(options.baseUrl).origin) };
    const server = createModelClient({
      ...options,
      ...connections,
      timeouts,
      known: currentCapability,
      contextWindow,
    });
    const observed = describeCapability(capability, model.modelId, now());
    const toolMode = tools === false ? 'none' : observed.toolMode;
    const client = isPractice ? recordingClient(server, record, use, INSIDE.extension) : server;
    const profile = describeModel({
      ...observed,
      toolMode,
      contextWindow,
      systemPrompt,
      maxOutputTokens,
      takesPdfs:
        pdfs === 'file' && takesPdfs(modelInterface, options.baseUrl) && !currentCapability.quirks.has('pdfs-as-text'),
      isLocal: options.hostKind !== 'public',
      isOnThisMachine: options.hostKind === 'loopback' && !isPractice,
      worksWithTools: tools === true || isPractice ? true : observed.worksWithTools,
    });
    return { client, profile };
  }

  return {
    async connect(model, use) {
      const connection = await connectAlone(model, use);
      if ('failure' in connection) return connection;
      // Instructions for all models come first, so that those for one model can override them.
      const forAll = (await customInstructions.getValue()).trim();
      const { client, profile } = connection;
      const systemPrompt = [forAll, profile.systemPrompt].filter((text) => text !== '').join('\n');
      return { client, profile: { ...profile, systemPrompt } };
    },
    async learn(model, observation) {
      const address = await resolveAddress(storage, model.endpointId);
      if ('failure' in address) return;
      await storage.capabilities.record(model, address.baseUrl.url, observation, now());
    },
  };
}

/** The smallest known window of a browser's model, which reports its own on first use. In tokens. */
const MIN_WINDOW = 4_096;

async function builtInConnection(
  storage: Pick<Stores, 'capabilities'>,
  model: ModelRef,
  now: number,
): Promise<ModelConnection> {
  const capability = await storage.capabilities.get(model);
  return {
    client: createBuiltInClient(browserModel()),
    profile: describeModel({
      toolMode: 'tags',
      mayFallBack: false,
      ...(capability && { toolTiming: capability.toolTiming }),
      contextWindow: getContextWindow(capability, now) ?? MIN_WINDOW,
      vision: false,
      isLocal: true,
    }),
  };
}

/** The address of an endpoint, or why it is unknown. */
async function resolveAddress(
  storage: Pick<Stores, 'endpoints'>,
  endpointId: string,
): Promise<Address | { failure: Failure }> {
  const ours = [PRACTICE_ENDPOINT, BUILT_IN_ENDPOINT, GGUF_ENDPOINT].find((each) => each.endpointId === endpointId);
  const endpoint = ours ?? (await storage.endpoints.get(endpointId));
  if (endpoint === undefined) return refuse('not-found', { type: 'endpoint-removed' });
  const baseUrl = parseBaseUrl(endpoint.baseUrl);
  if ('error' in baseUrl)
    return refuse('not-found', { type: 'address-not-usable', name: endpoint.name, error: baseUrl.error.code });
  return { endpoint, baseUrl };
}

/**
 * Access to an endpoint with the settings of the model, or why it is not allowed. `recorded` wraps the function that sends its
 * requests.
 */
export async function endpointAccess(
  storage: Pick<Stores, 'endpoints' | 'keys' | 'mcpServers'>,
  endpointId: string,
  modelId: string | null = null,
  recorded: (send: typeof globalThis.fetch) => typeof globalThis.fetch = (send) => send,
): Promise<ModelClientOptions | { failure: Failure }> {
  if (endpointId === PRACTICE_ENDPOINT.endpointId) {
    return { baseUrl: PRACTICE_ENDPOINT.baseUrl, hostKind: 'loopback', apiKey: null, fetch: practiceFetch };
  }
  if (endpointId === BUILT_IN_ENDPOINT.endpointId || endpointId === GGUF_ENDPOINT.endpointId) {
    return refuse('not-found', { type: 'built-in-has-no-server' });
  }
  const address = await resolveAddress(storage, endpointId);
  if ('failure' in address) return address;
  const { endpoint, baseUrl } = address;
  if (!isEndpointAllowed(await readPolicy(), endpoint)) {
    return refuse('not-found', { type: 'endpoint-blocked', name: endpoint.name });
  }
  if (!(await hasHostPermission(baseUrl.url))) {
    return refuse('permission', { type: 'endpoint-not-allowed', name: endpoint.name });
  }
  const apiKey = await secretKeys(storage).load(endpointId, baseUrl.origin, browserSession).catch(lockedFailure);
  if (apiKey !== null && typeof apiKey !== 'string') return apiKey;
  // The browser's error about an invalid header would include the key.
  const keyError = apiKey === null ? null : apiKeyError(apiKey);
  if (keyError !== null) return refuse('auth', { type: 'stored-key-invalid', error: keyError.code });
  if (apiKey !== null && !baseUrl.takesKey) {
    return refuse('auth', { type: 'key-not-over-http', name: endpoint.name });
  }
  const hidesAlready = baseUrl.hostKind !== 'public' || endpoint.hidesOrigin === true;
  if (hidesAlready) await hideOrigins(storage);
  const hideOrigin = hidesAlready ? null : () => learnOriginRefusal(storage, endpointId);
  const fetch = endpointFetch(hideOrigin, recorded);
  const { headers = {}, ...settings } = mergeModelSettings(endpoint.settings, modelId);
  const { url, hostKind } = baseUrl;
  const modelInterface = endpoint.interface ?? inferModelInterface(url, modelId);
  return { baseUrl: url, hostKind, apiKey, fetch, interface: modelInterface, headers, settings };
}

function refuse(code: FailureCode, reason: FailureReason): { failure: Failure } {
  return { failure: { code, reason, retryable: false } };
}

/** The failure for keys locked by a passphrase. */
function lockedFailure(error: unknown): { failure: Failure } {
  if (error instanceof KeysLockedError) return refuse('auth', { type: 'keys-locked' });
  throw error;
}

/**
 * The browser's fetch for one endpoint. If a server refuses a request because of its Origin, `hideOrigin` is called and the
 * request sent once more; the server has not processed the first. Null if the Origin is removed already, or must not be.
 */
export function endpointFetch(
  hideOrigin: (() => Promise<void>) | null,
  recorded: (send: typeof globalThis.fetch) => typeof globalThis.fetch = (send) => send,
): typeof globalThis.fetch {
  const send = recorded(sendFor('model'));
  return async (input, init) => {
    const response = await send(input, init);
    const mayBeOrigin = hideOrigin !== null && response.status === 403 && typeof init?.body === 'string';
    if (!mayBeOrigin || !refusesOrigin(await response.clone().text())) return response;
    await hideOrigin();
    return send(input, init);
  };
}
