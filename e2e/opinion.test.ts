import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import {
  chunk,
  Hold,
  type ModelServer,
  questionIn,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { buildPdf } from './support/pdf.ts';
import { renewAfterFailure } from './support/renew-after-failure.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';
import { waitForXPath } from './support/wait-for-xpath.ts';

const FIRST = 'The lock opens at 9:30 every day. A boat pays 12 € there. Ask at the gate for a key.';
const SECOND = 'The lock opens at 9:45 every day. A boat pays 15 € there. Ask at the gate for a key.';
/** Once one of two answers was kept. */
const WITHOUT_OPINIONS = '.thread:not(:has(.opinion))';
/** How many chunks arrive before the server holds the answer. */
const BEGUN = 4;

/** Runs in the panel. What the actions of the last answer cover of the line below it. */
function listCoveredTexts(): string[] {
  const turn = [...document.querySelectorAll('.turn:not(.question)')].at(-1);
  const actions = [...(turn?.querySelectorAll('.message-actions > *') ?? [])].map((each) =>
    each.getBoundingClientRect(),
  );
  return [...(turn?.querySelectorAll<HTMLElement>('.run-outcome-line > *') ?? [])]
    .filter((each) => {
      const box = each.getBoundingClientRect();
      return actions.some(
        ({ left, right, top, bottom }) =>
          left < box.right - 1 && right > box.left + 1 && top < box.bottom - 4 && bottom > box.top + 4,
      );
    })
    .map((each) => each.innerText);
}

describe.each(BROWSERS)('a second opinion in %s', (name) => {
  let stage: Stage;
  let first: ModelServer;
  let second: ModelServer;
  let site: Site;
  let panel: Panel;
  const hold = new Hold();
  let isFailing = false;
  /** The second model's answer, if it should differ from its usual one. */
  let instead: string[] | null = null;

  beforeAll(async () => {
    site = await serveSite({ '/lock.pdf': { body: buildPdf([['The lock opens early.']]), type: 'application/pdf' } });
    first = await startModelServer({
      alpha: (_request, response) => hold.stream(response, textChunks(FIRST), BEGUN),
    });
    second = await startModelServer(
      {
        beta: (_request, response) => {
          if (instead !== null) return streamChunks(response, instead);
          if (!isFailing) return hold.stream(response, textChunks(SECOND), BEGUN);
          response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"No."}}');
        },
      },
      { beta: { pricing: { prompt: '0.000001', completion: '0.000002' } } },
    );
    stage = await setStage(name);
    const { page, tabId } = await stage.openPage(stage.articleUrl);
    await stage.addEndpoint(first.url);
    await stage.addEndpoint(second.url);
    // Headless Chromium has access to this site. In Firefox, the tab is shared.
    if (name === 'firefox') await stage.clickToolbarButton(page);
    panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel('alpha');
  });
  afterAll(async () => {
    hold.end();
    await stage?.close();
    await first?.close();
    await second?.close();
    await site?.close();
  });
  renewAfterFailure(async () => {
    hold.end();
    isFailing = false;
    instead = null;
    panel = await stage.renewPanel(panel);
    await panel.chooseModel('alpha');
  });

  const chooseSecond = async () => {
    await fillField(panel.page, 'input[role="combobox"]', 'beta');
    await waitForXPath(panel.page, '//*[@role="option"][@data-active="true"][contains(., "beta")]');
    await panel.page.keyboard.press('Enter');
  };
  const sides = () =>
    panel.page.$$eval('.opinion', (all) =>
      all.map((side) => ({
        model: side.querySelector('.opinion-toggle')?.textContent,
        text: side.querySelector<HTMLElement>('.markdown')?.innerText ?? '',
        isBusy: side.querySelector('article')?.getAttribute('aria-busy') === 'true',
      })),
    );
  const texts = async () => (await sides()).map(({ text }) => text);
  /** Waits for both answers to the last question, which may be shown before its answers are. */
  const ended = async () => {
    await panel.page.waitForFunction(
      () =>
        [...document.querySelectorAll('.turn.question')]
          .at(-1)
          ?.nextElementSibling?.querySelectorAll('.opinion article[aria-busy="false"] .run-outcome').length === 2,
    );
    await panel.waitUntilStill();
  };
  const pager = () => panel.page.$$eval('.message-versions', (all) => all.map((each) => each.textContent));
  const marked = () =>
    panel.page.evaluate(() => [...(CSS.highlights.get('opinion-differs') ?? [])].map((range) => `${range}`));

  test('says before sending that another model receives the question and the page', async () => {
    await panel.click('Second opinion');
    await panel.shot(`${name}-opinion-menu`);
    await chooseSecond();
    await panel.page.locator('textarea[aria-label="Message"]').fill('When does the lock open?');
    await waitForXPath(
      panel.page,
      '//*[@class="opinion-note"][contains(., "go to beta")][contains(., "About $0.00")][contains(., "sent to both")]',
    );
    await panel.shot(`${name}-opinion-note`);
  });

  test('both models answer at the same time from the same page, side by side', async () => {
    hold.start();
    await panel.ask('When does the lock open?');
    await expect.poll(texts).toEqual([expect.stringContaining('The lock'), expect.stringContaining('The lock')]);
    expect((await sides()).map(({ model, isBusy }) => [model, isBusy])).toEqual([
      ['alpha', true],
      ['beta', true],
    ]);
    await panel.shot(`${name}-opinion-streaming`);
    hold.end();
    await ended();
    expect(await texts()).toEqual([FIRST, SECOND]);
    const pageTexts = [first, second].map(({ chats }) => chats.at(-1)?.messages.map(({ content }) => content));
    expect(JSON.stringify(pageTexts[0]?.slice(1))).toBe(JSON.stringify(pageTexts[1]?.slice(1)));
  });

  test('facts and words that occur in only one are marked, and reachable by keyboard', async () => {
    await waitForXPath(panel.page, '//*[@class="opinions-line"]//dl[contains(., "9:30")][contains(., "15 €")]');
    await expect.poll(marked).toEqual(expect.arrayContaining(['9:30', '9:45', '12', '15']));
    expect(await marked()).not.toContain('gate');
    for (const [width, scheme] of [
      [360, 'light'],
      [360, 'dark'],
      [800, 'light'],
      [800, 'dark'],
    ] as const) {
      await panel.page.setViewport({ width, height: 720 });
      if (name === 'chromium') await panel.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await panel.page.$eval('.opinions', (pair) => pair.scrollIntoView());
      await panel.shot(`${name}-opinion-${width}-${scheme}`);
      const boxes = await panel.page.$$eval('.opinion', (all) => all.map((side) => side.getBoundingClientRect().top));
      expect(boxes[0] === boxes[1], `side by side at ${width}`).toBe(width >= 700);
      expect(await seriousFindings(panel.page)).toEqual([]);
    }
    await panel.page.setViewport({ width: 360, height: 720 });
    if (name === 'chromium') await panel.page.emulateMediaFeatures([]);
    await panel.page.focus('.opinions-line input');
    await panel.page.keyboard.press(' ');
    await expect.poll(marked).toEqual([]);
    await panel.page.keyboard.press(' ');
    await expect.poll(marked).not.toEqual([]);
    await panel.page.focus('.opinion-toggle');
    await panel.page.keyboard.press('Enter');
    await panel.page.waitForSelector('.opinion-toggle[aria-expanded="false"]');
    await panel.page.keyboard.press('Enter');
  });

  test('both stay when the panel is opened again', async () => {
    await panel.page.close();
    panel = await stage.openPanel(panel.tabId);
    await ended();
    expect(await texts()).toEqual([FIRST, SECOND]);
  });

  test('"Keep this one" continues from an answer, and the other stays as a version', async () => {
    await panel.clickUntil('button[aria-label="Keep this one: beta"]', WITHOUT_OPINIONS);
    await panel.waitForText('9:45');
    await expect.poll(pager).toEqual([expect.stringContaining('2 of 2')]);
    expect(await panel.page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Message');
    for (const width of [800, 560, 480, 360]) {
      await panel.page.setViewport({ width, height: 720 });
      await panel.waitUntilStill();
      expect.soft(await panel.page.evaluate(listCoveredTexts), `covered at ${width}`).toEqual([]);
    }
    // The chat continues with the model that was kept, and the other one gives the second opinion.
    await panel.waitForModel('beta');
    await waitForXPath(panel.page, '//*[@class="opinion-note"][contains(., "go to alpha")]');
    await panel.clickUntil(
      '.turn:not(.question) button[aria-label="Previous version"]',
      '::-p-xpath(//*[contains(@class, "markdown")][contains(., "9:30")])',
    );
    expect(await panel.page.$('.opinion')).toBeNull();
  });

  test('a model is not asked twice', async () => {
    await panel.chooseModel('alpha');
    await panel.page.waitForFunction(() => document.querySelector('.opinion-note') === null);
    await panel.click('Second opinion');
    await fillField(panel.page, 'input[role="combobox"]', 'a');
    await waitForXPath(panel.page, '//*[@role="option"][contains(., "beta")]');
    const names = await panel.page.$$eval('[role="option"] .model-name', (all) => all.map((each) => each.textContent));
    expect(names).not.toContain('alpha');
    await chooseSecond();
    await waitForXPath(panel.page, '//*[@class="opinion-note"][contains(., "go to beta")]');
  });

  test('queued and edited questions go to both', async () => {
    hold.start();
    await panel.ask('Is it open today?');
    await expect.poll(texts).toEqual([expect.stringContaining('The lock'), expect.stringContaining('The lock')]);
    await fillField(panel.page, 'textarea[aria-label="Message"]', 'Is it open tomorrow?');
    await panel.click('Send after this answer');
    await panel.page.waitForSelector('.queue li');
    hold.end();
    await panel.page.waitForFunction(() => document.querySelector('.queue li') === null);
    await waitForXPath(panel.page, '(//article[@aria-label="You"])[last()][contains(., "tomorrow")]');
    await ended();
    expect(await texts()).toEqual([FIRST, SECOND]);
    await panel.clickUntil(
      '.turn.question:nth-last-child(2) button[aria-label="Edit question"]',
      'textarea[aria-label="Edit question"]',
    );
    await fillField(panel.page, 'textarea[aria-label="Edit question"]', 'Is it open on Monday?');
    await panel.click('Ask again');
    await waitForXPath(panel.page, '(//article[@aria-label="You"])[last()][contains(., "Monday")][not(.//textarea)]');
    await ended();
    expect(await texts()).toEqual([FIRST, SECOND]);
    for (const { chats } of [first, second]) expect(chats.map(questionIn).at(-1)).toContain('Monday');
  });

  test('the second answer can be used like the first', async () => {
    const names = await panel.page.$$eval('.opinion', (all) =>
      all.map((side) => [...side.querySelectorAll('.message-actions button')].map((each) => each.ariaLabel)),
    );
    expect(names[1]).toEqual(names[0]);
    expect(names[1]).toContain('Remember something from this answer');
  });

  test('an answer that was cut off is kept when it is continued', async () => {
    instead = [...textChunks('A boat pays ').slice(0, -2), chunk({}, 'length')];
    await panel.ask('And at night?');
    await ended();
    instead = textChunks('18 € at night.');
    await panel.clickUntil(
      '.opinion:nth-child(2) ::-p-xpath(.//button[contains(., "Continue")])',
      '::-p-xpath(//*[contains(@class, "markdown")][contains(., "18 € at night.")])',
    );
    await panel.answer();
    instead = null;
    expect(await panel.page.$('.opinion')).toBeNull();
  });

  test('another model can be asked afterwards, after its price was said', async () => {
    await panel.click('Ask only one model');
    await panel.chooseModel('alpha');
    await panel.ask('And when does it close?');
    await panel.answer();
    const chats = second.chats.length;
    await panel.click('Ask another model too');
    await chooseSecond();
    await waitForXPath(panel.page, '//*[@class="opinion-note"][contains(., "Ask beta too?")]');
    await panel.shot(`${name}-opinion-ask`);
    expect(second.chats.length).toBe(chats);
    await panel.page.keyboard.press('Enter');
    await ended();
    expect((await sides()).map(({ model }) => model)).toEqual(['alpha', 'beta']);
    await panel.clickUntil('button[aria-label="Keep this one: alpha"]', WITHOUT_OPINIONS);
    await expect.poll(pager).toContainEqual(expect.stringContaining('1 of 2'));
  });

  test('a stop stops both', async () => {
    await panel.click('Second opinion');
    await chooseSecond();
    hold.start();
    await panel.ask('Once more?');
    await expect.poll(texts).toEqual([expect.stringContaining('The lock'), expect.stringContaining('The lock')]);
    await panel.click('Stop');
    await ended();
    hold.end();
    const outcomes = await panel.page.$$eval('.opinion .run-outcome', (all) =>
      all.map((each) => each.getAttribute('data-outcome')),
    );
    expect(outcomes).toEqual(['incomplete', 'incomplete']);
  });

  test('both are continued after the worker was stopped', async () => {
    hold.start();
    await panel.ask('And tomorrow?');
    await expect.poll(texts).toEqual([expect.stringContaining('The lock'), expect.stringContaining('The lock')]);
    await stage.killWorker();
    hold.end();
    await ended();
    expect(await texts()).toEqual([FIRST, SECOND]);
  });

  test('the error of one does not touch the other, and it can be asked again', async () => {
    isFailing = true;
    await panel.ask('And on Sunday?');
    await ended();
    expect((await texts())[0]).toBe(FIRST);
    await panel.page.waitForSelector('.opinion:nth-child(2) .notice.error');
    await panel.shot(`${name}-opinion-error`);
    isFailing = false;
    await panel.page
      .locator(
        '.opinion:nth-child(2) .notice.error ::-p-xpath(.//button[contains(., "Retry") or contains(., "again")])',
      )
      .click();
    await expect.poll(texts).toEqual([FIRST, SECOND]);
  });

  test('one that failed can be asked again while the other is being written', async () => {
    isFailing = true;
    hold.start();
    await panel.ask('And on Monday?');
    await panel.page.waitForSelector('.opinion:nth-child(2) .notice.error');
    isFailing = false;
    await panel.page
      .locator(
        '.opinion:nth-child(2) .notice.error ::-p-xpath(.//button[contains(., "Retry") or contains(., "again")])',
      )
      .click();
    await expect.poll(async () => (await texts())[1]).toContain('The lock');
    expect((await sides()).map(({ isBusy }) => isBusy)).toEqual([true, true]);
    hold.end();
    await ended();
    expect(await texts()).toEqual([FIRST, SECOND]);
  });

  testInChromium('a document is fetched once for both', async () => {
    const { tabId } = await stage.openPage(`${site.origin}/lock.pdf`);
    panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel('alpha');
    await panel.click('Second opinion');
    await chooseSecond();
    const loads = site.requests.filter((path) => path === '/lock.pdf').length;
    await panel.ask('When does it open?');
    await ended();
    expect(site.requests.filter((path) => path === '/lock.pdf').length).toBeLessThanOrEqual(loads + 1);
    for (const { chats } of [first, second]) expect(JSON.stringify(chats.at(-1))).toContain('The lock opens early.');
  });
});
