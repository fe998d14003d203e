import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseTunnels } from './refuse-tunnels.ts';

/** Requests that browsers send to their vendors without any extension. */
const OF_BROWSERS =
  /(?:^|\.)(?:google|googleapis|gstatic|gvt1|googleusercontent|mozilla|firefox|mozgcp|mozaws|mozilla-ohttp|fastly-edge)\.(?:com|net|org)$/;

/** A proxy that connects to nothing: it records the requested hosts and answers that they are unreachable. */
export type SinkProxy = {
  port: number;
  /** Recorded requests, as method and address, without those of the browser itself. */
  seen: string[];
  close(): Promise<void>;
};

/** Loopback bypasses the proxy, so test servers stay reachable. */
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
  server.on('connect', (request) => note('CONNECT', request.url ?? ''));
  refuseTunnels(server);
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
