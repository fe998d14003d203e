import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves the files of a folder on loopback. `/` is its `index.html`. `close` also ends open connections. */
export async function serveFolder(folder: string): Promise<{ origin: string; close(): void }> {
  const server = createServer(({ url = '/' }, response) => {
    const pathname = decodeURIComponent(new URL(url, 'http://page.invalid').pathname);
    const file = path.join(folder, pathname === '/' ? 'index.html' : path.normalize(pathname));
    const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    response.writeHead(isThere ? 200 : 404, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    });
    response.end(isThere ? readFileSync(file) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
