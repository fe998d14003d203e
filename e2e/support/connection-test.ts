import type { Page } from 'puppeteer-core';

/**
 * Tests the connection to an endpoint in the settings. Returns the results by the name of each check, each after `ok`,
 * `note` or similar.
 */
export async function connectionTest(settings: Page, address: string): Promise<Record<string, string>> {
  await settings.bringToFront();
  const card = `::-p-xpath(//section[.//code[starts-with(normalize-space(), "${address}")]])`;
  await settings.locator(`${card} >>> ::-p-xpath(.//button[normalize-space()="Test connection"])`).click();
  await settings.waitForSelector(`${card} >>> ::-p-xpath(.//li[starts-with(normalize-space(), "Context")])`);
  const section = await settings.$(card);
  const lines = await section?.$$eval('.checks li', (items) =>
    items.map((item) => [
      item.querySelector('b')?.textContent ?? '',
      `${item.getAttribute('data-result')} ${item.textContent}`,
    ]),
  );
  return Object.fromEntries(lines ?? []);
}
