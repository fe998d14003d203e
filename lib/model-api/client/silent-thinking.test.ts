import { afterEach, expect, test } from 'vitest';
import type { ModelInterface } from '../../contracts/endpoint.ts';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { EVENT_STREAM, type RawServer, sse, startRawServer } from '../../testing/model-api/raw-server.ts';
import { REQUEST } from '../../testing/model-api/request-from-server.ts';
import { createModelClient } from './model-client.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const SILENT_MS = 3_000;
const TIMEOUT = { headers: 60_000, firstContent: SILENT_MS, idle: SILENT_MS, total: 120_000 };

/**
 * How a reply ends that sends `silence` every 50 ms for longer than the client waits, followed by `words`, or that
 * sends it forever.
 */
async function ask(
  modelInterface: ModelInterface,
  silence: string,
  words: string | null,
): Promise<ModelEvent | undefined> {
  const server = await startRawServer(async (_request, response) => {
    response.writeHead(200, EVENT_STREAM);
    const end = words === null ? Number.POSITIVE_INFINITY : performance.now() + 1.2 * SILENT_MS;
    while (performance.now() < end && !response.destroyed) {
      response.write(silence);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    response.end(words);
  });
  servers.push(server);
  const access = { baseUrl: `${server.url}/v1`, hostKind: 'public' as const, apiKey: null, fetch };
  const client = createModelClient({ ...access, interface: modelInterface, timeouts: TIMEOUT });
  const events: ModelEvent[] = [];
  for await (const event of client.stream(REQUEST, new AbortController().signal)) events.push(event);
  return events.at(-1);
}

test('pings of the Messages interface restart the idle timeout (quirk: silent-thinking)', async () => {
  const words =
    sse({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Nine.' } }) +
    sse({ type: 'message_delta', delta: { stop_reason: 'end_turn' } });
  expect(await ask('anthropic-messages', sse({ type: 'ping' }), words)).toMatchObject({ type: 'step-end' });
});

test('heartbeats of a chat server do not, because they do not depend on the model', async () => {
  const empty = sse({ choices: [{ delta: { content: '' }, finish_reason: null }] });
  expect(await ask('chat-completions', empty, null)).toMatchObject({ type: 'retry', failure: { code: 'timeout' } });
});
