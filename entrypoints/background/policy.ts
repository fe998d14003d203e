import { type Endpoint, isManagedEndpoint, type ManagedPolicy, managedEndpointId } from '../../lib/contracts/index.ts';
import { parseBaseUrl } from '../../lib/model-api/index.ts';
import { allEndpoints, deleteEndpoint, type SidenoteDb, saveEndpoint } from '../../lib/storage/index.ts';

/** Adds the endpoints of the organization's policy, sets those back that differ from it, and deletes those it no longer names. */
export async function storePolicyEndpoints(db: SidenoteDb, policy: ManagedPolicy, now: number): Promise<void> {
  const present = (await allEndpoints(db)).filter(isManagedEndpoint);
  const wanted = policy.endpoints.map((endpoint): Endpoint => {
    const endpointId = managedEndpointId(endpoint);
    const before = present.find((each) => each.endpointId === endpointId);
    const address = parseBaseUrl(endpoint.baseUrl);
    return {
      ...(before ?? { createdAt: now }),
      endpointId,
      name: endpoint.name,
      baseUrl: 'error' in address ? endpoint.baseUrl : address.url,
      models: endpoint.models.length > 0 ? endpoint.models : (before?.models ?? []),
    };
  });
  for (const endpoint of wanted) await saveEndpoint(db, endpoint);
  for (const { endpointId } of present) {
    if (!wanted.some((each) => each.endpointId === endpointId)) await deleteEndpoint(db, endpointId);
  }
}
