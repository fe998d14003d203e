import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RawRequest = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** Resolves when the client has disconnected, with the time in milliseconds since 1970. */
  closed: Promise<number>;
};

export type RawServer = { url: string; requests: RawRequest[]; close(): Promise<void> };

/**
 * A loopback server for tests that answers with the bytes that `handle` writes: a stand-in for model servers, including
 * faulty ones. `url` has no trailing slash. Without a `port` it uses any free one. Rejects if the port is in use.
 */
export async function startRawServer(
  handle: (request: RawRequest, response: ServerResponse) => void | Promise<void>,
  port = 0,
): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const piece of incoming.setEncoding('utf8')) body += piece;
    const closed = Promise.withResolvers<number>();
    response.on('close', () => closed.resolve(Date.now()));
    const request: RawRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body,
      closed: closed.promise,
    };
    requests.push(request);
    await handle(request, response);
  });
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Answers a request with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** One chunk of an event stream. */
export function sse(payload: unknown): string {
  return `data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`;
}

/** The chunk of a streamed reply that contains `delta`. */
export function chunk(delta: unknown, finishReason: string | null = null): string {
  return sse({ choices: [{ index: 0, delta, finish_reason: finishReason }] });
}

export const EVENT_STREAM = { 'content-type': 'text/event-stream' };
