import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServedPage } from '../scripts/serve-article.ts';
import { type SinkProxy, startSinkProxy } from '../scripts/sink-proxy.ts';
import { BROWSER, BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { chunk, questionIn, sse, startModelServer, streamChunks } from './support/model-server.ts';
import { IS_FULL } from './support/scale.ts';
import { type Stage, setStage } from './support/stage.ts';
import { HAS_RECORDED, ownVectors, recordedVectors, serveRenderers, type Vectors } from './support/vectors.ts';

type Found = { dangerous: string[]; scripts: number };
declare global {
  function show(text: string, step: number): Found;
  function showNaively(text: string, timeoutMs: number): Promise<Found>;
}

const SETS: [string, Vectors][] = [['of this repository', ownVectors()]];
if (IS_FULL && HAS_RECORDED) SETS.push(['recorded', recordedVectors()]);
if (IS_FULL && !HAS_RECORDED) test('skipped: no corpus of recorded answers', ({ skip }) => skip());

describe.each(SETS)(`hostile answers %s, in ${BROWSER}`, (_set, vectors) => {
  const name = BROWSER;
  const all = [...vectors.channels, ...vectors.documents, ...vectors.scripts];
  let stage: Stage;
  let sink: SinkProxy;
  let renderers: ServedPage;
  let page: Page;
  let asked: string[];
  beforeAll(async () => {
    sink = await startSinkProxy();
    renderers = await serveRenderers();
    stage = await setStage(name, { proxyPort: sink.port });
    page = await stage.browser.newPage();
    await page.goto(renderers.url);
    asked = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(renderers.url) && !request.url().startsWith('data:')) asked.push(request.url());
    });
  });
  afterAll(async () => {
    await stage?.close();
    await renderers?.close();
    await sink?.close();
  });

  async function quiet(): Promise<string[]> {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return [...asked, ...sink.seen];
  }

  test('one character at a time: no request, script, dangerous element or link', async () => {
    const found: Found[] = [];
    for (let start = 0; start < all.length; start += 20) {
      found.push(...(await page.evaluate((texts) => texts.map((text) => show(text, 1)), all.slice(start, start + 20))));
    }
    expect(found).toHaveLength(all.length);
    expect(all.length).toBeGreaterThan(300);
    expect(found.flatMap(({ dangerous }) => dangerous)).toEqual([]);
    expect(found.reduce((sum, { scripts }) => sum + scripts, 0)).toBe(0);
    expect(await quiet()).toEqual([]);
  });

  test.each(BROWSERS_OF_FULL_RUN)('the same texts take effect in a renderer without protection', async () => {
    // Frames have their own alert, which blocks everything until it is answered.
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    // Some texts navigate away for good.
    const texts = [...vectors.channels, ...vectors.scripts].filter((text) => !/http-equiv|<meta|<base/i.test(text));
    const fire = (text: string, timeoutMs: number): Promise<Found> =>
      page
        .evaluate((each, ms) => showNaively(each, ms), text, timeoutMs)
        .catch(async () => {
          // The text navigated the page away.
          await page.goto(renderers.url);
          return { dangerous: ['left'], scripts: 0 };
        });
    const found: Found[] = [];
    for (const text of texts) found.push(await fire(text, 20));
    expect(found.filter(({ dangerous }) => dangerous.length > 0).length).toBeGreaterThan(100);
    // Whether a script runs before its text is removed depends on how busy the machine is. Scripts that have not run
    // yet are given more time.
    const ran = new Set(texts.filter((_, index) => (found[index]?.scripts ?? 0) > 0));
    for (let timeoutMs = 100; ran.size <= 3 && timeoutMs <= 2_500; timeoutMs *= 5) {
      for (const text of texts.filter((each) => !ran.has(each))) {
        if ((await fire(text, timeoutMs)).scripts > 0) ran.add(text);
        if (ran.size > 3) break;
      }
    }
    expect(ran.size).toBeGreaterThan(3);
    const fired = await quiet();
    expect(fired.length).toBeGreaterThan(20);
    expect(sink.seen.some((each) => /exfil\.test|attacker\.test/.test(each))).toBe(true);
  });

  test('the real panel loads nothing either', async () => {
    sink.seen.length = 0;
    const parts = [vectors.channels, vectors.scripts, vectors.documents]
      .filter((texts) => texts.length > 0)
      .map((texts) => texts.join('\n\n'));
    const server = await startModelServer({
      vectors: (request, response) => {
        const text = parts[Number(questionIn(request))] ?? '';
        // The documents are long, so they are sent a few characters at a time.
        const pieces = text.match(text.length > 50_000 ? /[\s\S]{1,16}/gu : /[\s\S]/gu) ?? [];
        return streamChunks(response, [
          ...pieces.map((content) => chunk({ content })),
          chunk({}, 'stop'),
          sse('[DONE]'),
        ]);
      },
    });
    try {
      await stage.addEndpoint(server.url);
      const panel = await stage.openPanel(null);
      const requests: string[] = [];
      panel.page.on('request', (request) => requests.push(request.url()));
      await panel.chooseModel('vectors');
      for (const index of parts.keys()) {
        await panel.click('New chat');
        await panel.ask(String(index));
        await panel.answer();
        // Firefox reports elements out of view as not rendered.
        const written = await panel.page.$eval(
          'article[aria-label="Assistant"]',
          (answer) => answer.textContent.length,
        );
        expect(written).toBeGreaterThan(1000);
        // A diagram is drawn here, into an image whose address is its data.
        const loads = await panel.page.$$eval(
          '[role="log"] :is(img:not([src^="data:image/svg+xml"]), iframe, script, video, audio, object, embed, form, base, meta, link)',
          (all) => all.length,
        );
        expect(loads).toBe(0);
      }
      expect(requests.filter((url) => url.startsWith('http'))).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(sink.seen).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
