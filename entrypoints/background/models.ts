import { addressErrorText, apiKeyErrorText } from '../../components/endpoints/address-text.ts';
import type { ModelConnection, Models } from '../../lib/agent/index.ts';
import {
  apiKeyError,
  BUILT_IN_ENDPOINT,
  type Connections,
  type Endpoint,
  type Failure,
  type FailureCode,
  type ModelRef,
  PRACTICE_ENDPOINT,
  settingsOf,
} from '../../lib/contracts/index.ts';
import { browserModel, browserSession, hasHostPermission } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import {
  type BaseUrl,
  chooseToolMode,
  contextWindowOf,
  createBuiltInClient,
  createModelClient,
  createPracticeFetch,
  type ModelAccess,
  type ModelClientOptions,
  parseBaseUrl,
  refusesOrigin,
  requestCapability,
  timeoutsFor,
  worksWithTools,
} from '../../lib/model-api/index.ts';
import {
  KeysLockedError,
  loadCapability,
  modelSettings,
  recordObservation,
  type SidenoteDb,
} from '../../lib/storage/index.ts';
import { loadApiKey } from '../../lib/storage/load-api-key.ts';
import { hideOrigins, learnOriginRefusal } from './origins.ts';
import { practiceWords } from './practice-words.ts';

const practiceFetch = createPracticeFetch(practiceWords);

type Address = { endpoint: Endpoint; baseUrl: BaseUrl };

/** The models the user has configured, and the practice model. */
export function createModels(
  db: SidenoteDb,
  now: () => number,
  patienceMinutes: () => number | null,
  connectionsTo: (origin: string) => Connections,
): Models {
  return {
    async connect(model): Promise<ModelConnection | { failure: Failure }> {
      if (model.endpointId === BUILT_IN_ENDPOINT.endpointId) return builtInConnection(db, model, now());
      const options = await endpointAccess(db, model.endpointId, model.modelId);
      if ('failure' in options) return options;
      const capability = await loadCapability(db, model);
      const toolTiming = capability?.toolTiming ?? { toolsFirst: 0, textFirst: 0 };
      const { tools, systemPrompt = '', maxOutputTokens = null, contextLimit } = await modelSettings(db, model);
      const contextWindow = smaller(contextWindowOf(capability, now()), contextLimit ?? null);
      const timeouts = timeoutsFor(options.hostKind, patienceMinutes());
      const client = createModelClient({ ...options, patience: timeouts, known: requestCapability(capability, now()) });
      const choice = chooseToolMode(capability, model.modelId, now());
      const toolMode = tools === false ? 'none' : choice.toolMode;
      // The practice model is no server.
      const isPractice = model.endpointId === PRACTICE_ENDPOINT.endpointId;
      const connections = isPractice ? null : connectionsTo(new URL(options.baseUrl).origin);
      const reported = {
        systemPrompt,
        maxOutputTokens,
        vision: capability?.vision ?? null,
        isLocal: options.hostKind !== 'public',
        isOnThisMachine: options.hostKind === 'loopback' && !isPractice,
        worksWithTools: tools === true || isPractice ? true : worksWithTools(capability),
      };
      return { client, connections, ...choice, toolMode, toolTiming, contextWindow, ...reported };
    },
    async learn(model, observation) {
      const address = await addressOf(db, model.endpointId);
      if ('failure' in address) return;
      await recordObservation(db, model, address.baseUrl.url, observation, now());
    },
  };
}

/** The smallest window a browser's model is known to have; it tells its own when it is asked first. In tokens. */
const MIN_WINDOW = 4_096;

async function builtInConnection(db: SidenoteDb, model: ModelRef, now: number): Promise<ModelConnection> {
  const capability = await loadCapability(db, model);
  return {
    client: createBuiltInClient(browserModel()),
    connections: null,
    toolMode: 'tags',
    mayFallBack: false,
    toolTiming: capability?.toolTiming ?? { toolsFirst: 0, textFirst: 0 },
    contextWindow: contextWindowOf(capability, now) ?? MIN_WINDOW,
    vision: false,
    systemPrompt: '',
    maxOutputTokens: null,
    isLocal: true,
    isOnThisMachine: false,
    worksWithTools: null,
  };
}

/** A way to one model for tests of it, outside any run. `access` is the endpoint's. */
export function modelAccessFor(
  db: SidenoteDb,
  model: ModelRef,
  access: ModelClientOptions,
  now: () => number,
): ModelAccess {
  return {
    async connect() {
      const known = requestCapability(await loadCapability(db, model), now());
      return createModelClient({ ...access, known });
    },
    learn: (observation) => recordObservation(db, model, access.baseUrl, observation, now()),
  };
}

/** Where an endpoint lies, or why that cannot be said. */
async function addressOf(db: SidenoteDb, endpointId: string): Promise<Address | { failure: Failure }> {
  const ours = [PRACTICE_ENDPOINT, BUILT_IN_ENDPOINT].find((each) => each.endpointId === endpointId);
  const endpoint = ours ?? (await db.endpoints.get(endpointId));
  if (endpoint === undefined) return refuse('not-found', t('endpointRemoved'));
  const baseUrl = parseBaseUrl(endpoint.baseUrl);
  if ('error' in baseUrl)
    return refuse('not-found', t('addressNotUsable', { name: endpoint.name, reason: addressErrorText(baseUrl.error) }));
  return { endpoint, baseUrl };
}

/** Everything needed to talk to an endpoint, as the user set it for the model, or why we may not. */
export async function endpointAccess(
  db: SidenoteDb,
  endpointId: string,
  modelId: string | null = null,
): Promise<ModelClientOptions | { failure: Failure }> {
  if (endpointId === PRACTICE_ENDPOINT.endpointId) {
    return { baseUrl: PRACTICE_ENDPOINT.baseUrl, hostKind: 'loopback', apiKey: null, fetch: practiceFetch };
  }
  if (endpointId === BUILT_IN_ENDPOINT.endpointId) return refuse('not-found', t('builtInHasNoServer'));
  const address = await addressOf(db, endpointId);
  if ('failure' in address) return address;
  const { endpoint, baseUrl } = address;
  if (!(await hasHostPermission(baseUrl.url))) {
    return refuse('permission', t('endpointNotAllowed', { name: endpoint.name }));
  }
  const apiKey = await loadApiKey(db, endpointId, baseUrl.origin, browserSession).catch(lockedFailure);
  if (apiKey !== null && typeof apiKey !== 'string') return apiKey;
  // The error about a header that cannot be sent would show the key.
  const keyTrouble = apiKey === null ? null : apiKeyError(apiKey);
  if (keyTrouble !== null) return refuse('auth', t('storedKeyTrouble', { reason: apiKeyErrorText(keyTrouble) }));
  if (apiKey !== null && !baseUrl.takesKey) {
    return refuse('auth', t('keyNotOverHttp', { name: endpoint.name }));
  }
  const hidesAlready = baseUrl.hostKind !== 'public' || endpoint.hidesOrigin === true;
  if (hidesAlready) await hideOrigins(db);
  const fetch = endpointFetch(hidesAlready ? null : () => learnOriginRefusal(db, endpointId));
  const { headers = {}, ...settings } = settingsOf(endpoint.settings, modelId);
  return { baseUrl: baseUrl.url, hostKind: baseUrl.hostKind, apiKey, fetch, headers, settings };
}

function refuse(code: FailureCode, message: string): { failure: Failure } {
  return { failure: { code, message, retryable: false } };
}

/** For keys under a passphrase that has not been entered. */
function lockedFailure(error: unknown): { failure: Failure } {
  if (error instanceof KeysLockedError) return refuse('auth', t('keysAreLocked'));
  throw error;
}

function smaller(window: number | null, limit: number | null): number | null {
  return window === null || limit === null ? (window ?? limit) : Math.min(window, limit);
}

/**
 * The browser's fetch for one endpoint. Where a server refuses a request for its Origin, which says nothing about the user or
 * the key, `hideOrigin` is called and the request sent once more: the server has done nothing with the first. null: the
 * Origin is kept back already, or must not be.
 */
export function endpointFetch(hideOrigin: (() => Promise<void>) | null): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const mayBeOrigin = hideOrigin !== null && response.status === 403 && typeof init?.body === 'string';
    if (!mayBeOrigin || !refusesOrigin(await response.clone().text())) return response;
    await hideOrigin();
    return fetch(input, init);
  };
}
