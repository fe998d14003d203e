import type { ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_APPEARANCE } from '../lib/contracts/preferences.ts';
import { BROWSERS } from './support/browsers.ts';
import {
  type ChatRequest,
  callChunks,
  chunk,
  EVENT_STREAM,
  type ModelServer,
  pause,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import { paintedShare } from './support/painted.ts';
import type { Panel } from './support/panel.ts';
import { renewAfterFailure } from './support/renew-after-failure.ts';
import { type Stage, setStage, storeSetting } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const QUOTE = 'Pushed at the right moment like a child on a swing, it rises to the largest tides on Earth';
const ANSWER = `The page says “${QUOTE}”. It does not say “there are nine tides a day”.

\`\`\`js
const tides = (day) => day * 2; // two
\`\`\`

The pull falls as $1/r^3$:

$$
\\Delta g = \\frac{2 G M R}{d^3}
$$

| Place | Range |
|---|---|
| Bay of Fundy, Canada | 16 m |

\`\`\`mermaid
flowchart TD
  Moon -->|pulls| Sea
  Sea --> High[High water]
\`\`\`
`;

/** Reads, searches, lists links, and then gives the answer that the question asks for. */
const worker = async (request: ChatRequest, response: ServerResponse) => {
  const results = request.messages.filter(({ role }) => role === 'tool').length;
  const calls = [
    { id: 'a', name: 'read_page', arguments: '{}' },
    { id: 'b', name: 'find_in_page', arguments: '{"query":"two high waters"}' },
    { id: 'c', name: 'list_links', arguments: '{}' },
  ].slice(results, results + 1);
  if (calls.length > 0) {
    response.writeHead(200, EVENT_STREAM);
    for (const part of ['What does ', 'the page say?']) {
      response.write(chunk({ reasoning_content: part }));
      // Long enough for its duration to be shown.
      if (results === 0) await pause(600);
    }
    for (const piece of callChunks(calls)) response.write(piece);
    response.end();
    return;
  }
  await streamChunks(response, textChunks(ANSWER));
};

describe.each(BROWSERS)('answers in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  let article: Page;
  beforeAll(async () => {
    server = await startModelServer({ worker });
    stage = await setStage(name, { pageContext: 'on-demand' });
    const { page, tabId } = await stage.openPage(stage.articleUrl);
    article = page;
    await stage.addEndpoint(server.url);
    await stage.clickToolbarButton(page);
    panel = await stage.openPanel(tabId);
    await panel.chooseModel('worker');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });
  renewAfterFailure(async () => {
    panel = await stage.renewPanel(panel);
  });

  test('work is described while it runs, and collapsed when it is done', async () => {
    await panel.ask('Why two?');
    await panel.page.waitForSelector('.reasoning[data-live="true"]');
    await panel.waitForCard('read_page', 'output-available');
    const words = () =>
      panel.page.$$eval('[role="log"] [role="group"] .tool-call-title', (all) => all.map((each) => each.textContent));
    expect((await words())[0]).toMatch(/^Read 127\.0\.0\.1:\d+$/);
    await panel.shot(`${name}-cards-live`);
    await panel.answer();
    expect(await panel.cards()).toEqual([
      'read_page output-available',
      'find_in_page output-available',
      'list_links output-available',
    ]);
    const line = await panel.page.$eval('details.work-group > summary', (summary) => summary.textContent);
    expect(line).toMatch(/^Read the page, searched once, used 1 other tool, [\d.]+ m?s$/);
    expect(await panel.page.$('[data-activity]')).toBeNull();
    await panel.page.locator('details.work-group > summary').click();
    expect(await panel.text()).toContain('Searched for “two high waters”');
    expect(await panel.text()).toMatch(/Thought for 1 s|Thought\n/);
    await panel.shot(`${name}-cards-unfolded`);
  });

  test('complete code is highlighted, complete formulas are rendered, and code and tables can be copied', async () => {
    await panel.page.waitForSelector('.code-block .hljs-keyword');
    await panel.page.waitForSelector('.math-text.display mfrac');
    for (const label of ['Copy', 'Copy as CSV']) {
      const button = await panel.page.waitForSelector(`::-p-xpath(//button[normalize-space()="${label}"])`);
      await button?.click();
      await waitForXPath(panel.page, '//button[normalize-space()="Copied"]');
      await button?.dispose();
    }
    await panel.shot(`${name}-code`);
    // Firefox's theme cannot be emulated.
    await storeSetting(stage.settings, 'appearance', { ...DEFAULT_APPEARANCE, theme: 'dark' });
    await panel.page.waitForSelector('html[data-theme="dark"]');
    // On a system with a light theme, Firefox draws it white unless its colors are set.
    const scrollbar = () => panel.page.$eval('.thread-scroller', (box) => getComputedStyle(box).scrollbarColor);
    expect(await scrollbar()).not.toBe('auto');
    await panel.shot(`${name}-code-dark`);
    await storeSetting(stage.settings, 'appearance', DEFAULT_APPEARANCE);
  });

  test('a diagram is drawn as a picture by itself, and its code is a click away', async () => {
    const picture = await panel.page.waitForSelector('.diagram img');
    const size = await picture?.evaluate(async (image) => {
      await image.decode();
      return image.naturalWidth * image.naturalHeight;
    });
    expect(size).toBeGreaterThan(1000);
    await picture?.evaluate((image) => image.scrollIntoView());
    await panel.shot(`${name}-diagram`);
    await panel.click('Show code');
    await panel.page.waitForSelector('.diagram', { hidden: true });
    await panel.click('Draw');
    await panel.page.waitForSelector('.diagram img');
  });

  test('a quotation of the page scrolls to its place there, and leaves nothing behind', async () => {
    const buttons = await panel.page.$$('.markdown .passage-button');
    expect(buttons).toHaveLength(1);
    await article.bringToFront();
    expect(await article.evaluate(() => scrollY)).toBe(0);
    const before = await article.evaluate(() => document.documentElement.outerHTML);
    await panel.page.bringToFront();
    await buttons[0]?.click();
    await article.bringToFront();
    await article.waitForFunction(() => CSS.highlights.size === 1);
    const marked = await article.evaluate(() =>
      [...CSS.highlights.values()].flatMap((highlight) => [...highlight].map(String)),
    );
    expect(marked).toEqual([QUOTE]);
    expect(await article.evaluate(() => scrollY)).toBeGreaterThan(0);
    // Computed styles are not always painted (quirk: unpainted-user-highlight).
    expect(await paintedShare(article, '255,213,74')).toBeGreaterThan(0.001);
    await stage.shot(article, `${name}-passage`);
    await article.waitForFunction(() => CSS.highlights.size === 0);
    expect(await article.evaluate(() => document.documentElement.outerHTML)).toBe(before);
    expect(await panel.page.$('.refusal')).toBeNull();
  });

  test('a section of the outline scrolls the page there, and a missing one is reported', async () => {
    await panel.page.bringToFront();
    await panel.page.locator('[data-tool="read_page"] .tool-call-head').click();
    const sections = await panel.page.$$('.tool-preview .passage-button');
    expect(sections.length).toBeGreaterThan(3);
    await panel.shot(`${name}-outline`);
    await sections.at(-1)?.click();
    await article.bringToFront();
    await article.waitForFunction(() => CSS.highlights.size === 1);
    await article.evaluate(() => document.querySelector('main, article, body')?.replaceChildren('Gone.'));
    await panel.page.bringToFront();
    await sections.at(-1)?.click();
    await panel.page.waitForFunction(() =>
      document.querySelector('.refusal')?.textContent?.includes('isn’t on the page anymore'),
    );
  });
});
