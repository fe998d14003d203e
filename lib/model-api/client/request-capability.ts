import type { Capability, ModelInterface, ToolMode } from '../../contracts/index.ts';
import type { RequestCapability } from '../chat-completions/request/request-body.ts';

/**
 * The part of a capability that determines requests, without observations that have expired at `now` (milliseconds
 * since 1970).
 */
export function requestCapability(capability: Capability | undefined, now: number): RequestCapability {
  if (capability === undefined) return { quirks: new Set(), streamsTools: null };
  const fresh = capability.requestQuirks.filter((each) => each.expiresAt > now);
  return {
    quirks: new Set(fresh.map((each) => each.quirk)),
    streamsTools: capability.streamsToolsUntil > now ? capability.streamsTools : null,
    rules: (capability.parameterRules ?? []).filter((each) => each.expiresAt > now).map(({ rule }) => rule),
  };
}

/** The model's window in tokens, or null if it is unknown or the observation has expired. */
export function getContextWindow(capability: Capability | undefined, now: number): number | null {
  return capability && capability.contextWindowUntil > now ? capability.contextWindow : null;
}

/**
 * The largest context window to request if the user has set no limit, since a larger one takes memory that a machine
 * may not have.
 */
const ROOM_ASKED_FOR = 32_768;

/**
 * The maximum number of tokens in a request, or null if unknown: the smaller of the model's `window` and the user's
 * `limit`. In interfaces whose requests set the window, `window` is the largest they could ask for.
 */
export function computeContextLimit(
  modelInterface: ModelInterface,
  window: number | null,
  limit: number | null,
): number | null {
  const usual = modelInterface === 'ollama' ? (limit ?? ROOM_ASKED_FOR) : limit;
  return window === null || usual === null ? (window ?? usual) : Math.min(window, usual);
}

/** Fewer observations than this are inconclusive. */
const ENOUGH_OFFERS = 4;
/** Minimum number of useful tool calls for a model that works well with tools. The absence of calls proves nothing. */
const MIN_USEFUL = 2;
/**
 * Maximum share of steps whose tool call asked for something already in the conversation, for a model that works well
 * with tools.
 */
const MAX_NEEDLESS = 0.2;

/**
 * Whether tools are useful for this model when the page is in the conversation, as observed; null if there are too few
 * observations.
 */
export function worksWithTools(capability: Capability | undefined): boolean | null {
  const { useful, needless, unused = 0 } = capability?.toolOffers ?? { useful: 0, needless: 0 };
  const offers = useful + needless + unused;
  if (offers < ENOUGH_OFFERS) return null;
  if (needless > MAX_NEEDLESS * offers) return false;
  return useful >= MIN_USEFUL ? true : null;
}

/** What a run needs to know about a model beyond request parameters, as observed until `now`. */
export function describeCapability(capability: Capability | undefined, modelId: string, now: number) {
  return {
    ...chooseToolMode(capability, modelId, now),
    toolTiming: capability?.toolTiming ?? { toolsFirst: 0, textFirst: 0 },
    vision: capability?.vision ?? null,
    worksWithTools: worksWithTools(capability),
  };
}

/** `mayFallBack`: after a refusal of native tools, the same step may be repeated with tags. */
type ToolChoice = { toolMode: ToolMode; mayFallBack: boolean };

/**
 * How tools are offered to a model: as the user chose, else by the stored observation unless it has expired at `now`
 * (`applyObservation` decides which one is stored), else by what is known of its model family, else natively, since a
 * refusal is handled in the same step.
 */
export function chooseToolMode(capability: Capability | undefined, modelId: string, now: number): ToolChoice {
  const supportsTools = storedToolSupport(capability, now) ?? !lacksToolSupport(modelId);
  return { toolMode: supportsTools ? 'native' : 'tags', mayFallBack: capability?.source !== 'user' };
}

function storedToolSupport(capability: Capability | undefined, now: number): boolean | null {
  return capability && capability.expiresAt > now ? capability.supportsTools : null;
}

/**
 * Whether a model belongs to a family whose chat template does not support tools. Only a few unambiguous names are
 * listed. A server may add support, which a response or a listing then shows. Sources: the model cards and, for models
 * in Ollama's library, its list of capabilities.
 */
export function lacksToolSupport(modelId: string): boolean {
  const name = modelId.toLowerCase().replace(/^.*\//, '');
  return FAMILIES.some((family) => family.test(name));
}

const FAMILIES: readonly RegExp[] = [
  /^gemma(?!-?[4-9])(-?[123])?n?([:@-]|$)(?!.*(tool|function))/,
  /^codegemma/,
  /^(llama-?2|llama2|codellama|vicuna|tinyllama|orca-mini|wizardlm|stablelm|starcoder|falcon-?[0-9]*b?)([:@-]|$)/,
  /^phi-?[23](\.5)?([:@-]|$)/,
  /^llava/,
  /^bakllava/,
  /^moondream/,
  /^o1-(mini|preview)/,
  /^sonar(-|$)/,
];
