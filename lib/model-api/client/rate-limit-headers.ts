import type { RateLimit, RateLimitLeft } from '../../contracts/index.ts';

/**
 * The remaining rate limit according to a response's headers: those of OpenAI and compatible servers, Anthropic,
 * Mistral and Cerebras. Null without such headers, as with Gemini and local servers.
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

/** The first pair that is present and plausible. */
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
