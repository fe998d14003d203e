import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { APPROVAL_ARMING_MS } from '../../lib/security/approval/approval-policy.ts';
import { fillField } from './fill-field.ts';
import { waitForXPath } from './wait-for-xpath.ts';

/** Folder for screenshots, ignored by git. */
const SHOTS = path.resolve('out/shots');

/**
 * Waits look again after this time, in milliseconds. The driver's default looks in each frame, which costs Firefox a
 * fifth of the processor time of a test, and stops in a background tab.
 */
export const LOOK_AGAIN = { polling: 50 };

/** The panel as a user operates it, through stable roles and names. */
export class Panel {
  readonly page: Page;
  /** The tab for which it was opened, if any. */
  readonly tabId: number | null;
  readonly #beforeCommand: () => Promise<void>;

  /** `beforeCommand` is called before every action that sends a command to the worker. */
  constructor(page: Page, beforeCommand: () => Promise<void> = async () => undefined, tabId: number | null = null) {
    this.page = page;
    this.#beforeCommand = beforeCommand;
    this.tabId = tabId;
  }

  /** Sends a question, and waits until it is in the conversation. */
  async ask(text: string): Promise<void> {
    const questions = '[role="log"] article[aria-label="You"]';
    const before = await this.page.$$eval(questions, (all) => all.length);
    await fillField(this.page, 'textarea[aria-label="Message"]', text);
    await this.#beforeCommand();
    await this.page.locator('button[aria-label="Send"]:not(:disabled)').click();
    await this.page.waitForFunction(
      (selector, count) => document.querySelectorAll(selector).length > count,
      LOOK_AGAIN,
      questions,
      before,
    );
  }

  async click(name: string, signal?: AbortSignal): Promise<void> {
    await this.#beforeCommand();
    const button = `button[aria-label="${name}"], ::-p-xpath(//button[normalize-space()="${name}"])`;
    return this.page.locator(button).click(signal === undefined ? {} : { signal });
  }

  /** Approves a request with a button of its card, after scrolling through all of it. */
  async approve(button: string): Promise<void> {
    await this.page.waitForSelector('.permission-buttons .primary:not(:disabled), .unread-hint button');
    for (
      let unread = await this.page.$('.unread-hint button');
      unread;
      unread = await this.page.$('.unread-hint button')
    ) {
      await unread.evaluate((button) => (button as HTMLElement).click()).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await this.holdCardStill();
    await this.click(button);
  }

  /** The driver centers a button that is partly out of view and clicks at once. One that has just moved approves nothing. */
  async holdCardStill(): Promise<void> {
    await this.page.$eval('.permission-buttons .primary', (element) => element.scrollIntoView({ block: 'center' }));
    await new Promise((resolve) => setTimeout(resolve, APPROVAL_ARMING_MS + 200));
  }

  /**
   * Waits until nothing below an answer is added any more, such as its figures. A click has no effect if its button
   * moves between press and release.
   */
  async waitUntilStill(): Promise<void> {
    const height = () => this.page.evaluate(() => document.querySelector('.thread')?.scrollHeight ?? 0);
    for (let before = -1, now = await height(); now !== before; now = await height()) {
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }

  /**
   * Clicks a button until its effect is shown. A click has none if its button moves between press and release, such as
   * when the figures of an answer appear above it.
   */
  async clickUntil(button: string, effect: string): Promise<void> {
    let isShown = false;
    const shown = this.page.waitForSelector(effect).finally(() => {
      isShown = true;
    });
    while (!isShown) {
      const element = await this.page.$(button);
      await element?.click().catch(() => undefined);
      await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 500))]);
    }
    await shown;
  }

  async allow(): Promise<void> {
    await this.approve('Allow');
  }

  /**
   * Stops the answer, and returns its text. Aborts the click once the answer has ended: the driver repeats a click if
   * the button disappears before the effect was reported, so it would wait for the button and stop the next answer.
   */
  async stop(): Promise<string> {
    const stopped = new AbortController();
    void this.click('Stop', stopped.signal).catch(() => undefined);
    try {
      return await this.answer();
    } finally {
      stopped.abort();
    }
  }

  /** Selects a model as soon as it is listed. `name`: the name shown in the list. */
  async chooseModel(name: string): Promise<void> {
    await this.openModels(name);
    await waitForXPath(
      this.page,
      `//*[@role="option"][@data-active="true"][.//span[@class="model-name"][normalize-space()="${name}"]]`,
    );
    await this.page.keyboard.press('Enter');
    await this.waitForModel(name);
  }

  /** Waits until this model is selected and the list is closed. */
  async waitForModel(name: string): Promise<void> {
    await waitForXPath(this.page, `//button[@aria-label="Model"][@aria-expanded="false"][normalize-space()="${name}"]`);
  }

  /** Opens the list of models, with a search query. */
  async openModels(query: string): Promise<void> {
    await this.page.locator('button[aria-label="Model"]').click();
    await fillField(this.page, 'input[role="combobox"]', query);
  }

  /** Waits until the last answer has ended, and returns its visible text. */
  async answer(): Promise<string> {
    await this.page.waitForFunction(() => {
      const last = [...document.querySelectorAll('[role="log"] article')].at(-1);
      return last?.getAttribute('aria-label') === 'Assistant' && last.getAttribute('aria-busy') === 'false';
    }, LOOK_AGAIN);
    return this.text();
  }

  /** The current visible text of the last answer. */
  text(): Promise<string> {
    return this.page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('[role="log"] article[aria-label="Assistant"]')].at(-1)?.innerText ??
        '',
    );
  }

  waitForText(text: string): Promise<unknown> {
    return this.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll<HTMLElement>('[role="log"] article[aria-label="Assistant"]')]
          .at(-1)
          ?.innerText.includes(wanted),
      LOOK_AGAIN,
      text,
    );
  }

  /** The tool cards of the conversation: their names and states. */
  cards(): Promise<string[]> {
    return this.page.$$eval('[role="log"] [role="group"]', (groups) =>
      groups.map((group) => `${group.getAttribute('data-tool')} ${group.getAttribute('data-state')}`),
    );
  }

  waitForCard(name: string, state: string): Promise<unknown> {
    return this.page.waitForSelector(`[data-tool="${name}"][data-state="${state}"]`);
  }

  async shot(name: string): Promise<void> {
    mkdirSync(SHOTS, { recursive: true });
    await this.page.bringToFront();
    await this.page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  }
}
