import { fillField } from '../fill-field.ts';
import type { View } from './scene.ts';
import { settingsPage } from './settings-views.ts';

const CARD = '.memory-card';
const KEEP = `${CARD} .button.primary:not(:disabled)`;

/** Sentences to remember: proposed, used, and in the settings. */
export const memoryViews: View[] = [
  {
    name: 'memory-card',
    async show({ panel, ask }) {
      await ask('Remember that I sail a boat of 9 metres and want heights in metres.');
      await panel.answer();
      await panel.page.waitForSelector(KEEP);
      return panel.page;
    },
  },
  {
    name: 'memory-card-edited',
    after: 'memory-card',
    async show({ panel }) {
      await panel.page.locator(`${CARD} .panel-card-buttons .button:nth-child(2)`).click();
      await fillField(panel.page, `${CARD} textarea`, 'My card number is 4111 1111 1111 1111');
      await panel.page.waitForSelector(`${CARD} .field-error`);
      return panel.page;
    },
  },
  {
    name: 'memory-used',
    after: 'memory-card-edited',
    async show({ panel, ask }) {
      await fillField(panel.page, `${CARD} textarea`, 'I sail a boat of 9 metres and want heights in metres');
      await panel.page.locator(KEEP).click();
      await panel.page.waitForSelector(CARD, { hidden: true });
      await ask('When is high water?');
      await panel.answer();
      await panel.page.locator('.memory-used summary').click();
      return panel.page;
    },
  },
  {
    name: 'settings-memory',
    needs: 'memory-used',
    async show(scene) {
      const page = await settingsPage(scene, 'memory');
      await page.waitForSelector('.memory-list li');
      await page.locator('.options details summary').click();
      await page.waitForSelector('.memory-form');
      return page;
    },
  },
  {
    name: 'memory-similar',
    needs: 'memory-used',
    async show({ panel, ask }) {
      await panel.page.bringToFront();
      await ask('Remember that I sail a boat of 12 metres and want heights in metres.');
      await panel.answer();
      await panel.page.waitForSelector('.memory-similar');
      await panel.page.waitForSelector(KEEP);
      return panel.page;
    },
  },
  {
    name: 'memory-forgotten',
    needs: 'memory-used',
    async show({ panel, ask }) {
      await ask('When is low water?');
      await panel.answer();
      await panel.page.locator('.memory-used summary').click();
      await panel.page.locator('.memory-used li button').click();
      await panel.page.waitForSelector('.undo-bar');
      return panel.page;
    },
  },
];
