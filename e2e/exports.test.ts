import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExtensionPage } from '../scripts/launch.ts';
import { BROWSERS } from './support/browsers.ts';
import { keepDownloads, takeDownload } from './support/downloads.ts';
import type { Panel } from './support/panel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

describe.each(BROWSERS)('exports in %s', (name) => {
  let stage: Stage;
  let panel: Panel;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
    panel = await stage.openPanel(null);
    for (const page of [panel.page, stage.settings]) {
      await page.evaluate(keepDownloads);
      await page.evaluate(keepCopies);
    }
    await panel.click('New chat');
    await panel.ask('Hello <b>there</b>');
    await panel.answer();
  });
  afterAll(() => stage?.close());

  const printTab = () =>
    stage.settings.evaluate(async () => {
      const { tabs } = (globalThis as unknown as { chrome: TabsApi }).chrome;
      return (await tabs.query({})).find(({ url = '' }) => url.includes('/print.html'))?.url ?? '';
    });
  const openMenu = () => panel.page.locator('button[aria-label^="More for chat"]').click();
  const exportAll = async (format: string, button: string) => {
    await stage.settings.bringToFront();
    await openSettingsSection(stage.settings, 'data');
    await stage.settings.locator(`::-p-xpath(//label[normalize-space()="${format}"])`).click();
    await stage.settings.locator(`::-p-xpath(//button[normalize-space()="${button}"])`).click();
    await stage.settings.waitForFunction(() =>
      [...document.querySelectorAll('output')].some(({ textContent }) => textContent === '1 chat exported.'),
    );
  };

  test('an answer is copied with its formatting and as Markdown', async () => {
    await panel.click('Copy answer');
    const copied = await panel.page.waitForFunction(() => (globalThis as unknown as Kept).copied);
    const { html, plain } = (await copied.jsonValue()) as { html: string; plain: string };
    expect(html).toMatch(/^<p[ >]/);
    expect(plain).not.toContain('<p>');
  });

  test('a chat becomes an HTML file in which nothing runs', async () => {
    await panel.click('Chats');
    await openMenu();
    await panel.shot(`${name}-export-menu`);
    await panel.click('Export as HTML');
    const { name: file, bytes } = await takeDownload(panel.page);
    expect(file).toMatch(/^hello-b-there-b-.*\.html$/);
    const html = new TextDecoder().decode(bytes);
    expect(html).toContain('Hello &#60;b&#62;there&#60;/b&#62;');
    expect(html).not.toContain('<script');
  });

  test('a chat is shown on a page to print', async () => {
    await openMenu();
    await panel.click('Print or save as PDF');
    // Puppeteer cannot see extension pages that Firefox opens by itself, but the extension can.
    let address = '';
    await expect.poll(async () => (address = await printTab())).toMatch(/#./);
    const page = await openExtensionPage(stage, address.slice(address.indexOf('print.html')));
    await page.waitForSelector('.print-view .printed .markdown');
    expect(await page.$eval('.print-view .print-text', (text) => text.textContent)).toBe('Hello <b>there</b>');
    expect(await page.title()).toBe('Hello <b>there</b>');
    await stage.shot(page, `${name}-print`);
    await page.close();
  });

  test('all chats become an archive with a file each', async () => {
    await exportAll('Markdown', 'Export all chats');
    const { name: file, bytes } = await takeDownload(stage.settings);
    expect(file).toMatch(/^sidenote-chats-.*\.zip$/);
    const [[chat, content] = []] = Object.entries(unzipSync(bytes));
    expect(chat).toMatch(/^hello-b-there-b-.*\.md$/);
    expect(new TextDecoder().decode(content)).toMatch(/^---\ntitle: "Hello <b>there<\/b>"\n/);
    await stage.settings.setViewport({ width: 360, height: 720 });
    for (const scheme of ['light', 'dark']) {
      await stage.settings.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), scheme);
      await stage.shot(stage.settings, `${name}-export-${scheme}`);
    }
  });

  test('all chats are written into a folder, if the browser has a dialog for folders', async () => {
    const button = await stage.settings.$('::-p-xpath(//button[normalize-space()="Export to a folder…"])');
    expect(button !== null).toBe(name === 'chromium');
    if (name === 'firefox') return;
    await exportAll('HTML', 'Export to a folder…');
    const files = () =>
      stage.settings.evaluate(async () => {
        const found: string[] = [];
        const root = await navigator.storage.getDirectory();
        for await (const folder of root.values()) {
          for await (const file of (folder as FileSystemDirectoryHandle).values())
            found.push(`${folder.name}/${file.name}`);
        }
        return found;
      });
    // The status may still be that of the previous export.
    await expect.poll(files).toEqual([expect.stringMatching(/^sidenote-[\dT-]+\/hello-b-there-b-.*\.html$/)]);
  });
});

type TabsApi = { tabs: { query(filter: object): Promise<{ url?: string }[]> } };
type Kept = { copied: { html: string; plain: string } | undefined };

/** Captures what the page would have copied, and answers the dialog for folders. Runs in the page. */
function keepCopies(): void {
  const kept = globalThis as unknown as Kept;
  if ('showDirectoryPicker' in globalThis) {
    Object.assign(globalThis, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  }
  Object.assign(navigator.clipboard, {
    write: async ([item]: ClipboardItem[]) => {
      const readItemText = async (type: string) => (await item?.getType(type))?.text() ?? '';
      kept.copied = { html: await readItemText('text/html'), plain: await readItemText('text/plain') };
    },
  });
}
