import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import { keepDownloads, takeTextDownload } from './support/downloads.ts';
import { fillField } from './support/fill-field.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { buildPdf } from './support/pdf.ts';
import { PIXEL } from './support/pixel.ts';
import { openSettingsSection } from './support/settings-section.ts';
import { type Stage, setStage } from './support/stage.ts';

const INSTRUCTIONS = 'Answer for a sailor, in knots and fathoms.';
const CARD = '::-p-xpath(//section[contains(@class, "project-card")][@aria-label="Tides"]';

describe.each(BROWSERS_OF_FULL_RUN)('projects, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  let page: Page;

  beforeAll(async () => {
    server = await startModelServer({
      usual: (_request, response) => streamChunks(response, textChunks('Twice a day.')),
      special: (_request, response) => streamChunks(response, textChunks('At six bells.')),
    });
    stage = await setStage(name);
    await stage.addEndpoint(`${server.url}/v1`);
    panel = await stage.openPanel(null);
    page = panel.page;
    await panel.chooseModel('usual');
    await panel.ask('When is high water?');
    await panel.answer();
  });

  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  async function settings(): Promise<Page> {
    await stage.settings.bringToFront();
    await openSettingsSection(stage.settings, 'projects');
    return stage.settings;
  }
  const getSystemPrompt = (index: number) => String(server.chats.at(index)?.messages[0]?.content);
  const listed = (): Promise<string[]> =>
    page.$$eval('.thread-list .thread-title', (all) => all.map((each) => each.textContent ?? ''));
  async function openChats(): Promise<void> {
    await page.bringToFront();
    if ((await page.$('.chats')) === null) await page.locator('button[aria-label="Chats"]').click();
    await page.waitForSelector('select[aria-label="Project"]');
  }
  const select = (project: string) =>
    page.$eval(
      'select[aria-label="Project"]',
      (element, wanted) => {
        const field = element as HTMLSelectElement;
        field.value = [...field.options].find((each) => each.textContent === wanted)?.value ?? 'missing';
        field.dispatchEvent(new Event('change', { bubbles: true }));
      },
      project,
    );

  test('are created in the settings, which are accessible', async () => {
    const desk = await settings();
    await fillField(desk, '::-p-xpath(//input[@id=//label[.="Project name"]/@for])', 'Tides');
    await fillField(desk, '::-p-xpath(//textarea[@id=//label[.="Instructions"]/@for])', INSTRUCTIONS);
    await stage.choose('Model for new chats', 'special');
    await desk.locator('::-p-xpath(//label[contains(., "web search in chats")]//input)').click();
    await desk.locator('::-p-xpath(//button[normalize-space()="Create project"])').click();
    await desk.waitForSelector(`${CARD}[contains(., "0 chats")][contains(., "${INSTRUCTIONS}")])`);
    expect(await seriousFindings(desk)).toEqual([]);
    await stage.shot(desk, `projects-settings-${name}`);
  });

  test('give a new chat their instructions, model and switches', async () => {
    await openChats();
    await select('Tides');
    await page.waitForFunction(() => document.querySelectorAll('.thread-list li').length === 0);
    await page.locator('button[aria-label="New chat in project: Tides"]').click();
    await page.waitForSelector('button[aria-label="Project of this chat: Tides"]');
    await panel.waitForModel('special');
    await page.waitForSelector('button[aria-label="Search the web"][aria-pressed="true"]');
    await panel.shot(`projects-new-chat-${name}`);
    await panel.ask('How deep is the water?');
    expect(await panel.answer()).toContain('At six bells.');
    expect(server.chats.at(-1)?.model).toBe('special');
    expect(getSystemPrompt(-1)).toContain(`\nThe user's instructions for this project:\n${INSTRUCTIONS}`);
    await panel.ask('And tomorrow?');
    await panel.answer();
    expect(getSystemPrompt(-1)).toBe(getSystemPrompt(-2));
  });

  test('send their files with a question as data, completely if they fit', async () => {
    const desk = await settings();
    await chooseFiles(
      desk,
      'input[type="file"][aria-label="Add files to project: Tides"]',
      { name: 'depths.md', content: '# Depths\n\nThe east channel has 14 fathoms.' },
      { name: 'map.png', content: PIXEL },
      { name: 'empty.txt', content: '' },
      { name: 'bells.pdf', content: buildPdf([['The harbour bell rings at noon.']]) },
    );
    await desk.waitForSelector('::-p-xpath(//li[contains(., "bells.pdf")][contains(., "kB")])');
    const errors = await desk.$$eval('.project-card [role="alert"]', (all) =>
      all.map((each) => each.textContent ?? ''),
    );
    expect(errors).toEqual([
      'map.png is an image. Add text, Markdown or PDF files.',
      expect.stringContaining('empty.txt'),
    ]);
    expect(await seriousFindings(desk)).toEqual([]);
    await stage.shot(desk, `projects-files-${name}`);
    await page.bringToFront();
    await page.waitForSelector('::-p-xpath(//div[button[contains(., "Tides")]]/small[.="2 files"])');
    await panel.ask('How deep is the east channel?');
    await panel.answer();
    const [system, ...rest] = server.chats.at(-1)?.messages ?? [];
    expect(String(system?.content)).not.toContain('14 fathoms');
    const question = String(rest.at(-1)?.content);
    expect(question).toMatch(
      /Files of the project:[\s\S]*# bells\.pdf[\s\S]*rings at noon[\s\S]*# depths\.md[\s\S]*14 fathoms/,
    );
    await page.waitForSelector('::-p-xpath(//button[contains(., "Read the files of Tides")])');
    await panel.shot(`projects-files-sent-${name}`);
    await panel.ask('And the west one?');
    await panel.answer();
    expect(String(server.chats.at(-1)?.messages.at(-1)?.content)).not.toContain('14 fathoms');
  });

  test('filter the list of chats', async () => {
    await openChats();
    await page.waitForFunction(() => document.querySelectorAll('.thread-list li').length === 1);
    expect(await listed()).toEqual(['How deep is the water?']);
    await select('All chats');
    await page.waitForFunction(() => document.querySelectorAll('.thread-list li').length === 2);
    expect(await page.$$eval('.thread-project', (all) => all.map((each) => each.textContent))).toEqual(['Tides']);
    expect(await seriousFindings(page)).toEqual([]);
    await panel.shot(`projects-list-${name}`);
  });

  test('accept a chat that is moved to them, and release it', async () => {
    await openChats();
    await page.locator('button[aria-label="More for chat: When is high water?"]').click();
    await page.locator('::-p-xpath(//button[normalize-space()="Move to project"])').click();
    await page.waitForSelector('.project-dialog[open]');
    expect(await seriousFindings(page)).toEqual([]);
    await panel.shot(`projects-dialog-${name}`);
    await page.locator('::-p-xpath(//dialog//button[normalize-space()="Tides"])').click();
    await page.waitForFunction(() => document.querySelectorAll('.thread-project').length === 2);
    await page.locator('::-p-xpath(//button[.//span="When is high water?"])').click();
    await page.waitForSelector('button[aria-label="Project of this chat: Tides"]');
    // Its own model is kept, since models are never switched silently.
    await panel.waitForModel('usual');
    await panel.ask('And low water?');
    await panel.answer();
    expect(getSystemPrompt(-1)).toContain(INSTRUCTIONS);
    await page.locator('button[aria-label="Project of this chat: Tides"]').click();
    await page.locator('::-p-xpath(//dialog//button[normalize-space()="No project"])').click();
    await page.waitForSelector('button[aria-label="Project of this chat: Tides"]', { hidden: true });
    await panel.ask('Thanks');
    await panel.answer();
    expect(getSystemPrompt(-1)).not.toContain(INSTRUCTIONS);
  });

  test('are created for a chat by the keyboard alone', async () => {
    await page.focus('textarea[aria-label="Message"]');
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('.command-palette input:focus');
    await page.keyboard.type('Move to project');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.project-dialog button[aria-pressed="true"]:focus');
    // Moves past "Tides" to the field.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.waitForSelector('.project-dialog input:focus');
    await page.keyboard.type('Harbours');
    await page.keyboard.press('Enter');
    await page.waitForSelector('button[aria-label="Project of this chat: Harbours"]');
    await page.waitForSelector('textarea[aria-label="Message"]:focus');
  });

  test('are exported, deleted and imported again, with files and chats', async () => {
    await page.bringToFront();
    await openChats();
    await page.locator('::-p-xpath(//button[.//span="How deep is the water?"])').click();
    const desk = await settings();
    await desk.evaluate(keepDownloads);
    await desk.locator('button[aria-label="Export project: Tides"]').click();
    const { text: file } = await takeTextDownload(desk);
    expect(JSON.parse(file).project).toMatchObject({ name: 'Tides', instructions: INSTRUCTIONS, web: true });
    await desk.locator('button[aria-label="Delete project: Tides"]').click();
    await desk.locator('::-p-xpath(//button[normalize-space()="Delete project and 1 chat"])').click();
    await desk.waitForSelector(`${CARD})`, { hidden: true });
    // The panel leaves the deleted chat.
    await page.bringToFront();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'New chat');
    await desk.bringToFront();

    const choose = (content: string) =>
      chooseFiles(desk, 'input[type="file"][aria-label="Project file to import"]', { name: 'tides.json', content });
    await choose(file.slice(0, 300));
    await desk.waitForSelector('::-p-xpath(//*[@role="status"][contains(., "Sidenote can read")])');
    await choose(file);
    await desk.waitForSelector(`::-p-xpath(//blockquote[contains(., "${INSTRUCTIONS}")])`);
    expect(await seriousFindings(desk)).toEqual([]);
    await stage.shot(desk, `projects-import-${name}`);
    await desk.locator('::-p-xpath(//section[blockquote]//button[normalize-space()="Import project"])').click();
    await desk.waitForSelector('::-p-xpath(//*[@role="status"][contains(., "1 chat imported")])');
    await desk.waitForSelector(`${CARD}[contains(., "1 chat")][contains(., "depths.md")][contains(., "bells.pdf")])`);

    // What the file would turn on stays off, and everything else is unchanged.
    await openChats();
    await page.locator('::-p-xpath(//button[.//span="How deep is the water?"])').click();
    await page.waitForSelector('button[aria-label="Project of this chat: Tides"]');
    await page.waitForSelector('::-p-xpath(//*[@role="log"]//*[contains(text(), "And the west one?")])');
    await panel.ask('And the north channel?');
    await panel.answer();
    expect(getSystemPrompt(-1)).toContain(INSTRUCTIONS);
    await page.locator('button[aria-label="New chat"]').click();
    await page.waitForSelector('button[aria-label="Search the web"][aria-pressed="false"]');
  });

  test('are deleted with or without their chats', async () => {
    const desk = await settings();
    await desk.locator('button[aria-label="Delete project: Harbours"]').click();
    await desk.locator('::-p-xpath(//button[normalize-space()="Delete project and keep its chats"])').click();
    await desk.waitForSelector('::-p-xpath(//h3[.="Harbours"])', { hidden: true });
    await desk.locator('button[aria-label="Delete project: Tides"]').click();
    await desk.waitForSelector('::-p-xpath(//*[@role="alertdialog"])');
    expect(await seriousFindings(desk)).toEqual([]);
    await desk.locator('::-p-xpath(//button[normalize-space()="Delete project and 1 chat"])').click();
    await desk.waitForSelector(`${CARD})`, { hidden: true });
    await page.bringToFront();
    if ((await page.$('.chats')) === null) await page.locator('button[aria-label="Chats"]').click();
    await page.waitForFunction(() => document.querySelectorAll('.thread-list li').length === 1);
    expect(await listed()).toEqual(['When is high water?']);
  });
});
