import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS, testInChromium, testOfFullRun } from './support/browsers.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';
import { holdWellKnownPorts, startWhereFree } from './support/well-known-ports.ts';

describe.each(BROWSERS)('the first use in %s', (name) => {
  let stage: Stage;
  let panel: Panel;
  let server: RawServer;
  let label: string;
  let releasePorts: () => Promise<void>;
  beforeAll(async () => {
    releasePorts = await holdWellKnownPorts();
    ({ server, label } = await startWhereFree());
  });
  afterAll(async () => {
    await server?.close();
    await releasePorts?.();
  });
  // Each test starts with a new installation.
  beforeEach(async () => {
    server.requests.length = 0;
    stage = await setStage(name, { pageContext: 'on-demand' });
    const { tabId } = await stage.openPage(stage.articleUrl);
    panel = await stage.openPanel(tabId);
  });
  afterEach(() => stage?.close());

  /** Finds the server on this machine and chooses its model, without asking a question. */
  async function connect(): Promise<void> {
    await panel.click('Find models on this computer');
    await panel.page.waitForSelector(`section[aria-label="${label}"]`);
    await panel.shot(`${name}-first-run-found`);
    const box = await panel.page.$('.ask-at-once input');
    await box?.click();
    await panel.click('with-tools');
    await panel.waitForModel('with-tools');
  }

  test('no search runs before a click, and the practice model answers at once', async () => {
    await panel.page.waitForSelector('section[aria-label="Connect a model"]');
    expect(server.requests).toEqual([]);
    await panel.shot(`${name}-first-run`);
    await panel.ask('Hello');
    expect(await panel.answer()).not.toBe('');
    expect(server.requests).toEqual([]);
  });

  // Firefox has no built-in model.
  testInChromium('the browser’s own model is downloaded on a click, with its progress, and then answers', async () => {
    await panel.page.evaluateOnNewDocument(`
      let onProgress;
      let onEnd;
      globalThis.step = (share) => onProgress({ loaded: share });
      globalThis.finish = () => onEnd({ destroy() {} });
      globalThis.LanguageModel = {
        availability: async () => 'downloadable',
        create({ monitor }) {
          monitor({ addEventListener: (_name, listener) => (onProgress = listener) });
          return new Promise((resolve) => (onEnd = resolve));
        },
      };
    `);
    await panel.page.reload();
    await panel.click('Download the browser’s built-in model (several GB)');
    await waitForXPath(panel.page, '//button[normalize-space()="Downloading… 0%"]');
    await panel.page.evaluate('step(0.42)');
    await waitForXPath(panel.page, '//button[normalize-space()="Downloading… 42%"]');
    await panel.shot(`${name}-built-in-download`);
    await panel.page.evaluate('finish()');
    await panel.waitForModel('The browser’s built-in model');
  });

  testOfFullRun('the setup is not shown again, and a new chat keeps the model', async () => {
    await connect();
    await panel.click('New chat');
    await panel.waitForModel('with-tools');
    await panel.page.waitForSelector('.welcome');
    expect(await panel.page.$('section[aria-label="Connect a model"]')).toBeNull();
  });

  testOfFullRun('a model whose endpoint was deleted stays selected, marked as not available', async () => {
    await connect();
    await stage.settings.bringToFront();
    await stage.settings.locator('button[aria-label="Delete"]').click();
    await stage.settings.locator('button[aria-label="Delete?"]').click();
    await panel.page.bringToFront();
    await panel.waitForModel('with-tools (not available)');
    await panel.ask('Still there?');
    expect(await panel.answer()).toContain('This endpoint was removed. Choose another model.');
  });

  testOfFullRun('a hosted service can be added in the panel, with a link to get a key', async () => {
    await panel.click('Use a hosted service');
    const select = await panel.page.waitForSelector('.endpoint-form select');
    await select?.select('anthropic');
    await panel.page.waitForSelector('a[href="https://platform.claude.com/settings/keys"]');
    const address = '.advanced-fields input[required]';
    expect(await panel.page.$eval(address, (input) => (input as HTMLInputElement).value)).toBe(
      'https://api.anthropic.com/v1',
    );
    await panel.shot(`${name}-first-run-hosted`);
    await panel.click('Cancel');
    await panel.page.waitForSelector('section[aria-label="Connect a model"]');
  });
});
