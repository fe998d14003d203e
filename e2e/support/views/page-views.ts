import { serveSite } from '../site.ts';
import { ASK, MODEL, type View } from './scene.ts';

const MESSAGE = 'Dear visitor, the harbour is closed at night.';
const FORM = `<!doctype html><meta charset="utf-8"><title>Write to the harbour master</title>
  <form><label for="reply">Your message</label><textarea id="reply" rows="4" cols="40">${MESSAGE}</textarea></form>`;

/** Views of changes to a page: text for one of its fields, and its translation. */
export const pageViews: View[] = [
  {
    name: 'field-proposal',
    async show({ stage, keep }) {
      const site = keep(await serveSite({ '/': { body: FORM } }));
      const { page, tabId } = await stage.openPage(`${site.origin}/`);
      await page.evaluate((selected) => {
        const field = document.querySelector('textarea');
        field?.focus();
        field?.setSelectionRange(0, selected);
      }, MESSAGE.length);
      const panel = await stage.openPanel(tabId);
      await panel.click('New chat');
      await panel.chooseModel(MODEL);
      await panel.ask(ASK.replying);
      await panel.answer();
      await panel.click('Insert into page');
      await panel.page.waitForSelector('.field-card ins');
      return panel.page;
    },
  },
  {
    name: 'field-written',
    after: 'field-proposal',
    async show({ stage }) {
      const pages = await stage.browser.pages();
      const page = pages.findLast((each) => each.url().includes('sidepanel.html'));
      if (page === undefined) throw new Error('The panel is gone.');
      await page.locator('::-p-xpath(//button[starts-with(normalize-space(), "Replace selection")])').click();
      await page.waitForSelector('.field-card-done');
      return page;
    },
  },
  {
    name: 'translation',
    async show({ stage }) {
      const { page: article, tabId } = await stage.openPage(stage.articleUrl);
      const { page } = await stage.openPanel(tabId);
      await page.locator('.context-pill').click();
      await page.locator('::-p-xpath(//button[normalize-space()="Translate this page"])').click();
      await page.waitForSelector('.translation-card .panel-card-buttons');
      await article.bringToFront();
      await page.waitForFunction(
        () => document.querySelector('.translation-card')?.textContent?.includes('Everything in view is translated'),
        { polling: 100 },
      );
      await page.bringToFront();
      return page;
    },
  },
  {
    name: 'context',
    async show({ panel }) {
      await panel.page.bringToFront();
      await panel.click('New chat');
      await panel.page.locator('.context-pill').click();
      await panel.page.waitForSelector('.context-pill[aria-expanded="true"]');
      return panel.page;
    },
  },
];
