import type { Panel } from './panel.ts';
import { openSettingsSection } from './settings-section.ts';
import type { Stage } from './stage.ts';

/**
 * Allows models to open pages. In Chromium, the prompt cannot be answered here, but its test build may open these
 * hosts.
 */
export async function allowOpeningPages({ settings, name }: Pick<Stage, 'settings' | 'name'>): Promise<void> {
  if (name !== 'firefox') return;
  await openSettingsSection(settings, 'web');
  await settings.locator('::-p-xpath(//button[normalize-space()="Allow opening pages"])').click();
  await settings.waitForSelector(
    '::-p-xpath(//p[starts-with(normalize-space(), "Sidenote is allowed to open pages")])',
  );
}

/** Turns the web on for the chat. */
export async function turnWebOn({ page }: Panel): Promise<void> {
  await page.locator('button[aria-label="Search the web"]').click();
  await page.waitForSelector('button[aria-label="Search the web"][aria-pressed="true"]');
}
