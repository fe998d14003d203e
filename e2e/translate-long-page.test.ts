import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { expectFast } from './support/expect-fast.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';

const PARAGRAPHS = 600;
const WORDS_EACH = 50;

/** A paragraph of 50 words, with a link and a bold word, that starts with its number. */
function paragraph(number: number): string {
  const words = Array.from(
    { length: WORDS_EACH - 1 },
    (_, at) => `word${String.fromCharCode(97 + ((number + at) % 26))}`,
  );
  words[10] = `<a href="#p${number}">${words[10]}</a>`;
  words[20] = `<b>${words[20]}</b>`;
  return `<p id="p${number}">Paragraph-${number} ${words.join(' ')}</p>`;
}

const LONG_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Long</title>
<style>body { font: 16px/1.5 sans-serif; max-width: 40em }</style>
<body>${Array.from({ length: PARAGRAPHS }, (_, at) => paragraph(at)).join('\n')}</body></html>`;

/**
 * What was observed while the page was scrolled. `longest`: the longest task, and the longest time between two frames,
 * in milliseconds.
 */
type Scrolled = { longest: { task: number; frame: number }; seen: number[] };
declare global {
  var scrolled: Promise<Scrolled>;
}

/** Runs in the page: scrolls by `step` pixels per frame. A paragraph counts as seen up to half a window away. */
function scroll(frames: number, step: number): void {
  globalThis.scrolled = new Promise((resolve) => {
    const seen = new Set<number>();
    const longest = { task: 0, frame: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration);
    });
    if (PerformanceObserver.supportedEntryTypes.includes('longtask')) observer.observe({ type: 'longtask' });
    const all = [...document.querySelectorAll('p')];
    const margin = innerHeight * 0.7 + step;
    let first = 0;
    let last = performance.now();
    const look = (left: number) => {
      const now = performance.now();
      longest.frame = Math.max(longest.frame, now - last);
      last = now;
      scrollBy({ top: step, behavior: 'instant' });
      while (first < all.length && (all[first]?.getBoundingClientRect().bottom ?? 0) < -margin) first += 1;
      for (let at = first; at < all.length; at += 1) {
        if ((all[at]?.getBoundingClientRect().top ?? 0) > innerHeight + margin) break;
        seen.add(at);
      }
      if (left > 0) requestAnimationFrame(() => look(left - 1));
      else {
        observer.disconnect();
        resolve({ longest, seen: [...seen] });
      }
    };
    requestAnimationFrame(() => look(frames));
  });
}

describe.each(BROWSERS)('the translation of a page of 30,000 words, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: Site;
  let page: Page;
  let panel: Panel;

  beforeAll(async () => {
    server = await startModelServer({
      translator: (request, response) => {
        const texts = [...String(request.messages.at(-1)?.content).matchAll(/^\[\[(\d+)\]\] (.*)$/gm)];
        const answer = texts.map(([, id, text = '']) => `[[${id}]] ${text.replaceAll('word', 'wort')}`).join('\n');
        return streamChunks(response, textChunks(answer));
      },
    });
    site = await serveSite({ '/': { body: LONG_PAGE } });
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
    const opened = await stage.openPage(`${site.origin}/`);
    page = opened.page;
    if (name === 'firefox') await stage.clickToolbarButton(page);
    panel = await stage.openPanel(opened.tabId);
    await panel.chooseModel('translator');
  });
  afterAll(async () => {
    await stage?.close();
    for (const each of [server, site]) await each?.close();
  });

  const requested = () =>
    server.chats.flatMap(({ messages }) =>
      [...String(messages.at(-1)?.content).matchAll(/Paragraph-(\d+)/g)].map(([, number]) => Number(number)),
    );
  /**
   * Scrolls in parts, since a single slow part may be the machine's fault. Returns the medians of the parts' longest
   * times.
   */
  async function scrollParts(parts: number): Promise<Scrolled> {
    const found: Scrolled[] = [];
    for (let part = 0; part < parts; part += 1) found.push(await scrollBy(80, 40));
    const middle = (kind: keyof Scrolled['longest']) =>
      found.map(({ longest }) => longest[kind]).toSorted((one, other) => one - other)[Math.floor(parts / 2)] ?? 0;
    return {
      longest: { task: middle('task'), frame: middle('frame') },
      seen: found.flatMap(({ seen }) => seen),
    };
  }
  async function scrollBy(frames: number, step: number): Promise<Scrolled> {
    await page.evaluate(scroll, frames, step);
    return page.evaluate(() => globalThis.scrolled);
  }
  /** Waits until every paragraph in the window is translated. */
  const isTranslatedHere = () =>
    page.waitForFunction(
      () =>
        [...document.querySelectorAll('p')]
          .filter((each) => each.getBoundingClientRect().bottom > 0 && each.getBoundingClientRect().top < innerHeight)
          .every((each) => each.textContent?.includes('wort')),
      { polling: 100 },
    );

  test('keeps its scrolling as fast as before, and only requests what came into view', async () => {
    await page.bringToFront();
    const before = await scrollParts(3);
    await page.evaluate(() => scrollTo(0, 0));
    await panel.page.bringToFront();
    await panel.page.locator('.context-pill').click();
    await panel.click('Translate this page');
    await page.bringToFront();
    await isTranslatedHere();
    const during = await scrollParts(5);
    await isTranslatedHere();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const atEnd = await scrollBy(2, 0);
    await isTranslatedHere();
    const seen = new Set([...during.seen, ...atEnd.seen]);
    const asked = requested();
    console.log(`${name}: ${asked.length} of ${PARAGRAPHS} paragraphs with ${server.chats.length} requests`);
    expect(asked.filter((number) => !seen.has(number))).toEqual([]);
    expect(asked.length).toBeLessThan(PARAGRAPHS / 2);
    expect(new Set(asked).size).toBe(asked.length);
    // Firefox does not report long tasks.
    expectFast(`${name}: a task`, [during.longest.task], Math.max(50, before.longest.task * 2));
    expectFast(`${name}: a frame`, [during.longest.frame], Math.max(200, before.longest.frame * 2));
  });

  test('restores 30,000 words at once', async () => {
    await panel.page.bringToFront();
    await panel.click('End translation and show the original');
    await page.waitForFunction(() => !document.body.textContent?.includes('wort'), { polling: 100 });
    const html = await page.$$eval('p', (all) => all.map((each) => each.outerHTML));
    expect(html).toEqual(Array.from({ length: PARAGRAPHS }, (_, at) => paragraph(at)));
  });
});
