import type { Page } from 'puppeteer-core';
import type { SETTINGS_SECTIONS } from '../../components/parts/settings-sections.ts';

/** The address of a section of the settings. */
export type SettingsHash = (typeof SETTINGS_SECTIONS)[number]['hash'];

/** Opens a section of the settings by its address, regardless of its page. */
export async function openSettingsSection(page: Page, hash: SettingsHash): Promise<void> {
  await page.bringToFront();
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, hash);
  await page.waitForSelector(`#${hash}`);
}
