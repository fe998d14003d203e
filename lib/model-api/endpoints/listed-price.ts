import type { ModelPrice } from '../../contracts/capability.ts';
import { isJson } from '../tool-input/json-value.ts';

const MILLION = 1_000_000;

/**
 * What a list says a model costs, in US dollars per million tokens, or null. Takes the `pricing` of an entry: OpenRouter
 * and Vercel count by token, as text, with -1 for "it depends"; Together by the million, as numbers.
 */
export function listedPrice(pricing: unknown): ModelPrice | null {
  if (!isJson(pricing)) return null;
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

/** Without the dust that multiplying decimal fractions leaves: no price has more than six places. */
function perToken(text: unknown): number | null {
  if (typeof text !== 'string' || text.trim() === '') return null;
  const price = perMillion(Number(text) * MILLION);
  return price === null ? null : Math.round(price * MILLION) / MILLION;
}

function perMillion(number: unknown): number | null {
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}
