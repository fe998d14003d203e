import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import {
  type ChatRequest,
  callChunks,
  Hold,
  hasToolResult,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { buildPdf, lockedPdf } from './support/pdf.ts';
import { PIXEL } from './support/pixel.ts';
import { renewAfterFailure } from './support/renew-after-failure.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const OTHER_TEXT = 'The ferry leaves at noon from the north pier.';

describe.each(BROWSERS)('the context of a question, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: Site;
  let panel: Panel;
  let tabId: number;
  const hold = new Hold();

  beforeAll(async () => {
    site = await serveSite({
      '/ferry': { body: `<title>The ferry</title><main><h1>The ferry</h1><p>${OTHER_TEXT}</p></main>` },
      '/closing': { body: '<title>A tab that closes</title><p>Soon gone.</p>' },
    });
    const answers: Parameters<typeof startModelServer>[0] = {
      plain: (_request, response) => streamChunks(response, textChunks('Done.')),
      held: async (_request, response) => {
        await hold.wait(response);
        await streamChunks(response, textChunks('Done.'));
      },
      blind: (_request, response) => streamChunks(response, textChunks('Done.')),
      reader: (request, response) => {
        const [, id] = /"tab_id":(\d+)/.exec(JSON.stringify(request.messages).replaceAll('\\', '')) ?? [];
        const call = { id: 'call_1', name: 'read_tab', arguments: JSON.stringify({ tab_id: Number(id) }) };
        return streamChunks(response, hasToolResult(request) ? textChunks('Read it.') : callChunks([call]));
      },
    };
    server = await startModelServer(answers, { blind: { supports_image_input: false } });
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
    ({ tabId } = await stage.openPage(stage.articleUrl));
    panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel('plain');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
    await site?.close();
  });
  renewAfterFailure(async () => {
    panel = await stage.renewPanel(panel);
    await panel.chooseModel('plain');
  });

  const pill = () =>
    panel.page.$eval('output[aria-label="Context"]', (each) => each.textContent?.replace(/\s+/g, ' ') ?? '');
  const lastChat = (): ChatRequest | undefined => server.chats.at(-1);
  const prompt = () => JSON.stringify(lastChat()?.messages);
  const type = (text: string) => panel.page.locator('textarea[aria-label="Message"]').fill(text);

  test('the page is measured when a question is begun, and not before', async () => {
    expect(await pill()).not.toContain('tokens');
    await type('How');
    await expect.poll(pill).toMatch(/~[\d.]+k? tokens$/);
    await panel.shot(`${name}-context-tokens`);
    await type('');
  });

  test('a tab can be pinned by keyboard, and is unpinned when it closes', async () => {
    const { page } = await stage.openPage(`${site.origin}/closing`);
    await panel.page.bringToFront();
    await panel.page.focus('.context-pill');
    await panel.page.keyboard.press('Enter');
    await panel.page.waitForSelector('.context-menu li');
    await panel.shot(`${name}-context-menu`);
    await panel.page.keyboard.press('Escape');
    await panel.page.waitForFunction(() => document.querySelector('.context-menu') === null);
    expect(await panel.page.evaluate(() => document.activeElement?.matches('.context-pill'))).toBe(true);
    await panel.page.keyboard.press('Enter');
    await panel.page.locator('::-p-xpath(//li/button[.//span[text()="A tab that closes"]])').click();
    await expect.poll(pill).toContain('A tab that closes');
    await panel.page.waitForSelector('.context-pill[aria-label^="Context, Pinned, "]');
    await panel.ask('What is here?');
    await panel.answer();
    expect(prompt()).toContain('A tab that closes');
    await page.close();
    await waitForXPath(panel.page, '//*[@role="status"][contains(., "pinned tab was closed")]');
    expect(await panel.page.$('.context-pill[aria-label^="Context, Pinned, "]')).toBeNull();
    await expect.poll(pill).toContain('The clock in the sea');
    await panel.shot(`${name}-context-lost`);
  });

  test('an added tab is listed for the model, which may read it without approval', async () => {
    const { page } = await stage.openPage(`${site.origin}/ferry`);
    await panel.page.bringToFront();
    await panel.click('New chat');
    await panel.chooseModel('reader');
    await panel.page.locator('.context-pill').click();
    await panel.click('Add to the question: The ferry');
    await panel.page.keyboard.press('Escape');
    await panel.page.waitForSelector('[aria-label="Attached to your question"] li');
    await panel.shot(`${name}-context-tab-chip`);
    await panel.ask('When does it leave?');
    expect(await panel.answer()).toContain('Read it.');
    expect(await panel.cards()).toEqual(['read_tab output-available']);
    expect(prompt()).toContain(OTHER_TEXT);
    expect(await panel.page.$('[aria-label="Attached to your question"]')).toBeNull();
    await panel.page.waitForSelector('[aria-label="Sent with this question"] li');
    await panel.shot(`${name}-context-tab-sent`);
    await page.close();
  });

  test('pinned and added tabs are kept when the panel closes, and removed when the tabs close', async () => {
    const { page: ferry } = await stage.openPage(`${site.origin}/ferry`);
    const { page: closing } = await stage.openPage(`${site.origin}/closing`);
    const chips = () =>
      panel.page.$$eval('[aria-label="Attached to your question"] li > span', (all) =>
        all.map((each) => each.textContent),
      );
    const reopen = async (meanwhile: () => Promise<void> = async () => undefined) => {
      await panel.page.close();
      await meanwhile();
      panel = await stage.openPanel(tabId);
    };
    await panel.page.bringToFront();
    await panel.click('New chat');
    await panel.chooseModel('plain');
    await panel.page.locator('.context-pill').click();
    await panel.click('Add to the question: The ferry');
    await panel.click('Add to the question: A tab that closes');
    await panel.page.locator('::-p-xpath(//li/button[.//span[text()="The ferry"]])').click();
    await expect.poll(pill).toContain('The ferry');
    await reopen();
    await expect.poll(pill).toContain('The ferry');
    await panel.page.waitForSelector('.context-pill[aria-label^="Context, Pinned, "]');
    await expect.poll(chips).toEqual(['The ferry', 'A tab that closes']);
    await reopen(() => closing.close());
    await expect.poll(chips).toEqual(['The ferry']);
    await reopen(() => ferry.close());
    await waitForXPath(panel.page, '//*[@role="status"][contains(., "pinned tab was closed")]');
    await reopen();
    await waitForXPath(panel.page, '//*[@role="status"][contains(., "pinned tab was closed")]');
    await expect.poll(pill).toContain('The clock in the sea');
    await expect.poll(chips).toEqual([]);
    await panel.click('Ask without page');
    await reopen();
    await expect.poll(pill).toBe('No page');
    await panel.click('Ask about the page');
    await panel.click('New chat');
  });

  describe('files', () => {
    const attach = (...files: { name: string; body: Buffer | string }[]) =>
      chooseFiles(
        panel.page,
        'input[aria-label="Files to attach"]',
        ...files.map(({ name: file, body }) => ({ name: file, content: body })),
      );
    const chips = () =>
      panel.page.$$eval('[aria-label="Attached to your question"] li', (all) =>
        all.map((each) => (each as HTMLElement).innerText.replaceAll('\n', ' ')),
      );
    const failures = () => panel.page.$$eval('.attach-failure', (all) => all.map((each) => each.textContent ?? ''));
    beforeAll(async () => {
      await panel.click('New chat');
      await panel.chooseModel('plain');
    });

    test('text, PDF and a picture are attached as delimited data, and stay with the question', async () => {
      await attach(
        { name: 'notes.txt', body: 'The harbour master is Ines.' },
        { name: 'plan.pdf', body: buildPdf([['# Timetable', 'Low water at six.']]) },
        { name: 'map.png', body: PIXEL },
      );
      await expect.poll(chips).toHaveLength(3);
      await expect
        .poll(chips)
        .toEqual(
          expect.arrayContaining([
            expect.stringContaining('notes.txt ~'),
            expect.stringContaining('plan.pdf ~'),
            expect.stringContaining('map.png 1 × 1'),
          ]),
        );
      await panel.shot(`${name}-context-files`);
      await panel.ask('Who and when?');
      await panel.answer();
      const content = lastChat()?.messages.findLast(({ role }) => role === 'user')?.content as unknown as Part[];
      const text = content.map((part) => part.text ?? '').join('\n');
      expect(text).toMatch(/\[data ([a-z]{12})\]\nFile: notes\.txt\n\nThe harbour master is Ines\.\n\[end \1\]/);
      expect(text).toMatch(/File: plan\.pdf.*Page 1.*Low water at six\./s);
      expect(text.trimEnd().endsWith('Who and when?')).toBe(true);
      expect(content.filter((part) => part.image_url?.url.startsWith('data:image/jpeg;base64,'))).toHaveLength(1);
      expect(await chips()).toEqual([]);
      await panel.page.waitForFunction(
        () => document.querySelectorAll('[aria-label="Sent with this question"] li').length === 3,
      );
      await panel.shot(`${name}-context-files-sent`);
    });

    test('files are sent to the model although the worker is stopped', async () => {
      await panel.chooseModel('held');
      await attach({ name: 'tides.txt', body: 'High water at nine.' }, { name: 'map.png', body: PIXEL });
      await expect.poll(chips).toHaveLength(2);
      const before = server.chats.length;
      hold.start();
      await panel.ask('When?');
      await expect.poll(() => server.chats.length).toBe(before + 1);
      await stage.killWorker();
      hold.end();
      await panel.answer();
      expect(prompt()).toContain('High water at nine.');
      expect(prompt()).toContain('data:image/jpeg;base64,');
      expect(await panel.page.$$eval('[aria-label="Sent with this question"] li', (all) => all.length)).toBe(5);
      await panel.chooseModel('plain');
    });

    test('attached files are kept when the panel closes, and can be removed', async () => {
      await attach({ name: 'later.txt', body: 'Later.' });
      await expect.poll(chips).toEqual([expect.stringContaining('later.txt ~')]);
      await panel.page.close();
      panel = await stage.openPanel(tabId);
      await expect.poll(chips).toEqual([expect.stringContaining('later.txt ~')]);
      await panel.click('Remove: later.txt');
      await expect.poll(chips).toEqual([]);
    });

    test('a file that cannot be attached shows the reason and what to do', async () => {
      await attach(
        { name: 'archive.zip', body: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) },
        { name: 'long.txt', body: 'a'.repeat(1_000_001) },
        { name: 'empty.txt', body: '' },
        { name: 'broken.pdf', body: '%PDF-1.4 nothing' },
        { name: 'locked.pdf', body: lockedPdf() },
      );
      await expect
        .poll(failures)
        .toEqual([
          expect.stringContaining('archive.zip isn’t text, a PDF or an image'),
          expect.stringContaining('long.txt contains more than 1 MB of text'),
          expect.stringContaining('empty.txt is empty'),
          expect.stringContaining('broken.pdf was not attached. This document isn’t a PDF'),
          expect.stringContaining('locked.pdf was not attached. This PDF is password-protected'),
        ]);
      await panel.shot(`${name}-context-failures`);
      expect(await chips()).toEqual([]);
    });

    test('a model without vision shows a warning, and gets notes instead of pictures', async () => {
      await panel.chooseModel('blind');
      await attach({ name: 'map.png', body: PIXEL });
      await expect.poll(chips).toEqual([expect.stringContaining('This model can’t see images')]);
      await panel.shot(`${name}-context-blind`);
      await panel.ask('Where is it?');
      await panel.answer();
      expect(prompt()).toContain('which you cannot see');
      expect(prompt()).not.toContain('image_url');
      await panel.chooseModel('plain');
    });

    test('files can be dropped and pasted', async () => {
      await panel.page.evaluate(() => {
        const file = (name: string) => {
          const data = new DataTransfer();
          data.items.add(new File(['Dropped or pasted.'], name, { type: 'text/plain' }));
          return data;
        };
        const at = document.querySelector('.thread-scroller') ?? document.body;
        at.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: file('drop.txt') }));
        const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
        // Firefox ignores a clipboard created by a page.
        Object.defineProperty(paste, 'clipboardData', { value: file('paste.txt') });
        document.querySelector('textarea[aria-label="Message"]')?.dispatchEvent(paste);
      });
      await expect
        .poll(async () => (await chips()).toSorted())
        .toEqual([expect.stringContaining('drop.txt'), expect.stringContaining('paste.txt')]);
      await panel.click('Remove: drop.txt');
      await panel.click('Remove: paste.txt');
    });
  });
});

type Part = { text?: string; image_url?: { url: string } };
