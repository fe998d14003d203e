import type { Capability } from '../protocol/capability.ts';
import type { Endpoint } from '../protocol/endpoint.ts';
import { capabilitiesOf } from '../store/capabilities.ts';
import type { SidenoteDb } from '../store/db.ts';
import { allEndpoints } from '../store/endpoints.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly Endpoint[] = [];

/** The person's own endpoints, live. */
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
