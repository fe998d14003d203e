import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chunk, EVENT_STREAM, type RawServer, sse, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { seriousFindings } from './support/axe.ts';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import { expectFast } from './support/expect-fast.ts';
import { Panel } from './support/panel.ts';
import { launchPlainBrowser } from './support/plain-browser.ts';
import { type Site, type SitePage, serveSite } from './support/site.ts';

/** Each worker process builds its own. */
const BUILT = `out/site-${process.pid}`;
/** A web host may serve the demo at any path. */
const FOLDER = '/some/where/';
const QUESTION = 'Why are there two high tides a day?';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const KEY = 'key-of-this-tab';

let site: Site;

beforeAll(async () => {
  // Fails if the demo is too large. NODE_ENV, which Vitest sets, would affect the build.
  const options = ['--repository', 'owner/name', '--out', BUILT, '--no-docs'];
  execFileSync('node', ['scripts/demo.ts', ...options], { env: { ...process.env, NODE_ENV: 'production' } });
  const files = readdirSync(BUILT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pages = files.map(({ parentPath, name }): [string, SitePage] => {
    const file = path.join(parentPath, name);
    const address = FOLDER + path.relative(BUILT, file).replaceAll('\\', '/');
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
    return [address, { body: gzipSync(readFileSync(file)), type, headers: { 'content-encoding': 'gzip' } }];
  });
  site = await serveSite(Object.fromEntries(pages));
});
afterAll(async () => {
  await site?.close();
  rmSync(BUILT, { recursive: true, force: true });
});

/** How many loads of the demo have databases. Documents of the demo see only those of their own load. */
async function countTabs(): Promise<number> {
  const other = document.body.appendChild(document.createElement('iframe'));
  const databases = (await other.contentWindow?.indexedDB.databases()) ?? [];
  other.remove();
  return new Set(databases.map(({ name = '' }) => name.slice(0, 'sidenote-demo-'.length + 36))).size;
}

/** A server that requires a key. With `forWebPages`, web pages may read its answers. */
function startServer({ forWebPages }: { forWebPages: boolean }): Promise<RawServer> {
  return startRawServer(({ method, path: requested, headers: sent }, response) => {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const headers = forWebPages ? cors : {};
    if (method === 'OPTIONS') return void response.writeHead(forWebPages ? 204 : 405, headers).end();
    if (sent.authorization !== `Bearer ${KEY}`) return void response.writeHead(401, headers).end();
    if (requested.endsWith('/models')) {
      response.writeHead(200, { ...headers, 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ data: [{ id: 'tides-1' }] }));
    }
    response.writeHead(200, { ...headers, ...EVENT_STREAM });
    response.end(chunk({ content: 'Answered by the own server.' }) + chunk({}, 'stop') + sse('[DONE]'));
  });
}

describe.each(BROWSERS)('the demo in %s', (name) => {
  let browser: Browser;
  let page: Page;
  let panel: Frame;
  let foreign: string[];

  beforeAll(async () => {
    browser = await launchPlainBrowser(name);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    await page?.close();
    page = await browser.newPage();
    foreign = [];
    page.on('request', (request) => {
      const url = request.url();
      if (/^(?:https?|wss?):/.test(url) && !url.startsWith(site.origin)) foreign.push(url);
    });
    await page.setViewport({ width: 1280, height: 800 });
    panel = await open();
  });

  async function frame(selector: string): Promise<Frame> {
    const element = await page.waitForSelector(selector);
    const found = await element?.contentFrame();
    if (!found) throw new Error(`${selector} has no document.`);
    return found;
  }

  async function open(): Promise<Frame> {
    await page.goto(`${site.origin}${FOLDER}index.html`);
    const opened = await frame('#panel');
    await opened.waitForSelector('textarea[aria-label="Message"]');
    return opened;
  }

  async function ask(question: string): Promise<string> {
    await panel.locator('textarea[aria-label="Message"]').fill(question);
    await panel.locator('button[aria-label="Send"]:not(:disabled)').click();
    await panel.waitForSelector('article[aria-label="Assistant"][aria-busy="false"]');
    return panel.$eval('[role="log"]', (log) => (log as HTMLElement).innerText);
  }

  /** Enters an address and a key in the panel's form. */
  async function connect(baseUrl: string): Promise<void> {
    await panel.locator('.quick-connect input').fill(baseUrl);
    await panel.locator('.quick-connect button').click();
  }

  const note = () => page.$eval('.note', (element) => element.textContent);

  test('the practice model reads the article and answers, and nothing leaves the site', async () => {
    const answer = await ask(QUESTION);
    expect(answer).toContain('most coasts pass through two high waters in every lunar day');
    await new Panel(page).shot(`${name}-demo`);
    expect(foreign).toEqual([]);
  });

  test('a passage that is shown or pointed at is highlighted in the article', async () => {
    await ask(QUESTION);
    const article = await frame('#article');
    const lit = () => article.evaluate(() => [...CSS.highlights.keys()]);
    await panel.waitForSelector('.fact-list');
    await panel.locator('blockquote [data-fact]').hover();
    await expect.poll(lit).toContain('sidenote-lit');
    await panel.locator('.passage-button').click();
    await expect.poll(lit).toContain('sidenote-passage');
    await new Panel(page).shot(`${name}-demo-passage`);
    expect(await note()).toBe('');
  });

  testInChromium('a first answer comes within 5 s of opening, on a cold cache at 10 Mbit/s', async () => {
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    await session.send('Network.clearBrowserCache');
    const bytesPerSecond = 10_000_000 / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    const start = performance.now();
    panel = await open();
    await ask(QUESTION);
    expectFast('First answer of the demo', [performance.now() - start], 5_000);
  });

  test.each([360, 1280])('axe finds nothing at %i pixels, before and after an answer', async (width) => {
    await page.setViewport({ width, height: 760 });
    const parts = async () => [page, panel, await frame('#article')] as const;
    for (const part of await parts()) expect(await seriousFindings(part)).toEqual([]);
    await ask(QUESTION);
    await new Panel(page).shot(`${name}-demo-${width}`);
    for (const part of await parts()) expect(await seriousFindings(part)).toEqual([]);
  });

  test('the key of a server of the user is sent there, and gone after the page is loaded again', async () => {
    const server = await startServer({ forWebPages: true });
    try {
      await connect(`${server.url}/v1`);
      await panel.locator('.connect-form input[type="password"]').fill(KEY);
      await panel.locator('.connect-form button[type="submit"]').click();
      await panel.waitForSelector('article[aria-label="Assistant"][aria-busy="false"]');
      expect(await panel.$eval('[role="log"]', (log) => (log as HTMLElement).innerText)).toContain('own server');
      panel = await open();
      await panel.waitForSelector('section[aria-label="Connect a model"]');
      expect(await ask('help')).not.toContain('own server');
      await expect.poll(() => page.evaluate(countTabs)).toBe(1);
    } finally {
      await server.close();
    }
  });

  test('a server that refuses web pages is named, with the way to the extension', async () => {
    const server = await startServer({ forWebPages: false });
    try {
      await connect(`${server.url}/v1`);
      await page.waitForSelector('.note a');
      expect(await note()).toBe(
        `${new URL(server.url).host} did not answer this web page. Many servers refuse web pages; the extension doesn’t have this limit. Install Sidenote`,
      );
    } finally {
      await server.close();
    }
  });

  test('a function that only the extension has says so in one line', async () => {
    await panel.locator('button[aria-label="Open in a tab"]').click();
    await page.waitForSelector('.note a');
    expect(await note()).toBe('This needs the extension. Install Sidenote');
  });

  test('the settings open next to the article, and close', async () => {
    await panel.locator('button[aria-label="Settings"]').click();
    const settings = await frame('#settings iframe');
    await settings.waitForSelector('main.options h1');
    expect(await seriousFindings(settings)).toEqual([]);
    await page.locator('#settings button').click();
    await page.waitForSelector('#settings', { hidden: true });
  });
});
