import type { Usage } from '../../protocol/model.ts';
import { isJson, type JsonObject } from '../values/json-value.ts';

/**
 * The tokens a chunk says were used, or null. Groq hides them in `x_groq`, Moonshot in the choice, llama.cpp in `timings`
 * (provider-quirks 83 to 85).
 */
export function readUsage(chunk: JsonObject, choice: JsonObject | null): Usage | null {
  return (
    fromUsage(chunk.usage) ??
    fromUsage(choice?.usage) ??
    (isJson(chunk.x_groq) ? fromUsage(chunk.x_groq.usage) : null) ??
    fromTimings(chunk.timings)
  );
}

function fromUsage(value: unknown): Usage | null {
  return isJson(value) ? usageOf(value.prompt_tokens, value.completion_tokens) : null;
}

/** llama.cpp counts the prompt tokens it did not have to read again apart. */
function fromTimings(value: unknown): Usage | null {
  if (!isJson(value)) return null;
  const cached = typeof value.cache_n === 'number' ? value.cache_n : 0;
  return usageOf(typeof value.prompt_n === 'number' ? value.prompt_n + cached : null, value.predicted_n);
}

function usageOf(input: unknown, output: unknown): Usage | null {
  const inputTokens = typeof input === 'number' ? { inputTokens: input } : null;
  const outputTokens = typeof output === 'number' ? { outputTokens: output } : null;
  return inputTokens || outputTokens ? { ...inputTokens, ...outputTokens } : null;
}
