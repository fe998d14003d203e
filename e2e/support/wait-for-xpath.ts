import type { Page } from 'puppeteer-core';

/**
 * Waits until an element matches `xpath`. For expressions about text: `waitForSelector` only observes added nodes and
 * attributes, so it misses a text node whose data changes. Polls on a timer, which also runs in a background tab.
 */
export async function waitForXPath(page: Page, xpath: string): Promise<void> {
  await page.waitForFunction(
    (expression) =>
      document.evaluate(expression, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue !== null,
    { polling: 50 },
    xpath,
  );
}
