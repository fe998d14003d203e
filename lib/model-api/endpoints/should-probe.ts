import type { Capability } from '../../contracts/capability.ts';
import type { HostKind } from '../../contracts/host-kind.ts';
import { lacksToolSupport } from '../client/catalog.ts';

/**
 * Whether a model may be tested for tools without being asked to. Only once, only where nothing at all is known of it, and
 * only near by: a hosted server counts the tokens. A belief that has grown stale needs no test, since the next question
 * tells.
 */
export function shouldProbeTools(capability: Capability | undefined, modelId: string, hostKind: HostKind): boolean {
  if (hostKind === 'public' || lacksToolSupport(modelId)) return false;
  return capability === undefined || (capability.supportsTools === null && capability.source !== 'probe');
}
