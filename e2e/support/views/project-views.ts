import type { Page } from 'puppeteer-core';
import { chooseFiles } from '../choose-file.ts';
import { fillField } from '../fill-field.ts';
import { MODEL, type Scene, type View } from './scene.ts';
import { settingsPage } from './settings-views.ts';

const PROJECT = {
  name: 'A week in Brittany',
  instructions:
    'Answer for a sailor who does not know the coast.\nGive heights in metres and distances in nautical miles.',
};

/** An export file with a project and no chats. */
const EXPORTED = `${JSON.stringify({
  format: 'sidenote-threads',
  version: 2,
  exportedAt: '2026-11-01T00:00:00.000Z',
  project: {
    projectId: 'sample',
    name: 'Tides of the North Sea',
    instructions: 'Answer in two sentences.\nSay which harbour a time is for.',
    model: null,
    web: true,
    ownData: false,
    mcpServers: null,
    createdAt: 0,
    files: [{ name: 'harbours.md', text: '# Harbours' }],
  },
}).slice(0, -1)},"threads":[\n]}`;

async function projectSettings(scene: Scene): Promise<Page> {
  const page = await settingsPage(scene, 'projects');
  await page.waitForSelector('.project-form');
  return page;
}

/** Chooses an entry in the list of projects above the chats, which must be open. */
async function filterChats(page: Page, index: number): Promise<void> {
  await page.waitForSelector('.project-filter select');
  await page.$eval(
    '.project-filter select',
    (element, chosen) => {
      const select = element as HTMLSelectElement;
      select.selectedIndex = chosen;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    index,
  );
}

/** Projects: in the settings, and in the panel. */
export const projectViews: View[] = [
  {
    name: 'settings-projects',
    async show(scene) {
      const page = await projectSettings(scene);
      await fillField(page, '::-p-xpath(//input[@id=//label[.="Project name"]/@for])', PROJECT.name);
      await fillField(page, '::-p-xpath(//textarea[@id=//label[.="Instructions"]/@for])', PROJECT.instructions);
      await page.locator('::-p-xpath(//button[normalize-space()="Create project"])').click();
      await page.waitForSelector('.project-card');
      const field = `input[aria-label="Add files to project: ${PROJECT.name}"]`;
      await chooseFiles(page, field, { name: 'harbours.md', content: '# Harbours\n\nVisitors moor at the pontoons.' });
      await page.waitForSelector('.project-files li small');
      return page;
    },
  },
  {
    name: 'settings-project-edited',
    needs: 'settings-projects',
    async show(scene) {
      const page = await projectSettings(scene);
      await page.locator('button[aria-label^="Edit project"]').click();
      await page.waitForSelector('.project-card', { hidden: true });
      return page;
    },
  },
  {
    name: 'settings-project-deleted',
    needs: 'settings-projects',
    async show(scene) {
      const page = await projectSettings(scene);
      await page.locator('button[aria-label^="Delete project"]').click();
      await page.waitForSelector('[role="alertdialog"]');
      return page;
    },
  },
  {
    name: 'settings-project-import',
    async show(scene) {
      const page = await projectSettings(scene);
      await chooseFiles(page, 'input[aria-label="Project file to import"]', { name: 'tides.json', content: EXPORTED });
      await page.waitForSelector('.project-import blockquote');
      return page;
    },
  },
  {
    name: 'project-chat',
    needs: 'settings-projects',
    async show({ panel, ask }) {
      await ask('Where can we moor?');
      await panel.answer();
      await panel.click('Chats');
      await filterChats(panel.page, 1);
      await panel.page.locator('button[aria-label^="New chat in project"]').click();
      await panel.chooseModel(MODEL);
      await panel.ask('Which harbour has the least tide?');
      await panel.answer();
      await panel.page.waitForSelector('.project-line');
      return panel.page;
    },
  },
  {
    name: 'project-dialog',
    after: 'project-chat',
    async show({ panel }) {
      await panel.page.locator('.project-line button').click();
      await panel.page.waitForSelector('.project-dialog[open]');
      return panel.page;
    },
  },
  {
    name: 'chats-of-projects',
    needs: 'project-chat',
    async show({ panel }) {
      await panel.page.bringToFront();
      await panel.page.keyboard.press('Escape');
      await panel.page.waitForSelector('.project-dialog', { hidden: true });
      await panel.click('Chats');
      await filterChats(panel.page, 0);
      await panel.page.waitForSelector('.thread-project');
      return panel.page;
    },
  },
];
