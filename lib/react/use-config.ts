import { useEffect, useMemo, useState } from 'react';
import { type BuiltInState, builtInState } from '../contracts/built-in-model.ts';
import type { Capability } from '../contracts/capability.ts';
import { BUILT_IN_ENDPOINT, type Endpoint, isOwnEndpoint, PRACTICE_ENDPOINT } from '../contracts/endpoint.ts';
import type { ModelRef } from '../contracts/model.ts';
import { browserModel } from '../extension/built-in-model.ts';
import { capabilitiesOf, loadCapability } from '../storage/capabilities.ts';
import type { SidenoteDb } from '../storage/db.ts';
import { allEndpoints } from '../storage/endpoints.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly Endpoint[] = [];

/** The user's own endpoints, live. */
export function useEndpoints(db: SidenoteDb): readonly Endpoint[] {
  return useStored(() => allEndpoints(db), [db]) ?? NONE;
}

export type EndpointDetails = { capabilities: readonly Capability[]; lastFour: string | null };

/** What is known about an endpoint's models, and the end of its key, live. */
export function useEndpointDetails(db: SidenoteDb, endpointId: string): EndpointDetails {
  const capabilities = useStored(() => capabilitiesOf(db, endpointId), [db, endpointId]) ?? [];
  const key = useStored(() => db.apiKeys.get(endpointId), [db, endpointId]);
  return { capabilities, lastFour: key?.lastFour ?? null };
}

/** The user's endpoints, and those that need no server. */
export function useWithOurs(own: readonly Endpoint[]): readonly Endpoint[] {
  const builtIn = useBuiltIn();
  return useMemo(() => {
    const isThere = builtIn !== 'absent' && builtIn !== 'unavailable';
    return [...own, ...(isThere ? [BUILT_IN_ENDPOINT] : []), PRACTICE_ENDPOINT];
  }, [own, builtIn]);
}

/** Whether a model sees pictures; null where that is not known. */
export function useSeesPictures(db: SidenoteDb, model: ModelRef | null): boolean | null {
  const { endpointId = '', modelId = '' } = model ?? {};
  const known = useStored(() => loadCapability(db, { endpointId, modelId }), [db, endpointId, modelId]);
  return isOwnEndpoint({ endpointId }) ? false : (known?.vision ?? null);
}

/** Whether this browser has a model of its own, and can run it; `absent` until it is known. */
export function useBuiltIn(): BuiltInState {
  const [state, setState] = useState<BuiltInState>('absent');
  useEffect(() => {
    builtInState(browserModel()).then(setState, () => setState('unavailable'));
  }, []);
  return state;
}
