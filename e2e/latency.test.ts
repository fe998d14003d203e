import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import {
  chunk,
  EVENT_STREAM,
  hasToolResult,
  type ModelServer,
  pause,
  sse,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { IS_FULL } from './support/scale.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';

const CALLS = IS_FULL ? 20 : 4;
const QUESTIONS = IS_FULL ? 20 : 4;
const WORDS = IS_FULL ? 150 : 80;
/** Delay between the name of a call and its arguments, and between two words, in milliseconds. */
const ARGUMENTS_MS = 800;
const WORD_MS = 30;

/**
 * Ten times the times measured on two idle cores (40 ms, 85 ms). If the panel waited for the arguments, or for the end
 * of the answer, it would take longer than this. Only checked in `npm run test:full`, which has the machine to itself.
 */
const LIMITS = { p50: 500, p95: 1_500 };
/** The same limits for a question whose page is read first (100 ms, 240 ms). */
const PAGE_LIMITS = { p50: 1_000, p95: 2_400 };

/** The time from the server's write until it is visible to the user. Both clocks are this machine's. */
describe.each(BROWSERS_OF_FULL_RUN)('%s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  const written = new Map<string, number>();

  beforeAll(async () => {
    server = await startModelServer({
      caller: async (request, response) => {
        response.writeHead(200, EVENT_STREAM);
        if (!hasToolResult(request)) {
          const id = `call_${written.size}`;
          await pause(50);
          written.set(id, Date.now());
          response.write(chunk({ tool_calls: [{ index: 0, id, function: { name: 'read_page', arguments: '' } }] }));
          await pause(ARGUMENTS_MS);
          response.write(chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }));
        } else response.write(chunk({ content: 'Seen.' }));
        response.end(chunk({}, 'stop') + sse('[DONE]'));
      },
      writer: async (_request, response) => {
        response.writeHead(200, EVENT_STREAM);
        for (let n = 0; n < WORDS; n++) {
          written.set(`word${n}.`, Date.now());
          response.write(chunk({ content: `word${n}. ` }));
          await pause(WORD_MS);
        }
        response.end(chunk({}, 'stop') + sse('[DONE]'));
      },
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    const { tabId } = await stage.openPage(stage.articleUrl);
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(tabId);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('the time from a call’s first delta to its card', async () => {
    await panel.chooseModel('caller');
    written.clear();
    const delays: number[] = [];
    for (let n = 0; n < CALLS; n++) {
      await panel.click('New chat');
      await watch(panel.page, '[role="group"][data-state]');
      await panel.ask('Read.');
      await panel.answer();
      delays.push((await seen(panel.page))[0]?.at ?? Number.NaN);
    }
    const starts = [...written.values()];
    expect(starts).toHaveLength(CALLS);
    expectQuick(
      `${name}: first delta of a call to its card`,
      delays.map((at, index) => at - (starts[index] ?? Number.NaN)),
    );
  });

  test('the time from a text chunk to pixels', async () => {
    await panel.click('New chat');
    await panel.chooseModel('writer');
    written.clear();
    await watch(panel.page, null);
    await panel.ask('Write.');
    await panel.answer();
    const moments = await seen(panel.page);
    const delays = [...written].map(
      ([word, at]) => (moments.find((moment) => moment.text.includes(word))?.at ?? Number.NaN) - at,
    );
    expect(delays).toHaveLength(WORDS);
    expectQuick(`${name}: text chunk to pixels`, delays);
  });
});

/** A thousand elements, as in a long article. */
const LONG_ARTICLE = `<!doctype html><title>Harbours</title><main><h1>Harbours of the north</h1>${Array.from(
  { length: 333 },
  (_, n) =>
    `<p>Harbour ${n} has <b>${n + 3} berths</b> and a light that is seen from <a href="/${n}">${n % 17} miles</a>.</p>`,
).join('')}</main>`;

describe.each(BROWSERS_OF_FULL_RUN)('%s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: Site;
  let panel: Panel;
  const arrived: number[] = [];

  beforeAll(async () => {
    server = await startModelServer({
      plain: (_request, response) => {
        arrived.push(Date.now());
        return streamChunks(response, textChunks('Read.'));
      },
    });
    site = await serveSite({ '/harbours': { body: LONG_ARTICLE } });
    stage = await setStage(name);
    const { tabId } = await stage.openPage(`${site.origin}/harbours`);
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(tabId);
    await panel.chooseModel('plain');
  });
  afterAll(async () => {
    await stage?.close();
    await site?.close();
    await server?.close();
  });

  test('the time from Enter to the request, with the page read for it', async () => {
    const delays: number[] = [];
    for (let n = 0; n < QUESTIONS; n++) {
      await panel.click('New chat');
      await fillField(panel.page, 'textarea[aria-label="Message"]', 'Which harbour has 100 berths?');
      await panel.page.waitForSelector('button[aria-label="Send"]:not(:disabled)');
      await panel.page.focus('textarea[aria-label="Message"]');
      await panel.page.evaluate(() => {
        addEventListener('keydown', () => Object.assign(globalThis, { pressedAt: Date.now() }), { once: true });
      });
      await panel.page.keyboard.press('Enter');
      await panel.answer();
      const at = await panel.page.evaluate(() => (globalThis as unknown as { pressedAt: number }).pressedAt);
      expect(server.chats.at(-1)?.messages.at(-1)?.content).toContain('Harbour 97 has **100 berths**');
      delays.push((arrived.at(-1) ?? Number.NaN) - at);
    }
    expect(arrived).toHaveLength(QUESTIONS);
    expectQuick(`${name}: Enter to the request, page read included`, delays, PAGE_LIMITS);
  });
});

type Moment = { at: number; text: string };

/** After each paint that changed the conversation, records the time and the text of the answer. */
function watch(page: Page, selector: string | null): Promise<void> {
  return page.evaluate((wanted) => {
    const moments: Moment[] = [];
    Object.assign(globalThis, { moments });
    const observer = new MutationObserver(() => {
      if (wanted !== null && document.querySelector(wanted) === null) return;
      requestAnimationFrame(() => {
        // Runs in the task after the frame, when it has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () =>
          moments.push({ at: Date.now(), text: document.querySelector('[role="log"]')?.textContent ?? '' });
        port2.postMessage(0);
      });
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  }, selector);
}

function seen(page: Page): Promise<Moment[]> {
  return page.evaluate(() => (globalThis as unknown as { moments: Moment[] }).moments);
}

function expectQuick(what: string, delays: number[], { p50, p95 } = LIMITS): void {
  // An event that was never seen is not a number, and fails.
  expect(delays.every(Number.isFinite)).toBe(true);
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  console.log(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, n ${delays.length}`);
  if (!IS_FULL) return;
  expect(at(0.5)).toBeLessThan(p50);
  expect(at(0.95)).toBeLessThan(p95);
}
