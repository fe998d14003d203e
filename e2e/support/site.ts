import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SitePage = { body: string | Buffer; type?: string; headers?: Record<string, string> };

/** A site on loopback. `requests`: the requested paths. */
export type Site = { origin: string; requests: string[]; close(): Promise<void> };

/**
 * Serves `pages` by their path. In their bodies, OTHER stands for the origin of `other`, and PORT for the site's own
 * port.
 */
export async function serveSite(pages: Record<string, SitePage>, other = ''): Promise<Site> {
  const requests: string[] = [];
  let port = 0;
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://page.invalid');
    requests.push(pathname);
    const page = pages[pathname];
    response.writeHead(page ? 200 : 404, {
      'content-type': page?.type ?? 'text/html; charset=utf-8',
      ...page?.headers,
    });
    const body = page?.body ?? '';
    response.end(typeof body === 'string' ? body.replaceAll('OTHER', other).replaceAll('PORT', String(port)) : body);
  });
  server.listen(0);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
