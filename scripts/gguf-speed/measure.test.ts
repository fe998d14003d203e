import { expect, test } from 'vitest';
import { measureAnswer, speedTable } from './measure.ts';

const ask = (response: Response) =>
  measureAnswer({ fetch: async () => response, url: 'http://native.test/v1', modelId: 'm' }, 'The tide.');

test('a server that refuses, or reports no speeds, is named', async () => {
  await expect(ask(new Response('busy', { status: 503 }))).rejects.toThrow('native.test/v1 answered with 503: busy');
  await expect(ask(new Response('data: {"choices":[]}\n\ndata: [DONE]\n\n'))).rejects.toThrow('reports no timings');
});

test('the table has the median of the rounds, and the share next to a second model', () => {
  const round = (read: number, written: number) => ({ promptTokens: 900, read, writtenTokens: 64, written });
  const inside = [round(40, 9), round(60, 11), round(10, 10)];
  expect(speedTable({ inside }).split('\n').slice(2)).toEqual(['| inside | 900 | 40.0 | 64 | 10.0 |']);
  const both = speedTable({ inside, native: [round(100, 20), round(60, 20)] });
  expect(both.split('\n').slice(3)).toEqual(['| native | 900 | 80.0 | 64 | 20.0 |', '| share |  | 0.50 |  | 0.50 |']);
});

test('no two prompts begin alike, so that no cache shortens what is read', async () => {
  const beginnings: string[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const { messages } = JSON.parse(String(init?.body)) as { messages: { content: string }[] };
    beginnings.push(messages[0]?.content.slice(0, 8) ?? '');
    const timings = { prompt_n: 9, prompt_per_second: 1, predicted_n: 9, predicted_per_second: 1 };
    return new Response(`data: ${JSON.stringify({ timings })}\n\n`);
  };
  const model = { fetch, url: 'http://native.test/v1', modelId: 'm' };
  await measureAnswer(model, 'The tide.');
  await measureAnswer(model, 'The tide.');
  expect(new Set(beginnings).size).toBe(2);
});
