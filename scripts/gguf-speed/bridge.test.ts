import { afterEach, expect, test } from 'vitest';
import { GgufError, type GgufReply } from '../../lib/contracts/models-in-browser.ts';
import { createGgufFetch } from '../../lib/model-api/local/gguf-fetch.ts';
import { AnswerServer } from '../answers/server.ts';
import { type Bridge, startBridge } from './bridge.ts';
import { measureAnswer } from './measure.ts';

const TIMINGS = { prompt_n: 900, prompt_per_second: 41.5, predicted_n: 64, predicted_per_second: 9.25 };

let bridge: Bridge | undefined;
afterEach(() => bridge?.close());

/** A bridge to a model that gives these replies. Returns the bodies of its requests. */
async function offer(replies: (signal: AbortSignal) => AsyncGenerator<GgufReply>): Promise<Record<string, unknown>[]> {
  const bodies: Record<string, unknown>[] = [];
  const fetch = createGgufFetch((body, signal) => {
    bodies.push(body);
    return replies(signal);
  });
  bridge = await startBridge({ modelId: 'tiny', contextWindow: 4_096, fetch }, 0);
  return bodies;
}

async function* answer(): AsyncGenerator<GgufReply> {
  yield { type: 'chunk', chunk: { choices: [{ index: 0, delta: { content: 'Hi' } }] } };
  yield { type: 'chunk', chunk: { choices: [], timings: TIMINGS } };
  yield { type: 'done' };
}

function post(body: unknown, signal?: AbortSignal): Promise<Response> {
  const init = {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  };
  return fetch(`${bridge?.url}/chat/completions`, init);
}

test('lists its model with the window, as the bench reads it', async () => {
  await offer(answer);
  const server = await AnswerServer.open(bridge?.url ?? '', 'tiny', null);
  expect(server.contextWindow).toBe(4_096);
});

test('passes a request to the model and its answer back, with the speeds', async () => {
  const bodies = await offer(answer);
  expect(await measureAnswer({ fetch, url: bridge?.url ?? '', modelId: 'tiny' }, 'The tide.')).toEqual({
    promptTokens: 900,
    read: 41.5,
    writtenTokens: 64,
    written: 9.25,
  });
  expect(bodies).toMatchObject([{ model: 'tiny', stream: true, temperature: 0 }]);
});

test('answers with an error what cannot be asked', async () => {
  const bodies = await offer(answer);
  expect((await post('no JSON')).status).toBe(400);
  expect((await post({ messages: [] })).status).toBe(400);
  expect((await fetch(`${bridge?.url}/props`)).status).toBe(404);
  expect(bodies).toEqual([]);
});

test('answers with the words of the model if it refuses, and of the extension if that fails', async () => {
  await offer(async function* () {
    yield { type: 'refused', message: 'the prompt is too long' };
  });
  const refused = await post({ stream: true });
  expect([refused.status, await refused.text()]).toEqual([400, '{"error":{"message":"the prompt is too long"}}']);
  await bridge?.close();
  await offer(async function* () {
    yield { type: 'loading' };
    throw new GgufError({ type: 'page-closed' });
  });
  const failed = await post({ stream: true });
  expect([failed.status, await failed.text()]).toEqual([500, expect.stringContaining('page-closed')]);
});

test('stops the model when the client is gone', async () => {
  const stopped = Promise.withResolvers<void>();
  await offer(async function* (signal) {
    signal.addEventListener('abort', () => stopped.resolve());
    yield { type: 'chunk', chunk: {} };
    await stopped.promise;
    throw signal.reason;
  });
  const gone = new AbortController();
  await post({ stream: true }, gone.signal);
  gone.abort();
  await stopped.promise;
});
