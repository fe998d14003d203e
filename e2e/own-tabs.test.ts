import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { callOnce, type ModelServer, startModelServer } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage, storeSetting } from './support/stage.ts';

const ASKING = 'Which of my tabs says when the ferry leaves?';
const LEAVES = 'The ferry to Helgoland leaves Cuxhaven at 10:30.';
/** Longer than what a search returns of one tab, so that the following call reads it. */
const PRICE = 'A ticket for the ferry costs 47 euros.';
/** A page that would be found if it had no field for a password or a card. */
const MEMBERS = '<title>Ferry price</title><p>The ferry leaves for members.</p>';
const filler = Array.from({ length: 30 }, (_, n) => `<p>Note ${n} about gulls, sand and weather.</p>`).join('');

describe.each(BROWSERS)('open tabs, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: Site;
  let other: Site;
  let panel: Panel;
  let ferry: Page;
  const results = () =>
    (server.chats.at(-1)?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => String(content));

  beforeAll(async () => {
    other = await serveSite({ '/login': { body: '<input type="password">' } });
    site = await serveSite({
      '/ferry': {
        body: `<title>Ferries</title><main><h1>Ferries</h1>${filler}<h2>Times</h2><p>${LEAVES}</p>${filler}<h2>Prices</h2><p>${PRICE}</p></main>`,
      },
      '/cakes': {
        body: '<title>Cakes</title><main><h1>Cakes</h1><p>Cakes need flour and leave the oven hot.</p></main>',
      },
      '/login': { body: `${MEMBERS}<input type="password">` },
      '/frame': { body: `${MEMBERS}<iframe src="${other.origin}/login"></iframe>` },
      '/shadow': {
        body: `${MEMBERS}<x-pay></x-pay><script>document.querySelector('x-pay').attachShadow({ mode: 'closed' }).innerHTML = '<label>Kartennummer <input></label>'</script>`,
      },
      '/many': { body: `${MEMBERS}${'<form><input name="a"></form>'.repeat(40)}<input type="password">` },
    });
    server = await startModelServer({
      searcher: callOnce('search_tabs', { query: 'ferry leaves price' }, 'At 10:30.'),
    });
    stage = await setStage(name);
    await stage.addEndpoint(`${server.url}/v1`);
    ({ page: ferry } = await stage.openPage(`${site.origin}/ferry`));
    for (const path of ['/login', '/frame', '/shadow', '/many']) await stage.openPage(`${site.origin}${path}`);
    await stage.openPage(`${site.origin}/cakes`);
    panel = await stage.openPanel(null, { inTab: true });
    await panel.chooseModel('searcher');
  });

  afterAll(async () => {
    await stage?.close();
    await server?.close();
    await site?.close();
    await other?.close();
  });

  test('are searched if the question asks for them; the best is read without another request, and opens at the passage', async () => {
    const loaded = site.requests.length;
    await panel.ask(ASKING);
    expect(await panel.answer()).toContain('At 10:30.');
    expect(server.chats).toHaveLength(2);
    const [found, read] = results();
    expect(found).toContain('"Ferries"');
    expect(found).toContain(LEAVES);
    expect(found).not.toContain('for members');
    expect(read).toContain(PRICE);
    // Nothing was loaded for it.
    expect(site.requests.length).toBe(loaded);
    await panel.page.locator('details.work-group > summary').click();
    await panel.page.locator('[data-tool="search_tabs"] .tool-call-head').click();
    const link = panel.page.locator('::-p-xpath(//li[contains(@class, "own-hit")][contains(., "10:30")]//button)');
    const button = await link.waitHandle();
    await panel.shot(`own-tabs-${name}`);
    // Not with the pointer, since the list may still move under it.
    await button.evaluate((element) => (element as HTMLElement).click());
    await ferry.waitForFunction(() => document.visibilityState === 'visible' && CSS.highlights.has('sidenote-passage'));
  });

  test('are not offered to a model if the question does not ask for them', async () => {
    await panel.page.bringToFront();
    await panel.click('New chat');
    await panel.ask('Hello');
    await panel.answer();
    expect(server.chats.at(-2)?.tools?.map((tool) => tool.function.name) ?? []).not.toContain('search_tabs');
    expect(await panel.cards()).toEqual(['search_tabs output-error']);
  });

  test('of a site that is never sent are not searched', async () => {
    await storeSetting(stage.settings, 'sitePolicies', { 'http://127.0.0.1': 'never' });
    await panel.click('New chat');
    await panel.ask(ASKING);
    await panel.answer();
    expect(results().join()).toContain('Nothing in the tabs that were searched fits');
    expect(results().join()).not.toContain('10:30');
  });
});
