import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { fillField } from './fill-field.ts';
import { waitForXPath } from './wait-for-xpath.ts';

/** Where screenshots go; git ignores it. */
const SHOTS = path.resolve('out/shots');

/** The panel as a user uses it, by the roles and names the outside may rely on. */
export class Panel {
  readonly page: Page;
  /** The tab it is about, where it was opened for one. */
  readonly tabId: number | null;
  private readonly beforeCommand: () => Promise<void>;

  /** `beforeCommand` is called before everything that makes the panel ask the worker for something. */
  constructor(page: Page, beforeCommand: () => Promise<void> = async () => undefined, tabId: number | null = null) {
    this.page = page;
    this.beforeCommand = beforeCommand;
    this.tabId = tabId;
  }

  /** Sends a question, and waits until it stands in the conversation. */
  async ask(text: string): Promise<void> {
    const questions = '[role="log"] article[aria-label="You"]';
    const before = await this.page.$$eval(questions, (all) => all.length);
    await fillField(this.page, 'textarea[aria-label="Message"]', text);
    await this.beforeCommand();
    await this.page.locator('button[aria-label="Send"]:not(:disabled)').click();
    await this.page.waitForFunction(
      (selector, count) => document.querySelectorAll(selector).length > count,
      {},
      questions,
      before,
    );
  }

  async click(name: string): Promise<void> {
    await this.beforeCommand();
    return this.page.locator(`button[aria-label="${name}"], ::-p-xpath(//button[normalize-space()="${name}"])`).click();
  }

  /** Chooses in the list of models, as soon as it is listed there. `name`: as the list shows it. */
  async chooseModel(name: string): Promise<void> {
    await this.openModels(name);
    await this.page
      .locator(`::-p-xpath(//*[@role="option"][.//span[@class="model-name"][normalize-space()="${name}"]])`)
      .click();
    await this.waitForModel(name);
  }

  /** Waits until this model answers here, and the list is closed. */
  async waitForModel(name: string): Promise<void> {
    await waitForXPath(this.page, `//button[@aria-label="Model"][@aria-expanded="false"][normalize-space()="${name}"]`);
  }

  /** Opens the list of models, with something typed into its search. */
  async openModels(query: string): Promise<void> {
    await this.page.locator('button[aria-label="Model"]').click();
    await fillField(this.page, 'input[role="combobox"]', query);
  }

  /** Waits until the last answer has ended, and gives what the user sees of it. */
  async answer(timeout = 30_000): Promise<string> {
    await this.page.waitForFunction(
      () => {
        const last = [...document.querySelectorAll('[role="log"] article')].at(-1);
        return last?.getAttribute('aria-label') === 'Assistant' && last.getAttribute('aria-busy') === 'false';
      },
      { timeout },
    );
    return this.text();
  }

  /** What the last answer shows now. */
  text(): Promise<string> {
    return this.page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('[role="log"] article[aria-label="Assistant"]')].at(-1)?.innerText ??
        '',
    );
  }

  waitForText(text: string, timeout = 20_000): Promise<unknown> {
    return this.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll<HTMLElement>('[role="log"] article[aria-label="Assistant"]')]
          .at(-1)
          ?.innerText.includes(wanted),
      { timeout },
      text,
    );
  }

  /** The tool cards of the conversation: their names and states. */
  cards(): Promise<string[]> {
    return this.page.$$eval('[role="log"] [role="group"]', (groups) =>
      groups.map((group) => `${group.getAttribute('aria-label')} ${group.getAttribute('data-state')}`),
    );
  }

  waitForCard(name: string, state: string): Promise<unknown> {
    return this.page.waitForSelector(`[role="group"][aria-label="${name}"][data-state="${state}"]`);
  }

  async shot(name: string): Promise<void> {
    mkdirSync(SHOTS, { recursive: true });
    await this.page.bringToFront();
    await this.page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  }
}
