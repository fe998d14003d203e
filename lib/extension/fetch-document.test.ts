import '../testing/fake-browser.ts';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { PageError } from '../contracts/index.ts';
import { fetchDocument } from './fetch-document.ts';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let site: string;
beforeAll(async () => {
  Object.assign(fakeBrowser.permissions, { contains: async () => true });
  const other = await serve((_request, response) => response.end('A letter of the bank.'));
  site = await serve(({ url }, response) => {
    if (url === '/away') response.writeHead(302, { Location: `${other}/letter` }).end();
    else if (url === '/moved') response.writeHead(302, { Location: '/here' }).end();
    else response.end('Tides of the week.');
  });
});
afterAll(() => {
  for (const server of servers) server.close();
});

const textAt = async (path: string, isSiteTrusted = false) =>
  new TextDecoder().decode((await fetchDocument(1, `${site}${path}`, isSiteTrusted)).bytes);

describe('a document that is fetched', () => {
  test('may be redirected within its site', async () => {
    expect(await textAt('/moved')).toBe('Tides of the week.');
  });

  test('is not read if its site redirects to another site, whose text would count as its own', async () => {
    const error = await textAt('/away').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PageError);
    expect(error).toMatchObject({ code: 'not-fetched' });
  });

  test('may be redirected to another site by one whose redirects are known', async () => {
    expect(await textAt('/away', true)).toBe('A letter of the bank.');
  });
});
