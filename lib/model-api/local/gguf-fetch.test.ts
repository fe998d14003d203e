import { describe, expect, test } from 'vitest';
import type { GgufReply } from '../../contracts/index.ts';
import { createGgufFetch } from './gguf-fetch.ts';

const CHUNK = { choices: [{ delta: { content: 'Hi' } }] };

function createStubServer(...replies: (GgufReply | Error)[]) {
  const bodies: object[] = [];
  let hasEnded = false;
  const fetch = createGgufFetch(async function* (body) {
    bodies.push(body);
    try {
      for (const reply of replies) {
        if (reply instanceof Error) throw reply;
        yield reply;
      }
    } finally {
      hasEnded = true;
    }
  });
  const ask = () => fetch('https://gguf.invalid/v1/chat/completions', { method: 'POST', body: '{"model":"tiny"}' });
  return { ask, bodies, hasEnded: () => hasEnded };
}

describe('a model inside the extension, as a server', () => {
  test('streams its chunks as events, and says when it is done', async () => {
    const server = createStubServer(
      { type: 'loading' },
      { type: 'chunk', chunk: CHUNK },
      { type: 'chunk', chunk: CHUNK },
      { type: 'done' },
    );
    const response = await server.ask();
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const event = `data: ${JSON.stringify(CHUNK)}\n\n`;
    expect(await response.text()).toBe(`${event}${event}data: [DONE]\n\n`);
    expect(server.bodies).toEqual([{ model: 'tiny' }]);
  });

  test('refuses a request with llama.cpp’s message', async () => {
    const response = await createStubServer({
      type: 'refused',
      message: 'the request exceeds the available context size',
    }).ask();
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: { message: 'the request exceeds the available context size' } });
  });

  test('rejects if it fails before the first word, and breaks off if it fails later', async () => {
    await expect(createStubServer(new Error('gone')).ask()).rejects.toThrow('gone');
    const response = await createStubServer({ type: 'chunk', chunk: CHUNK }, new Error('gone')).ask();
    await expect(response.text()).rejects.toThrow('gone');
  });

  test('may fail while its reader waits', async () => {
    const rejections: unknown[] = [];
    const note = (error: unknown) => rejections.push(error);
    process.on('unhandledRejection', note);
    const response = await createStubServer({ type: 'chunk', chunk: CHUNK }, new Error('gone')).ask();
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', note);
    expect(rejections).toEqual([]);
    await expect(reader?.read()).rejects.toThrow('gone');
  });

  test('is told when the reader stops', async () => {
    const server = createStubServer({ type: 'chunk', chunk: CHUNK }, { type: 'chunk', chunk: CHUNK }, { type: 'done' });
    const { body } = await server.ask();
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(server.hasEnded()).toBe(true);
  });
});
