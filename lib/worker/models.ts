import type { ModelConnection, Models } from '../agent/index.ts';
import {
  BUILT_IN_ENDPOINT,
  type Connections,
  createModelProfile,
  type Failure,
  GGUF_ENDPOINT,
  type LanguageModelFactory,
  LOCAL_DESTINATIONS,
  type ModelRef,
  type ModelUse,
  PRACTICE_ENDPOINT,
  type RecordRequest,
} from '../contracts/index.ts';
import {
  computeContextLimit,
  createBuiltInClient,
  createModelClient,
  describeCapability,
  getContextWindow,
  requestCapability,
  takesPdfs,
  timeoutsFor,
} from '../model-api/index.ts';
import { modelSend, recordingClient } from '../security/index.ts';
import type { Stores } from '../storage/index.ts';
import { type EndpointAccessDependencies, endpointAccess, refuseAccess, resolveAddress } from './endpoint-access.ts';
import { type GgufDependencies, ggufConnection } from './gguf-models.ts';

export type ModelDependencies = EndpointAccessDependencies &
  Pick<GgufDependencies, 'gguf'> & {
    storage: Pick<Stores, 'capabilities' | 'endpoints'>;
    /** The browser's own model, or null. */
    browserModel: () => LanguageModelFactory | null;
    /** The user's instructions for all models. */
    customInstructions: () => Promise<string>;
    /** How long a server may be silent, in minutes. Null for the default of its kind of server. */
    timeoutMinutes: () => number | null;
    connectionsTo: (origin: string) => Connections;
    record: RecordRequest;
    now: () => number;
  };

type Connection = Promise<ModelConnection | { failure: Failure }>;

/** The configured models, those in the browser and in the extension, and the practice model. */
export function createModels(dependencies: ModelDependencies): Models {
  const { storage, customInstructions, now } = dependencies;
  return {
    async connect(model, use) {
      const connection = await connectByEndpoint(dependencies, model, use);
      if ('failure' in connection) return connection;
      // Instructions for all models come first, so that those for one model can override them.
      const forAll = (await customInstructions()).trim();
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

function connectByEndpoint(dependencies: ModelDependencies, model: ModelRef, use: ModelUse | undefined): Connection {
  switch (model.endpointId) {
    case BUILT_IN_ENDPOINT.endpointId:
      return connectBuiltIn(dependencies, model, use);
    case GGUF_ENDPOINT.endpointId:
      return connectGguf(dependencies, model, use);
    default:
      return connectToServer(dependencies, model, use);
  }
}

/** The smallest known window of a browser's model, which reports its actual window on first use. In tokens. */
const MIN_WINDOW = 4_096;

async function connectBuiltIn(
  { storage, browser, browserModel, record, now }: ModelDependencies,
  model: ModelRef,
  use: ModelUse | undefined,
): Connection {
  const isOff = (await browser.readPolicy()).disabledFeatures.includes('browser-model');
  if (isOff) return refuseAccess('not-found', { type: 'endpoint-blocked', name: BUILT_IN_ENDPOINT.name });
  const capability = await storage.capabilities.get(model);
  return {
    client: recordingClient(createBuiltInClient(browserModel()), record, use, LOCAL_DESTINATIONS.browser),
    profile: createModelProfile({
      toolMode: 'tags',
      mayFallBack: false,
      ...(capability && { toolTiming: capability.toolTiming }),
      contextWindow: getContextWindow(capability, now()) ?? MIN_WINDOW,
      vision: false,
      isLocal: true,
    }),
  };
}

async function connectGguf(dependencies: ModelDependencies, model: ModelRef, use: ModelUse | undefined): Connection {
  const connection = await ggufConnection(dependencies, model);
  if ('failure' in connection) return connection;
  return {
    ...connection,
    client: recordingClient(connection.client, dependencies.record, use, LOCAL_DESTINATIONS.extension),
  };
}

/** Also used for the practice model, which works like a server but has none. */
async function connectToServer(
  dependencies: ModelDependencies,
  model: ModelRef,
  use: ModelUse | undefined,
): Connection {
  const { storage, timeoutMinutes, connectionsTo, record, now } = dependencies;
  const options = await endpointAccess(dependencies, model, (send) => modelSend(send, record, use));
  if ('failure' in options) return options;
  const capability = await storage.capabilities.get(model);
  const {
    tools,
    systemPrompt = '',
    maxOutputTokens = null,
    contextLimit = null,
    pdfs,
  } = await storage.endpoints.modelSettings(model);
  const { interface: modelInterface = 'chat-completions', baseUrl, hostKind } = options;
  const contextWindow = computeContextLimit(modelInterface, getContextWindow(capability, now()), contextLimit);
  const currentCapability = requestCapability(capability, now());
  const isPractice = model.endpointId === PRACTICE_ENDPOINT.endpointId;
  const server = createModelClient({
    ...options,
    ...(isPractice ? {} : { connections: connectionsTo(new URL(baseUrl).origin) }),
    timeouts: timeoutsFor(hostKind, timeoutMinutes()),
    known: currentCapability,
    contextWindow,
  });
  const observed = describeCapability(capability, model.modelId, now());
  const profile = createModelProfile({
    ...observed,
    toolMode: tools === false ? 'none' : observed.toolMode,
    contextWindow,
    systemPrompt,
    maxOutputTokens,
    takesPdfs: pdfs === 'file' && takesPdfs(modelInterface, baseUrl) && !currentCapability.quirks.has('pdfs-as-text'),
    isLocal: hostKind !== 'public',
    isOnThisMachine: hostKind === 'loopback' && !isPractice,
    worksWithTools: tools === true || isPractice ? true : observed.worksWithTools,
  });
  return { client: isPractice ? recordingClient(server, record, use, LOCAL_DESTINATIONS.extension) : server, profile };
}
