import type { RateLimit, RateLimitLeft } from '../../contracts/index.ts';

/**
 * What is left of a rate limit, as the headers of an answer say: OpenAI and those who follow it, Anthropic, Mistral and Cerebras.
 * Null if they say nothing, as Gemini's and those of local servers.
 */
export function rateLimitIn(headers: Headers): RateLimit | null {
  const requests = findRateLimit(headers, REQUESTS);
  const tokens = findRateLimit(headers, TOKENS);
  return requests === null && tokens === null ? null : { requests, tokens };
}

type Names = readonly { left: string; limit: string }[];

const openAi = (kind: string) => ({ left: `x-ratelimit-remaining-${kind}`, limit: `x-ratelimit-limit-${kind}` });
const anthropic = (kind: string) => ({
  left: `anthropic-ratelimit-${kind}-remaining`,
  limit: `anthropic-ratelimit-${kind}-limit`,
});

const REQUESTS: Names = [
  openAi('requests'),
  anthropic('requests'),
  openAi('req-minute'),
  openAi('requests-day'),
  { left: 'x-ratelimit-remaining', limit: 'x-ratelimit-limit' },
];
const TOKENS: Names = [openAi('tokens'), anthropic('tokens'), openAi('tokens-minute')];

/** The first pair that is there and makes sense. */
function findRateLimit(headers: Headers, names: Names): RateLimitLeft | null {
  for (const name of names) {
    const remainingCount = count(headers.get(name.left));
    const limit = count(headers.get(name.limit));
    if (remainingCount !== null && limit !== null && limit > 0 && remainingCount <= limit)
      return { left: remainingCount, limit };
  }
  return null;
}

function count(value: string | null): number | null {
  return value !== null && /^\d{1,15}$/.test(value.trim()) ? Number(value) : null;
}
