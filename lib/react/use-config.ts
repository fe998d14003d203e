import { useEffect, useMemo, useState } from 'react';
import {
  BUILT_IN_ENDPOINT,
  type BuiltInState,
  builtInState,
  type Capability,
  type Endpoint,
  type Failure,
  GGUF_ENDPOINT,
  type GgufModel,
  isOwnEndpoint,
  type LocalServer,
  type ManagedPolicy,
  type McpServer,
  type ModelRef,
  mcpKeyId,
  mcpSignInKeyId,
  NO_POLICY,
  PRACTICE_ENDPOINT,
  type SettingName,
} from '../contracts/index.ts';
import {
  browserModel,
  canRunGguf,
  ggufModels,
  onPolicyChange,
  readPolicy,
  requestHostPermission,
  sendCommand,
} from '../extension/index.ts';
import { t } from '../i18n/index.ts';
import type { Stores } from '../storage/index.ts';
import { useSetting } from './use-setting.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly Endpoint[] = [];

/** The user's own endpoints, live. */
export function useEndpoints(storage: Pick<Stores, 'endpoints'>): readonly Endpoint[] {
  return useStored(() => storage.endpoints.all(), [storage]) ?? NONE;
}

type EndpointDetails = { capabilities: readonly Capability[]; lastFour: string | null };

/** The capabilities of an endpoint's models and the last characters of its key, live. */
export function useEndpointDetails(
  storage: Pick<Stores, 'capabilities' | 'keys'>,
  endpointId: string,
): EndpointDetails {
  const capabilities = useStored(() => storage.capabilities.ofEndpoint(endpointId), [storage, endpointId]) ?? [];
  const lastFour = useStored(() => storage.keys.lastFour(endpointId), [storage, endpointId]) ?? null;
  return { capabilities, lastFour };
}

/** The user's endpoints, and the built-in ones that need no server. */
export function useEndpointsWithBuiltIn(own: readonly Endpoint[]): readonly Endpoint[] {
  const builtIn = useBuiltIn();
  const models = useGgufModels();
  return useMemo(() => {
    const isThere = builtIn !== 'absent' && builtIn !== 'unavailable';
    const inside = { ...GGUF_ENDPOINT, name: t('insideSidenote'), models: models.map(({ modelId }) => modelId) };
    return [
      ...own,
      ...(models.length > 0 ? [inside] : []),
      ...(isThere ? [{ ...BUILT_IN_ENDPOINT, name: t('thisBrowser') }] : []),
      PRACTICE_ENDPOINT,
    ];
  }, [own, builtIn, models]);
}

/** Whether a model accepts pictures. Null if unknown. */
export function useSeesPictures(storage: Pick<Stores, 'capabilities'>, model: ModelRef | null): boolean | null {
  const { endpointId = '', modelId = '' } = model ?? {};
  const capability = useStored(() => storage.capabilities.get({ endpointId, modelId }), [storage, endpointId, modelId]);
  return isOwnEndpoint({ endpointId }) ? false : (capability?.vision ?? null);
}

/** The state of the browser's own model. `absent` until it is known. */
export function useBuiltIn(): BuiltInState {
  const isOff = usePolicy().disabledFeatures.includes('browser-model');
  const [state, setState] = useState<BuiltInState>('absent');
  useEffect(() => {
    builtInState(browserModel()).then(setState, () => setState('unavailable'));
  }, []);
  return isOff ? 'absent' : state;
}

const NO_MODELS: readonly GgufModel[] = [];

/** The stored models that run inside the extension, live. Empty if that is turned off or not possible. */
function useGgufModels(): readonly GgufModel[] {
  const [models = NO_MODELS] = useSetting(ggufModels);
  return useCanRunGguf() ? models : NO_MODELS;
}

/** Whether this browser can run models inside the extension, and the policy allows it. */
export function useCanRunGguf(): boolean {
  return !usePolicy().disabledFeatures.includes('gguf-models') && canRunGguf();
}

/** The policy of the organization, live. */
export function usePolicy(): ManagedPolicy {
  const [policy, setPolicy] = useState(NO_POLICY);
  useEffect(() => {
    const read = () => void readPolicy().then(setPolicy);
    read();
    return onPolicyChange(read);
  }, []);
  return policy;
}

/** Whether the policy sets a setting, so that the user cannot. */
export function useIsManaged(name: SettingName): boolean {
  return name in usePolicy().settings;
}

const NO_SERVERS: readonly McpServer[] = [];

/** The MCP servers that the user has added, live. */
export function useMcpServers(storage: Pick<Stores, 'mcpServers'>): readonly McpServer[] {
  return useStored(() => storage.mcpServers.all(), [storage]) ?? NO_SERVERS;
}

/** The last characters of a server's token, live. Null if it has none. */
export function useMcpToken(storage: Pick<Stores, 'keys'>, serverId: string): string | null {
  return useStored(() => storage.keys.lastFour(mcpKeyId(serverId)), [storage, serverId]) ?? null;
}

/** Whether the user is signed in to a server, live. */
export function useMcpSignedIn(storage: Pick<Stores, 'keys'>, serverId: string): boolean {
  return useStored(() => storage.keys.has(mcpSignInKeyId(serverId)), [storage, serverId]) ?? false;
}

type LocalServerSearch = {
  isSearching: boolean;
  /** Null before the first search. */
  found: readonly LocalServer[] | null;
  failure: Failure | 'permission-needed' | null;
  /** Call it directly in a click handler, since browsers ask for access to this machine first. */
  search: () => Promise<void>;
};

/** Searches for model servers on this machine, on request. */
export function useLocalServers(): LocalServerSearch {
  const [isSearching, setIsSearching] = useState(false);
  const [found, setFound] = useState<readonly LocalServer[] | null>(null);
  const [failure, setFailure] = useState<LocalServerSearch['failure']>(null);
  const search = async () => {
    const isAllowed = await requestHostPermission('http://127.0.0.1/');
    if (!isAllowed) return setFailure('permission-needed');
    setIsSearching(true);
    const reply = await sendCommand({ type: 'find-local-servers' });
    setIsSearching(false);
    setFailure(reply.type === 'refused' ? reply.failure : null);
    if (reply.type === 'local-servers') setFound(reply.servers);
  };
  return { isSearching, found, failure, search };
}
