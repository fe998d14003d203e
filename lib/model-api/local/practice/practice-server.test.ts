import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PracticeServer, startPracticeServer } from '../../../../scripts/practice-server.ts';
import { nativeBody, plainBody, SAMPLE_PAGE } from '../../../testing/model-api/practice-request.ts';

let server: PracticeServer;

beforeAll(async () => {
  server = await startPracticeServer({ paceMs: 0 });
});
afterAll(() => server.close());

function chat(body: object, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}/chat/completions`, { method: 'POST', body: JSON.stringify(body), ...init });
}

test('serves the model over HTTP on this machine, without CORS headers', async () => {
  const response = await fetch(`${server.url}/models`, { headers: { origin: 'https://example.com' } });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(await response.json()).toEqual({ object: 'list', data: [{ id: 'practice' }] });
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('streams an answer and remembers the request', async () => {
  const body = nativeBody('What are spring tides?', [{ toolName: 'read_page', content: SAMPLE_PAGE }]);
  const response = await chat(body, { headers: { authorization: 'Bearer none' } });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(await response.text()).toMatch(/Moon stand in .*data: \[DONE\]\n\n$/s);
  expect(server.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer none' },
    body,
  });
});

test('passes refusals on with their headers', async () => {
  const response = await chat(plainBody('practice: rate limit'));
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3']);
});

test('survives a client that leaves in the middle', async () => {
  const controller = new AbortController();
  const response = await chat(plainBody('practice: slow'), { signal: controller.signal });
  controller.abort();
  await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' });
  expect((await fetch(`${server.url}/models`)).status).toBe(200);
});

test('closes while an answer is still in progress', async () => {
  const other = await startPracticeServer({ paceMs: 0 });
  const response = await fetch(`${other.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(plainBody('practice: slow')),
  });
  const reading = expect(response.text()).rejects.toThrow();
  await other.close();
  await reading;
});
