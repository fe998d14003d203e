import { type CapabilityObservation, isJsonObject, type ModelPrice } from '../../contracts/index.ts';

/** Facts about one model in a server's list; null if missing. `contextWindow` in tokens. */
export type ModelFacts = {
  tools: boolean | null;
  vision: boolean | null;
  reasoning: boolean | null;
  contextWindow: number | null;
  price: ModelPrice | null;
};

export const NO_FACTS: ModelFacts = { tools: null, vision: null, reasoning: null, contextWindow: null, price: null };

type Json = Record<string, unknown>;

/**
 * Reads one entry of a model list. The fields are those of OpenRouter (`supported_parameters`, `architecture`), Mistral
 * and LM Studio 0.4 (`capabilities` as an object), LM Studio 0.3 and LocalAI (`capabilities` as words), llama.cpp
 * (`meta`), vLLM, Groq, Together, Fireworks, GitHub Models and Hugging Face. A window counts only if it is the one in
 * use, since a model's trained length says nothing about a local server's setting.
 */
export function listingFacts(entry: Json): ModelFacts {
  return {
    tools: readToolSupport(entry),
    vision: readVisionSupport(entry),
    reasoning: readReasoningSupport(entry),
    contextWindow: readContextWindow(entry),
    price: listedPrice(entry.pricing),
  };
}

function readToolSupport(entry: Json): boolean | null {
  const { supported_parameters: parameters, capabilities, providers } = entry;
  // Anthropic's list does not mention tools, which all its models support.
  if (entry.type === 'model' && typeof entry.display_name === 'string') return true;
  if (Array.isArray(parameters)) return parameters.includes('tools');
  if (Array.isArray(providers))
    return agreed(providers.map((each) => isJsonObject(each) && each.supports_tools === true));
  if (isJsonObject(capabilities)) return flag(capabilities.function_calling) ?? flag(capabilities.trained_for_tool_use);
  return (
    flag(entry.supports_tools) ??
    (hasWord(capabilities, /^(tools|tool[_-]use|tool-calling|function_calling)$/) ? true : null)
  );
}

function readVisionSupport(entry: Json): boolean | null {
  const { architecture, capabilities } = entry;
  const modalities =
    (isJsonObject(architecture) ? architecture.input_modalities : entry.input_modalities) ??
    entry.supported_input_modalities;
  if (Array.isArray(modalities)) return modalities.includes('image');
  if (isJsonObject(capabilities)) return flag(capabilities.vision) ?? supported(capabilities.image_input);
  const statedVision = flag(entry.supports_image_input) ?? flag(entry.supports_image_in);
  return statedVision ?? (entry.type === 'vlm' || hasWord(capabilities, /^vision$/) ? true : null);
}

function readReasoningSupport(entry: Json): boolean | null {
  const { supported_parameters: parameters, capabilities } = entry;
  if (Array.isArray(parameters)) return parameters.includes('reasoning');
  // LM Studio lists the efforts that a model supports, and omits the field if there are none.
  if (isJsonObject(capabilities))
    return isJsonObject(capabilities.reasoning) || (flag(capabilities.reasoning) ?? supported(capabilities.thinking));
  return (
    flag(entry.supports_reasoning) ??
    flag(entry.thinking) ??
    (hasWord(capabilities, /^(thinking|reasoning)$/) ? true : null)
  );
}

function readContextWindow(entry: Json): number | null {
  const { top_provider: provider, meta, loaded_instances: instances } = entry;
  const instanceConfig = Array.isArray(instances) && isJsonObject(instances[0]) ? instances[0].config : null;
  return (
    count(isJsonObject(provider) ? provider.context_length : null) ??
    count(isJsonObject(meta) ? meta.n_ctx : null) ??
    count(isJsonObject(instanceConfig) ? instanceConfig.context_length : null) ??
    count(entry.loaded_context_length) ??
    count(entry.max_model_len) ??
    count(entry.context_window) ??
    count(entry.context_length) ??
    count(entry.max_input_tokens) ??
    count(entry.inputTokenLimit) ??
    count(isJsonObject(entry.limits) ? entry.limits.max_input_tokens : null) ??
    (isJsonObject(entry.capabilities) && 'function_calling' in entry.capabilities
      ? count(entry.max_context_length)
      : null)
  );
}

/** The common value of all flags; null if they differ. */
function agreed(flags: readonly boolean[]): boolean | null {
  const [first] = flags;
  return first !== undefined && flags.every((each) => each === first) ? first : null;
}

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** Anthropic's capabilities are objects with a `supported` flag. */
function supported(capability: unknown): boolean | null {
  return isJsonObject(capability) ? flag(capability.supported) : null;
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

function hasWord(list: unknown, word: RegExp): boolean {
  return Array.isArray(list) && list.some((each) => typeof each === 'string' && word.test(each));
}

/** The known facts, as observations. */
export function listingObservations({
  tools,
  vision,
  reasoning,
  contextWindow,
  price,
}: ModelFacts): CapabilityObservation[] {
  const evidence = 'the list of models';
  return [
    ...(tools === null ? [] : [{ type: 'tools', supportsTools: tools, source: 'listing', evidence } as const]),
    ...(vision === null ? [] : [{ type: 'vision', vision } as const]),
    ...(reasoning === null ? [] : [{ type: 'reasoning', reasoning } as const]),
    ...(contextWindow === null ? [] : [{ type: 'context-window', tokens: contextWindow } as const]),
    ...(price === null ? [] : [{ type: 'price', price } as const]),
  ];
}

/** Merges two sets of facts. Those in `later` take precedence if present. */
export function mergeFacts(first: ModelFacts, later: ModelFacts): ModelFacts {
  return {
    tools: later.tools ?? first.tools,
    vision: later.vision ?? first.vision,
    reasoning: later.reasoning ?? first.reasoning,
    contextWindow: later.contextWindow ?? first.contextWindow,
    price: later.price ?? first.price,
  };
}

const MILLION = 1_000_000;

/**
 * The listed price of a model, in US dollars per million tokens, or null. Takes the `pricing` of an entry: OpenRouter
 * and Vercel list prices per token, as text, with -1 for "it depends"; Together per million, as numbers.
 */
function listedPrice(pricing: unknown): ModelPrice | null {
  if (!isJsonObject(pricing)) return null;
  const input = perToken(pricing.prompt) ?? price(pricing.input);
  const output = perToken(pricing.completion) ?? price(pricing.output);
  if (input === null || output === null) return null;
  const cachedInput = price(pricing.input_cache_read) ?? price(pricing.cached_input);
  const cacheWrite = price(pricing.input_cache_write);
  return {
    input,
    output,
    ...(cachedInput === null ? {} : { cachedInput }),
    ...(cacheWrite === null ? {} : { cacheWrite }),
  };
}

function price(value: unknown): number | null {
  return perMillion(value) ?? perToken(value);
}

/** Rounds away floating-point errors. No price has more than six decimals. */
function perToken(text: unknown): number | null {
  if (typeof text !== 'string' || text.trim() === '') return null;
  const price = perMillion(Number(text) * MILLION);
  return price === null ? null : Math.round(price * MILLION) / MILLION;
}

function perMillion(number: unknown): number | null {
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}
