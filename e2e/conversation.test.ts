import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';
import {
  callChunks,
  Hold,
  hasToolResult,
  type ModelServer,
  questionIn,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { renewAfterFailure } from './support/renew-after-failure.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const killsBeforeCommands = process.env.KILL_BEFORE_COMMANDS !== undefined;
const LONG = Array.from({ length: 20 }, (_, n) => `part${n}`).join(' ');
/** Number of chunks before the server holds the answer. */
const BEGUN = 10;
/** Number of lines for which the panel is too small, after which the server holds the answer again. */
const LINES_BEGUN = 60;
const LINES_MORE = 90;
const LINES = Array.from({ length: 120 }, (_, n) => `line${n}\n\n`).join(' ');

describe.each(BROWSERS)('a conversation in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  const hold = new Hold();

  beforeAll(async () => {
    let answers = 0;
    server = await startModelServer({
      echo: (request, response) => {
        const question = questionIn(request);
        if (question === 'lines') return hold.stream(response, textChunks(LINES), [LINES_BEGUN, LINES_MORE], 20);
        if (question === 'long') return hold.stream(response, textChunks(LONG), BEGUN);
        return streamChunks(response, textChunks(`**Answer** ${++answers} to ${question}.`));
      },
      other: (_request, response) => streamChunks(response, textChunks('The other model speaks.')),
      caller: (request, response) =>
        hasToolResult(request) || questionIn(request) === 'Only the title.'
          ? streamChunks(response, textChunks(`Heard: ${questionIn(request)}`))
          : hold.stream(response, callChunks([{ id: 'call_1', name: 'read_page', arguments: '{}' }]), 1),
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    const { tabId } = await stage.openPage(stage.articleUrl);
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(tabId);
    await panel.page.evaluate(() => {
      Object.assign(navigator.clipboard, {
        writeText: async (text: string) => void Object.assign(globalThis, { copied: text }),
        write: async ([item]: ClipboardItem[]) => {
          const markdown = await item?.getType('text/plain');
          Object.assign(globalThis, { copied: await markdown?.text() });
        },
      });
    });
    await panel.click('New chat');
    await panel.chooseModel('echo');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });
  renewAfterFailure(async () => {
    hold.end();
    panel = await stage.renewPanel(panel);
    await panel.chooseModel('echo');
  });

  const questions = () =>
    panel.page.$$eval('[role="log"] article[aria-label="You"]', (all) => all.map((each) => each.textContent));
  const queue = () => panel.page.$$eval('.queue li span', (all) => all.map((each) => each.textContent));
  const copied = () => panel.page.evaluate(() => (globalThis as unknown as { copied: string }).copied);
  const type = (text: string) => panel.page.locator('textarea[aria-label="Message"]').fill(text);
  const queueUp = async (text: string) => {
    await type(text);
    await panel.click('Send after this answer');
    await panel.page.waitForFunction(
      (wanted) => [...document.querySelectorAll('.queue li span')].at(-1)?.textContent === wanted,
      {},
      text,
    );
  };
  const waitForQuestion = (text: string) =>
    panel.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('article[aria-label="You"]')].some((each) => each.textContent === wanted),
      {},
      text,
    );

  test('copies a question, and an answer as Markdown', async () => {
    await panel.ask('one');
    await panel.answer();
    await panel.click('Copy answer');
    await expect.poll(copied).toBe('**Answer** 1 to one.');
    await panel.click('Copy question');
    await expect.poll(copied).toBe('one');
  });

  testOfFullRun('an edited question becomes a version, and both versions can be continued', async () => {
    await panel.click('Edit question');
    await panel.page.locator('textarea[aria-label="Edit question"]').fill('two');
    await panel.click('Ask again');
    await panel.waitForText('Answer 2 to two.');
    expect(await questions()).toEqual(['two']);
    await waitForXPath(panel.page, '//*[@class="message-versions"][contains(., "2 of 2")]');
    await panel.click('Previous version');
    await panel.waitForText('Answer 1 to one.');
    expect(await questions()).toEqual(['one']);
    await panel.shot(`${name}-versions`);
  });

  testOfFullRun('regenerating with another model adds a version', async () => {
    await panel.answer();
    await panel.click('Answer with another model');
    await panel.page.locator('input[role="combobox"]').fill('other');
    await panel.page
      .locator('::-p-xpath(//*[@role="option"][.//span[@class="model-name"][normalize-space()="other"]])')
      .click();
    await panel.waitForText('The other model speaks.');
    await panel.answer();
    await panel.page.locator('.turn:not(.question) button[aria-label="Previous version"]').click();
    await panel.waitForText('Answer 1 to one.');
  });

  test('selected text of an answer is quoted in the question', async () => {
    await panel.chooseModel('echo');
    await panel.page.evaluate(() => {
      const bold = document.querySelector('.message.assistant strong');
      if (bold) document.getSelection()?.selectAllChildren(bold);
    });
    await panel.click('Quote');
    await panel.page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')?.value === '> Answer\n\n',
    );
    expect(await panel.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Message');
    await type('');
  });

  testOfFullRun('a question and its answer are deleted permanently', async () => {
    await panel.ask('secret');
    await panel.answer();
    await panel.page
      .locator('.turn.question:nth-last-child(2) button[aria-label="Delete question and answer"]')
      .click();
    await panel.click('Delete question and answer?');
    await panel.page.waitForFunction(() => document.querySelectorAll('article[aria-label="You"]').length === 1);
    expect(await questions()).toEqual(['one']);
    await panel.page.close();
    panel = await stage.openPanel(panel.tabId);
    await waitForQuestion('one');
    expect(await questions()).toEqual(['one']);
  });

  // There are more commands than the number of times that a run may be resumed: with the worker killed before each, the
  // run ends as interrupted and the others wait.
  testOfFullRun.skipIf(killsBeforeCommands)(
    'what is asked while an answer is written waits, can be changed, and is sent in its turn',
    async () => {
      hold.start();
      await panel.ask('long');
      await panel.waitForText('part2');
      await queueUp('first');
      await queueUp('second');
      await queueUp('third');
      for (const [width, scheme] of [
        [360, 'light'],
        [480, 'dark'],
        [800, 'light'],
      ] as const) {
        await panel.page.setViewport({ width, height: 720 });
        if (name === 'chromium')
          await panel.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await panel.shot(`${name}-queue-${width}`);
      }
      await panel.page.setViewport({ width: 360, height: 720 });
      if (name === 'chromium') await panel.page.emulateMediaFeatures([]);
      await panel.page.locator('.queue li:nth-child(2) button[aria-label="Remove queued question: second"]').click();
      await expect.poll(queue).toEqual(['first', 'third']);
      await panel.page.locator('.queue li:nth-child(2) button[aria-label="Edit queued question: third"]').click();
      await expect.poll(queue).toEqual(['first']);
      await panel.page.waitForFunction(
        () => document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')?.value === 'third',
      );
      await queueUp('third, changed');
      hold.end();
      await waitForQuestion('third, changed');
      await panel.waitForText('to third, changed.');
      expect((await questions()).slice(-3)).toEqual(['long', 'first', 'third, changed']);
      expect(await queue()).toEqual([]);
    },
  );

  test('a queued message is sent once although the panel was closed and the worker killed', async () => {
    await panel.answer();
    hold.start();
    await panel.ask('long');
    await panel.waitForText('part2');
    await queueUp('afterwards');
    await panel.page.close();
    await stage.killWorker();
    panel = await stage.openPanel(panel.tabId);
    hold.end();
    await waitForQuestion('afterwards');
    await panel.waitForText('to afterwards.');
    expect((await questions()).filter((each) => each === 'afterwards')).toHaveLength(1);
  });

  testOfFullRun('after Stop a queued message stays until the user sends it', async () => {
    await panel.answer();
    hold.start();
    await panel.ask('long');
    await panel.waitForText('part1');
    await queueUp('held');
    await panel.stop();
    hold.end();
    expect(await queue()).toEqual(['held']);
    await panel.click('Send this now: held');
    await panel.waitForText('to held.');
    expect(await queue()).toEqual([]);
  });

  test('a message added to a running answer is in its next request, also after the worker was stopped', async () => {
    await panel.answer();
    await panel.click('New chat');
    await panel.chooseModel('caller');
    hold.start();
    await panel.ask('Read it.');
    await panel.page.waitForSelector('[role="group"][data-state="input-streaming"]');
    await queueUp('Only the title.');
    await panel.click('Add to the running answer: Only the title.');
    await panel.page.waitForSelector('[role="note"][aria-label="You (while answering)"]');
    if (!killsBeforeCommands) await stage.killWorker();
    hold.end();
    await panel.answer();
    expect(await panel.text()).toContain('Heard: Only the title.');
    expect(await questions()).toEqual(['Read it.']);
    expect(await queue()).toEqual([]);
    await panel.shot(`${name}-steered`);
  });

  test('scrolling up stops following the answer, and a button resumes it', async () => {
    await panel.click('New chat');
    await panel.chooseModel('echo');
    hold.start();
    await panel.ask('lines');
    await panel.waitForText('line40');
    const scroller = '.thread-scroller';
    const place = () => panel.page.$eval(scroller, (box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    await expect.poll(place).toBeLessThan(60);
    await panel.page.$eval(scroller, (box) => box.scrollBy({ top: -20 }));
    const top = () => panel.page.$eval(scroller, (box) => box.scrollTop);
    const before = await top();
    hold.pass();
    await panel.waitForText(`line${LINES_MORE - 1}`);
    expect(await top()).toBe(before);
    await panel.click('Jump to latest');
    hold.end();
    await panel.answer();
    await expect.poll(place).toBeLessThan(60);
  });
});
