import { applyObservation, type Models, unknownCapability } from '../agent/index.ts';
import {
  type Capability,
  createModelProfile,
  type ModelClient,
  type ModelInterface,
  type ModelRef,
} from '../contracts/index.ts';
import {
  computeContextLimit,
  createConnections,
  createModelClient,
  describeCapability,
  getContextWindow,
  inferModelInterface,
  parseBaseUrl,
  requestCapability,
} from '../model-api/index.ts';

/** A model behind a server. */
export type EndpointConfig = {
  /** As a user would type it: a missing or doubled `/v1` is corrected, and for a known service the host is enough. */
  baseUrl: string;
  /** Sent only to this server, and never over an unencrypted connection to the internet. */
  apiKey?: string;
  model: string;
  /** Inferred from the address if absent. */
  interface?: ModelInterface;
  headers?: Readonly<Record<string, string>>;
  maxOutputTokens?: number;
  /** Defaults to the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
};

/** Stores what was learned about models: whether they support tools, and what their servers refuse. */
export interface CapabilityStore {
  load(model: ModelRef): Promise<Capability | undefined>;
  save(capability: Capability): Promise<void>;
}

/** A store in memory, which is lost when the process ends. */
export function createMemoryCapabilities(): CapabilityStore {
  const capabilities = new Map<string, Capability>();
  const toModelKey = ({ endpointId, modelId }: ModelRef) => JSON.stringify([endpointId, modelId]);
  return {
    load: async (model) => capabilities.get(toModelKey(model)),
    save: async (capability) => void capabilities.set(toModelKey(capability), capability),
  };
}

/** An address that cannot be used. `code`: the reason, as in the connection form. */
export class InvalidAddressError extends Error {
  readonly code: string;
  constructor(code: string, address: string) {
    super(`The address ${JSON.stringify(address)} cannot be used: ${code}.`);
    this.name = 'InvalidAddressError';
    this.code = code;
  }
}

type Connected = { models: Models; ref: ModelRef };

export function connectModel(
  model: EndpointConfig | ModelClient,
  capabilities: CapabilityStore,
  now: () => number,
): Connected {
  return 'stream' in model ? connectClient(model, capabilities, now) : connectEndpoint(model, capabilities, now);
}

function connectClient(client: ModelClient, capabilities: CapabilityStore, now: () => number): Connected {
  const ref = { endpointId: 'client', modelId: 'client' };
  const learn = learner(capabilities, '', now);
  return {
    ref,
    models: {
      async connect() {
        const capability = await capabilities.load(ref);
        return { client, profile: createModelProfile(describeCapability(capability, ref.modelId, now())) };
      },
      learn,
    },
  };
}

function connectEndpoint(config: EndpointConfig, capabilities: CapabilityStore, now: () => number): Connected {
  const { apiKey = null, model: modelId, fetch = globalThis.fetch, headers = {}, maxOutputTokens = null } = config;
  const address = parseBaseUrl(config.baseUrl);
  if ('error' in address) throw new InvalidAddressError(address.error.code, config.baseUrl);
  const { url, origin, hostKind, takesKey } = address;
  if (apiKey !== null && !takesKey) throw new InvalidAddressError('key-not-over-http', config.baseUrl);
  const modelInterface = config.interface ?? inferModelInterface(url, modelId);
  const ref = { endpointId: url, modelId };
  const connections = createConnections()(origin);
  return {
    ref,
    models: {
      async connect() {
        const capability = await capabilities.load(ref);
        const described = describeCapability(capability, modelId, now());
        const contextWindow = computeContextLimit(modelInterface, getContextWindow(capability, now()), null);
        const currentCapability = requestCapability(capability, now());
        const access = { baseUrl: url, hostKind, apiKey, fetch, headers, interface: modelInterface };
        const client = createModelClient({ ...access, known: currentCapability, contextWindow, connections });
        const place = { isLocal: hostKind !== 'public', isOnThisMachine: hostKind === 'loopback' };
        return { client, profile: createModelProfile({ ...described, ...place, contextWindow, maxOutputTokens }) };
      },
      learn: learner(capabilities, url, now),
    },
  };
}

/**
 * Returns a function that applies observations about a model one after the other, since two runs may learn at the same
 * time.
 */
function learner(capabilities: CapabilityStore, baseUrl: string, now: () => number): Models['learn'] {
  let last: Promise<void> = Promise.resolve();
  return (model, observation) => {
    const update = last.then(async () => {
      const before = (await capabilities.load(model)) ?? unknownCapability(model, baseUrl);
      const after = applyObservation(before, observation, now());
      if (after !== before) await capabilities.save(after);
    });
    last = update.catch(() => undefined);
    return update;
  };
}
