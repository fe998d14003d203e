import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulated } from '../lib/testing/model-api/emulated-servers.ts';
import type { RawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import { type Stage, setStage } from './support/stage.ts';
import { holdWellKnownPorts } from './support/well-known-ports.ts';

/** The parts of the extension API that an extension page may call. */
type Api = {
  runtime: { sendMessage(message: object): Promise<unknown> };
  declarativeNetRequest: {
    getSessionRules(): Promise<{ condition: object }[]>;
    updateSessionRules(update: { removeRuleIds: number[] }): Promise<void>;
  };
  management: { getPermissionWarningsByManifest(manifest: string): Promise<string[]> };
};

describe.each(BROWSERS)('a server that checks the Origin, in %s', (name) => {
  let stage: Stage;
  let ollama: RawServer;
  beforeAll(async () => {
    ollama = await startEmulated('ollama');
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(ollama.url);
  });
  afterAll(async () => {
    await stage?.close();
    await ollama?.close();
  });

  const chats = () => ollama.requests.filter((request) => request.path.endsWith('/chat/completions'));

  test('accepts Sidenote’s requests, which have no Origin', async () => {
    const panel = await stage.openPanel(null);
    await panel.chooseModel('without-tools');
    await panel.ask('Count.');
    expect(await panel.answer()).toContain('five.');
    await panel.page.close();
    expect(chats().length).toBeGreaterThan(0);
    for (const { headers } of chats()) expect(headers.origin).toBeUndefined();
  });

  test('still gets the Origin of every other page', async () => {
    const { page } = await stage.openPage(stage.articleUrl.replace('127.0.0.1', 'localhost'));
    const before = ollama.requests.length;
    await page.evaluate(
      (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: '{}' }).then(() => 'sent'),
      `${ollama.url}/v1/chat/completions`,
    );
    await page.close();
    const sent = ollama.requests.slice(before).filter((request) => request.method === 'POST');
    expect(sent.map((request) => request.headers.origin)).toEqual([
      new URL(stage.articleUrl.replace('127.0.0.1', 'localhost')).origin,
    ]);
  });

  test('passes the whole connection test', async () => {
    const { settings } = stage;
    await settings.bringToFront();
    await stage.choose('Model', 'with-tools');
    await settings.locator('::-p-xpath(//button[normalize-space()="Test connection"])').click();
    await settings.waitForFunction(() => document.querySelectorAll('.checks li').length === 9);
    const results = await settings.$$eval('.checks li', (items) =>
      items.map((item) => item.getAttribute('data-result')),
    );
    expect(results).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'note', 'note']);
    await stage.shot(settings, `${name}-connection-test`);
  });

  test("the rule only applies to the extension's requests to this server", async () => {
    const rules = await stage.settings.evaluate(async () => {
      const api =
        (globalThis as unknown as { browser?: Api; chrome: Api }).browser ??
        (globalThis as unknown as { chrome: Api }).chrome;
      return (await api.declarativeNetRequest.getSessionRules()).map((rule) => rule.condition);
    });
    const own = new URL(stage.extensionUrl('')).host;
    expect(rules).toMatchObject([{ initiatorDomains: [own], urlFilter: `|${ollama.url}/` }]);
  });

  test('detection finds a local server on its usual port with a real POST', async ({ skip }) => {
    const releasePorts = await holdWellKnownPorts();
    const local = await startEmulated('ollama', 11434).catch(() => null);
    try {
      skip(local === null, 'skipped: port 11434 is taken by another program');
      const reply = await stage.settings.evaluate(async () => {
        const api =
          (globalThis as unknown as { browser?: Api; chrome: Api }).browser ??
          (globalThis as unknown as { chrome: Api }).chrome;
        return api.runtime.sendMessage({ type: 'find-local-servers' });
      });
      expect(reply).toMatchObject({
        type: 'local-servers',
        servers: expect.arrayContaining([
          {
            presetId: 'ollama',
            name: 'Ollama',
            baseUrl: 'http://127.0.0.1:11434/v1',
            models: ['with-tools', 'without-tools'],
            post: 'answers',
          },
        ]),
      });
    } finally {
      await local?.close();
      await releasePorts();
    }
  });

  testInChromium('the shipped extension is installed without a warning', async () => {
    const manifest = readFileSync('.output/chrome-mv3/manifest.json', 'utf8');
    const warnings = await stage.settings.evaluate(
      (text) => (globalThis as unknown as { chrome: Api }).chrome.management.getPermissionWarningsByManifest(text),
      manifest,
    );
    expect(warnings).toEqual([]);
  });
});
