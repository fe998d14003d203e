import { NO_POLICY } from '../../contracts/managed-policy.ts';
import { sessionMemory } from '../../storage/wrapping-key.ts';
import type { BrowserAccess } from '../../worker/browser-access.ts';

/**
 * A browser without a policy that allows every site and sends with the global `fetch`. `hidden`: the origins for which
 * it was last told to remove the Origin header.
 */
export function createBrowserAccess(own: Partial<BrowserAccess> = {}): BrowserAccess & { hidden: string[] } {
  const hidden: string[] = [];
  return {
    hidden,
    readPolicy: async () => NO_POLICY,
    hasHostPermission: async () => true,
    sendFor: () => (input, init) => globalThis.fetch(input, init),
    hideOriginFrom: async (origins) => void hidden.splice(0, hidden.length, ...origins),
    session: sessionMemory(),
    ...own,
  };
}
