import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves one page at a time on loopback, under two origins. */
export type PageServer = {
  /** Sets the page to serve, and returns its address. */
  show(name: string, body: Buffer): string;
  close(): Promise<void>;
};

/** OTHER in a page is replaced by the second origin. `/frame/TEXT` returns that text as a paragraph on both origins. */
export async function startPageServer(): Promise<PageServer> {
  let current = '';
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://page.invalid');
    const isFrame = pathname.startsWith('/frame/');
    const isPage = pathname.endsWith('.html');
    response.writeHead(isFrame || isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    if (isFrame)
      response.end(`<!doctype html><body><p>${decodeURIComponent(pathname.slice('/frame/'.length))}</p></body>`);
    else response.end(isPage ? current : '');
  });
  server.listen(0);
  await once(server, 'listening');
  const origin = (host: string) => `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    show(name, body) {
      current = body.toString('utf8').replaceAll('OTHER', origin('localhost'));
      return `${origin('127.0.0.1')}/${encodeURIComponent(name)}.html`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
