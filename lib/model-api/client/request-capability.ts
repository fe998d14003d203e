import type { Capability } from '../../contracts/index.ts';
import type { RequestCapability } from '../chat-completions/request/request-body.ts';

/** The part of a capability that shapes requests, without what is stale at `now` (milliseconds since 1970). */
export function requestCapability(capability: Capability | undefined, now: number): RequestCapability {
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

/** Fewer observations than this say nothing yet. */
const ENOUGH_OFFERS = 4;
/** Works well with tools: called them this often for something that was not in front. Leaving them alone is no sign of that. */
const MIN_USEFUL = 2;
/** Works well with tools: at most this share of the steps called for what was in front. */
const MAX_NEEDLESS = 0.2;

/** Whether tools beside a page that is in front help this model, by what was observed; null where too little was. */
export function worksWithTools(capability: Capability | undefined): boolean | null {
  const { useful, needless, unused = 0 } = capability?.toolOffers ?? { useful: 0, needless: 0 };
  const offers = useful + needless + unused;
  if (offers < ENOUGH_OFFERS) return null;
  if (needless > MAX_NEEDLESS * offers) return false;
  return useful >= MIN_USEFUL ? true : null;
}
