import { useMemo } from 'react';
import type { Capability } from '../contracts/capability.ts';
import { BUILT_IN_ENDPOINT, type Endpoint, PRACTICE_ENDPOINT } from '../contracts/endpoint.ts';
import { capabilitiesOf } from '../storage/capabilities.ts';
import type { SidenoteDb } from '../storage/db.ts';
import { allEndpoints } from '../storage/endpoints.ts';
import { useBuiltIn } from './use-built-in.ts';
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
