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

/** How long an observation about a server holds, in milliseconds: servers are upgraded and models gain templates. */
export const LEARNED_FOR = 30 * DAY_MS;

/** How long a refusal holds. Shorter, since the feature is then tried again. */
export const REFUSED_FOR = 7 * DAY_MS;

/** After this many calls written as text, and no native one, natively offered tools are assumed not to reach the model. */
const TEXT_CALLS_ENOUGH = 3;

/** The part of its weight that an answer keeps with each later one, when the speed of a model is averaged. */
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

/** The capability after one more observation at `now`. Returns the same object if nothing has to be stored. */
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
    case 'parameter-rule':
      return { ...known, parameterRules: withRule(known.parameterRules ?? [], observation, now) };
    case 'refused-state':
      return known;
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
    case 'speed': {
      const { tokens, ms } = known.speed ?? { tokens: 0, ms: 0 };
      const speed = { tokens: tokens * OLDER_COUNT + observation.tokens, ms: ms * OLDER_COUNT + observation.ms };
      return { ...known, speed };
    }
    case 'rate-limit':
      return { ...known, rateLimit: { ...observation.rateLimit, at: now } };
    default:
      return observation satisfies never;
  }
}

/** A newer rule of a kind replaces the older one; parameters that are left out add up. */
function withRule(
  known: readonly LearnedRule[],
  { rule, evidence }: Extract<CapabilityObservation, { type: 'parameter-rule' }>,
  now: number,
): LearnedRule[] {
  const fresh = known.filter((each) => each.expiresAt > now);
  const older = fresh.find((each) => each.rule.change === rule.change)?.rule;
  const left = older?.change === 'leave-out' && rule.change === 'leave-out' ? older.parameters : [];
  const merged: ParameterRule =
    rule.change === 'leave-out' ? { ...rule, parameters: [...new Set([...left, ...rule.parameters])] } : rule;
  const others = fresh.filter((each) => each.rule.change !== rule.change);
  return [...others, { rule: merged, evidence, expiresAt: now + LEARNED_FOR }];
}

function isSamePrice(known: ModelPrice | null | undefined, price: ModelPrice): boolean {
  const rates = ['input', 'output', 'cachedInput', 'cacheWrite'] as const;
  return rates.every((rate) => known?.[rate] === price[rate]);
}

/** Quirks that contradict each other: observing one removes the other. */
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
  // A native call shows that tools reach the model, whatever was written as text before.
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

/** The source with the lowest rank wins; among equals the newest observation. */
const RANK: Record<CapabilitySource, number> = { user: 0, reply: 1, error: 1, probe: 1, listing: 2, catalog: 3 };
