import type {
  Capability,
  CapabilityObservation,
  CapabilitySource,
  ModelPrice,
  ModelRef,
  RequestQuirk,
} from '../contracts/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was learned from a server holds this long, in milliseconds: servers are upgraded, models gain templates. */
export const LEARNED_FOR = 30 * DAY_MS;

/** What a server could not do is asked of it again sooner. */
export const REFUSED_FOR = 7 * DAY_MS;

/** So many calls written as text, and none natively, and the tools offered natively are taken as not getting through. */
const TEXT_CALLS_ENOUGH = 3;

/** A model of which nothing is known yet. */
export function unknownCapability(model: ModelRef, baseUrl: string): Capability {
  return {
    ...model,
    supportsTools: null,
    source: 'catalog',
    evidence: '',
    checkedAt: 0,
    expiresAt: 0,
    baseUrl,
    toolTiming: { toolsFirst: 0, textFirst: 0 },
    streamsTools: null,
    streamsToolsUntil: 0,
    textCalls: 0,
    requestQuirks: [],
    contextWindow: null,
    contextWindowUntil: 0,
    vision: null,
  };
}

/** The capability after one more observation at `now`. Returns the same object if nothing has to be written. */
export function applyObservation(known: Capability, observation: CapabilityObservation, now: number): Capability {
  switch (observation.type) {
    case 'tools':
      return applyToolsObservation(known, observation, now);
    case 'probe-unclear': {
      if (believes(known, now)) return known;
      const { evidence } = observation;
      return { ...known, supportsTools: null, source: 'probe', evidence, checkedAt: now, expiresAt: now + REFUSED_FOR };
    }
    case 'streams-tools': {
      const until = now + (observation.streamsTools ? LEARNED_FOR : REFUSED_FOR);
      return { ...known, streamsTools: observation.streamsTools, streamsToolsUntil: until };
    }
    case 'request-quirk': {
      const gone: RequestQuirk[] = [observation.quirk, ...(OPPOSITES[observation.quirk] ?? [])];
      const others = known.requestQuirks.filter((each) => !gone.includes(each.quirk) && each.expiresAt > now);
      const learned = { quirk: observation.quirk, evidence: observation.evidence, expiresAt: now + LEARNED_FOR };
      return { ...known, requestQuirks: [...others, learned] };
    }
    case 'text-call': {
      const counted = { ...known, textCalls: known.textCalls + 1 };
      const callsNatively = believes(known, now) && known.supportsTools === true && known.source === 'reply';
      if (counted.textCalls < TEXT_CALLS_ENOUGH || callsNatively) return counted;
      const evidence = `wrote ${counted.textCalls} calls as text and none natively`;
      return applyToolsObservation(counted, { supportsTools: false, source: 'reply', evidence }, now);
    }
    case 'tool-timing': {
      const { toolsFirst, textFirst } = known.toolTiming;
      const toolTiming =
        observation.timing === 'tools-first'
          ? { toolsFirst: toolsFirst + 1, textFirst }
          : { toolsFirst, textFirst: textFirst + 1 };
      return { ...known, toolTiming };
    }
    case 'tool-offer': {
      const toolOffers = { useful: 0, needless: 0, unused: 0, ...known.toolOffers };
      toolOffers[observation.use]++;
      return { ...known, toolOffers };
    }
    case 'context-window':
      return { ...known, contextWindow: observation.tokens, contextWindowUntil: now + REFUSED_FOR };
    case 'vision':
      return known.vision === observation.vision ? known : { ...known, vision: observation.vision };
    case 'reasoning':
      return known.reasoning === observation.reasoning ? known : { ...known, reasoning: observation.reasoning };
    case 'price': {
      const { price } = observation;
      return isSamePrice(known.price, price) ? known : { ...known, price };
    }
    default:
      return observation satisfies never;
  }
}

function isSamePrice(known: ModelPrice | null | undefined, price: ModelPrice): boolean {
  const rates = ['input', 'output', 'cachedInput', 'cacheWrite'] as const;
  return rates.every((rate) => known?.[rate] === price[rate]);
}

/** A quirk that is learned ends the one that says the contrary. */
const OPPOSITES: Partial<Record<RequestQuirk, RequestQuirk[]>> = {
  'echo-reasoning': ['omit-reasoning'],
  'omit-reasoning': ['echo-reasoning'],
};

type ToolsObservation = Pick<
  Extract<CapabilityObservation, { type: 'tools' }>,
  'supportsTools' | 'source' | 'evidence'
>;

function applyToolsObservation(known: Capability, observation: ToolsObservation, now: number): Capability {
  const { supportsTools, source, evidence } = observation;
  // A native call shows that the tools get through, whatever was written as text before.
  const textCalls = supportsTools && source === 'reply' ? 0 : known.textCalls;
  const counted = textCalls === known.textCalls ? known : { ...known, textCalls };
  if (known.source === 'user') return counted;
  if (believes(known, now)) {
    if (RANK[source] > RANK[known.source]) return counted;
    if (known.supportsTools === supportsTools && RANK[source] === RANK[known.source]) return counted;
  }
  const expiresAt = now + (supportsTools ? LEARNED_FOR : REFUSED_FOR);
  return { ...counted, supportsTools, source, evidence, checkedAt: now, expiresAt };
}

function believes(known: Capability, now: number): boolean {
  return known.source === 'user' || (known.supportsTools !== null && known.expiresAt > now);
}

/** The lowest wins; of equals the newest. */
const RANK: Record<CapabilitySource, number> = { user: 0, reply: 1, error: 1, probe: 1, listing: 2, catalog: 3 };
