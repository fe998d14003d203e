import { expect, test } from 'vitest';
import { recordRequest, user } from '../../../testing/model-api/recorded-request.ts';

test("the user's settings are in the request, and our fields override theirs", async () => {
  const settings = {
    temperature: 0.3,
    reasoningEffort: 'high' as const,
    body: { top_p: 0.9, temperature: 2, provider: { order: ['a'] } },
  };
  const { body, headers } = await recordRequest([user('Hi.')], {
    more: { settings, headers: { 'X-Title': 'Sidenote' } },
  });
  expect(body).toMatchObject({
    model: 'm',
    stream: true,
    temperature: 0.3,
    reasoning_effort: 'high',
    top_p: 0.9,
    provider: { order: ['a'] },
  });
  expect(headers['x-title']).toBe('Sidenote');
});

test('unset values are omitted', async () => {
  const { body } = await recordRequest([user('Hi.')]);
  expect(Object.keys(body)).toEqual(['model', 'stream', 'stream_options', 'messages']);
});
