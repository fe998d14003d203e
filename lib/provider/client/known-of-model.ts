import type { Capability } from '../../protocol/capability.ts';
import type { KnownOfModel } from '../requests/request-body.ts';

/** The part of a capability that shapes requests, without what is stale at `now` (milliseconds since 1970). */
export function knownOfModel(capability: Capability | undefined, now: number): KnownOfModel {
  if (capability === undefined) return { quirks: new Set(), streamsTools: null };
  const fresh = capability.requestQuirks.filter((each) => each.expiresAt > now);
  return {
    quirks: new Set(fresh.map((each) => each.quirk)),
    streamsTools: capability.streamsToolsUntil > now ? capability.streamsTools : null,
  };
}

/** The model's window in tokens, or null where it is not known or was learned too long ago. */
export function contextWindowOf(capability: Capability | undefined, now: number): number | null {
  return capability && capability.contextWindowUntil > now ? capability.contextWindow : null;
}
