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
} from '../contracts/index.ts';
import {
  browserModel,
  canRunGguf,
  ggufModels,
  type ManageableSetting,
  onPolicyChange,
  readPolicy,
  requestHostPermission,
  sendCommand,
} from '../extension/index.ts';
import { t } from '../i18n/index.ts';
import { allEndpoints, allMcpServers, capabilitiesOf, loadCapability, type SidenoteDb } from '../storage/index.ts';
import { useSetting } from './use-setting.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly Endpoint[] = [];

/** The user's own endpoints, live. */
export function useEndpoints(db: SidenoteDb): readonly Endpoint[] {
  return useStored(() => allEndpoints(db), [db]) ?? NONE;
}

type EndpointDetails = { capabilities: readonly Capability[]; lastFour: string | null };

/** The capabilities of an endpoint's models and the end of its key, live. */
export function useEndpointDetails(db: SidenoteDb, endpointId: string): EndpointDetails {
  const capabilities = useStored(() => capabilitiesOf(db, endpointId), [db, endpointId]) ?? [];
  const key = useStored(() => db.apiKeys.get(endpointId), [db, endpointId]);
  return { capabilities, lastFour: key?.lastFour ?? null };
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

/** Whether a model accepts pictures; null if unknown. */
export function useSeesPictures(db: SidenoteDb, model: ModelRef | null): boolean | null {
  const { endpointId = '', modelId = '' } = model ?? {};
  const known = useStored(() => loadCapability(db, { endpointId, modelId }), [db, endpointId, modelId]);
  return isOwnEndpoint({ endpointId }) ? false : (known?.vision ?? null);
}

/** The state of the browser's own model; `absent` until it is known. */
export function useBuiltIn(): BuiltInState {
  const isOff = usePolicy().disabledFeatures.includes('browser-model');
  const [state, setState] = useState<BuiltInState>('absent');
  useEffect(() => {
    builtInState(browserModel()).then(setState, () => setState('unavailable'));
  }, []);
  return isOff ? 'absent' : state;
}

const NO_MODELS: readonly GgufModel[] = [];

/** The stored models that run inside the extension, live; none if that is switched off or not possible. */
function useGgufModels(): readonly GgufModel[] {
  const [models = NO_MODELS] = useSetting(ggufModels);
  return useCanRunGguf() ? models : NO_MODELS;
}

/** Whether this browser can run models inside the extension, and the policy lets it. */
export function useCanRunGguf(): boolean {
  return !usePolicy().disabledFeatures.includes('gguf-models') && canRunGguf();
}

/** What an organization has set, live. */
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
export function useIsManaged({ managedName }: Pick<ManageableSetting<unknown>, 'managedName'>): boolean {
  return managedName in usePolicy().settings;
}

const NO_SERVERS: readonly McpServer[] = [];

/** The MCP servers the user has added, live. */
export function useMcpServers(db: SidenoteDb): readonly McpServer[] {
  return useStored(() => allMcpServers(db), [db]) ?? NO_SERVERS;
}

/** The end of a server's token, live; null if it has none. */
export function useMcpToken(db: SidenoteDb, serverId: string): string | null {
  return useStored(() => db.apiKeys.get(mcpKeyId(serverId)), [db, serverId])?.lastFour ?? null;
}

/** Whether the user is signed in to a server, live. */
export function useMcpSignedIn(db: SidenoteDb, serverId: string): boolean {
  return useStored(async () => (await db.apiKeys.get(mcpSignInKeyId(serverId))) !== undefined, [db, serverId]) ?? false;
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
