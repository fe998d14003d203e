import { type Endpoint, isManagedEndpoint, type ManagedPolicy, managedEndpointId } from '../contracts/index.ts';
import { parseBaseUrl } from '../model-api/index.ts';
import type { Stores } from '../storage/index.ts';

/**
 * Adds the endpoints of the organization's policy, resets those that differ from it, and deletes those it no longer
 * names.
 */
export async function storePolicyEndpoints(
  storage: Pick<Stores, 'endpoints'>,
  policy: ManagedPolicy,
  now: number,
): Promise<void> {
  const present = (await storage.endpoints.all()).filter(isManagedEndpoint);
  const policyEndpoints = policy.endpoints.map((endpoint): Endpoint => {
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
  for (const endpoint of policyEndpoints) await storage.endpoints.save(endpoint);
  for (const { endpointId } of present) {
    if (!policyEndpoints.some((each) => each.endpointId === endpointId)) await storage.endpoints.delete(endpointId);
  }
}
