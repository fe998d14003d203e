import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { keepDownloads, takeTextDownload } from './support/downloads.ts';
import { hostsLookedUp } from './support/look-ups.ts';
import { type ModelServer, pause, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { startToolCaller, type ToolCaller } from './support/tool-caller.ts';
import { allowOpeningPages, turnWebOn } from './support/web-access.ts';

const FOLDER = `out/look-ups-${process.pid}`;
/** Links to hosts that would reveal something to a name server. `name`: where the links are. */
const hosts = (name: string) => Array.from({ length: 5 }, (_, at) => `${name}-${at}.sink.example`);
const markdown = (name: string) =>
  hosts(name)
    .map((host, at) => `[${name} ${at}](${at % 2 === 0 ? 'https' : 'http'}://${host}/)`)
    .join('\n\n');
const html = (name: string) =>
  `<!doctype html><title>Tides</title><p>Low water in Hamburg is at six.</p>
  ${hosts(name)
    .map((host) => `<p><a href="http://${host}/">x</a><link rel="dns-prefetch" href="//${host}"></p>`)
    .join('')}`;

/**
 * How long a browser has to look up the hosts of rendered links, in milliseconds. It does so within the next frames.
 */
const DRAWN_MS = 1_500;

/**
 * Without a proxy, which would look up names itself. The browser's own log contains its resolver requests, whether or
 * not a name server can be reached. The log is complete once the browser is closed.
 */
describe.each(BROWSERS)('hosts of links, in %s', (name) => {
  let stage: Stage;
  let site: Server;
  let caller: ToolCaller;
  let links: ModelServer;
  let panel: Panel;
  let lookedUp: string[];

  beforeAll(async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    site = createServer((request, response) => {
      const page = html(request.url === '/hidden' ? 'hidden' : 'unprotected');
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    stage = await setStage(name, { lookUpLog: path.resolve(FOLDER, 'log') });
    caller = await startToolCaller(stage);
    links = await startModelServer({
      links: (_request, response) => streamChunks(response, textChunks(markdown('answer'))),
    });
    await stage.addEndpoint(links.url);
    await allowOpeningPages(stage);
    panel = await stage.openPanel(null, { inTab: true });
    await panel.page.evaluate(keepDownloads);

    await openWithoutProtection();
    await loadHiddenPage();
    await drawAnswer();
    await pressLink();
    await openExportedFile();
    // Firefox writes its log immediately, and its telemetry program starts the log again after Firefox was closed.
    const lookedUpUntilNow = hostsLookedUp(name, FOLDER);
    await stage.close();
    lookedUp = [...lookedUpUntilNow, ...hostsLookedUp(name, FOLDER)];
  });
  afterAll(async () => {
    await stage?.close().catch(() => undefined);
    site?.closeAllConnections();
    site?.close();
    await links?.close();
    await caller?.server.close();
    rmSync(FOLDER, { recursive: true, force: true });
  });

  const address = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

  /**
   * Firefox writes its log immediately, so a busy machine gets as much time as it needs. Chromium's log is complete
   * once it is closed.
   */
  async function waitForLookUps(expected: string[]): Promise<void> {
    if (name === 'chromium') await pause(DRAWN_MS);
    else await vi.waitFor(() => expect(hostsLookedUp(name, FOLDER)).toEqual(expect.arrayContaining(expected)));
  }

  async function openWithoutProtection(): Promise<void> {
    const page = await stage.browser.newPage();
    await page.goto(`${address()}/unprotected`);
    await waitForLookUps(hosts('unprotected'));
    await page.close();
  }

  async function loadHiddenPage(): Promise<void> {
    await panel.chooseModel('caller');
    await turnWebOn(panel);
    const text = await caller.call(panel, 'open_page', { url: `${address()}/hidden` });
    expect(text).toContain('Low water in Hamburg is at six.');
    await pause(DRAWN_MS);
  }

  async function drawAnswer(): Promise<void> {
    await panel.click('New chat');
    await panel.chooseModel('links');
    await panel.ask('Which links are there?');
    await panel.answer();
    await panel.page.waitForSelector('a[data-address="https://answer-4.sink.example/"]');
    await pause(DRAWN_MS);
  }

  async function openExportedFile(): Promise<void> {
    await panel.click('Chats');
    await panel.page.locator('button[aria-label^="More for chat"]').click();
    await panel.click('Export as HTML');
    const { text } = await takeTextDownload(panel.page);
    const file = path.resolve(FOLDER, 'chat.html');
    writeFileSync(file, text.replaceAll('answer-', 'exported-'));
    const page = await stage.browser.newPage();
    await page.goto(pathToFileURL(file).href);
    expect(await page.$$eval('a', (all) => all.filter(({ host }) => host.endsWith('.sink.example')).length)).toBe(5);
    await pause(DRAWN_MS);
    await page.close();
  }

  /** A single link, so that it can be distinguished from lookups caused by drawing. */
  async function pressLink(): Promise<void> {
    await panel.page.bringToFront();
    await panel.page.locator('a[data-address="https://answer-4.sink.example/"]').click();
    await waitForLookUps(['answer-4.sink.example']);
    await panel.page.bringToFront();
  }

  test('are looked up where nothing turns that off, and once a link is pressed, which proves that the log is complete', () => {
    expect(lookedUp).toEqual(expect.arrayContaining(hosts('unprotected')));
    expect(lookedUp).toContain('answer-4.sink.example');
  });

  test.each(['answer', 'hidden', 'exported'])('are not looked up before: %s', (place) => {
    const unpressed = hosts(place).filter((host) => host !== 'answer-4.sink.example');
    expect(lookedUp.filter((host) => unpressed.includes(host))).toEqual([]);
  });
});
