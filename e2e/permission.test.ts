import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const QUESTION = 'Why are there two high tides a day?';

/** The article under a host name to which no build has access. */
const notShared = (url: string) => url.replace('127.0.0.1', 'localhost');

describe.each(BROWSERS)('a page without access, in %s', (name) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
  });
  afterAll(() => stage?.close());

  async function askBeside(url: string): Promise<{ panel: Panel; click: () => Promise<void> }> {
    const { page, tabId } = await stage.openPage(url);
    const panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.ask(QUESTION);
    return { panel, click: () => stage.clickToolbarButton(page) };
  }

  test('Deny is reported to the model, which answers', async () => {
    const { panel } = await askBeside(notShared(stage.articleUrl));
    await panel.waitForCard('read_page', 'approval-requested');
    await panel.shot(`${name}-permission`);
    await panel.click('Don’t allow');
    expect(await panel.answer()).toContain('didn’t allow');
    expect(await panel.cards()).toEqual(['read_page output-error']);
    await panel.page.close();
  });

  testOfFullRun('Stop ends the wait for an approval', async () => {
    const { panel } = await askBeside(notShared(stage.articleUrl));
    await panel.waitForCard('read_page', 'approval-requested');
    expect(await panel.stop()).toContain('Stopped.');
    await panel.page.close();
  });

  test('a click on the toolbar button grants access to the tab, and the answer continues', async () => {
    const { panel, click } = await askBeside(notShared(stage.articleUrl));
    await panel.waitForCard('read_page', 'approval-requested');
    await click();
    await panel.page.bringToFront();
    expect(await panel.answer()).toMatch(/two high waters/);
    expect(await panel.cards()).toEqual(['read_page output-available']);
    await panel.page.close();
  });

  test('the site is hidden until then, so the card has no Allow button', async () => {
    const { panel } = await askBeside(notShared(stage.articleUrl));
    await panel.waitForCard('read_page', 'approval-requested');
    expect(await panel.page.$('::-p-xpath(//button[normalize-space()="Allow"])')).toBeNull();
    await panel.stop();
    await panel.page.close();
  });

  test('the panel says why a page of the browser itself cannot be read', async () => {
    const { panel, click } = await askBeside(name === 'chromium' ? 'chrome://version/' : 'about:license');
    // Before the tab is shared, Firefox does not distinguish the two kinds of refusal.
    if (name === 'firefox') {
      await panel.waitForCard('read_page', 'approval-requested');
      await click();
      await panel.page.bringToFront();
    }
    expect(await panel.answer()).toContain('Browsers don’t let extensions read this kind of page');
    await panel.page.close();
  });
});
