import { hasHostPermission } from '../../lib/browser/permissions.ts';
import type { ModelConnection, Models } from '../../lib/engine/runner.ts';
import { practiceFetch } from '../../lib/practice/practice-fetch.ts';
import { type Endpoint, PRACTICE_ENDPOINT } from '../../lib/protocol/endpoint.ts';
import type { Failure, FailureCode } from '../../lib/protocol/failure.ts';
import type { ModelRef } from '../../lib/protocol/model.ts';
import type { Connections } from '../../lib/protocol/model-client.ts';
import type { Asking } from '../../lib/provider/ask-and-learn.ts';
import { type BaseUrl, parseBaseUrl } from '../../lib/provider/base-url.ts';
import { chooseToolMode } from '../../lib/provider/choose-tool-mode.ts';
import { contextWindowOf, knownOfModel } from '../../lib/provider/known-of-model.ts';
import { createModelClient, type ModelClientOptions } from '../../lib/provider/model-client.ts';
import { patienceFor } from '../../lib/provider/watchdog.ts';
import { loadApiKey } from '../../lib/store/api-keys.ts';
import { learnCapability, loadCapability } from '../../lib/store/capabilities.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';

type Address = { endpoint: Endpoint; baseUrl: BaseUrl };

/** The models the person has configured, and the practice model. */
export function createModels(
  db: SidenoteDb,
  now: () => number,
  patienceMinutes: () => number | null,
  connectionsTo: (origin: string) => Connections,
): Models {
  return {
    async connect(model): Promise<ModelConnection | { failure: Failure }> {
      const options = await endpointAccess(db, model.endpointId);
      if ('failure' in options) return options;
      const capability = await loadCapability(db, model);
      const toolTiming = capability?.toolTiming ?? { toolsFirst: 0, textFirst: 0 };
      const contextWindow = contextWindowOf(capability, now());
      const patience = patienceFor(options.hostKind, patienceMinutes());
      const client = createModelClient({ ...options, patience, known: knownOfModel(capability, now()) });
      const vision = capability?.vision ?? null;
      // The practice model is no server.
      const connections = options.fetch === practiceFetch ? null : connectionsTo(new URL(options.baseUrl).origin);
      const toolMode = chooseToolMode(capability, model.modelId, now());
      return { client, connections, ...toolMode, toolTiming, contextWindow, vision };
    },
    async learn(model, lesson) {
      const address = await addressOf(db, model.endpointId);
      if ('failure' in address) return;
      await learnCapability(db, model, address.baseUrl.url, lesson, now());
    },
  };
}

/** A way to one model for tests of it, outside any run. `access` is the endpoint's. */
export function askingFor(db: SidenoteDb, model: ModelRef, access: ModelClientOptions, now: () => number): Asking {
  return {
    async connect() {
      const known = knownOfModel(await loadCapability(db, model), now());
      return createModelClient({ ...access, known });
    },
    learn: (lesson) => learnCapability(db, model, access.baseUrl, lesson, now()),
  };
}

/** Where an endpoint lies, or why that cannot be said. */
async function addressOf(db: SidenoteDb, endpointId: string): Promise<Address | { failure: Failure }> {
  const endpoint = endpointId === PRACTICE_ENDPOINT.endpointId ? PRACTICE_ENDPOINT : await db.endpoints.get(endpointId);
  if (endpoint === undefined) return refuse('not-found', 'This endpoint was removed. Choose another model.');
  const baseUrl = parseBaseUrl(endpoint.baseUrl);
  if ('error' in baseUrl) return refuse('not-found', `The address of ${endpoint.name} is not usable: ${baseUrl.error}`);
  return { endpoint, baseUrl };
}

/** Everything needed to talk to an endpoint, or why we may not. */
export async function endpointAccess(
  db: SidenoteDb,
  endpointId: string,
): Promise<ModelClientOptions | { failure: Failure }> {
  if (endpointId === PRACTICE_ENDPOINT.endpointId) {
    return { baseUrl: PRACTICE_ENDPOINT.baseUrl, hostKind: 'loopback', apiKey: null, fetch: practiceFetch };
  }
  const address = await addressOf(db, endpointId);
  if ('failure' in address) return address;
  const { endpoint, baseUrl } = address;
  if (!(await hasHostPermission(baseUrl.url))) {
    return refuse(
      'permission',
      `Sidenote may not talk to ${endpoint.name} yet. Open Settings and press Allow beside it.`,
    );
  }
  const apiKey = await loadApiKey(db, endpointId, baseUrl.origin);
  if (apiKey !== null && baseUrl.hostKind === 'public' && baseUrl.url.startsWith('http:')) {
    return refuse(
      'auth',
      `The key for ${endpoint.name} is not sent over http://. Use its https:// address in Settings.`,
    );
  }
  return { baseUrl: baseUrl.url, hostKind: baseUrl.hostKind, apiKey, fetch: (...request) => fetch(...request) };
}

function refuse(code: FailureCode, message: string): { failure: Failure } {
  return { failure: { code, message, retryable: false } };
}
