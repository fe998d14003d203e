import { afterEach, describe, expect, test } from 'vitest';
import { chunk, EVENT_STREAM, sse } from '../../testing/model-api/raw-server.ts';
import { ask, closeServers, reply } from '../../testing/model-api/request-from-server.ts';
import { rateLimitIn } from './rate-limit-headers.ts';

afterEach(closeServers);

describe('the rest of a rate limit', () => {
  test.each([
    [
      'OpenAI, Groq',
      {
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '59',
        'x-ratelimit-limit-tokens': '150000',
        'x-ratelimit-remaining-tokens': '149984',
      },
      { requests: { left: 59, limit: 60 }, tokens: { left: 149_984, limit: 150_000 } },
    ],
    [
      'Anthropic',
      {
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-tokens-limit': '40000',
        'anthropic-ratelimit-tokens-remaining': '39000',
      },
      { requests: { left: 0, limit: 50 }, tokens: { left: 39_000, limit: 40_000 } },
    ],
    [
      'Mistral',
      { 'x-ratelimit-limit-req-minute': '100', 'x-ratelimit-remaining-req-minute': '99' },
      { requests: { left: 99, limit: 100 }, tokens: null },
    ],
    [
      'OpenRouter',
      { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '3' },
      { requests: { left: 3, limit: 20 }, tokens: null },
    ],
    ['nothing', { 'content-type': 'text/event-stream' }, null],
    ['no limit beside what is left', { 'x-ratelimit-remaining-requests': '5' }, null],
    [
      'values that make no sense',
      { 'x-ratelimit-limit-requests': '-1', 'x-ratelimit-remaining-requests': 'many' },
      null,
    ],
    ['more left than there is', { 'x-ratelimit-limit-requests': '5', 'x-ratelimit-remaining-requests': '6' }, null],
  ])('%s', (_server, headers, expected) => {
    expect(rateLimitIn(new Headers(headers as Record<string, string>))).toEqual(expected);
  });

  test('is observed once with an answer, before its end, and not with a refusal', async () => {
    const headers = { 'x-ratelimit-limit-requests': '60', 'x-ratelimit-remaining-requests': '59' };
    const { events } = await ask((response) => {
      response.writeHead(200, { ...EVENT_STREAM, ...headers });
      response.end(chunk({ content: 'Nine.' }) + chunk({}, 'stop') + sse('[DONE]'));
    });
    expect(events.map((event) => event.type)).toEqual(['text-delta', 'observation', 'step-end']);
    expect(events[1]).toMatchObject({
      observation: { type: 'rate-limit', rateLimit: { requests: { left: 59, limit: 60 }, tokens: null } },
    });
    const refused = await ask((response) => reply(response, 401, '{}', headers));
    expect(refused.events.map((event) => event.type)).toEqual(['failure']);
  });
});
