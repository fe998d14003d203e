import type { Lesson } from '../protocol/capability.ts';
import { isJson } from './json-value.ts';

/** What a server's list says of one model; null where it says nothing. `contextWindow` in tokens. */
export type ModelFacts = { tools: boolean | null; vision: boolean | null; contextWindow: number | null };

export const NO_FACTS: ModelFacts = { tools: null, vision: null, contextWindow: null };

type Json = Record<string, unknown>;

/**
 * Reads one entry of a model list. The fields are those of OpenRouter (`supported_parameters`, `architecture`), Mistral and
 * LM Studio 0.4 (`capabilities` as an object), LM Studio 0.3 and LocalAI (`capabilities` as words), llama.cpp (`meta`), vLLM,
 * Groq, Together and Fireworks; see endpoints-and-models, section 3.2. A window counts only where it is the one in use:
 * what a model was trained for says nothing about a local server's setting.
 */
export function listingFacts(entry: Json): ModelFacts {
  return {
    tools: toolsOf(entry),
    vision: visionOf(entry),
    contextWindow: windowOf(entry),
  };
}

function toolsOf(entry: Json): boolean | null {
  const { supported_parameters: parameters, capabilities } = entry;
  if (Array.isArray(parameters)) return parameters.includes('tools');
  if (isJson(capabilities)) return flag(capabilities.function_calling) ?? flag(capabilities.trained_for_tool_use);
  return flag(entry.supports_tools) ?? (hasWord(capabilities, /^(tools|tool_use|function_calling)$/) ? true : null);
}

function visionOf(entry: Json): boolean | null {
  const { architecture, capabilities } = entry;
  const modalities = isJson(architecture) ? architecture.input_modalities : entry.input_modalities;
  if (Array.isArray(modalities)) return modalities.includes('image');
  if (isJson(capabilities)) return flag(capabilities.vision);
  return flag(entry.supports_image_input) ?? (entry.type === 'vlm' || hasWord(capabilities, /^vision$/) ? true : null);
}

function windowOf(entry: Json): number | null {
  const { top_provider: provider, meta, loaded_instances: instances } = entry;
  const loaded = Array.isArray(instances) && isJson(instances[0]) ? instances[0].config : null;
  return (
    count(isJson(provider) ? provider.context_length : null) ??
    count(isJson(meta) ? meta.n_ctx : null) ??
    count(isJson(loaded) ? loaded.context_length : null) ??
    count(entry.loaded_context_length) ??
    count(entry.max_model_len) ??
    count(entry.context_window) ??
    count(entry.context_length) ??
    (isJson(entry.capabilities) && 'function_calling' in entry.capabilities ? count(entry.max_context_length) : null)
  );
}

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

function hasWord(list: unknown, word: RegExp): boolean {
  return Array.isArray(list) && list.some((each) => typeof each === 'string' && word.test(each));
}

/** The facts that are there, as lessons. */
export function listingLessons({ tools, vision, contextWindow }: ModelFacts): Lesson[] {
  const evidence = 'the list of models';
  return [
    ...(tools === null ? [] : [{ type: 'tools', supportsTools: tools, source: 'listing', evidence } as const]),
    ...(vision === null ? [] : [{ type: 'vision', vision } as const]),
    ...(contextWindow === null ? [] : [{ type: 'context-window', tokens: contextWindow } as const]),
  ];
}

/** What a later source says counts where it says something. */
export function mergeFacts(first: ModelFacts, later: ModelFacts): ModelFacts {
  return {
    tools: later.tools ?? first.tools,
    vision: later.vision ?? first.vision,
    contextWindow: later.contextWindow ?? first.contextWindow,
  };
}
