import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluateInFirefox } from '../scripts/firefox-chrome.ts';
import { BROWSERS } from './support/browsers.ts';
import { makeCertificate } from './support/certificate.ts';
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

const RESULTS = `<!doctype html><html><head><title>tides</title></head><body>
  <a href="/preferences">Settings</a><h1>Search results</h1>
  <div><a href="/url?q=http%3A%2F%2Ftides.web.test%2F&sa=U"><h3>Tide table</h3></a><p>High water today.</p></div>
  <div><a href="http://harbour.web.test/"><h3>Height of tides</h3></a><p>Metres.</p></div></body></html>`;
const CONSENT =
  '<!doctype html><title>Before you continue</title><h1>Before you continue</h1><form><button>Agree</button></form>';

/** The default search engines of Chromium. This machine answers for them. */
const ENGINES = ['www.google.com:443', 'duckduckgo.com:443'];

/**
 * Firefox requires valid certificates for the sites of its own engines, so an engine on this machine is added to it.
 */
const ADD_ENGINE = `(async () => {
  const { SearchService } = ChromeUtils.importESModule('moz-src:///toolkit/components/search/SearchService.sys.mjs');
  await SearchService.promiseInitialized;
  const engine = await SearchService.addUserEngine({ name: 'Machine', url: 'http://engine.test/?q={searchTerms}' });
  await SearchService.setDefault(engine, SearchService.CHANGE_REASON?.UNKNOWN ?? 0);
  return 'ok';
})()`;

describe.each(BROWSERS)('a search without an engine of its own, in %s', (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sidenote-search-'));
  const asked: string[] = [];
  let answer = RESULTS;
  let engine: ReturnType<typeof createSecureServer>;
  let proxy: Server;
  let server: ModelServer;
  let stage: Stage;
  let panel: Panel;

  beforeAll(async () => {
    const search = (request: IncomingMessage, response: ServerResponse) => {
      const query = new URL(request.url ?? '', 'https://engine.test').searchParams.get('q');
      if (query !== null) asked.push(query);
      response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
    };
    engine = createSecureServer(makeCertificate(folder), search);
    await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
    proxy = createServer((request, response) => {
      const page = {
        'http://tides.web.test/': 'High water is at 14:20.',
        'http://harbour.web.test/': 'It is 3.6 metres.',
      };
      if (request.url?.startsWith('http://engine.test/')) return search(request, response);
      const text = page[request.url as keyof typeof page];
      if (text === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>A page</title><p>${text}</p>`);
    });
    proxy.on('connect', (request, socket) => {
      socket.on('error', () => undefined);
      if (!ENGINES.includes(request.url ?? '')) return void socket.end('HTTP/1.1 502 Not here\r\n\r\n');
      const tunnel = connect((engine.address() as AddressInfo).port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        tunnel.pipe(socket).pipe(tunnel);
      });
      tunnel.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    server = await startModelServer({
      searcher: (request, response) =>
        streamChunks(
          response,
          hasToolResult(request)
            ? textChunks('High water is at 14:20 [1].')
            : callChunks([{ id: 'call_1', name: 'web_search', arguments: '{"query":"tides today"}' }]),
        ),
    });
    stage = await setStage(name, {
      proxyPort: (proxy.address() as AddressInfo).port,
      ...(name === 'chromium' ? { acceptsAnyCertificate: true } : { ownBrowser: true }),
    });
    if (name === 'firefox') await evaluateInFirefox(stage.browser, ADD_ENGINE);
    await stage.addEndpoint(`${server.url}/v1`);
    await allowOpeningPages(stage);
    panel = await stage.openPanel(null);
    await panel.chooseModel('searcher');
    await turnWebOn(panel);
  });

  afterAll(async () => {
    await stage?.close();
    await server?.close();
    for (const each of [proxy, engine]) {
      each?.closeAllConnections();
      each?.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const tabs = () => stage.settings.evaluate(async () => (await chrome.tabs.query({})).length);
  const allow = async () => (await panel.page.waitForSelector('.permission-buttons .primary:not(:disabled)'))?.click();

  test('asks first, then reads the results in a tab, closes it and opens the pages', async () => {
    const before = await tabs();
    await panel.ask('When is high water?');
    await panel.waitForCard('web_search', 'approval-requested');
    expect(await panel.text()).toContain('Search for “tides today” with your browser’s search engine?');
    expect(asked).toEqual([]);
    await panel.shot(`browser-search-${name}`);
    await allow();
    expect(await panel.answer()).toContain('14:20');
    expect(asked).toEqual(['tides today']);
    const results = server.chats.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(String(results[0]?.content)).toContain('Tide table');
    expect(String(results[1]?.content)).toContain('High water is at 14:20.');
    expect(String(results[2]?.content)).toContain('3.6 metres');
    expect(await tabs()).toBe(before);
  });

  test('leaves the tab to the user if its results cannot be read, and says what to do', async () => {
    answer = CONSENT;
    const before = await tabs();
    await panel.ask('And tomorrow?');
    await panel.waitForCard('web_search', 'approval-requested');
    await allow();
    await panel.answer();
    expect(await panel.text()).toContain('Look at the tab that was opened');
    const result = server.chats.at(-1)?.messages.findLast(({ role }) => role === 'tool');
    expect(String(result?.content)).toContain('it may show a cookie notice');
    expect(await tabs()).toBe(before + 1);
  });
});
