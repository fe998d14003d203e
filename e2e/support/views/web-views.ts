import { fillField } from '../fill-field.ts';
import { ASK, MODEL, type View } from './scene.ts';

/** A web search, and the pages that an answer cites. */
export const webViews: View[] = [
  {
    name: 'search-approval',
    async show({ panel, stage, web }) {
      await stage.choose('Search engine', 'SearXNG', 'web');
      await fillField(stage.settings, 'input[placeholder="https://searx.example.org"]', web.engine.url);
      await stage.settings.locator('::-p-xpath(//button[normalize-space()="Use this engine"])').click();
      await panel.page.bringToFront();
      await panel.click('New chat');
      await panel.chooseModel(MODEL);
      await panel.page.locator('button[aria-label="Search the web"][aria-pressed="false"]').click();
      await panel.page.waitForSelector('button[aria-label="Search the web"][aria-pressed="true"]');
      await panel.ask(ASK.searching);
      await panel.waitForCard('web_search', 'approval-requested');
      await panel.page.waitForSelector('.permission-buttons .primary:not(:disabled)');
      return panel.page;
    },
  },
  {
    // Includes the rule above the message field, which lasts as long as the chat.
    name: 'sources',
    after: 'search-approval',
    async show({ panel }) {
      await panel.holdCardStill();
      await panel.page.locator('::-p-xpath(//button[contains(., "in this chat")][not(@disabled)])').click();
      await panel.answer();
      await panel.page.waitForSelector('.source-list li');
      await panel.page.waitForSelector('[aria-label^="Allowed in this chat"]');
      return panel.page;
    },
  },
];
