import '../testing/fake-browser.ts';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
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
  site = await serve(({ url = '', headers }, response) => {
    asked.push(url);
    if (url === '/mine') {
      const user = /session=(\w+)/.exec(String(headers.cookie))?.[1];
      response.writeHead(user === undefined ? 401 : 200, { 'content-type': 'application/pdf' }).end(`%PDF of ${user}`);
    } else if (url === '/login') response.writeHead(200, { 'content-type': 'text/html' }).end('<form>Sign in</form>');
    else if (url === '/public') response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF for all');
    else if (url === '/away') response.writeHead(302, { Location: `${other}/letter` }).end();
    else if (url === '/endless') {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      // An endless body: each megabyte compresses to a kilobyte.
      const megabytes = Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc(1_000_000);
        })(),
      );
      pipeline(megabytes, createGzip({ level: 1 }), response, () => undefined);
    } else if (url === '/moved') response.writeHead(302, { Location: '/log-out' }).end();
    else response.end('Tides of the week.');
  });
});
afterAll(() => {
  for (const server of servers) server.close();
});

const textAt = async (path: string, request: Parameters<typeof fetchDocument>[2] = 'open-document') =>
  new TextDecoder().decode((await fetchDocument(1, `${site}${path}`, request)).bytes);

describe('a document that is fetched', () => {
  test.each(['/moved', '/away'])('sends nothing to where its site redirects: %s', async (path) => {
    asked.length = 0;
    const error = await textAt(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PageError);
    expect(error).toMatchObject({ code: 'not-fetched' });
    expect(asked).toEqual([path]);
  });

  test('is not unpacked beyond 60 MB', async () => {
    await expect(textAt('/endless')).rejects.toMatchObject({ code: 'too-large' });
  });

  test('may be redirected to another site by one whose redirects are known', async () => {
    expect(await textAt('/away', 'google-export')).toBe('A letter of the bank.');
  });

  test.each([
    ['open-document', 'include'],
    ['document', 'omit'],
  ] as const)('%s: cookies are to %s', async (behalf, credentials) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => fetched.mockRestore());
    await textAt('/tides', behalf);
    expect(fetched.mock.lastCall?.[1]).toMatchObject({ credentials, redirect: 'manual' });
  });
});

describe('a document of a tab in a container', () => {
  const inContainer = (page: string | null) => {
    vi.spyOn(fakeBrowser.tabs, 'get').mockResolvedValue({ cookieStoreId: 'firefox-container-2' } as never);
    const executeScript = vi.fn(async ({ func, args }: { func: (...args: unknown[]) => unknown; args?: unknown[] }) => {
      // No script runs in a viewer.
      if (page === null) return [undefined];
      if (args === undefined) return [{ frameId: 0, result: page }];
      if (!vi.isMockFunction(globalThis.fetch))
        vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('%PDF of WorkBob'));
      return [{ frameId: 0, result: await func(...args) }];
    });
    Object.assign(browser, { scripting: { executeScript } });
    onTestFinished(() => void vi.restoreAllMocks());
  };

  test('is fetched without the cookies of other tabs', async () => {
    inContainer(null);
    const fetched = vi.spyOn(globalThis, 'fetch');
    expect(await textAt('/public')).toBe('%PDF for all');
    expect(fetched.mock.lastCall?.[1]).toMatchObject({ credentials: 'omit' });
  });

  test('is marked as what others get, unless the page itself fetched it', async () => {
    inContainer(null);
    expect(await fetchDocument(1, `${site}/public`, 'open-document')).toMatchObject({ isWithoutSession: true });
    inContainer(site);
    expect(await fetchDocument(1, `${site}/mine`, 'open-document')).not.toHaveProperty('isWithoutSession');
  });

  test.each(['/mine', '/login', '/away'])(
    'is refused, with the container as the reason, if it asks for a sign-in: %s',
    async (path) => {
      inContainer(null);
      await expect(textAt(path)).rejects.toMatchObject({ code: 'in-container' });
    },
  );

  test('is not read beyond 60 MB by the page either', async () => {
    inContainer(site);
    let megabytes = 0;
    const endless = new ReadableStream({
      pull(controller) {
        if (++megabytes > 100) controller.close();
        else controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(endless));
    await expect(textAt('/mine')).rejects.toMatchObject({ code: 'too-large' });
    expect(megabytes).toBeLessThan(65);
  });

  test('is fetched by the page if it is of its site, although the extension may fetch it too', async () => {
    inContainer(site);
    expect(await textAt('/mine')).toBe('%PDF of WorkBob');
  });

  test('needs no sign-in of the container if none was to be used', async () => {
    inContainer(null);
    await expect(textAt('/mine', 'document')).rejects.toMatchObject({
      code: 'site-refused',
    });
  });
});

test('documents that differ in one byte in the middle have different prints', async () => {
  const bytes = new Uint8Array(20_000);
  const other = Uint8Array.from(bytes, (byte, at) => (at === 9_000 ? 1 : byte));
  const prints = [];
  for (const body of [bytes, other, bytes]) {
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body));
    prints.push((await fetchDocument(1, `${site}/x.pdf`, 'open-document')).print);
    fetched.mockRestore();
  }
  expect(prints[0]).not.toBe(prints[1]);
  expect(prints[0]).toBe(prints[2]);
});

test('a document is asked for again although the browser has a copy of it', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  await textAt('/tides');
  expect(fetched.mock.lastCall?.[1]).toMatchObject({ cache: 'no-cache' });
});
