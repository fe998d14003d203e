import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExtensionPage } from '../scripts/launch.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { dumpEverything } from './support/dump-everything.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

const KEY = 'sk-canary-0123456789';
const RENEWED_KEY = 'sk-canary-renewed-6543';

describe.each(BROWSERS_OF_FULL_RUN)('the settings in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let page: Page;
  beforeAll(async () => {
    server = await startModelServer({
      good: (_request, response) => streamChunks(response, textChunks('OK')),
      renewed: (_request, response) => {
        if (response.req.headers.authorization === `Bearer ${RENEWED_KEY}`)
          return streamChunks(response, textChunks('OK'));
        response.writeHead(401).end('{"error":{"message":"Incorrect API key"}}');
      },
      'origin-checker': (_request, response) => {
        response.writeHead(403).end();
      },
      'no-tools': async (request, response) => {
        if (!request.tools) return streamChunks(response, textChunks('Hello.'));
        response.writeHead(400).end('{"error":{"message":"this model does not support tools"}}');
      },
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    page = stage.settings;
    await page.bringToFront();
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  const field = (label: string) => page.locator(`::-p-xpath(//*[@id=//label[normalize-space()="${label}"]/@for])`);
  const button = (label: string) => page.locator(`::-p-xpath(//button[normalize-space()="${label}"])`);
  const shows = (text: string) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);

  test('an invalid address is rejected with the reason', async () => {
    await field('Base URL').fill('https://user:secret@api.example.com');
    await button('Add endpoint').click();
    await shows('can’t contain a user name or password');
  });

  test('a misleading address needs a confirmation, which is valid for that address only', async () => {
    const yes = () => page.$('.address-notes input[type="checkbox"]');
    await field('Base URL').fill('https://api.оpenai.com/v1');
    await shows('The real address is api.xn--penai-');
    await page.locator('.address-notes input[type="checkbox"]').click();
    await stage.shot(page, `${name}-doubtful-address`);
    await field('Base URL').fill('https://api.openаi.com/v1');
    await shows('The real address is api.xn--openi-');
    expect(await (await yes())?.evaluate((box) => (box as HTMLInputElement).checked)).toBe(false);
    await button('Add endpoint').click();
    expect(await page.$('::-p-xpath(//section[.//code[contains(., "xn--")]]//select)')).toBeNull();
    await field('Base URL').fill('https://api.openai.com/v1');
    await page.waitForFunction(() => document.querySelector('.address-notes input[type="checkbox"]') === null);
  });

  test('a key of another service is named while it is entered', async () => {
    await field('Base URL').fill('https://api.openai.com/v1');
    await field('API key').fill('sk-ant-api03-0123456789');
    await shows('This looks like a key for Anthropic. api.openai.com won’t accept it.');
    const isGone = () => page.waitForFunction(() => document.querySelector('.endpoint-form .field-error') === null);
    await field('API key').fill('sk-proj-0123456789');
    await isGone();
    // A gateway may accept any key.
    await field('Base URL').fill('https://gateway.example/v1');
    await field('API key').fill('sk-ant-api03-0123456789');
    await isGone();
    await field('API key').fill('');
  });

  test('an endpoint is added without /v1, and its models are listed', async () => {
    await field('Base URL').fill(`${server.url}/`);
    await field('API key').fill(KEY);
    await page.locator('.advanced-fields summary').click();
    await field('Name').fill('My server');
    await button('Add endpoint').click();
    await shows(`${server.url}/v1`);
    await shows('Key ends in 6789');
    await page.waitForSelector('::-p-xpath(//option[normalize-space()="good"])');
  });

  test('the key is sent to the server and stored nowhere in the clear', async () => {
    await button('Test connection').click();
    await shows('good answers.');
    await shows('The server doesn’t report its context window');
    expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    const dump = await page.evaluate(dumpEverything);
    expect(dump).toContain('My server');
    expect(dump).not.toContain('canary');
    expect(await page.content()).not.toContain('canary');
  });

  test('the connection test says what to do if the server refuses extensions', async () => {
    await stage.choose('Model', 'origin-checker');
    await button('Test connection').click();
    await shows('OLLAMA_ORIGINS');
    await stage.shot(page, `${name}-settings`);
  });

  test('the timeout for a silent server can be set', async () => {
    await stage.choose('Response timeout', '30 minutes');
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { storage } = (globalThis as unknown as { chrome: { storage: Storage } }).chrome;
          return (await storage.local.get('patienceMinutes')).patienceMinutes;
        }),
      )
      .toBe(30);
    await stage.choose('Response timeout', 'Automatic');
  });

  test("an observation about a model is shown with the server's message", async () => {
    const panel = await stage.openPanel(null);
    await panel.chooseModel('no-tools');
    await panel.ask('Hi.');
    expect(await panel.answer()).toContain('Hello.');
    await panel.page.close();
    await page.bringToFront();
    await stage.choose('Model', 'no-tools');
    await shows('the server said “this model does not support tools”');
  });

  test('the settings of an endpoint are used in its requests', async () => {
    await page.evaluate(setForEndpoint, {
      temperature: 0.2,
      systemPrompt: 'Answer in rhymes.',
      headers: { 'X-Title': 'Sidenote' },
      body: { top_p: 0.5 },
    });
    const panel = await stage.openPanel(null);
    await panel.click('New chat');
    await panel.chooseModel('good');
    await panel.ask('Hi.');
    expect(await panel.answer()).toContain('OK');
    await panel.page.close();
    const { headers, body } = server.requests.findLast((request) => request.body.includes('Hi.')) ?? {};
    expect(headers?.['x-title']).toBe('Sidenote');
    expect(JSON.parse(body ?? '')).toMatchObject({ model: 'good', temperature: 0.2, top_p: 0.5 });
    expect(JSON.parse(body ?? '').messages[0].content).toContain('Answer in rhymes.');
    await page.bringToFront();
  });

  test('a tool that is turned off is not offered to models', async () => {
    const offered = async (question: string) => {
      const panel = await stage.openPanel(null);
      await panel.click('New chat');
      await panel.chooseModel('good');
      await panel.ask(question);
      expect(await panel.answer()).toContain('OK');
      await panel.page.close();
      await page.bringToFront();
      const { body = '{}' } = server.requests.findLast((request) => request.body.includes(question)) ?? {};
      const { tools = [] } = JSON.parse(body) as { tools?: { function: { name: string } }[] };
      return tools.map((tool) => tool.function.name);
    };
    expect(await offered('With all tools?')).toContain('list_tabs');
    await openSettingsSection(page, 'tools');
    const box = page.locator('::-p-xpath(//label[.//code[.="list_tabs"]]//input)');
    await box.click();
    await stage.shot(page, `${name}-tools`);
    const others = await offered('With all but one?');
    expect(others).toContain('read_page');
    expect(others).not.toContain('list_tabs');
    await box.click();
    expect(await offered('With all again?')).toContain('list_tabs');
    await openSettingsSection(page, 'endpoints');
  });

  test('an answer that failed without a key links to its settings', async () => {
    const panel = await stage.openPanel(null);
    await panel.click('New chat');
    await panel.chooseModel('renewed');
    await panel.ask('Hi again.');
    expect(await panel.answer()).toContain('refused the API key');
    await stage.shot(panel.page, `${name}-key-refused`);
    let opened = '';
    const look = async () => {
      opened ||= (await stage.settings.evaluate(closeKeyTab)) ?? '';
      return opened;
    };
    await panel.page.locator('::-p-xpath(//footer//a[normalize-space()="API key settings"])').click();
    await expect.poll(look).toContain('/options.html#key=');
    // Opened again by the driver, which cannot see other extension tabs in Firefox.
    const settings = await openExtensionPage(stage, opened.slice(stage.extensionUrl('').length));
    const label = await settings.waitForFunction(() => {
      const { activeElement } = document;
      return activeElement instanceof HTMLInputElement && activeElement.labels?.[0]?.textContent;
    });
    expect(await label.jsonValue()).toBe('API key');
    await stage.shot(settings, `${name}-key-field`);
    await settings.keyboard.type(RENEWED_KEY);
    await settings.keyboard.press('Enter');
    await settings.waitForFunction(() => document.body.innerText.includes('Key ends in 6543'));
    await settings.close();
    await panel.page.bringToFront();
    await panel.click('Retry');
    await panel.waitForText('OK');
    await panel.page.close();
    await page.bringToFront();
  });

  test('deleting an endpoint deletes its key', async () => {
    await button('Delete').click();
    await button('Delete?').click();
    await page.waitForFunction((url) => !document.body.innerText.includes(url), {}, server.url);
    expect(await page.evaluate(dumpEverything)).not.toMatch(/canary|"6789"|"6543"/);
  });
});

/** Sets it for all models of the only endpoint, bypassing the extension's own code. Runs in the page. */
async function setForEndpoint(settings: object): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('sidenote');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const table = db.transaction('endpoints', 'readwrite').objectStore('endpoints');
  await new Promise((resolve, reject) => {
    const reading = table.getAll();
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => {
      const writing = table.put({ ...reading.result[0], settings: { all: settings, models: [] } });
      writing.onsuccess = resolve;
      writing.onerror = () => reject(writing.error);
    };
  });
  db.close();
}

/** Closes the tab that the answer has opened, and returns its address. Runs in the page. */
async function closeKeyTab(): Promise<string | undefined> {
  const { tabs } = (globalThis as unknown as { chrome: { tabs: Tabs } }).chrome;
  const opened = (await tabs.query({})).find(({ url }) => url?.includes('/options.html#key='));
  if (opened) await tabs.remove(opened.id);
  return opened?.url;
}

type Tabs = { query(filter: object): Promise<{ id: number; url?: string }[]>; remove(id: number): Promise<void> };
type Storage = { local: { get(key: string): Promise<Record<string, unknown>> } };
