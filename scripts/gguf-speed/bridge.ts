import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { isJsonObject, parseJson } from '../../lib/contracts/encoding.ts';

/** A model offered by the bridge. `fetch`: answers Chat Completions requests. `contextWindow`: in tokens. */
type OfferedModel = { modelId: string; contextWindow: number; fetch: typeof fetch };

export type Bridge = { url: string; close(): Promise<void> };

/**
 * Offers one model on loopback like a Chat Completions server, with streamed answers only. A port of 0 uses any free
 * one.
 */
export async function startBridge(model: OfferedModel, port: number): Promise<Bridge> {
  const server = createServer((request, response) => {
    void answer(model, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, 500, error instanceof Error ? error.message : String(error));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(model: OfferedModel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { modelId, contextWindow, fetch } = model;
  const target = `${request.method} ${request.url}`;
  if (target === 'GET /v1/models') {
    const list = { object: 'list', data: [{ id: modelId, object: 'model', meta: { n_ctx: contextWindow } }] };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(list));
    return;
  }
  if (target !== 'POST /v1/chat/completions') return sendError(response, 404, `There is no ${target}.`);
  const text = Buffer.concat(await request.toArray()).toString('utf8');
  const body = parseJson(text);
  if (!isJsonObject(body)) return sendError(response, 400, 'The body is not a JSON object.');
  if (body.stream !== true) return sendError(response, 400, 'Only streamed answers are offered: set stream to true.');
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const answered = await fetch('http://extension.invalid', { method: 'POST', body: text, signal: gone.signal });
  const { status, headers } = answered;
  response.writeHead(status, { 'Content-Type': headers.get('content-type') ?? 'application/json' });
  if (answered.body === null) response.end();
  else await pipeline(Readable.fromWeb(answered.body as ReadableStream), response);
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: { message } }));
}
