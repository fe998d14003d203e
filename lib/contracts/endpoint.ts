import * as z from 'zod';
import { EndpointSettings } from './model-settings.ts';

/** A server the user has configured. Its key is stored separately. `models` is what it listed last, or what was typed in. */
export const Endpoint = z.object({
  endpointId: z.string().min(1),
  name: z.string().min(1),
  baseUrl: z.string(),
  models: z.array(z.string()),
  createdAt: z.number(),
  /** It refused a request for its Origin header, which it has not been sent since. */
  hidesOrigin: z.boolean().optional(),
  settings: EndpointSettings.optional(),
});
export type Endpoint = z.infer<typeof Endpoint>;

/** The built-in practice model: always there, needs no server and no key, and is not stored. */
export const PRACTICE_ENDPOINT: Endpoint = {
  endpointId: 'practice',
  name: 'Sidenote',
  baseUrl: 'https://practice.invalid/v1',
  models: ['practice'],
  createdAt: 0,
};

/** The model that some browsers bring along: not stored either, and not everywhere there. Lists call it `thisBrowser`. */
export const BUILT_IN_ENDPOINT: Endpoint = {
  endpointId: 'built-in',
  name: 'built-in',
  baseUrl: 'https://built-in.invalid/v1',
  models: ['built-in'],
  createdAt: 0,
};

/** Whether an endpoint is one of the two that come with Sidenote and need no server. */
export function isOwnEndpoint({ endpointId }: { endpointId: string }): boolean {
  return endpointId === PRACTICE_ENDPOINT.endpointId || endpointId === BUILT_IN_ENDPOINT.endpointId;
}
