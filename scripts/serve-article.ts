import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export type ServedPage = { url: string; close(): Promise<void> };

/** Serves one page on loopback, by default the sample article. */
export async function servePage(html = sampleArticle()): Promise<ServedPage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function sampleArticle(): string {
  return readFileSync(path.join(import.meta.dirname, 'sample', 'article.html'), 'utf8');
}
