import type { Page } from 'puppeteer-core';

/** All times are milliseconds from the click or key to the frame with the result. */

const LISTED = '.thread-results[aria-busy="false"] li';

/** Opens the list of chats, and closes it again. */
export async function showList(page: Page): Promise<number> {
  const ms = await page.evaluate(async (listed) => {
    const start = performance.now();
    document.querySelector<HTMLElement>('button[aria-label="Chats"]')?.click();
    while (document.querySelectorAll(listed).length < 50) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, LISTED);
  await closeList(page);
  return ms;
}

/** Opens a chat by its index in the list. */
export async function openThread(page: Page, place: number): Promise<number> {
  return page.evaluate(
    async (listed, index) => {
      const frame = () => new Promise(requestAnimationFrame);
      document.querySelector<HTMLElement>('button[aria-label="Chats"]')?.click();
      while (document.querySelectorAll(listed).length < 50) await frame();
      const item = document.querySelectorAll(`${listed} .thread-open`)[index] as HTMLElement;
      const title = item.querySelector('.thread-title')?.textContent;
      const start = performance.now();
      item.click();
      while (document.querySelector('h1')?.textContent !== title) await frame();
      while (document.querySelectorAll('[role="log"] article').length < 20) await frame();
      return performance.now() - start;
    },
    LISTED,
    place,
  );
}

/** Types a query, and returns the time from each keystroke to its results. */
export async function search(page: Page, query: string): Promise<number[]> {
  const times = await page.evaluate(
    async (listed, text) => {
      const frame = () => new Promise(requestAnimationFrame);
      document.querySelector<HTMLElement>('button[aria-label="Chats"]')?.click();
      while (document.querySelectorAll(listed).length < 50) await frame();
      const field = document.querySelector<HTMLInputElement>('input[type="search"]');
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const all: number[] = [];
      for (let length = 1; length <= text.length; length++) {
        const typed = text.slice(0, length);
        const start = performance.now();
        setValue?.call(field, typed);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
        while (!document.querySelector(`.thread-results[aria-busy="false"][data-query="${typed}"]`)) await frame();
        all.push(performance.now() - start);
      }
      return all;
    },
    LISTED,
    query,
  );
  await closeList(page);
  return times;
}

async function closeList(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('button[aria-label="Chats"][aria-expanded="true"]')?.click();
    while (document.querySelector('.thread-results')) await new Promise(requestAnimationFrame);
  });
}
