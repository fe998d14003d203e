import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import { chunk, EVENT_STREAM, sse } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { openSettingsSection, type SettingsHash } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const PASSPHRASE = 'correct horse battery';

/** Two dollars per million input tokens, ten per million output tokens. */
const PRICING = { prompt: '0.000002', completion: '0.00001' };
const USAGE = { prompt_tokens: 100_000, completion_tokens: 20_000, total_tokens: 120_000 };

describe.each(BROWSERS_OF_FULL_RUN)('the settings pages in %s', (name) => {
  let stage: Stage;
  let server: RawServer;
  let panel: Panel;
  beforeAll(async () => {
    server = await startRawServer(async (request, response) => {
      if (request.path.endsWith('/models')) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ data: [{ id: 'priced', pricing: PRICING }] }));
      } else if (request.path.endsWith('/chat/completions')) {
        response.writeHead(200, EVENT_STREAM);
        response.end(
          chunk({ content: 'Here.' }) + chunk({}, 'stop') + sse({ choices: [], usage: USAGE }) + sse('[DONE]'),
        );
      } else response.writeHead(404).end();
    });
    stage = await setStage(name);
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(null);
    await panel.chooseModel('priced');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  const open = (section: SettingsHash) => openSettingsSection(stage.settings, section);
  const field = (label: string) =>
    stage.settings.locator(`::-p-xpath(//*[@id=//label[normalize-space()="${label}"]/@for])`);
  const button = (label: string) => stage.settings.locator(`::-p-xpath(//button[normalize-space()="${label}"])`);
  const shows = (text: string) =>
    stage.settings.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);
  const lastChat = () =>
    JSON.parse(server.requests.findLast((request) => request.path.endsWith('/chat/completions'))?.body ?? '{}');

  test('the settings of a model are validated, and sent with the next question', async () => {
    await open('endpoints');
    await stage.settings.locator('::-p-xpath(//summary[normalize-space()="Model settings"])').click();
    await field('Temperature').fill('0.3');
    await field('Extra headers').fill('{"Authorization": "Bearer x"}');
    // Each field is saved when it loses the focus.
    await stage.settings.keyboard.press('Tab');
    await shows('Enter API keys in their own field.');
    await stage.shot(stage.settings, `${name}-model-settings`);
    await field('Extra headers').fill('{"X-Title": "Sidenote"}');
    await field('Extra body fields').fill('{"top_p": 0.9}');
    await field('System prompt').fill('Answer in Latin.');
    await stage.settings.keyboard.press('Tab');
    await shows('Saved.');
    await panel.page.bringToFront();
    await panel.ask('What is it?');
    expect(await panel.answer()).toContain('Here.');
    expect(lastChat()).toMatchObject({ temperature: 0.3, top_p: 0.9 });
    expect(JSON.stringify(lastChat().messages)).toContain('Answer in Latin.');
    expect(server.requests.at(-1)?.headers['x-title']).toBe('Sidenote');
  });

  test('an answer shows its usage and cost', async () => {
    const stats = await panel.page.$eval('.run-stats', (line) => {
      (line as HTMLDetailsElement).open = true;
      return (line as HTMLElement).innerText;
    });
    expect(stats).toContain('120,000 tokens');
    expect(stats).toContain('$0.40');
    expect(stats).toContain('tokens/s');
    await panel.shot(`${name}-run-stats`);
  });

  test("the month's usage is summed by day, model and chat, and the panel warns about the limit", async () => {
    await open('usage');
    await shows('100,000');
    await waitForXPath(stage.settings, '//table[caption[normalize-space()="By model"]]//td[text()="$0.40"]');
    await field('Warn me above (US dollars a month)').fill('0.45');
    await panel.page.bringToFront();
    await panel.page.waitForSelector('.panel-note');
    expect(await panel.page.$eval('.panel-note', (note) => note.textContent)).toContain('close to your monthly limit');
    await panel.ask('And again?');
    await panel.answer();
    await panel.page.waitForFunction(() =>
      document.querySelector('.panel-note')?.textContent?.includes('$0.80 spent this month, more than'),
    );
    await panel.shot(`${name}-limit`);
    await stage.settings.bringToFront();
    for (const width of [360, 480, 800]) await shotsAt(width, 'usage');
  });

  test('instructions for all models go along with every question, and the search of settings finds them', async () => {
    await stage.settings.bringToFront();
    await stage.settings.locator('input[aria-label="Search settings"]').fill('instruct');
    await stage.settings.locator('::-p-xpath(//nav//a[starts-with(normalize-space(), "Custom instructions")])').click();
    await field('What should every model know or do?').fill('Call me Ishmael.');
    for (const width of [360, 800, 1200]) await shotsAt(width, 'answers');
    await panel.page.bringToFront();
    await panel.ask('Who am I?');
    await panel.answer();
    const { content } = lastChat().messages[0];
    expect(content).toContain('Call me Ishmael.\nAnswer in Latin.');
  });

  test('a passphrase locks the keys, and the panel asks for it', async () => {
    await open('endpoints');
    await button('Edit').click();
    await field('API key').fill('sk-canary-0123456789');
    await button('Save').click();
    await shows('Key ends in 6789');
    await open('keys');
    await field('New passphrase').fill(PASSPHRASE);
    await field('Repeat passphrase').fill(`${PASSPHRASE}!`);
    await shows('The passphrases don’t match.');
    await field('Repeat passphrase').fill(PASSPHRASE);
    await button('Set passphrase').click();
    await shows('Your keys are unlocked');
    await forgetSession();
    await panel.page.close();
    panel = await stage.openPanel(null);
    const locked = '::-p-xpath(//label[normalize-space()="Your keys are locked"])';
    await panel.page.waitForSelector(locked);
    await panel.page.locator('.unlock input').fill('wrong passphrase');
    await panel.click('Unlock keys');
    await waitForXPath(panel.page, '//*[text()="This passphrase is wrong."]');
    await panel.shot(`${name}-unlock`);
    await panel.page.locator('.unlock input').fill(PASSPHRASE);
    await panel.click('Unlock keys');
    await panel.page.waitForSelector(locked, { hidden: true });
    await panel.ask('With the key?');
    expect(await panel.answer()).toContain('Here.');
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer sk-canary-0123456789');
  });

  test('stored data is shown with its size, and can be deleted by kind', async () => {
    await open('stored');
    await shows('Storage');
    await waitForXPath(stage.settings, '//li[.//b[text()="Chats"]]//span[starts-with(text(), "1, about")]');
    for (const width of [360, 480, 800]) await shotsAt(width, 'data');
    await stage.settings.locator('button[aria-label="Delete all: Chats"]').click();
    await stage.settings.locator('button[aria-label^="Delete all: Chats?"]').click();
    await waitForXPath(stage.settings, '//li[.//b[text()="Chats"]]//span[text()="none"]');
    await panel.page.bringToFront();
    await panel.page.waitForFunction(() => document.querySelectorAll('[role="log"] article').length === 0);
  });

  test('an import of settings is shown before it is applied, and replaces no endpoint', async () => {
    await open('data');
    const choose = (content: object) =>
      chooseFiles(stage.settings, 'input[aria-label="Settings to import"]', {
        name: 'settings.json',
        content: JSON.stringify(content),
      });
    await choose({ format: 'other' });
    await shows('Sidenote can’t read this settings file');
    const [stored] = await storedEndpoints();
    await choose({
      format: 'sidenote-settings',
      version: 1,
      exportedAt: '2026-11-01T00:00:00.000Z',
      endpoints: [
        { endpointId: 'a', name: 'At home', baseUrl: 'http://127.0.0.1:9/v1', models: ['small'], tools: [] },
        { endpointId: 'b', name: 'Second', baseUrl: stored?.baseUrl, models: [], tools: [] },
      ],
      preferences: { maxSteps: 7, patienceMinutes: null, monthlyLimit: null, taskModels: {} },
    });
    await shows('These endpoints will be added:');
    await shows('Already configured and not changed: Second.');
    await stage.shot(stage.settings, `${name}-import-plan`);
    expect(await storedEndpoints()).toHaveLength(1);
    await button('Import').click();
    await shows('Settings imported.');
    expect((await storedEndpoints()).map(({ name: each }) => each).toSorted()).toEqual([stored?.name, 'At home']);
  });

  test('all settings can be reset', async () => {
    await open('data');
    await button('Reset all settings').click();
    await button('Reset all settings?').click();
    await shows('All settings were reset to their defaults.');
    await panel.page.close();
    panel = await stage.openPanel(null);
    await panel.page.waitForSelector('section[aria-label="Connect a model"]');
    await panel.waitForModel('Practice model (not an AI)');
  });

  function storedEndpoints(): Promise<{ name: string; baseUrl: string }[]> {
    return stage.settings.evaluate(
      () =>
        new Promise<{ name: string; baseUrl: string }[]>((resolve, reject) => {
          const opening = indexedDB.open('sidenote');
          opening.onerror = reject;
          opening.onsuccess = () => {
            const reading = opening.result.transaction('endpoints').objectStore('endpoints').getAll();
            reading.onsuccess = () => resolve(reading.result);
            reading.onerror = reject;
            opening.result.close();
          };
        }),
    );
  }

  /** Simulates closing the browser. */
  function forgetSession(): Promise<void> {
    return stage.settings.evaluate(() =>
      (globalThis as unknown as { chrome: { storage: Sessions } }).chrome.storage.session.clear(),
    );
  }

  /** Screenshots of what a user with a narrow or dark window sees, for review. */
  async function shotsAt(width: number, page: string): Promise<void> {
    if (name !== 'chromium') return;
    await stage.settings.setViewport({ width, height: 900 });
    for (const value of ['light', 'dark']) {
      await stage.settings.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      await stage.shot(stage.settings, `settings-${page}-${width}-${value}`);
    }
    await stage.settings.emulateMediaFeatures([]);
    await stage.settings.setViewport({ width: 1_000, height: 900 });
  }
});

type Sessions = { session: { clear(): Promise<void> } };
