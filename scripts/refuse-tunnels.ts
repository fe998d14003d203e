import type { Server } from 'node:http';

/** Answers every tunnel request with an error. A browser may close the connection before it has read the answer. */
export function refuseTunnels(proxy: Server): void {
  proxy.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 502 Not here\r\n\r\n');
  });
}
