import {
  apiKeyError,
  BUILT_IN_ENDPOINT,
  type Endpoint,
  type Failure,
  type FailureCode,
  type FailureReason,
  GGUF_ENDPOINT,
  isEndpointAllowed,
  mergeModelSettings,
  PRACTICE_ENDPOINT,
} from '../contracts/index.ts';
import {
  type BaseUrl,
  inferModelInterface,
  type ModelClientOptions,
  parseBaseUrl,
  refusesOrigin,
} from '../model-api/index.ts';
import { KeysLockedError, type Stores } from '../storage/index.ts';
import { secretKeys } from '../storage/load-api-key.ts';
import type { BrowserAccess } from './browser-access.ts';
import { hideOrigins, learnOriginRefusal } from './origins.ts';

export type EndpointAccessDependencies = {
  storage: Pick<Stores, 'endpoints' | 'keys' | 'mcpServers'>;
  browser: BrowserAccess;
  /** Answers for the practice model, which has no server. */
  practiceFetch: typeof globalThis.fetch;
};

type Fetch = typeof globalThis.fetch;

/**
 * Access to an endpoint with the settings of the model, if one is named, or why it is not allowed. `recorded` wraps the
 * function that sends its requests.
 */
export async function endpointAccess(
  dependencies: EndpointAccessDependencies,
  { endpointId, modelId = null }: { endpointId: string; modelId?: string | null },
  recorded: (send: Fetch) => Fetch = (send) => send,
): Promise<ModelClientOptions | { failure: Failure }> {
  const { storage, browser, practiceFetch } = dependencies;
  if (endpointId === PRACTICE_ENDPOINT.endpointId) {
    return { baseUrl: PRACTICE_ENDPOINT.baseUrl, hostKind: 'loopback', apiKey: null, fetch: practiceFetch };
  }
  if (endpointId === BUILT_IN_ENDPOINT.endpointId || endpointId === GGUF_ENDPOINT.endpointId) {
    return refuseAccess('not-found', { type: 'built-in-has-no-server' });
  }
  const address = await resolveAddress(storage, endpointId);
  if ('failure' in address) return address;
  const { endpoint, baseUrl } = address;
  if (!isEndpointAllowed(await browser.readPolicy(), endpoint)) {
    return refuseAccess('not-found', { type: 'endpoint-blocked', name: endpoint.name });
  }
  if (!(await browser.hasHostPermission(baseUrl.url))) {
    return refuseAccess('permission', { type: 'endpoint-not-allowed', name: endpoint.name });
  }
  const apiKey = await secretKeys(storage).load(endpointId, baseUrl.origin, browser.session).catch(lockedFailure);
  if (apiKey !== null && typeof apiKey !== 'string') return apiKey;
  // The browser's error about an invalid header would include the key.
  const keyError = apiKey === null ? null : apiKeyError(apiKey);
  if (keyError !== null) return refuseAccess('auth', { type: 'stored-key-invalid', error: keyError.code });
  if (apiKey !== null && !baseUrl.takesKey) {
    return refuseAccess('auth', { type: 'key-not-over-http', name: endpoint.name });
  }
  const hidesAlready = baseUrl.hostKind !== 'public' || endpoint.hidesOrigin === true;
  if (hidesAlready) await hideOrigins(dependencies);
  const hideOrigin = hidesAlready ? null : () => learnOriginRefusal(dependencies, endpointId);
  const { headers = {}, ...settings } = mergeModelSettings(endpoint.settings, modelId);
  const { url, hostKind } = baseUrl;
  return {
    baseUrl: url,
    hostKind,
    apiKey,
    fetch: retryWithoutOrigin(recorded(browser.sendFor('model')), hideOrigin),
    interface: endpoint.interface ?? inferModelInterface(url, modelId),
    headers,
    settings,
  };
}

/** The address of an endpoint, or why it is unknown. */
export async function resolveAddress(
  storage: Pick<Stores, 'endpoints'>,
  endpointId: string,
): Promise<{ endpoint: Endpoint; baseUrl: BaseUrl } | { failure: Failure }> {
  const ours = [PRACTICE_ENDPOINT, BUILT_IN_ENDPOINT, GGUF_ENDPOINT].find((each) => each.endpointId === endpointId);
  const endpoint = ours ?? (await storage.endpoints.get(endpointId));
  if (endpoint === undefined) return refuseAccess('not-found', { type: 'endpoint-removed' });
  const baseUrl = parseBaseUrl(endpoint.baseUrl);
  if ('error' in baseUrl)
    return refuseAccess('not-found', { type: 'address-not-usable', name: endpoint.name, error: baseUrl.error.code });
  return { endpoint, baseUrl };
}

export function refuseAccess(code: FailureCode, reason: FailureReason): { failure: Failure } {
  return { failure: { code, reason, retryable: false } };
}

/** The failure if keys are locked by a passphrase. */
function lockedFailure(error: unknown): { failure: Failure } {
  if (error instanceof KeysLockedError) return refuseAccess('auth', { type: 'keys-locked' });
  throw error;
}

/**
 * `send` for one endpoint. If a server refuses a request because of its Origin, calls `hideOrigin` and sends the
 * request again, since the server has not processed it. `hideOrigin`: null if the Origin has already been removed, or
 * must not be.
 */
export function retryWithoutOrigin(send: Fetch, hideOrigin: (() => Promise<void>) | null): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const mayBeOrigin = hideOrigin !== null && response.status === 403 && typeof init?.body === 'string';
    if (!mayBeOrigin || !refusesOrigin(await response.clone().text())) return response;
    await hideOrigin();
    return send(input, init);
  };
}
