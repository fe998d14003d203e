import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserName } from '../scripts/browsers.ts';
import { BROWSERS } from './support/browsers.ts';
import { serveBundled } from './support/bundled-page.ts';
import { shootFailure } from './support/failure-shot.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { IS_FULL } from './support/scale.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const TEXT = 'Old words stay here';
const ANSWERS: Record<string, string> = {
  line: 'sentences of the moon',
  lines: 'sentences of the moon.\n\nTwice a day',
};
const EDITORS = ['prosemirror', 'lexical', 'quill', 'codemirror', 'monaco', 'tinymce', 'ckeditor'];

/** They take 320 MB and are only installed for this test. */
const server = IS_FULL ? await serveBundled('editors') : { missing: 'they are part of npm run test:full' };

if ('missing' in server) {
  test(`skipped: no editors: ${server.missing}`, ({ skip }) => skip());
} else {
  afterAll(server.close);
  describe.each(BROWSERS)('text in an editor, in %s', (name) => tryEditors(name, server.origin));
}

/** The middle of the editor's text, also in a frame of the page. Runs in the page. */
function placeOfText(): { x: number; y: number } | null {
  for (const frame of [window, ...Array.from({ length: frames.length }, (_, at) => frames[at] as Window)]) {
    const walker = frame.document.createTreeWalker(frame.document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node as Text).data.includes('words') || !node.parentElement?.checkVisibility()) continue;
      frame.frameElement?.scrollIntoView({ block: 'center' });
      const range = frame.document.createRange();
      range.selectNodeContents(node);
      const { left, top, width, height } = range.getBoundingClientRect();
      const offset = frame.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
      return { x: offset.left + left + width / 2, y: offset.top + top + height / 2 };
    }
  }
  return null;
}

function tryEditors(name: BrowserName, origin: string): void {
  let stage: Stage;
  let model: ModelServer;
  let page: Page;
  let panel: Panel;

  beforeAll(async () => {
    const answer = (text: string) => (_request: unknown, response: Parameters<typeof streamChunks>[0]) =>
      streamChunks(response, textChunks(text));
    model = await startModelServer(Object.fromEntries(Object.entries(ANSWERS).map(([id, text]) => [id, answer(text)])));
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(model.url);
    // Monaco and CKEditor 5 draw their text in animation frames, which a tab in the background does not get. So the
    // page is beside the real side panel, or in a separate window.
    const opened = await stage.openPage(`${origin}/?codemirror`, { inWindow: name === 'firefox' });
    page = opened.page;
    if (name === 'firefox') await stage.clickToolbarButton(page);
    panel = name === 'chromium' ? await stage.openSidePanel(page) : await stage.openPanel(opened.tabId);
  });
  afterAll(async () => {
    await stage?.close();
    await model?.close();
  });
  afterEach((context) => shootFailure(context, name, panel));

  const editorText = () =>
    page.evaluate(() =>
      (globalThis as unknown as { editorText(): string })
        .editorText()
        .replace(/\u00A0/g, ' ')
        .trim(),
    );
  const says = (text: string) =>
    waitForXPath(panel.page, `//*[contains(@class, "field-card")]//p[contains(., "${text}")]`);
  const words = (text: string) => text.replace(/\s+/g, ' ');

  /** Opens an editor and selects the second word with the keyboard, like a user. */
  async function selectWord(editor: string): Promise<void> {
    await page.bringToFront();
    await page.goto(`${origin}/?${editor}`);
    await page.waitForFunction(() => document.title === 'Ready');
    if (name === 'firefox') await stage.clickToolbarButton(page);
    const place = await page.waitForFunction(placeOfText);
    const { x, y } = (await place.jsonValue()) as { x: number; y: number };
    await page.mouse.click(x, y);
    await page.keyboard.press('Home');
    for (let count = 0; count < 'Old '.length; count++) await page.keyboard.press('ArrowRight');
    await page.keyboard.down('Shift');
    for (let count = 0; count < 'words'.length; count++) await page.keyboard.press('ArrowRight');
    await page.keyboard.up('Shift');
    // CKEditor 5 notices the selection a moment later, and no longer once the panel has the focus.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }

  /** Replaces the selected word with the last answer. */
  async function replace(): Promise<void> {
    await panel.page.bringToFront();
    await panel.page.evaluate(() =>
      document.querySelector<HTMLElement>('.field-card button[aria-label="Close"]')?.click(),
    );
    await panel.page
      .locator('.turn:last-child [role="toolbar"][aria-label="Answer"] button[aria-label="Insert into page"]')
      .click();
    const button = '::-p-xpath(//button[starts-with(normalize-space(), "Replace selection")])';
    await panel.page.locator(button).click();
    await says('Selection replaced');
  }

  describe.each(Object.entries(ANSWERS))('%s', (id, answer) => {
    beforeAll(async () => {
      await panel.page.bringToFront();
      await panel.click('New chat');
      await panel.chooseModel(id);
      await panel.ask('Say it.');
      await panel.answer();
    });

    test.each(EDITORS)('replaces a word in %s, and both ways to undo bring it back', async (editor) => {
      await selectWord(editor);
      await replace();
      const expected = words(TEXT.replace('words', answer));
      expect(words(await editorText())).toBe(expected);
      await panel.click('Undo');
      await says('Undone.');
      expect(await editorText()).toBe(TEXT);

      await selectWord(editor);
      await replace();
      expect(words(await editorText())).toBe(expected);
      await page.evaluate(() => (globalThis as unknown as { editorUndo(): void }).editorUndo());
      await page.waitForFunction(
        (text) => (globalThis as unknown as { editorText(): string }).editorText().trim() === text,
        {},
        TEXT,
      );
    });
  });
}
