/** How much of an error's body is searched for a wait, in characters. */
const MAX_WORDS = 8000;

/**
 * The wait that an error requests, in milliseconds, or null. `reply`: its headers and when it arrived; null inside a
 * reply.
 */
export function requestedWaitMs(body: string, reply: { headers: Headers; now: number } | null): number | null {
  const words = body.slice(0, MAX_WORDS);
  return reply ? retryAfterMs(withHeadersInBody(reply.headers, words), words, reply.now) : waitInWords(words);
}

/** OpenRouter includes the provider's headers in the body. */
function withHeadersInBody(headers: Headers, body: string): Headers {
  const all = new Headers(headers);
  for (const [, name, value] of body.matchAll(/"(retry-after|x-ratelimit-reset)" ?: ?"?([\w .:,-]+)/gi)) {
    if (name && value && !all.has(name)) all.set(name, value);
  }
  return all;
}

/**
 * The wait a server requests, in milliseconds, or null: `retry-after-ms`, `retry-after` (seconds or a date, RFC 9110,
 * 10.2.3), the resets of exhausted limits, and finally its text. `now` is in milliseconds since 1970. Invalid values
 * (negative, infinite, not a number) are ignored.
 */
export function retryAfterMs(headers: Headers, text: string, now: number): number | null {
  return (
    milliseconds(headers.get('retry-after-ms')) ??
    secondsOrDate(headers.get('retry-after'), now) ??
    usedUpReset(headers) ??
    resetTime(headers.get('x-ratelimit-reset'), now) ??
    waitInWords(text)
  );
}

function milliseconds(value: string | null): number | null {
  return sensible(value === null || !/^\d+(\.\d+)?$/.test(value.trim()) ? Number.NaN : Number(value));
}

function secondsOrDate(value: string | null, now: number): number | null {
  if (value === null) return null;
  return milliseconds(value) === null ? sensible(Date.parse(value) - now) : sensible(Number(value) * 1000);
}

/** OpenAI and Groq: `x-ratelimit-remaining-tokens: 0` together with `x-ratelimit-reset-tokens: 6m0s`. */
function usedUpReset(headers: Headers): number | null {
  const waits = ['requests', 'tokens']
    .filter((kind) => headers.get(`x-ratelimit-remaining-${kind}`) === '0')
    .map((kind) => duration(headers.get(`x-ratelimit-reset-${kind}`) ?? ''))
    .filter((wait) => wait !== null);
  return waits.length === 0 ? null : Math.max(...waits);
}

/** A time in milliseconds or seconds since 1970 (OpenRouter, GitHub), or seconds from now. */
function resetTime(value: string | null, now: number): number | null {
  const number = milliseconds(value);
  if (number === null) return value === null ? null : duration(value);
  if (number > 1e12) return sensible(number - now);
  return sensible(number > 1e9 ? number * 1000 - now : number * 1000);
}

/**
 * The wait stated in an error's text, in milliseconds, or null: `Please try again in 1m7.5s`, `Please retry in 34.07s`,
 * `"retryDelay": "34s"`.
 */
function waitInWords(text: string): number | null {
  const match = /(?:try again|retry) in ((?:[\d.]+ ?(?:ms|[hms]))+)|retryDelay"?: ?"?([\d.]+s)/i.exec(text);
  return match ? duration(match[1] ?? match[2] ?? '') : null;
}

const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** `6m0s`, `20ms`, `2m59.56s`. */
function duration(text: string): number | null {
  const parts = [...text.matchAll(/([\d.]+) ?(ms|[hms])/g)];
  if (parts.length === 0) return null;
  return sensible(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0));
}

function sensible(wait: number): number | null {
  return Number.isFinite(wait) && wait >= 0 ? Math.ceil(wait) : null;
}
