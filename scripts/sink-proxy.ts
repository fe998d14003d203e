import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What browsers ask their makers for by themselves, whatever extension is there. */
const OF_BROWSERS =
  /(?:^|\.)(?:google|googleapis|gstatic|gvt1|googleusercontent|mozilla|firefox|mozgcp|mozaws|mozilla-ohttp|fastly-edge)\.(?:com|net|org)$/;

/** A proxy that leads nowhere: it notes which host was asked for, by name, and answers that it is not there. */
export type SinkProxy = {
  port: number;
  /** What was asked for, as method and address; what browsers ask their makers for is left out. */
  seen: string[];
  close(): Promise<void>;
};

/** Loopback does not come through a proxy: servers of a test are reached as ever. */
export async function startSinkProxy(): Promise<SinkProxy> {
  const seen: string[] = [];
  const note = (method: string, address: string) => {
    const host = URL.parse(method === 'CONNECT' ? `https://${address}` : address)?.hostname ?? address;
    if (!OF_BROWSERS.test(host)) seen.push(`${method} ${address}`);
  };
  const server = createServer((request, response) => {
    note(request.method ?? '', request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    note('CONNECT', request.url ?? '');
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 502 Not here\r\n\r\n');
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
