import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { WEB_LIMITS, WebError } from '../contracts/index.ts';
import { type RawRequest, type RawServer, startRawServer } from '../testing/model-api/raw-server.ts';
import { type FetchHop, fetchPage } from './fetch-page.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(handle: (request: RawRequest, response: ServerResponse) => void): Promise<RawServer> {
  const server = await startRawServer(handle);
  servers.push(server);
  return server;
}

/**
 * Node reveals the target of a redirect; browsers need a workaround (`lib/extension`). Names in `routes` lead to a
 * local server.
 */
function hopTo(routes: Record<string, RawServer>, ip: string | null = null): FetchHop {
  return async (url, signal) => {
    const { hostname, pathname, search } = new URL(url);
    const base = routes[hostname]?.url ?? new URL(url).origin;
    const response = await fetch(`${base}${pathname}${search}`, { redirect: 'manual', credentials: 'omit', signal });
    const location = response.headers.get('location');
    return response.status >= 300 && response.status < 400 && location !== null ? { location, ip } : { response, ip };
  };
}

const open = (
  url: string,
  fetchHop: FetchHop,
  more: { typed?: string[]; within?: string; allowed?: string[]; limits?: object } = {},
) =>
  fetchPage(
    { url, typed: new Set(more.typed ?? []), within: more.within ?? null },
    {
      fetchHop,
      isAllowed: async (address) => more.allowed?.includes(new URL(address).hostname) ?? true,
      signal: new AbortController().signal,
      limits: { ...WEB_LIMITS, ...more.limits },
    },
  );

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error: unknown) => (error instanceof WebError ? error.code : String(error)),
  );

describe('a page is opened', () => {
  test('with its type, and where redirects ended', async () => {
    const site = await serve(({ path }, response) => {
      if (path === '/old') response.writeHead(301, { location: '/new' }).end();
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Tides</p>');
    });
    const page = await open('https://site.test/old', hopTo({ 'site.test': site }));
    expect(page.url).toBe('https://site.test/new');
    expect(page.contentType).toBe('text/html; charset=utf-8');
    expect(new TextDecoder().decode(page.bytes)).toBe('<p>Tides</p>');
    expect(site.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  test('at a private address that the user typed, and at no other private address', async () => {
    const site = await serve((_request, response) => response.end('ok'));
    expect(await code(open(`${site.url}/a`, hopTo({}), { typed: [`${site.url}/a`] }))).toBe('opened');
    expect(await code(open(`${site.url}/b`, hopTo({}), { typed: [`${site.url}/a`] }))).toBe('private-address');
    expect(site.requests.map(({ path }) => path)).toEqual(['/a']);
  });
});

test('a fragment is not sent, also not with the address of what was read', async () => {
  const site = await serve((_request, response) => response.end('ok'));
  const page = await open('https://site.test/a#secret', hopTo({ 'site.test': site }));
  expect([page.url, site.requests[0]?.path]).toEqual(['https://site.test/a', '/a']);
});

describe('nothing is sent', () => {
  test('to a private address', async () => {
    const site = await serve((_request, response) => response.end('secret'));
    const { port } = new URL(site.url);
    for (const host of ['127.0.0.1', '2130706433', '0177.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])
      expect(await code(open(`http://${host}:${port}/`, hopTo({})))).toBe('private-address');
    expect(site.requests).toEqual([]);
  });

  test('to a private address that a public page redirects to', async () => {
    const inside = await serve((_request, response) => response.end('secret'));
    const site = await serve((_request, response) =>
      response.writeHead(302, { location: `${inside.url}/admin` }).end(),
    );
    expect(await code(open('https://site.test/', hopTo({ 'site.test': site })))).toBe('private-address');
    expect(site.requests).toHaveLength(1);
    expect(inside.requests).toEqual([]);
  });

  test('to another origin that a page redirects to, if the user allowed one alone', async () => {
    const site = await serve((request, response) => {
      const to = new URL(request.path, 'https://site.test').searchParams.get('to');
      if (to === null) response.end('<p>Here.</p>');
      else response.writeHead(302, { location: to }).end();
    });
    const routes = hopTo({ 'site.test': site, 'other.test': site });
    const go = (to: string) =>
      open(`https://site.test/?to=${encodeURIComponent(to)}`, routes, { within: 'https://site.test' });
    for (const to of ['https://other.test/?d=canary', 'http://site.test/', 'https://site.test:8443/'])
      expect(await code(go(to))).toBe('redirect-refused');
    expect((await go('https://site.test/here')).url).toBe('https://site.test/here');
    const upgraded = await open('http://site.test/?to=https://site.test/', routes, { within: 'http://site.test' });
    expect(upgraded.url).toBe('https://site.test/');
  });

  test('to a site the browser does not allow, also after a redirect', async () => {
    const other = await serve((_request, response) => response.end('x'));
    const site = await serve((_request, response) =>
      response.writeHead(302, { location: 'https://other.test/' }).end(),
    );
    const routes = hopTo({ 'site.test': site, 'other.test': other });
    expect(await code(open('https://other.test/', routes, { allowed: ['site.test'] }))).toBe('site-not-allowed');
    expect(await code(open('https://site.test/', routes, { allowed: ['site.test'] }))).toBe('site-not-allowed');
    expect(other.requests).toEqual([]);
  });

  test.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://x.test/',
    'https://a:b@x.test/',
    '',
  ])('to %s', async (address) => {
    expect(await code(open(address, hopTo({})))).toBe('page-refused');
  });
});

describe('a page is given up', () => {
  test('that is too large, by its headers and by what it sends', async () => {
    const site = await serve(({ path }, response) => {
      if (path === '/says') response.writeHead(200, { 'content-length': '5000001' });
      const more = () => response.write('x'.repeat(100_000), () => response.destroyed || more());
      more();
    });
    const routes = hopTo({ 'site.test': site });
    expect(await code(open('https://site.test/says', routes))).toBe('page-too-large');
    expect(await code(open('https://site.test/sends', routes))).toBe('page-too-large');
  });

  test('that never ends', async () => {
    const site = await serve((_request, response) => {
      response.write('<p>');
    });
    expect(await code(open('https://site.test/', hopTo({ 'site.test': site }), { limits: { ms: 200 } }))).toBe(
      'page-slow',
    );
  });

  test('that redirects in a circle', async () => {
    const site = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
    expect(await code(open('https://site.test/', hopTo({ 'site.test': site })))).toBe('redirect-refused');
    expect(site.requests).toHaveLength(6);
  });

  test('that wants a login, is not there, or cannot be reached', async () => {
    const site = await serve(({ path }, response) => response.writeHead(Number(path.slice(1))).end());
    const routes = hopTo({ 'site.test': site });
    const refused = await open('https://site.test/401', routes).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'needs-browser', tab: { url: 'https://site.test/401', cause: 'login' } });
    expect(await code(open('https://site.test/404', routes))).toBe('page-refused');
    expect(await code(open('https://gone.test/', async () => Promise.reject(new TypeError('failed'))))).toBe('offline');
  });

  test('whose public name resolved to the local network, without reading it', async () => {
    const site = await serve((_request, response) => response.end('router settings'));
    expect(await code(open('https://rebound.test/', hopTo({ 'rebound.test': site }, '192.168.1.1')))).toBe(
      'private-address',
    );
  });

  test('whose public name led into the own network and redirects from there', async () => {
    const site = await serve(({ path }, response) => {
      if (path === '/login?session=4711') response.end('secret');
      else response.writeHead(302, { location: '/login?session=4711' }).end();
    });
    const routes = hopTo({ 'rebound.test': site }, '192.168.1.1');
    expect(await code(open('https://rebound.test/', routes))).toBe('private-address');
    expect(site.requests.map(({ path }) => path)).toEqual(['/']);
  });

  test('when the run stops', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    const work = fetchPage(
      { url: 'https://site.test/', typed: new Set(), within: null },
      { fetchHop: async () => Promise.reject(new Error('x')), isAllowed: async () => true, signal: stop.signal },
    );
    await expect(work).rejects.toThrow('stopped');
  });
});
