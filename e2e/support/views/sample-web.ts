import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawServer, sendJson, startRawServer } from '../../../lib/testing/model-api/raw-server.ts';
import { refuseTunnels } from '../../../scripts/refuse-tunnels.ts';

/**
 * A search engine, and the pages that it finds. Their host names do not resolve to this machine; the browser reaches
 * them through a proxy.
 */
export type SampleWeb = { engine: RawServer; proxyPort: number; close(): Promise<void> };

const PAGES = [
  {
    url: 'http://tides.web.test/brest',
    title: 'Tide table for Brest',
    text: 'High water at Brest is at 14:20 today, with a height of 6.4 metres.',
  },
  {
    url: 'http://harbour.web.test/moorings',
    title: 'Moorings in the outer harbour',
    text: 'Visitors moor at the pontoons of the outer harbour, for two nights at most.',
  },
];

export const SEARCH_QUERY = 'visitors moorings Brest';
export const CITING =
  'High water at Brest is at 14:20, with a height of 6.4 metres [1]. Visitors moor at the pontoons of the outer harbour [2].';

export async function serveSampleWeb(): Promise<SampleWeb> {
  const proxy = createServer((request, response) => {
    const page = PAGES.find(({ url }) => url === request.url);
    if (page === undefined) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>${page.title}</title><main><h1>${page.title}</h1><p>${page.text}</p></main>`);
  });
  refuseTunnels(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const engine = await startRawServer((_request, response) => {
    const results = PAGES.map(({ url, title, text }) => ({ url, title, content: text }));
    sendJson(response, 200, { results, unresponsive_engines: [] });
  });
  return {
    engine,
    proxyPort: (proxy.address() as AddressInfo).port,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await engine.close();
    },
  };
}
