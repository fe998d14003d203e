import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { BROWSERS } from './support/browsers.ts';
import {
  type ChatRequest,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';

const FOUND = 'High water in Hamburg was at 14:20 that day.';
const LEAVES = 'The ferry to Helgoland leaves Cuxhaven at 10:30.';
const FIELD = 'textarea[aria-label="Message"]';
const ATTACHED = '[aria-label="Attached to your question"] li';

describe.each(BROWSERS)('an @ in the field, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: Site;
  let panel: Panel;
  const questionIn = (request?: ChatRequest) => String(request?.messages.at(-1)?.content);
  const prompt = () => JSON.stringify(server.chats.at(-1)?.messages);
  const options = () =>
    panel.page.$$eval('[role="listbox"] [role="option"]', (all) => all.map((each) => each.textContent ?? ''));
  const optionWith = (text: string) =>
    panel.page.waitForFunction(
      (words) => [...document.querySelectorAll('[role="option"]')].some((each) => each.textContent?.includes(words)),
      {},
      text,
    );
  const valueOfField = () => panel.page.$eval(FIELD, (field) => (field as HTMLTextAreaElement).value);

  beforeAll(async () => {
    site = await serveSite({
      '/ferry': { body: `<title>Ferries</title><main><h1>Ferries</h1><p>${LEAVES}</p></main>` },
    });
    server = await startModelServer({ plain: (_request, response) => streamChunks(response, textChunks(FOUND)) });
    stage = await setStage(name);
    await stage.addEndpoint(`${server.url}/v1`);
    await stage.openPage(`${site.origin}/ferry`);
    panel = await stage.openPanel(null);
    await panel.chooseModel('plain');
    await panel.ask('When is high water?');
    await panel.answer();
    await panel.click('New chat');
    await panel.chooseModel('plain');
  });

  afterAll(async () => {
    await stage?.close();
    await server?.close();
    await site?.close();
  });

  test('offers open tabs, by keyboard alone, and attaches the one that is chosen', async () => {
    await panel.page.focus(FIELD);
    await panel.page.keyboard.type('When does it leave? @ferr');
    await optionWith('Ferries');
    await panel.shot(`mentions-${name}`);
    expect(await seriousFindings(panel.page)).toEqual([]);
    await panel.page.keyboard.press('Enter');
    await panel.page.waitForSelector(ATTACHED);
    expect(await valueOfField()).toBe('When does it leave? ');
    await panel.page.keyboard.press('Enter');
    await panel.answer();
    expect(prompt()).toContain(LEAVES);
  });

  test('offers other chats, and attaches their text', async () => {
    await panel.page.focus(FIELD);
    await panel.page.keyboard.type('Is that the same as in @high');
    await optionWith('When is high water?');
    await panel.page.keyboard.press('Tab');
    await panel.page.waitForSelector(ATTACHED);
    await panel.page.keyboard.press('Enter');
    await expect.poll(() => questionIn(server.chats.at(-1))).toContain('the same as in');
    expect(prompt()).toContain(FOUND);
  });

  test('is left alone if the user closes the list', async () => {
    await panel.page.focus(FIELD);
    await panel.page.keyboard.type('@ferr');
    await optionWith('Ferries');
    await panel.page.keyboard.press('Escape');
    expect(await options()).toEqual([]);
    expect(await valueOfField()).toBe('@ferr');
    await panel.page.locator(FIELD).fill('');
  });
});
