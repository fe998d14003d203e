import type { Frame, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isOurWorker } from '../scripts/launch.ts';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import { shootFailure } from './support/failure-shot.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const ANSWER = 'The moon pulls the water.\n\nTwice a day it rises.';
const ON_ONE_LINE = 'The moon pulls the water. Twice a day it rises.';

const form = (fields: string) =>
  `<!doctype html><meta charset="utf-8"><title>Fields</title><body><form action="/sent" method="get">${fields}<button>Send</button></form>`;

const FIELDS = form(`
  <label for="subject">Subject</label><input id="subject" value="High tide is at noon today">
  <textarea id="reply" placeholder="Your reply">Old words stay here</textarea>
  <div id="rich" contenteditable aria-label="Note"><p>Old <b>bold</b> words</p></div>
  <textarea id="arabic" aria-label="رد" dir="rtl">المد مرتفع الآن</textarea>
  <input id="short" aria-label="Short" maxlength="10">
  <input id="password" type="password" aria-label="Password">
  <input id="card" autocomplete="cc-number" aria-label="Number">
  <input id="code" autocomplete="one-time-code" aria-label="Code">
  <input id="locked" readonly aria-label="Locked">
  <textarea id="closed" aria-label="Closed"></textarea>
  <iframe id="same" src="/frame"></iframe><iframe id="foreign" src="OTHER/frame"></iframe><iframe id="embedded" src="EMBEDDED/frame"></iframe>
  <iframe src="EMBEDDED/srcdoc"></iframe><iframe src="EMBEDDED/blob"></iframe><iframe sandbox="allow-scripts" srcdoc="SANDBOX"></iframe>
  <script>document.getElementById('closed').addEventListener('input', ({ target }) => { target.value = ''; })</script>`);

/** HTML without quotation marks, which would end an attribute. */
const fieldInFrame = (id: string) => `<textarea id=${id} placeholder=Answer></textarea>`;

describe.each(BROWSERS)('text in a field of the page, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: Site;
  let other: Site;
  let page: Page;
  let panel: Panel;
  let tabId: number;

  beforeAll(async () => {
    server = await startModelServer({ writer: (_request, response) => streamChunks(response, textChunks(ANSWER)) });
    const frame = { body: form('<textarea id="inner" aria-label="Comment">Old words</textarea>') };
    other = await serveSite({
      '/frame': frame,
      '/srcdoc': { body: `<!doctype html><body><iframe srcdoc="${fieldInFrame('in-srcdoc')}"></iframe>` },
      '/blob': {
        body: `<!doctype html><script>location = URL.createObjectURL(new Blob(['${fieldInFrame('in-blob')}'], { type: 'text/html' }))</script>`,
      },
    });
    const body = FIELDS.replaceAll('EMBEDDED', other.origin).replace('SANDBOX', fieldInFrame('in-sandbox'));
    site = await serveSite({ '/': { body }, '/frame': frame }, other.origin.replace('127.0.0.1', 'localhost'));
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
    const opened = await stage.openPage(`${site.origin}/`);
    page = opened.page;
    tabId = opened.tabId;
    if (name === 'firefox') await stage.clickToolbarButton(page);
    // The driver cannot focus a frame of another site beside the sidebar.
    panel = await stage.openPanel(opened.tabId, { inTab: true });
    await panel.chooseModel('writer');
    await panel.ask('Why?');
    await panel.answer();
  });
  afterAll(async () => {
    await stage?.close();
    for (const each of [server, site, other]) await each?.close();
  });
  afterEach(async (context) => {
    await shootFailure(context, name, panel);
    expect(site.requests.filter((path) => path === '/sent')).toEqual([]);
  });

  /** Focuses a field, and selects a part of its text. */
  async function focus(id: string, selected = '', frame: Page | Frame = page): Promise<void> {
    await page.bringToFront();
    await frame.evaluate(
      (fieldId, part) => {
        const field = document.getElementById(fieldId) as HTMLElement;
        field.focus();
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
          const start = part === '' ? field.value.length : field.value.indexOf(part);
          field.setSelectionRange(start, start + part.length);
          return;
        }
        const walker = document.createTreeWalker(field, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        range.selectNodeContents(field);
        if (part === '') range.collapse(false);
        for (let node = walker.nextNode(); node && part !== ''; node = walker.nextNode()) {
          const at = (node as Text).data.indexOf(part);
          if (at < 0) continue;
          range.setStart(node, at);
          range.setEnd(node, at + part.length);
          break;
        }
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
      },
      id,
      selected,
    );
  }

  const readFieldText = (id: string, frame: Page | Frame = page) =>
    frame.evaluate((fieldId) => {
      const field = document.getElementById(fieldId) as HTMLElement;
      return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : field.innerText;
    }, id);

  async function openCard(): Promise<void> {
    await panel.page.bringToFront();
    await panel.page.evaluate(() =>
      document.querySelector<HTMLElement>('.field-card button[aria-label="Close"]')?.click(),
    );
    await panel.page.locator('[role="toolbar"][aria-label="Answer"] button[aria-label="Insert into page"]').click();
  }

  async function press(button: string): Promise<void> {
    await panel.click(button);
  }

  const cardText = () => panel.page.$eval('.field-card', (card) => (card as HTMLElement).innerText);
  const says = (text: string) =>
    waitForXPath(panel.page, `//*[contains(@class, "field-card")]//p[contains(., "${text}")]`);

  test('is inserted at the cursor of the field that the button names', async () => {
    await focus('reply');
    await openCard();
    await waitForXPath(panel.page, '//button[normalize-space()="Insert at cursor: Your reply"]');
    await panel.shot(`${name}-field-insert`);
    await press('Insert at cursor: Your reply');
    await says('Inserted: Your reply');
    expect(await readFieldText('reply')).toBe(`Old words stay here ${ANSWER}`);
    await press('Undo');
    await says('Undone.');
    expect(await readFieldText('reply')).toBe('Old words stay here');
  });

  test('replaces a selection, shown as a diff by words, on one line if the field has one', async () => {
    await focus('subject', 'High tide is');
    await openCard();
    await waitForXPath(panel.page, '//button[normalize-space()="Replace selection: Subject"]');
    const marked = (mark: string) =>
      panel.page.$$eval(`.field-card ${mark}`, (all) => all.map((each) => each.textContent?.trim()));
    expect((await marked('del')).join(' ')).toContain('High');
    expect((await marked('ins')).join(' ')).toContain('moon');
    await panel.shot(`${name}-field-diff`);
    await press('Replace selection: Subject');
    await says('Selection replaced: Subject');
    expect(await readFieldText('subject')).toBe(`${ON_ONE_LINE} at noon today`);
    // Uses the page's own undo.
    await page.evaluate(() => document.execCommand('undo'));
    expect(await readFieldText('subject')).toBe('High tide is at noon today');
  });

  test('replaces a selection in an editable element, and Undo brings its formatting back', async () => {
    await focus('rich', 'bold');
    const before = await page.$eval('#rich', (field) => field.innerHTML);
    await openCard();
    await press('Replace selection: Note');
    await says('Selection replaced: Note');
    expect((await readFieldText('rich')).replace(/\s+/g, ' ').trim()).toBe(`Old ${ON_ONE_LINE} words`);
    await press('Undo');
    await says('Undone.');
    expect(await page.$eval('#rich', (field) => field.innerHTML)).toBe(before);
  });

  test('is inserted into right-to-left text', async () => {
    await focus('arabic', 'مرتفع');
    await openCard();
    await press('Replace selection: رد');
    await says('Selection replaced');
    expect(await readFieldText('arabic')).toBe(`المد ${ANSWER} الآن`);
  });

  test('is inserted into a field in a frame', async () => {
    const frame = page.frames().find((each) => each.url() === `${site.origin}/frame`) as Frame;
    await focus('inner', 'words', frame);
    await openCard();
    await press('Replace selection: Comment');
    await says('Selection replaced: Comment');
    expect(await readFieldText('inner', frame)).toBe(`Old ${ANSWER}`);
  });

  // In Firefox, sharing a tab does not give access to frames of other origins.
  testInChromium('goes into a field of a frame of another origin, which the button names', async () => {
    const frame = page.frames().find((each) => each.url() === `${other.origin}/frame`) as Frame;
    await focus('inner', '', frame);
    await openCard();
    const host = new URL(other.origin).host;
    await press(`Insert at cursor: Comment (${host})`);
    await says(`Inserted: Comment (${host})`);
    expect(await readFieldText('inner', frame)).toBe(`Old words ${ANSWER}`);
  });

  test('is not seen by the page before the click', async () => {
    await focus('reply');
    await openCard();
    await waitForXPath(panel.page, '//button[normalize-space()="Insert at cursor: Your reply"]');
    const seen = await page.evaluate(() => ({
      hasScript: 'answerFieldRequest' in window,
      html: document.documentElement.outerHTML,
    }));
    expect(seen.hasScript).toBe(false);
    expect(seen.html).not.toContain('The moon');
  });

  test('a selected part of an answer is offered, and inserted alone', async () => {
    await focus('reply');
    await panel.page.bringToFront();
    await panel.page.evaluate(() => {
      const text = document.querySelector('.message.assistant p')?.firstChild as Text;
      getSelection()?.setBaseAndExtent(text, 4, text, 14);
    });
    await panel.page.locator('.quote-selection ::-p-xpath(//button[normalize-space()="Insert into page"])').click();
    await press('Insert at cursor: Your reply');
    await says('Inserted: Your reply');
    expect(await readFieldText('reply')).toMatch(/moon pulls$/);
    await press('Undo');
    await says('Undone.');
  });

  test('Undo finds the text after the user typed more', async () => {
    await focus('reply');
    await openCard();
    await press('Insert at cursor: Your reply');
    await says('Inserted: Your reply');
    await page.evaluate(() => document.execCommand('insertText', false, ' And more.'));
    await press('Undo');
    await says('Undone.');
    expect(await readFieldText('reply')).toBe('Old words stay here And more.');
  });

  test.each(['password', 'card', 'code'])('never goes into a secret field (%s)', async (id) => {
    await focus(id);
    await openCard();
    await says('This field is for a password, a code or payment details');
    expect(await readFieldText(id)).toBe('');
  });

  test('does not go into a field that became a password field after it was shown', async () => {
    await focus('short');
    await openCard();
    await waitForXPath(panel.page, '//button[normalize-space()="Insert at cursor: Short"]');
    await page.evaluate(() => document.getElementById('short')?.setAttribute('type', 'password'));
    await press('Insert at cursor: Short');
    await says('This field is for a password');
    await page.evaluate(() => document.getElementById('short')?.setAttribute('type', 'text'));
    expect(await readFieldText('short')).toBe('');
  });

  test('is refused if the field does not accept such text, with what to do', async () => {
    await focus('short');
    await openCard();
    await press('Insert at cursor: Short');
    await says('The text is too long for this field');
    await focus('locked');
    await openCard();
    await says('No text field on the page has the cursor');
    await focus('closed');
    await openCard();
    await press('Insert at cursor: Closed');
    await says('The page didn’t accept the text');
    await panel.shot(`${name}-field-refused`);
    expect(await readFieldText('closed')).toBe('');
  });

  test('does not replace another text than the one that was shown', async () => {
    await focus('reply', 'words');
    await openCard();
    await waitForXPath(panel.page, '//button[normalize-space()="Replace selection: Your reply"]');
    await page.evaluate(() => {
      (document.getElementById('reply') as HTMLTextAreaElement).value = 'Something else';
    });
    await press('Replace selection: Your reply');
    await says('The selected text on the page has changed');
    expect(await readFieldText('reply')).toBe('Something else');
  });

  testInChromium('names the site that made a frame without an address', async () => {
    const host = new URL(other.origin).host;
    const names = { 'in-srcdoc': host, 'in-blob': host, 'in-sandbox': 'a frame without a site' };
    for (const [id, site] of Object.entries(names)) {
      const found = await Promise.all(page.frames().map((frame) => frame.$(`#${id}`)));
      const frame = page.frames()[found.findIndex((each) => each !== null)] as Frame;
      await focus(id, '', frame);
      await openCard();
      await waitForXPath(panel.page, `//button[normalize-space()="Insert at cursor: Answer (${site})"]`);
      await says(`Field: Answer on ${site}`);
    }
  });

  test('does not go into a frame of a site without access', async () => {
    const foreign = page.frames().find((each) => each.url().includes('localhost')) as Frame;
    await focus('inner', '', foreign);
    await openCard();
    await says('The field is in a frame from another site');
    expect(await readFieldText('inner', foreign)).toBe('Old words');
  });

  test('does not go into a page that was loaded since', async () => {
    await focus('reply');
    await openCard();
    await waitForXPath(panel.page, '//button[normalize-space()="Insert at cursor: Your reply"]');
    await page.goto(`${site.origin}/`);
    await page.evaluate(() => document.getElementById('reply')?.focus());
    await press('Insert at cursor: Your reply');
    await says('The field isn’t on the page anymore');
    expect(await readFieldText('reply')).toBe('Old words stay here');
    expect(await cardText()).toContain('Try again');
  });

  /**
   * Does what the context menu does in Chromium. In Firefox, tests have no access to the worker, but its panel gets the
   * same request.
   */
  async function chooseInMenu(menuItemId: string, prompt: string): Promise<void> {
    await panel.page.bringToFront();
    if (name === 'chromium') {
      const worker = await (await stage.browser.waitForTarget(isOurWorker)).worker();
      await worker?.evaluate(
        async (tab, id) => {
          const { contextMenus, tabs, sidePanel } = chrome as unknown as MenuApi;
          // Only a real click may open it. Here, the panel is already open in a tab.
          sidePanel.open = async () => undefined;
          contextMenus.onClicked.dispatch({ menuItemId: id }, await tabs.get(tab));
        },
        tabId,
        menuItemId,
      );
      return;
    }
    await stage.settings.evaluate(
      async (tab, question) => {
        const { runtime, storage, windows } = (globalThis as unknown as { browser: Api }).browser;
        const { field, failure } = await runtime.sendMessage({ type: 'find-field', tabId: tab });
        const { id } = await windows.getCurrent();
        const asked = field
          ? { text: `${question}\n\n${field.selected}`, isSent: true, field }
          : { text: '', isSent: false, failure: failure?.reason };
        await storage.session.set({ quickRequest: { windowId: id, tabId: tab, task: null, at: Date.now(), ...asked } });
      },
      tabId,
      prompt,
    );
  }

  test('selected in a field is rewritten on request, without the page, and proposed as a diff', async () => {
    await page.bringToFront();
    await page.goto(`${site.origin}/`);
    await focus('reply', 'words stay');
    server.chats.length = 0;
    await chooseInMenu('field-shorten', 'Shorten the text below.');
    await waitForXPath(panel.page, '//button[normalize-space()="Replace selection: Your reply"]');
    const question = JSON.stringify(server.chats);
    expect(question).toContain('Shorten the text below.');
    expect(question).toContain('words stay');
    expect(question).not.toContain('Fields');
    expect(question).not.toContain('Old');
    await panel.shot(`${name}-field-proposal`);
    // The proposal keeps its field, regardless of where the user clicks in the meantime.
    await focus('subject');
    await panel.page.bringToFront();
    await press('Replace selection: Your reply');
    await says('Selection replaced: Your reply');
    expect(await readFieldText('reply')).toBe(`Old ${ANSWER} here`);
    await press('Undo');
    await says('Undone.');
    expect(await readFieldText('reply')).toBe('Old words stay here');
  });

  test('in a secret field is not rewritten, and the panel says why', async () => {
    await focus('password');
    server.chats.length = 0;
    await chooseInMenu('field-improve', 'Improve the text below.');
    await waitForXPath(panel.page, '//p[@role="alert"][contains(., "This field is for a password")]');
    expect(server.chats).toEqual([]);
  });
});

type Api = {
  runtime: {
    sendMessage(message: object): Promise<{ field?: { selected: string }; failure?: { reason: object } }>;
  };
  storage: { session: { set(values: object): Promise<void> } };
  windows: { getCurrent(): Promise<{ id: number }> };
};
type MenuApi = {
  sidePanel: { open(options: object): Promise<void> };
  contextMenus: { onClicked: { dispatch(info: object, tab: object): void } };
  tabs: { get(tabId: number): Promise<object> };
};
