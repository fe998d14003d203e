import '../testing/fake-browser.ts';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
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
const asked: string[] = [];
beforeAll(async () => {
  Object.assign(fakeBrowser.permissions, { contains: async () => true });
  const other = await serve((_request, response) => response.end('A letter of the bank.'));
  site = await serve(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/away') response.writeHead(302, { Location: `${other}/letter` }).end();
    else if (url === '/moved') response.writeHead(302, { Location: '/log-out' }).end();
    else response.end('Tides of the week.');
  });
});
afterAll(() => {
  for (const server of servers) server.close();
});

const textAt = async (path: string, request = { withSession: true, redirects: false }) =>
  new TextDecoder().decode((await fetchDocument(1, `${site}${path}`, request)).bytes);

describe('a document that is fetched', () => {
  test.each(['/moved', '/away'])('sends nothing to where its site redirects: %s', async (path) => {
    asked.length = 0;
    const error = await textAt(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PageError);
    expect(error).toMatchObject({ code: 'not-fetched' });
    expect(asked).toEqual([path]);
  });

  test('may be redirected to another site by one whose redirects are known', async () => {
    expect(await textAt('/away', { withSession: true, redirects: true })).toBe('A letter of the bank.');
  });

  test.each([
    [true, 'include'],
    [false, 'omit'],
  ])('with the session of the user: %s', async (withSession, credentials) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => fetched.mockRestore());
    await textAt('/tides', { withSession, redirects: false });
    expect(fetched.mock.lastCall?.[1]).toMatchObject({ credentials, redirect: 'manual' });
  });
});
