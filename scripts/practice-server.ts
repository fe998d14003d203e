import '../lib/testing/english.ts';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { practiceWords } from '../entrypoints/background/practice-words.ts';
import { createPracticeFetch } from '../lib/model-api/local/practice/practice-fetch.ts';

/** A received request. `body` is its JSON, or the raw text if it is not JSON. */
export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown };

export type PracticeServer = {
  /** The base URL to configure, ending with `/v1`. */
  url: string;
  /** All received requests, oldest first. */
  requests: ReceivedRequest[];
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
};

/**
 * Serves the practice model over HTTP, only on 127.0.0.1, without CORS headers, like a local server. `paceMs`: the
 * pause before each chunk. Rejects if the port is in use.
 */
export async function startPracticeServer({ port = 0, paceMs = 12 } = {}): Promise<PracticeServer> {
  const requests: ReceivedRequest[] = [];
  const practiceFetch = createPracticeFetch(practiceWords, { paceMs });
  const server = createServer((request, response) => {
    answer(request, response).catch((cause) => {
      if (!response.destroyed) console.error(cause);
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const body = await text(request);
    const { method = 'GET', url = '/', headers } = request;
    requests.push({ method, path: url, headers, body: jsonOr(body) });
    const init = { method, signal: gone.signal, ...(body === '' ? {} : { body }) };
    const reply = await practiceFetch(`http://127.0.0.1${url}`, init);
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).flushHeaders();
    await pipeline(reply.body ?? [], response);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actualPort}/v1`,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function jsonOr(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

if (import.meta.main) {
  const server = await startPracticeServer({ port: Number(process.argv[2] ?? 0) });
  console.log(server.url);
}
