import type { Page } from 'puppeteer-core';

const FIELD = 'textarea[aria-label="Message"]';

/** Number of keys, and milliseconds between them for a fast typist. */
const KEYS = 80;
const KEY_MS = 90;

/** Milliseconds from the start of the page until a question can be typed and sent. */
export async function timeStart(page: Page): Promise<number> {
  await page.reload().catch(() => undefined);
  return page.evaluate(async (field) => {
    const isReady = () =>
      document.activeElement?.matches(field) && document.querySelector('button[aria-label="Model"]') !== null;
    while (!isReady()) await new Promise(requestAnimationFrame);
    return performance.now();
  }, FIELD);
}

/** Milliseconds between frames while the open chat is scrolled from its end to its beginning, 60 pixels per frame. */
export function timeScrolling(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('.thread-scroller');
    if (!scroller) throw new Error('No chat is open.');
    const frames: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < 300 && scroller.scrollTop > 0; frame++) {
      scroller.scrollBy({ top: -60, behavior: 'instant' });
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames;
  });
}

/** Milliseconds from each key to the frame after the one in which it is rendered. */
export async function timeTyping(page: Page): Promise<number[]> {
  await page.focus(FIELD);
  await page.evaluate((field) => {
    const times: number[] = [];
    Object.assign(globalThis, { times });
    document.querySelector(field)?.addEventListener('input', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    });
  }, FIELD);
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('a');
    await new Promise((resolve) => setTimeout(resolve, KEY_MS));
  }
  return page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
}
