import type { Browser, Page } from 'puppeteer-core';
import { afterEach, type TestContext } from 'vitest';
import { openBrowsers } from './stage.ts';

/** How much of a page's text is printed, in characters. */
const TEXT_SHOWN = 800;
const TIMEOUT_MS = 3_000;

const reported = new WeakSet<TestContext['task']>();

// A setup file of the end-to-end tests. Vitest calls its hooks after those of a test file.
afterEach(({ task }) => reportFailure(task));

/**
 * After a failed test, prints what its pages show, once: on a remote machine, a timeout alone does not reveal what was
 * on the screen.
 */
export async function reportFailure(task: TestContext['task']): Promise<void> {
  if (task.result?.state !== 'fail' || reported.has(task)) return;
  reported.add(task);
  for (const browser of openBrowsers)
    console.log(`After the failure of "${task.name}":\n${await describePages(browser)}`);
}

async function describePages(browser: Browser): Promise<string> {
  const pages = await browser.pages().catch(() => []);
  return (await Promise.all(pages.map(describePage))).join('\n');
}

async function describePage(page: Page): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, TIMEOUT_MS, 'does not respond'));
  const shown = page
    .evaluate((length) => {
      const { activeElement, visibilityState, body } = document;
      const focused = activeElement?.getAttribute('aria-label') ?? activeElement?.tagName.toLowerCase();
      const expanded = [...document.querySelectorAll('[aria-expanded="true"]')].map((each) => each.ariaLabel);
      return `${visibilityState}, focus on ${focused}, expanded: ${expanded.join(', ') || 'nothing'}\n${body.innerText.slice(0, length)}`;
    }, TEXT_SHOWN)
    // The rest is the browser's stack trace.
    .catch((error: unknown) => String(error).split('\n', 1)[0]);
  return `--- ${page.url()}: ${await Promise.race([shown, late])}`;
}
