import { mkdirSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import { paintedShare } from './support/painted.ts';
import type { Panel } from './support/panel.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage, storeSetting } from './support/stage.ts';

/** A dark page with its own highlight, a right-to-left paragraph, a frame, and a sentence that is out of view. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The lift at Tern Rock</title>
<style>body { background: #111; color: #eee; font: 16px/1.6 sans-serif; max-width: 40em }
  ::highlight(own) { background: #0a0; color: #fff }</style>
<main id="main"><h1>The lift at Tern Rock</h1>
<p id="people">The lift carries 412 people an hour and rises 38 metres.</p>
<table><tr><th>Island</th><th>Distance (km)</th></tr><tr><td>Skarra</td><td>6.2</td></tr><tr><td>Morven</td><td>16.1</td></tr></table>
<p dir="rtl" lang="ar" id="arabic">يتسع المصعد لـ 2750 راكبا في اليوم.</p>
<iframe src="/frame" width="500" height="70"></iframe>
<p id="noted">The rope<sup><a href="#note">[7]</a></sup> weighs 12.4 tonnes<sup><a href="#note">[8]</a></sup> and lasts 9 years.</p>
<button id="button" type="button">The tower has 88 steps in all.</button>
<div id="host"></div>
<div style="height: 2400px"></div>
<p id="far">It opened in 1911 and cost £23.7 million to renew.</p></main>
<script>
  document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<p>The lamp shines 41 kilometres far.</p>';
  const range = new Range();
  range.selectNodeContents(document.getElementById('people'));
  CSS.highlights.set('own', Object.assign(new Highlight(range), { priority: 9 }));
</script></html>`;
const FRAME = '<!doctype html><html lang="en"><p id="inner">The cable is 914 metres long.</p></html>';

const ANSWER = `The lift carries 412 people an hour; renewing it cost £23.7 million. The cable is 914 metres long, and 2750 ride it in a day.
The rope weighs 12.4 tonnes. The tower has 88 steps, and its lamp shines 41 kilometres.
It says “carries 412 people an hour and rises 38 metres”.

| Island | Distance |
| --- | --- |
| Skarra | 6.2 km |
| Morven | 16.1 km |`;

const SENTENCE = 'The lift carries 412 people an hour and rises 38 metres';
const LIT = '255,213,74';

type ExtensionApi = {
  scripting: { executeScript(injection: object): Promise<{ result?: unknown }[]> };
};

describe.each(BROWSERS)('the light between page and panel in %s', (name) => {
  let stage: Stage;
  let site: Site;
  let server: ModelServer;
  let page: Page;
  let tabId: number;
  let panel: Panel;

  beforeAll(async () => {
    mkdirSync('out/shots', { recursive: true });
    site = await serveSite({ '/': { body: PAGE }, '/frame': { body: FRAME } });
    server = await startModelServer({
      teller: (_request, response) => streamChunks(response, textChunks(ANSWER)),
    });
    stage = await setStage(name, { testTools: true });
    await stage.addEndpoint(`${server.url}/v1`);
    ({ page, tabId } = await stage.openPage(`${site.origin}/`));
    panel = await openPanel();
    await panel.chooseModel('teller');
  });
  afterAll(async () => {
    await stage?.close();
    for (const each of [server, site]) await each?.close();
  });

  /** The real side panel, so that the page is drawn beside it. */
  const openPanel = () => (name === 'chromium' ? stage.openSidePanel(page) : stage.openPanel(tabId));
  const litIn = (where: Pick<Page, 'evaluate'>) =>
    where.evaluate(() => [...(CSS.highlights.get('sidenote-lit') ?? [])].map((range) => String(range).trim()));
  const lit = () => litIn(page);
  const frame = () => {
    const [found] = page.frames().filter((each) => each.url().endsWith('/frame'));
    if (found === undefined) throw new Error('The page has no frame.');
    return found;
  };
  const fact = (text: string) =>
    panel.page.waitForSelector(`::-p-xpath(//*[contains(@class, "markdown")]//*[@data-fact][contains(., "${text}")])`);
  const pointAt = async (text: string) => (await fact(text))?.hover();
  const pointAway = () => panel.page.mouse.move(2, 2);
  const pointOnPage = async (selector: string, where: Pick<Page, '$'> = page) => {
    const box = await (await where.$(selector))?.boundingBox();
    if (!box) throw new Error(`${selector} has no box.`);
    await page.mouse.move(box.x + 30, box.y + box.height / 2);
    await page.mouse.move(box.x + 34, box.y + box.height / 2);
  };
  const litFacts = () => panel.page.$$eval('.markdown [data-lit]', (all) => all.map(({ textContent }) => textContent));
  /**
   * Whether the document in the tab contains the extension's script, which is only visible in the extension's isolated
   * world.
   */
  const hasScript = () =>
    stage.settings.evaluate(async (id) => {
      const { browser, chrome } = globalThis as unknown as { browser?: ExtensionApi; chrome: ExtensionApi };
      const func = () => 'answerHighlightRequest' in globalThis;
      const [injection] = await (browser ?? chrome).scripting.executeScript({ target: { tabId: id }, func });
      return injection?.result;
    }, tabId);

  test('loads nothing into the page before there is an answer about it', async () => {
    await panel.page.waitForSelector('textarea[aria-label="Message"]');
    expect(await hasScript()).toBe(false);
    await panel.ask('What about the lift?');
    await panel.answer();
    await panel.page.waitForSelector('.fact-list');
    await expect.poll(hasScript).toBe(true);
  });

  test('a fact that is pointed at highlights its sentence, and leaves no trace', async () => {
    const before = await page.evaluate(() => document.documentElement.outerHTML);
    const dark = await page.screenshot();
    expect(await paintedShare(page, LIT)).toBe(0);
    await pointAt('412');
    await expect.poll(lit).toEqual([SENTENCE]);
    expect(await paintedShare(page, LIT)).toBeGreaterThan(0.005);
    await page.screenshot({ path: `out/shots/${name}-page-light.png` });
    await panel.shot(`${name}-page-light-panel`);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
    await pointAway();
    await expect.poll(lit).toEqual([]);
    expect(Buffer.from(await page.screenshot()).equals(Buffer.from(dark))).toBe(true);
    expect(await page.evaluate(() => [scrollY, CSS.highlights.size])).toEqual([0, 1]);
  });

  test('the keyboard does the same as the pointer', async () => {
    await (await fact('412'))?.evaluate((mark) => (mark as unknown as HTMLElement).focus());
    await panel.page.keyboard.press('ArrowRight');
    await expect.poll(lit).toEqual(['It opened in 1911 and cost £23.7 million to renew']);
    await panel.page.keyboard.press('ArrowLeft');
    await expect.poll(lit).toEqual([SENTENCE]);
    await panel.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(lit).toEqual([]);
  });

  test('a quotation, a row of a table and text from right to left light up', async () => {
    await pointAt('carries 412 people an hour and');
    await expect.poll(async () => (await lit()).join()).toContain('carries 412 people');
    const row = await panel.page.waitForSelector(
      '::-p-xpath(//*[contains(@class, "markdown")]//tr[contains(., "Morven")]/td[1])',
    );
    await row?.hover();
    await expect.poll(async () => (await lit()).join().replace(/\s+/g, ' ')).toMatch(/^Morven ?16\.1$/);
    await pointAt('2750');
    await expect.poll(async () => (await lit()).join()).toContain('2750 راكبا');
    expect(await paintedShare(page, LIT)).toBeGreaterThan(0.002);
    await page.screenshot({ path: `out/shots/${name}-page-light-rtl.png` });
    await pointAway();
  });

  test('a sentence out of view is highlighted without moving the page, and is visible when the user scrolls there', async () => {
    await pointAt('23.7');
    await expect.poll(lit).toEqual(['It opened in 1911 and cost £23.7 million to renew']);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await paintedShare(page, LIT)).toBe(0);
    await page.evaluate(() => document.getElementById('far')?.scrollIntoView({ behavior: 'instant' }));
    await expect.poll(() => paintedShare(page, LIT)).toBeGreaterThan(0.002);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await pointAway();
  });

  test('text in a frame lights up there', async () => {
    await pointAt('914');
    await expect.poll(() => litIn(frame())).toEqual(['The cable is 914 metres long']);
    expect(await paintedShare(page, LIT)).toBeGreaterThan(0.001);
    await pointAway();
    await expect.poll(() => litIn(frame())).toEqual([]);
  });

  test('pointing at a sentence on the page lights up the facts of the answer', async () => {
    await pointOnPage('#people');
    await expect.poll(async () => (await litFacts()).join()).toContain('412');
    await panel.shot(`${name}-page-light-facts`);
    expect(await lit()).toEqual([]);
    await page.mouse.move(5, 690);
    await expect.poll(litFacts).toEqual([]);
    await pointOnPage('#inner', frame());
    await expect.poll(litFacts).toEqual(['914 metres']);
    await page.mouse.move(5, 690);
    await expect.poll(litFacts).toEqual([]);
  });

  test.each([
    ['with marks of footnotes', '12.4', 'The rope[7] weighs 12.4 tonnes[8] and lasts 9 years', '#noted'],
    ['on a button', '88', 'The tower has 88 steps in all', '#button'],
    ['in a shadow tree', '41 kilometres', 'The lamp shines 41 kilometres far', '#host'],
  ])('a sentence %s lights up in both directions', async (_, figure, sentence, selector) => {
    await pointAt(figure);
    await expect.poll(lit).toEqual([sentence]);
    await pointAway();
    await expect.poll(lit).toEqual([]);
    await pointOnPage(selector);
    await expect.poll(async () => (await litFacts()).join()).toContain(figure);
    await page.mouse.move(5, 690);
    await expect.poll(litFacts).toEqual([]);
  });

  testInChromium('what lights up is not printed', async () => {
    await pointAt('412');
    await expect.poll(lit).toEqual([SENTENCE]);
    await page.emulateMediaType('print');
    expect(await paintedShare(page, LIT)).toBe(0);
    await page.emulateMediaType();
    await pointAway();
    await expect.poll(lit).toEqual([]);
  });

  test('a script of the page lights up nothing in the answer', async () => {
    await page.evaluate(() => {
      const box = document.getElementById('people')?.getBoundingClientRect();
      const at = { clientX: (box?.x ?? 0) + 30, clientY: (box?.y ?? 0) + 9, pointerType: 'mouse', bubbles: true };
      for (let count = 0; count < 20; count += 1) document.body.dispatchEvent(new PointerEvent('pointermove', at));
      postMessage({ type: 'pointed', index: 0 }, '*');
    });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await litFacts()).toEqual([]);
  });

  test('the page can notice the highlight itself, and nothing else', async () => {
    await page.evaluate(() => {
      const calls: string[] = [];
      const wrap = (owner: object, name: string) => {
        const own = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
        Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
          calls.push(name);
          return Reflect.apply(own, this, args);
        });
      };
      for (const name of ['addEventListener', 'dispatchEvent']) wrap(EventTarget.prototype, name);
      for (const name of ['createTreeWalker', 'caretPositionFromPoint', 'caretRangeFromPoint'])
        wrap(Document.prototype, name);
      wrap(Range.prototype, 'getClientRects');
      wrap(CSS.highlights, 'set');
      const mutations: string[] = [];
      const observer = new MutationObserver((records) => mutations.push(...records.map(({ type }) => type)));
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      Object.assign(globalThis, {
        noticed: () => ({
          calls,
          mutations,
          globals: Object.getOwnPropertyNames(globalThis).length,
          sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
          resources: performance.getEntriesByType('resource').length,
          scripts: document.scripts.length,
        }),
      });
    });
    const notice = () => page.evaluate(() => (globalThis as unknown as { noticed(): object }).noticed());
    const before = await notice();
    await pointAt('412');
    await expect.poll(lit).toEqual([SENTENCE]);
    await pointOnPage('#people');
    await expect.poll(async () => (await litFacts()).join()).toContain('412');
    expect(await notice()).toEqual(before);
    expect(before).toMatchObject({ calls: [], mutations: [] });
    const style = await page.evaluate(
      () => getComputedStyle(document.body, '::highlight(sidenote-lit)').backgroundColor,
    );
    expect(style).toBe('rgb(255, 213, 74)');
    await page.mouse.move(5, 690);
    await pointAway();
    await expect.poll(lit).toEqual([]);
  });

  test('after the page was redrawn, the sentence is highlighted in both directions', async () => {
    await pointAt('412');
    await expect.poll(lit).toEqual([SENTENCE]);
    await page.evaluate(() => {
      const main = document.getElementById('main');
      if (main) main.innerHTML = `${main.innerHTML}`;
    });
    await expect.poll(lit).toEqual([SENTENCE]);
    expect(await paintedShare(page, LIT)).toBeGreaterThan(0.005);
    await pointAway();
    await expect.poll(lit).toEqual([]);
    await pointOnPage('#people');
    await expect.poll(async () => (await litFacts()).join()).toContain('412');
    await page.mouse.move(5, 690);
    await expect.poll(litFacts).toEqual([]);
  });

  test('a sentence that is on the page twice is not highlighted', async () => {
    await page.evaluate(() => {
      const copies = ['h1', '#people', 'table', '#arabic'].map((each) => {
        const copy = document.querySelector(each)?.cloneNode(true) as HTMLElement;
        copy.className = 'copy';
        return copy;
      });
      document.getElementById('arabic')?.after(...copies);
    });
    await pointAt('412');
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await lit()).toEqual([]);
    await page.evaluate(() => {
      for (const copy of document.querySelectorAll('.copy')) copy.remove();
    });
    await expect.poll(lit).toEqual([SENTENCE]);
    await pointAway();
    await expect.poll(lit).toEqual([]);
  });

  test('nothing lights up while the setting is off', async () => {
    await storeSetting(stage.settings, 'lightsUpFacts', false);
    await pointAt('412');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await lit()).toEqual([]);
    await pointOnPage('#people');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await litFacts()).toEqual([]);
    await pointAway();
    await storeSetting(stage.settings, 'lightsUpFacts', true);
    await pointAt('412');
    await expect.poll(lit).toEqual([SENTENCE]);
  });

  test('a panel that closes leaves no light, and in Chromium no style', async () => {
    const background = () =>
      page.evaluate(() => getComputedStyle(document.body, '::highlight(sidenote-lit)').backgroundColor);
    await pointAt('412');
    await expect.poll(lit).toEqual([SENTENCE]);
    expect(await background()).toBe('rgb(255, 213, 74)');
    await panel.page.close();
    await expect.poll(lit).toEqual([]);
    // Firefox performs no request of a sidebar that is closing.
    if (name === 'chromium') await expect.poll(background).not.toBe('rgb(255, 213, 74)');
    panel = await openPanel();
    await pointAt('412');
    await expect.poll(lit).toEqual([SENTENCE]);
    await pointAway();
  });

  testInChromium('a second panel about the page takes nothing of the first with it', async () => {
    const second = await stage.openPanel(tabId, { inTab: true });
    await second.page.waitForSelector('.fact-list');
    const mark = '::-p-xpath(//*[contains(@class, "markdown")]//*[@data-fact][contains(., "412")])';
    await (await second.page.waitForSelector(mark))?.hover();
    await expect.poll(lit).toEqual([SENTENCE]);
    await page.bringToFront();
    await pointAt('412');
    await second.page.close();
    await expect.poll(lit).toEqual([SENTENCE]);
    expect(await paintedShare(page, LIT)).toBeGreaterThan(0.005);
    await pointAway();
    await expect.poll(lit).toEqual([]);
  });

  test('continues after the page was reloaded', async () => {
    await page.reload();
    await expect.poll(hasScript).toBe(true);
    await pointOnPage('#people');
    await expect.poll(async () => (await litFacts()).join()).toContain('412');
  });
});
