import type {
  CheckName,
  CommandReply,
  Connections,
  ConnectionTestTarget,
  Endpoint,
  EndpointCheck,
  Failure,
  FailureCode,
  FailureReason,
  ModelDownloadMessage,
  ModelRef,
} from '../contracts/index.ts';
import {
  checkEndpoint,
  defaultAddresses,
  detectLocalServers,
  downloadOllamaModel,
  findKeyProblem,
  firstModel,
  getContextWindow,
  LIST_TIMEOUT_MS,
  ListingError,
  listingFailure,
  listingObservations,
  listModels,
  ownAddress,
  parseBaseUrl,
  removeOllamaModel,
  withoutVersion,
} from '../model-api/index.ts';
import type { Stores } from '../storage/index.ts';
import { type EndpointAccessDependencies, endpointAccess } from './endpoint-access.ts';
import { modelAccessFor } from './model-access.ts';
import { hideOrigins } from './origins.ts';

const REMOVE_TIMEOUT_MS = 30_000;

/**
 * Requests to servers for the settings page. Each takes one of the connections to its server and fails immediately if
 * none is free, so that the user sees why it is not possible.
 */
export type EndpointWork = EndpointAccessDependencies & {
  storage: Pick<Stores, 'capabilities'>;
  now: () => number;
  connectionsTo: (origin: string) => Connections;
};

/**
 * Tests the connection to a model, from the browser's permission to the context size. See `checkEndpoint`. Without a
 * model, the models are listed first, and the test reports why that fails.
 */
export async function* testConnection(
  work: EndpointWork,
  { endpointId, modelId }: ConnectionTestTarget,
  signal: AbortSignal,
): AsyncGenerator<EndpointCheck> {
  if (modelId !== null) return yield* testModel(work, { endpointId, modelId }, signal);
  const reply = await refreshModels(work, endpointId);
  const endpoint = await work.storage.endpoints.get(endpointId);
  const listedModelId = endpoint === undefined ? null : (firstModel(endpoint) ?? endpoint.models[0] ?? null);
  if (reply.type !== 'refused' && listedModelId !== null) {
    return yield* testModel(work, { endpointId, modelId: listedModelId }, signal);
  }
  const failure =
    reply.type === 'refused'
      ? reply.failure
      : createFailure('bad-response', {
          type: 'models-not-listed',
          host: getEndpointHost(endpoint),
          problem: { type: 'empty' },
        });
  yield { check: toCheckName(failure), result: 'failed', finding: { type: 'failure', failure, similar: [] } };
}

/** The check to which a failed listing belongs. */
function toCheckName({ code }: Failure): CheckName {
  if (code === 'auth') return 'key';
  return code === 'permission' ? 'permission' : 'reachable';
}

function getEndpointHost(endpoint: Endpoint | undefined): string {
  return URL.parse(endpoint?.baseUrl ?? '')?.host ?? '';
}

async function* testModel(work: EndpointWork, model: ModelRef, signal: AbortSignal): AsyncGenerator<EndpointCheck> {
  const { storage, now, connectionsTo } = work;
  const options = await endpointAccess(work, model);
  if ('failure' in options) {
    const check = options.failure.code === 'auth' ? 'key' : 'permission';
    yield { check, result: 'failed', finding: { type: 'failure', failure: options.failure, similar: [] } };
    return;
  }
  const { host, origin } = new URL(options.baseUrl);
  yield { check: 'permission', result: 'ok', finding: { type: 'may-connect', host } };
  const release = connectionsTo(origin).tryTake();
  if (release === null) {
    yield { check: 'reachable', result: 'failed', finding: { type: 'connections-in-use', host } };
    return;
  }
  try {
    const loadFacts = async () => {
      const capability = await storage.capabilities.get(model);
      return { vision: capability?.vision ?? null, contextWindow: getContextWindow(capability, now()) };
    };
    const modelAccess = modelAccessFor(storage, model, options, now);
    yield* checkEndpoint({ options, modelAccess, modelId: model.modelId, known: loadFacts }, signal);
  } finally {
    release();
  }
}

/**
 * Fetches the models of an endpoint, and stores the list and its observations. `checksKey`: stores nothing if the key
 * is missing or refused.
 */
export async function refreshModels(
  work: EndpointWork,
  endpointId: string,
  { checksKey = false } = {},
): Promise<CommandReply> {
  const { storage, now, connectionsTo } = work;
  const access = await endpointAccess(work, { endpointId });
  if ('failure' in access) return { type: 'refused', failure: access.failure };
  const { host, origin } = new URL(access.baseUrl);
  const release = connectionsTo(origin).tryTake();
  if (release === null) return refused('rate-limit', { type: 'connections-in-use', host });
  try {
    const listedModels = await listWithOrWithoutVersion(work, endpointId, access);
    const models = listedModels.map((model) => model.modelId);
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
    const problem = checksKey && models.length > 0 ? await findKeyProblem(access, models[0] ?? '', signal) : null;
    if (problem !== null) return refused('auth', { type: problem === 'missing' ? 'key-needed' : 'key-refused', host });
    await storage.endpoints.saveListedModels(endpointId, models);
    const reported = listedModels.map(({ modelId, facts }) => ({ modelId, observations: listingObservations(facts) }));
    const observedModels = reported.filter(({ observations }) => observations.length > 0);
    await storage.capabilities.recordMany(endpointId, access.baseUrl, observedModels, now());
    return { type: 'models', models };
  } catch (error) {
    if (!(error instanceof ListingError)) throw error;
    const { baseUrl, hostKind, apiKey } = access;
    return {
      type: 'refused',
      failure: listingFailure(error, { host, ownAddress: ownAddress(baseUrl), hostKind, hasKey: apiKey !== null }),
    };
  } finally {
    release();
  }
}

/**
 * The models of an endpoint. Some servers have no version in their path. If there is nothing at `/v1`, the address
 * without it is tried, and kept if it lists models.
 */
async function listWithOrWithoutVersion(
  { storage }: EndpointWork,
  endpointId: string,
  access: Parameters<typeof listModels>[0],
): ReturnType<typeof listModels> {
  const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
  try {
    return await listModels(access, signal);
  } catch (error) {
    const isMissing = error instanceof ListingError && error.problem.type === 'status' && error.problem.status === 404;
    const shorter = isMissing ? withoutVersion(access.baseUrl) : null;
    const address = shorter === null ? null : parseBaseUrl(shorter);
    if (address === null || 'error' in address) throw error;
    const listedModels = await listModels({ ...access, baseUrl: address.url }, signal).catch(() => []);
    const endpoint = await storage.endpoints.get(endpointId);
    if (listedModels.length === 0 || endpoint === undefined) throw error;
    await storage.endpoints.save({ ...endpoint, baseUrl: address.stored });
    return listedModels;
  }
}

/** Makes an Ollama server download a model, and lists its models again. See `downloadOllamaModel`. */
export async function* downloadModel(
  work: EndpointWork,
  { endpointId, modelId }: ModelRef,
  signal: AbortSignal,
): AsyncGenerator<ModelDownloadMessage> {
  const access = await ollamaAccess(work, endpointId);
  if ('failure' in access) return yield { type: 'failed', failure: access.failure };
  try {
    for await (const report of downloadOllamaModel(access.options, modelId, signal)) {
      if (report.type === 'failed') return yield report;
      if (report.type === 'progress') yield report;
    }
  } finally {
    access.release();
  }
  if (signal.aborted) return;
  const listing = await refreshModels(work, endpointId);
  yield listing.type === 'refused' ? { type: 'failed', failure: listing.failure } : { type: 'done' };
}

/** Deletes a model from an Ollama server, and lists its models again. */
export async function removeModel(work: EndpointWork, { endpointId, modelId }: ModelRef): Promise<CommandReply> {
  const access = await ollamaAccess(work, endpointId);
  if ('failure' in access) return { type: 'refused', failure: access.failure };
  const failure = await removeOllamaModel(access.options, modelId, AbortSignal.timeout(REMOVE_TIMEOUT_MS)).finally(
    access.release,
  );
  return failure === null ? refreshModels(work, endpointId) : { type: 'refused', failure };
}

/** Access to an endpoint with Ollama's own interface. Holds one of its connections until `release`. */
async function ollamaAccess(work: EndpointWork, endpointId: string) {
  const options = await endpointAccess(work, { endpointId });
  if ('failure' in options) return options;
  const { host, origin } = new URL(options.baseUrl);
  if (options.interface !== 'ollama')
    return { failure: createFailure('not-found', { type: 'no-such-interface', host }) };
  const release = work.connectionsTo(origin).tryTake();
  if (release === null) return { failure: createFailure('rate-limit', { type: 'connections-in-use', host }) };
  return { options, release };
}

/**
 * Searches for model servers on this machine. The page has requested permission for 127.0.0.1 during the user's click.
 */
export async function findLocalServers(work: Pick<EndpointWork, 'storage' | 'browser'>): Promise<CommandReply> {
  if ((await work.browser.readPolicy()).disabledFeatures.includes('own-endpoints')) {
    return refused('permission', { type: 'own-endpoints-off' });
  }
  if (!(await work.browser.hasHostPermission('http://127.0.0.1/'))) {
    return refused('permission', { type: 'machine-not-allowed' });
  }
  await hideOrigins(
    work,
    defaultAddresses().map((place) => place.origin),
  );
  const servers = await detectLocalServers(work.browser.sendFor('model'));
  await hideOrigins(work);
  return { type: 'local-servers', servers };
}

function refused(code: FailureCode, reason: FailureReason): CommandReply {
  return { type: 'refused', failure: createFailure(code, reason) };
}

function createFailure(code: FailureCode, reason: FailureReason): Failure {
  return { code, reason, retryable: true };
}
