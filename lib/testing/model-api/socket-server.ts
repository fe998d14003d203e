import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A request as it arrived on a socket, and the socket for the answer, byte by byte. */
export type SocketRequest = { socket: Socket; head: string; body: string };

export type SocketServer = {
  url: string;
  requests: SocketRequest[];
  /** Number of open sockets. */
  open(): number;
  close(): Promise<void>;
};

/**
 * A loopback server at the socket level: `answer` writes any bytes, breaks the connection, or never answers. `n`: the
 * number of the request, counted from 1.
 */
export async function startSocketServer(answer: (request: SocketRequest, n: number) => unknown): Promise<SocketServer> {
  const requests: SocketRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Clients that give up reset the connection, which the tests check.
    socket.on('error', () => socket.destroy());
    let text = '';
    let isAsked = false;
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece;
      const end = text.indexOf('\r\n\r\n');
      if (end < 0 || isAsked) return;
      const head = text.slice(0, end);
      const body = text.slice(end + 4);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (Buffer.byteLength(body) < length) return;
      isAsked = true;
      const request = { socket, head, body };
      requests.push(request);
      answer(request, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The head of a reply that ends with the connection. */
export function replyHead(status = 200, headers: Record<string, string> = {}): string {
  const all = { 'content-type': 'text/event-stream', connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join('\r\n')}\r\n\r\n`;
}
