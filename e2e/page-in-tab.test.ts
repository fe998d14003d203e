import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuseTunnels } from '../scripts/refuse-tunnels.ts';
import { BROWSERS } from './support/browsers.ts';
import {
  callChunks,
  hasToolResult,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { allowOpeningPages, turnWebOn } from './support/web-access.ts';

const TEXT = 'High water in Hamburg is at 14:20 today, and low water is at 20:51. '.repeat(4);

/** Shows its text a moment after it was loaded, like an application. */
const APP = `<!doctype html><title>Tide app</title><div id="root"></div><script>
  setTimeout(async () => {
    const text = await (await fetch('/data')).text();
    document.getElementById('root').innerHTML = '<h1>Tides</h1><p>' + text + '</p>';
  }, 300);
</script>`;
const FORM =
  '<!doctype html><title>Sign in</title><h1>Sign in</h1><form><input name="user"><input type="password"></form>';
const MEMBERS = `<!doctype html><title>Members</title><h1>Members</h1><p>${TEXT}</p>`;
const AWAY = `<!doctype html><title>Away</title><script>location.replace('http://other.web.test/')</script>`;
/** Never responds to its own data request, so that the tab stays open until the run is stopped. */
const SLOW = `<!doctype html><title>Slow</title><script>
  setInterval(() => { document.title += '.'; }, 200);
</script>`;

describe.each(BROWSERS)('a page that only a tab shows, in %s', (name) => {
  const requests: { url: string; hasCookie: boolean }[] = [];
  let proxy: Server;
  let server: ModelServer;
  let stage: Stage;
  let panel: Panel;

  beforeAll(async () => {
    proxy = createServer((request: IncomingMessage, response: ServerResponse) => {
      const url = request.url ?? '';
      const hasCookie = (request.headers.cookie ?? '').includes('session=1');
      if (url.includes('.web.test') && !url.endsWith('/favicon.ico')) requests.push({ url, hasCookie });
      const send = (body: string, headers = {}) =>
        void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
      if (url === 'http://app.web.test/data') return send(TEXT);
      if (url.startsWith('http://app.web.test/')) return send(APP);
      if (url === 'http://members.web.test/enter') return send('Hello.', { 'set-cookie': 'session=1; Path=/' });
      if (url === 'http://members.web.test/login') return send(FORM);
      if (url.startsWith('http://members.web.test/')) {
        if (hasCookie) return send(MEMBERS);
        return void response.writeHead(302, { location: '/login' }).end();
      }
      if (url === 'http://away.web.test/') return send(AWAY);
      if (url === 'http://slow.web.test/') return send(SLOW);
      if (url === 'http://other.web.test/') return send(`<title>Other</title><p>PRIVATE ${TEXT}</p>`);
      response.writeHead(404).end();
    });
    refuseTunnels(proxy);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const opener = (url: string) => (request: Parameters<typeof hasToolResult>[0], response: ServerResponse) =>
      streamChunks(
        response,
        hasToolResult(request)
          ? textChunks('High water in Hamburg is at 14:20 [1].')
          : callChunks([{ id: 'call_1', name: 'open_page', arguments: JSON.stringify({ url }) }]),
      );
    server = await startModelServer({
      app: opener('http://app.web.test/tides'),
      other: opener('http://app.web.test/other'),
      members: opener('http://members.web.test/tides'),
      away: opener('http://away.web.test/'),
      slow: opener('http://slow.web.test/'),
    });
    stage = await setStage(name, { proxyPort: (proxy.address() as AddressInfo).port });
    await stage.addEndpoint(`${server.url}/v1`);
    await allowOpeningPages(stage);
    panel = await stage.openPanel(null);
    await panel.chooseModel('app');
    await turnWebOn(panel);
  });

  afterAll(async () => {
    await stage?.close();
    await server?.close();
    proxy?.closeAllConnections();
    proxy?.close();
  });

  const tabs = () => stage.settings.evaluate(async () => (await chrome.tabs.query({})).length);
  const result = () => String(server.chats.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content);
  const pages = () => requests.filter(({ url }) => !url.endsWith('/data'));

  /** Asks in words that contain the address, so that opening it without a tab needs no approval. */
  async function ask(model: string, address: string): Promise<void> {
    requests.length = 0;
    await panel.chooseModel(model);
    await panel.ask(`When is high water? See ${address}`);
    await panel.waitForCard('open_page', 'approval-requested');
  }
  const allow = () => panel.approve('Open in a background tab');

  test('whose scripts write its text needs approval, opens in the background, and is read, closed and cited', async () => {
    const before = await tabs();
    await ask('app', 'http://app.web.test/tides');
    expect(await panel.text()).toContain(
      'Open http://app.web.test/tides in a background tab with your cookies, read it and close the tab?',
    );
    expect(await panel.text()).toContain('app.web.test sees this as a visit from you');
    expect(pages()).toHaveLength(1);
    await panel.shot(`tab-scripts-${name}`);
    await allow();
    expect(await panel.answer()).toContain('14:20');
    expect(result()).toContain('low water is at 20:51');
    expect(await tabs()).toBe(before);
    await panel.page.waitForSelector('.source-list li');
    const list = await panel.page.$$eval('.source-list li', (all) => all.map((item) => item.innerText));
    expect(list).toEqual(['Tide app app.web.test']);
    await panel.page.waitForSelector('::-p-xpath(//span[normalize-space()="in a tab"])', { visible: true });
    await panel.shot(`tab-read-${name}`);
  });

  test('behind a login is read with the session of the browser', async () => {
    const { page } = await stage.openPage('http://members.web.test/enter');
    await page.close();
    await ask('members', 'http://members.web.test/tides');
    expect(await panel.text()).toContain('If you are signed in to members.web.test in this browser');
    // Without an approval, no cookie is sent.
    expect(requests.map(({ hasCookie }) => hasCookie)).toEqual([false, false]);
    await panel.shot(`tab-login-${name}`);
    await allow();
    await panel.answer();
    expect(requests.at(-1)).toEqual({ url: 'http://members.web.test/tides', hasCookie: true });
    expect(result()).toContain('low water is at 20:51');
  });

  test('is not opened if the user refuses, and the answer continues', async () => {
    const before = await tabs();
    await ask('other', 'http://app.web.test/other');
    await panel.click('Don’t open');
    expect(await panel.answer()).toContain('You didn’t allow this.');
    expect(pages()).toHaveLength(1);
    expect(await tabs()).toBe(before);
    expect(result()).toContain('did not let it be opened in one');
  });

  test('and that leads to another site is closed unread', async () => {
    const before = await tabs();
    await ask('away', 'http://away.web.test/');
    await allow();
    expect(await panel.answer()).toContain('The tab ended on another site and was not read.');
    expect(result()).toContain('The tab ended on another site');
    expect(JSON.stringify(server.chats)).not.toContain('PRIVATE');
    expect(await tabs()).toBe(before);
  });

  test('is closed when the run is stopped, and if the worker was stopped, without being opened again', async () => {
    const before = await tabs();
    await ask('slow', 'http://slow.web.test/');
    await allow();
    await expect.poll(tabs).toBe(before + 1);
    await panel.stop();
    await expect.poll(tabs).toBe(before);
    await ask('slow', 'http://slow.web.test/');
    await allow();
    await expect.poll(tabs).toBe(before + 1);
    await expect.poll(() => stage.settings.evaluate(rememberedTabs)).toBe('string');
    await stage.killWorker();
    // The panel notices, and wakes the next worker.
    await panel.waitForText('Unknown outcome');
    await expect.poll(tabs).toBe(before);
    expect(pages()).toHaveLength(2);
  });
});

type SessionStorage = { storage: { session: { get(key: string): Promise<Record<string, unknown>> } } };

/** The type of the value from which the next worker would read the tabs that this one has opened. */
async function rememberedTabs(): Promise<string> {
  const key = 'open-tabs';
  const { storage } = (globalThis as unknown as { chrome: SessionStorage }).chrome;
  return typeof (await storage.session.get(key))[key];
}
