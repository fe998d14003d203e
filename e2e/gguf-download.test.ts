import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tinyGguf } from '../lib/testing/model-api/tiny-gguf.ts';
import { BROWSERS } from './support/browsers.ts';
import { type Stage, setStage, storeSetting } from './support/stage.ts';

const ANSWER = 'Tiny model.';
const FILE = tinyGguf({ text: ANSWER });
const SHA256 = createHash('sha256').update(FILE).digest('hex');

describe.each(BROWSERS)('the download of a model, in %s', (name) => {
  let stage: Stage;
  let server: Server;
  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      // The real host does the same. Firefox has no permission for this host.
      response.setHeader('access-control-allow-origin', '*');
      if (url === '/gone.gguf') return response.writeHead(404).end();
      response.setHeader('content-length', FILE.length);
      if (url === '/tiny.gguf') return response.end(FILE);
      // Sends half of it and then nothing more, until it is stopped.
      return response.write(FILE.subarray(0, FILE.length / 2));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const offer = (modelId: string, sha256 = SHA256) => {
      const file = modelId === 'tiny-forged' ? 'tiny' : modelId;
      return { modelId, url: `http://127.0.0.1:${port}/${file}.gguf`, sha256, bytes: FILE.length, licence: 'MIT' };
    };
    stage = await setStage(name, { pageContext: 'on-demand', testTools: true });
    const offers = [offer('tiny'), offer('gone'), offer('slow'), offer('tiny-forged', 'f'.repeat(64))];
    await storeSetting(stage.settings, 'testGgufDownloads', offers);
    await stage.settings.evaluate(() => {
      location.hash = 'stored';
    });
    await stage.settings.waitForSelector('#stored');
    await stage.settings.evaluate(() => {
      location.hash = '';
    });
  });
  afterAll(async () => {
    await stage?.close();
    server?.closeAllConnections();
    server?.close();
  });

  async function download(model: string): Promise<void> {
    await stage.settings.bringToFront();
    await stage.settings.locator(`button[aria-label="Download model: ${model}"]`).click();
  }

  async function result(): Promise<string> {
    const report = await stage.settings.waitForSelector('.gguf-models [role="status"], .gguf-models [role="alert"]');
    return (await report?.evaluate((element) => element.textContent)) ?? '';
  }

  test('is refused if the file is not the expected one, or is not there', async () => {
    await download('tiny-forged');
    expect(await result()).toContain('isn’t the expected one');
    await download('gone');
    await stage.settings.waitForFunction(() => document.body.innerText.includes('refused the download (error 404)'));
  });

  test('shows how far it is, and stops', async () => {
    await download('slow');
    await stage.settings.waitForSelector('.model-download progress');
    await stage.settings.$eval('#gguf', (title) => title.scrollIntoView());
    await stage.shot(stage.settings, `${name}-gguf-download`);
    await stage.settings.locator('::-p-xpath(//li//button[.="Stop"])').click();
    expect(await result()).toContain('The download was stopped');
  });

  test('gives a model that answers', async () => {
    await download('tiny');
    await stage.settings.waitForFunction(() => document.body.innerText.includes('tiny was downloaded'));
    const panel = await stage.openPanel(null);
    await panel.chooseModel('tiny');
    await panel.ask('Who are you?');
    expect(await panel.answer()).toContain(ANSWER);
  });
});
