import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunk, EVENT_STREAM, type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';
import { dumpEverything } from './support/dump-everything.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const KEY = 'canary-Zx81-0123456789abcdefTAIL';
/** Any part of the key except the four characters that may be shown. */
const ANY_PIECE = /canary|Zx81|0123456789|abcdefT/;
/** Contained in every question, so that a prompt is recognized wherever it is sent. */
const PROMPT = 'promptword77';

const STATUSES = [301, 302, 303, 307, 308];

/**
 * How a server may try to redirect a request: by status, to another host or its own, or by a refresh header or page.
 */
const REDIRECTS = [
  ...STATUSES.flatMap((status) => [`${status}-other`, `${status}-same`]),
  'refresh-header',
  'refresh-page',
];

/** How a server may echo the key. */
const ECHOES = ['echo-401', 'echo-dots', 'echo-page', 'echo-event', 'echo-answer'];

function endRedirect(model: string, elsewhere: string): [number, Record<string, string>, string] {
  const [status, where] = model.split('-');
  const location = `${where === 'same' ? '' : elsewhere}/elsewhere`;
  if (model === 'refresh-header')
    return [200, { refresh: `0; url=${elsewhere}/elsewhere`, 'content-type': 'text/html' }, ''];
  if (model === 'refresh-page') {
    const page = `<meta http-equiv="refresh" content="0; url=${elsewhere}/elsewhere"><script>location='${elsewhere}/elsewhere'</script>`;
    return [200, { 'content-type': 'text/html' }, page];
  }
  return [Number(status), { location }, ''];
}

function endEcho(model: string): [number, Record<string, string>, string] {
  switch (model) {
    case 'echo-401':
      return [401, {}, JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } })];
    case 'echo-dots':
      return [401, {}, JSON.stringify({ error: { message: 'Incorrect API key provided: canar**********TAIL' } })];
    case 'echo-page':
      return [403, {}, `<html><title>Forbidden for ${KEY}</title></html>`];
    case 'echo-event':
      return [200, EVENT_STREAM, `data: ${JSON.stringify({ error: { message: `No, ${KEY}` } })}\n\n`];
    default:
      return [200, EVENT_STREAM, chunk({ content: `Your key is ${KEY}.` }) + chunk({}, 'stop')];
  }
}

describe.each(BROWSERS)('an API key, in %s', (name) => {
  let stage: Stage;
  let server: RawServer;
  let elsewhere: RawServer;
  let panel: Panel;
  let page: Page;
  const captured: string[] = [];

  beforeAll(async () => {
    elsewhere = await startRawServer((_request, response) => void response.writeHead(200, EVENT_STREAM).end());
    server = await startRawServer((request, response) => {
      if (request.path.endsWith('/models')) {
        return void response.end(JSON.stringify({ data: [...REDIRECTS, ...ECHOES].map((id) => ({ id })) }));
      }
      if (!request.path.endsWith('/chat/completions')) return void response.writeHead(404).end();
      const { model } = JSON.parse(request.body);
      // To check a key, a server on this machine is asked without a model, so that it loads none.
      if (model === '')
        return void response.writeHead(404).end(JSON.stringify({ error: { message: 'No such model' } }));
      const [status, headers, body] = ECHOES.includes(model) ? endEcho(model) : endRedirect(model, elsewhere.url);
      response.writeHead(status, headers).end(body);
    });
    stage = await setStage(name);
    page = stage.settings;
    await page.bringToFront();
    const field = (label: string) => page.locator(`::-p-xpath(//*[@id=//label[normalize-space()="${label}"]/@for])`);
    await field('Base URL').fill(server.url);
    await field('API key').fill(KEY);
    await page.locator('::-p-xpath(//button[normalize-space()="Add endpoint"])').click();
    await page.waitForSelector('::-p-xpath(//option[normalize-space()="echo-401"])');
    panel = await stage.openPanel(null);
    for (const each of [page, panel.page]) each.on('console', (message) => void captured.push(message.text()));
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
    await elsewhere?.close();
  });

  test.each(REDIRECTS)('%s: neither key nor prompt is sent elsewhere, and an error is shown', async (model) => {
    await panel.click('New chat');
    await panel.chooseModel(model);
    const before = server.requests.length;
    await panel.ask(`${PROMPT}?`);
    expect(await panel.answer()).toMatch(/can’t be reached|didn’t respond like a model server|without responding/);
    expect(elsewhere.requests).toEqual([]);
    const sent = server.requests.slice(before);
    expect(sent.map((request) => request.path)).not.toContain('/elsewhere');
    expect(sent.some((request) => request.headers.authorization === `Bearer ${KEY}`)).toBe(true);
  });

  testOfFullRun.each(ECHOES)('%s: no part of the key is shown', async (model) => {
    await panel.click('New chat');
    await panel.chooseModel(model);
    await panel.ask(`${PROMPT}?`);
    expect(await panel.answer()).toContain('[key]');
    captured.push(await panel.page.content());
  });

  test('it is not in anything stored, shown, logged or sent, except its own header', async () => {
    await page.bringToFront();
    await stage.choose('Model', 'echo-dots');
    await page.locator('::-p-xpath(//button[normalize-space()="Test connection"])').click();
    await page.waitForFunction(() => document.querySelector('.checks [data-result="failed"]') !== null);
    captured.push(await page.content(), await page.evaluate(dumpEverything));
    for (const each of await stage.browser.pages()) captured.push(each.url());
    for (const { path, body, headers } of server.requests) {
      captured.push(path, body, JSON.stringify({ ...headers, authorization: '' }));
    }
    expect(captured.join('\n')).toContain(PROMPT);
    const found = captured.flatMap((text) => text.match(new RegExp(`.{0,80}(${ANY_PIECE.source})`)) ?? []);
    expect(found).toEqual([]);
  });
});
