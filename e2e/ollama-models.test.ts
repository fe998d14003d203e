import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawRequest, type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import { type Stage, setStage } from './support/stage.ts';

const FIELD = '::-p-xpath(//input[@id=//label[normalize-space()="Model to download"]/@for])';
const LAYER = { digest: 'sha256:aaa', total: 2_000_000_000 };
const ERRORS: Record<string, string> = {
  unknown: 'pull model manifest: file does not exist',
  huge: 'write /models/blobs/sha256-aaa-partial: no space left on device',
};

describe.each(BROWSERS_OF_FULL_RUN)('models of an Ollama server, in %s', (name) => {
  let stage: Stage;
  let server: RawServer;
  const models = ['qwen3:4b'];
  /** How many bytes of `tide:1b` the server has, as Ollama keeps them after a stopped download. */
  let storedBytes = 600_000_000;
  /** The download that the server is holding. */
  let held: ServerResponse | null = null;
  /** The answer that the server has not begun. The request for it makes the server load its model. */
  let chat: ServerResponse | null = null;

  function answer({ method, path, body }: RawRequest, response: ServerResponse): void {
    const { model = '' } = body === '' ? {} : (JSON.parse(body) as { model?: string });
    const send = (line: unknown) => response.write(`${JSON.stringify(line)}\n`);
    switch (`${method} ${path}`) {
      case 'GET /api/tags':
        response.end(JSON.stringify({ models: models.map((each) => ({ name: each, model: each })) }));
        return;
      case 'POST /api/pull':
        send({ status: 'pulling manifest' });
        if (ERRORS[model] !== undefined) {
          response.end(JSON.stringify({ error: ERRORS[model] }));
          return;
        }
        send({ status: 'pulling aaa', ...LAYER, completed: storedBytes });
        held = response;
        return;
      case 'GET /api/ps':
        response.end(JSON.stringify({ models: chat === null ? [] : [{ name: 'qwen3:4b' }] }));
        return;
      case 'POST /api/chat':
        chat = response;
        return;
      case 'DELETE /api/delete':
        models.splice(models.indexOf(model), 1);
        response.end();
        return;
      default:
        response.writeHead(404).end('404 page not found');
    }
  }

  beforeAll(async () => {
    server = await startRawServer(answer);
    stage = await setStage(name);
    await stage.addEndpoint(server.url, 'ollama');
    const { settings } = stage;
    await settings.waitForSelector('::-p-xpath(//section//select/option[normalize-space()="qwen3:4b"])');
    await settings.locator('::-p-xpath(//summary[normalize-space()="Download or remove models"])').click();
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  const button = (label: string) => stage.settings.locator(`::-p-xpath(//button[normalize-space()="${label}"])`);
  const shows = (text: string) =>
    stage.settings.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);
  async function download(model: string): Promise<void> {
    await fillField(stage.settings, FIELD, model);
    await button('Download model').click();
  }
  const pulls = () => server.requests.filter(({ path }) => path === '/api/pull');

  test('a model that has to be loaded says so, and then that it reads the question', async () => {
    const panel = await stage.openPanel(null);
    await panel.chooseModel('qwen3:4b');
    await panel.ask('When is high water?');
    await panel.waitForText('Loading qwen3:4b.');
    await panel.waitForText('qwen3:4b is loaded and is reading your question.');
    expect(await panel.text()).not.toContain('Loading');
    await panel.shot(`${name}-ollama-loaded`);
    chat?.end('{"message":{"content":"At nine."},"done":true}\n');
    expect(await panel.answer()).toContain('At nine.');
    expect(await panel.text()).not.toContain('is loaded');
    await panel.page.close();
  });

  test('a download shows its progress, can be stopped, and continues where it stopped', async () => {
    await download('tide:1b');
    await shows('600 of 2,000 MB (30%)');
    await stage.shot(stage.settings, `${name}-ollama-download`);
    await button('Stop').click();
    await shows('The download was stopped.');
    expect(await pulls()[0]?.closed).toBeGreaterThan(0);

    storedBytes = 1_500_000_000;
    await button('Download model').click();
    await shows('1,500 of 2,000 MB (75%)');
    models.push('tide:1b');
    held?.write(`${JSON.stringify({ status: 'pulling aaa', ...LAYER, completed: LAYER.total })}\n`);
    held?.end('{"status":"success"}\n');
    await shows('tide:1b was downloaded and is ready to use.');
    await stage.settings.waitForSelector('::-p-xpath(//section//select/option[normalize-space()="tide:1b"])');
    expect(pulls().map(({ body }) => JSON.parse(body))).toEqual([
      { model: 'tide:1b', stream: true },
      { model: 'tide:1b', stream: true },
    ]);
  });

  test('says why a model could not be downloaded, and sends no name that is not one', async () => {
    const before = pulls().length;
    await download('../../etc/passwd');
    await shows('isn’t a valid model name');
    expect(pulls()).toHaveLength(before);
    await download('unknown');
    await shows('unknown isn’t in the Ollama library.');
    await download('huge');
    await shows('is full. Remove models that you don’t need');
    await shows('no space left on device');
  });

  test('a model is removed after a confirmation that names it', async () => {
    await stage.settings.locator('button[aria-label="Remove from Ollama: qwen3:4b"]').click();
    await stage.settings.locator('button[aria-label="Remove qwen3:4b from Ollama?"]').click();
    await shows('qwen3:4b was removed.');
    const removed = server.requests.filter(({ method }) => method === 'DELETE');
    expect(removed.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([['/api/delete', { model: 'qwen3:4b' }]]);
    await stage.settings.waitForFunction(
      () => ![...document.querySelectorAll('section option')].some((option) => option.textContent === 'qwen3:4b'),
    );
  });
});
