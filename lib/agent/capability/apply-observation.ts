import type {
  Capability,
  CapabilityObservation,
  CapabilitySource,
  LearnedRule,
  ModelPrice,
  ModelRef,
  ParameterRule,
  RequestQuirk,
} from '../../contracts/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an observation about a server is valid, in milliseconds: servers are upgraded and models gain templates. */
export const OBSERVATION_LIFETIME_MS = 30 * DAY_MS;

/**
 * How long a refusal is valid, in milliseconds. It is shorter than `OBSERVATION_LIFETIME_MS`, because afterwards the
 * feature is tried again.
 */
export const REFUSAL_LIFETIME_MS = 7 * DAY_MS;

/**
 * After this many calls written as text and no native call, Sidenote assumes that natively offered tools do not reach
 * the model.
 */
const TEXT_CALLS_ENOUGH = 3;

/** The share of its weight that an older answer keeps whenever a newer one is added to a model's average speed. */
const OLDER_COUNT = 0.8;

/** The capability of a model without observations. */
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

/** The capability after one more observation at `now`. Returns the same object if there is nothing to store. */
export function applyObservation(capability: Capability, observation: CapabilityObservation, now: number): Capability {
  switch (observation.type) {
    case 'tools':
      return applyToolsObservation(capability, observation, now);
    case 'probe-unclear': {
      if (believes(capability, now)) return capability;
      const { evidence } = observation;
      return {
        ...capability,
        supportsTools: null,
        source: 'probe',
        evidence,
        checkedAt: now,
        expiresAt: now + REFUSAL_LIFETIME_MS,
      };
    }
    case 'streams-tools': {
      const until = now + (observation.streamsTools ? OBSERVATION_LIFETIME_MS : REFUSAL_LIFETIME_MS);
      return { ...capability, streamsTools: observation.streamsTools, streamsToolsUntil: until };
    }
    case 'request-quirk':
      return { ...capability, requestQuirks: withQuirk(capability.requestQuirks, observation, now) };
    case 'parameter-rule':
      return { ...capability, parameterRules: withRule(capability.parameterRules ?? [], observation, now) };
    case 'refused-state':
      return capability;
    case 'text-call':
      return applyTextCall(capability, now);
    case 'tool-timing': {
      const { toolsFirst, textFirst } = capability.toolTiming;
      const toolTiming =
        observation.timing === 'tools-first'
          ? { toolsFirst: toolsFirst + 1, textFirst }
          : { toolsFirst, textFirst: textFirst + 1 };
      return { ...capability, toolTiming };
    }
    case 'tool-offer': {
      const toolOffers = { useful: 0, needless: 0, unused: 0, ...capability.toolOffers };
      toolOffers[observation.use]++;
      return { ...capability, toolOffers };
    }
    case 'context-window':
      return { ...capability, contextWindow: observation.tokens, contextWindowUntil: now + REFUSAL_LIFETIME_MS };
    case 'vision':
      return capability.vision === observation.vision ? capability : { ...capability, vision: observation.vision };
    case 'reasoning':
      return capability.reasoning === observation.reasoning
        ? capability
        : { ...capability, reasoning: observation.reasoning };
    case 'price': {
      const { price } = observation;
      return isSamePrice(capability.price, price) ? capability : { ...capability, price };
    }
    case 'speed': {
      const { tokens, ms } = capability.speed ?? { tokens: 0, ms: 0 };
      const speed = { tokens: tokens * OLDER_COUNT + observation.tokens, ms: ms * OLDER_COUNT + observation.ms };
      return { ...capability, speed };
    }
    case 'rate-limit':
      return { ...capability, rateLimit: { ...observation.rateLimit, at: now } };
    default:
      return observation satisfies never;
  }
}

/** Adds a quirk, and removes those that contradict it or have expired. */
function withQuirk(
  quirks: Capability['requestQuirks'],
  { quirk, evidence }: Extract<CapabilityObservation, { type: 'request-quirk' }>,
  now: number,
): Capability['requestQuirks'] {
  const gone: RequestQuirk[] = [quirk, ...(OPPOSITES[quirk] ?? [])];
  const others = quirks.filter((each) => !gone.includes(each.quirk) && each.expiresAt > now);
  return [...others, { quirk, evidence, expiresAt: now + OBSERVATION_LIFETIME_MS }];
}

/** Counts a call written as text. Many of them, and no native one, mean that tools do not reach the model. */
function applyTextCall(capability: Capability, now: number): Capability {
  const nextCapability = { ...capability, textCalls: capability.textCalls + 1 };
  const callsNatively = believes(capability, now) && capability.supportsTools === true && capability.source === 'reply';
  if (nextCapability.textCalls < TEXT_CALLS_ENOUGH || callsNatively) return nextCapability;
  const evidence = `wrote ${nextCapability.textCalls} calls as text and none natively`;
  return applyToolsObservation(nextCapability, { supportsTools: false, source: 'reply', evidence }, now);
}

/** Adds a rule. It replaces an older rule of the same kind, except that the parameters to omit accumulate. */
function withRule(
  learnedRules: readonly LearnedRule[],
  { rule, evidence }: Extract<CapabilityObservation, { type: 'parameter-rule' }>,
  now: number,
): LearnedRule[] {
  const fresh = learnedRules.filter((each) => each.expiresAt > now);
  const older = fresh.find((each) => each.rule.change === rule.change)?.rule;
  const olderParameters = older?.change === 'leave-out' && rule.change === 'leave-out' ? older.parameters : [];
  const merged: ParameterRule =
    rule.change === 'leave-out'
      ? { ...rule, parameters: [...new Set([...olderParameters, ...rule.parameters])] }
      : rule;
  const others = fresh.filter((each) => each.rule.change !== rule.change);
  return [...others, { rule: merged, evidence, expiresAt: now + OBSERVATION_LIFETIME_MS }];
}

function isSamePrice(oldPrice: ModelPrice | null | undefined, price: ModelPrice): boolean {
  const rates = ['input', 'output', 'cachedInput', 'cacheWrite'] as const;
  return rates.every((rate) => oldPrice?.[rate] === price[rate]);
}

/** Quirks that contradict each other. Observing one removes the other. */
const OPPOSITES: Partial<Record<RequestQuirk, RequestQuirk[]>> = {
  'echo-reasoning': ['omit-reasoning'],
  'omit-reasoning': ['echo-reasoning'],
};

type ToolsObservation = Pick<
  Extract<CapabilityObservation, { type: 'tools' }>,
  'supportsTools' | 'source' | 'evidence'
>;

function applyToolsObservation(capability: Capability, observation: ToolsObservation, now: number): Capability {
  const { supportsTools, source, evidence } = observation;
  // A native call shows that tools reach the model, so earlier calls written as text no longer matter.
  const textCalls = supportsTools && source === 'reply' ? 0 : capability.textCalls;
  const nextCapability = textCalls === capability.textCalls ? capability : { ...capability, textCalls };
  if (capability.source === 'user') return nextCapability;
  if (believes(capability, now)) {
    if (RANK[source] > RANK[capability.source]) return nextCapability;
    if (capability.supportsTools === supportsTools && RANK[source] === RANK[capability.source]) return nextCapability;
  }
  const expiresAt = now + (supportsTools ? OBSERVATION_LIFETIME_MS : REFUSAL_LIFETIME_MS);
  return { ...nextCapability, supportsTools, source, evidence, checkedAt: now, expiresAt };
}

function believes(capability: Capability, now: number): boolean {
  return capability.source === 'user' || (capability.supportsTools !== null && capability.expiresAt > now);
}

/** The source with the lowest rank wins. Among sources with the same rank, the newest observation wins. */
const RANK: Record<CapabilitySource, number> = { user: 0, reply: 1, error: 1, probe: 1, listing: 2, catalog: 3 };
