import type { Browser } from 'puppeteer-core';
import { clickFirefoxAction, evaluateInFirefox } from '../../scripts/firefox-chrome.ts';
import { waitUntil } from '../../scripts/wait-until.ts';

/** The extension's page in the sidebar, in Firefox's own window. The driver sees neither. */
const FRAME = `window.SidebarController.browser?.contentDocument?.getElementById('webext-panels-browser')`;

/** Tells the requests of one process apart. */
let requests = 0;

/**
 * The real sidebar of Firefox, read and clicked through the browser's window. A click is one of the user: the browser lets the
 * page ask for permissions in it.
 */
export class FirefoxSidebar {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Presses the toolbar button in the current tab. */
  async pressButton(): Promise<void> {
    await clickFirefoxAction(this.#browser);
  }

  async isOpen(): Promise<boolean> {
    return (await evaluateInFirefox(this.#browser, 'window.SidebarController.isOpen')) === true;
  }

  async close(): Promise<void> {
    await evaluateInFirefox(this.#browser, 'window.SidebarController.hide()');
  }

  /** Resolves once the sidebar shows a panel with a field for questions. */
  async waitUntilReady(): Promise<void> {
    await waitUntil(
      () => this.evaluate<boolean>(`document.querySelector('textarea') !== null`).catch(() => false),
      'The sidebar shows no panel.',
    );
  }

  async setWidth(width: number): Promise<void> {
    await evaluateInFirefox(
      this.#browser,
      `(() => {
        const box = document.getElementById('sidebar-box');
        box.style.width = '${width}px';
        box.style.minWidth = '0';
        box.style.maxWidth = 'none';
      })()`,
    );
  }

  /** The value of an expression in the page of the sidebar; a promise is waited for. */
  async evaluate<Value>(expression: string): Promise<Value> {
    return (await this.#run(`({ value: await (${expression}) })`)) as Value;
  }

  text(): Promise<string> {
    return this.evaluate<string>('document.body.innerText');
  }

  async waitForText(text: string): Promise<void> {
    await waitUntil(async () => (await this.text()).includes(text), `The sidebar does not say “${text}”.`);
  }

  /** Clicks a button by its name, or by its text, as a mouse does. */
  async click(name: string): Promise<void> {
    const find = `[...document.querySelectorAll('button, a.button, summary')].findLast((each) =>
      (each.getAttribute('aria-label') ?? each.innerText).trim() === ${JSON.stringify(name)} && each.checkVisibility() && !each.disabled)`;
    await waitUntil(() => this.evaluate<boolean>(`${find} !== undefined`), `The sidebar has no button “${name}”.`);
    await this.evaluate(`${find}.scrollIntoView({ block: 'center' })`);
    const [x, y] = await this.evaluate<[number, number]>(
      `(() => { const { x, y, width, height } = ${find}.getBoundingClientRect(); return [x + width / 2, y + height / 2]; })()`,
    );
    await this.#run(`await (async () => {
      for (const type of ['mousedown', 'mouseup']) {
        const at = { button: 0, clickCount: 1 };
        if (content.synthesizeMouseEvent) content.synthesizeMouseEvent(type, ${x}, ${y}, at, { isDOMEventSynthesized: false });
        else content.windowUtils.sendMouseEvent(type, ${x}, ${y}, 0, 1, 0);
      }
      return {};
    })()`);
  }

  /** Writes a question into the field and sends it. */
  async ask(text: string): Promise<void> {
    await this.evaluate(`(() => {
      const field = document.querySelector('textarea');
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
      field.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await this.click('Send');
  }

  /** Chooses a model by the name that the list shows. */
  async chooseModel(name: string): Promise<void> {
    const option = `[...document.querySelectorAll('[role="option"]')].find((each) => each.innerText.includes(${JSON.stringify(name)}))`;
    await this.click('Model');
    await waitUntil(() => this.evaluate<boolean>(`${option} !== undefined`), `There is no model “${name}”.`);
    await this.evaluate(`${option}.click()`);
    await this.waitForText(name);
  }

  /** Answers the prompt in which the browser asks the user for a permission. */
  async answerPrompt(isAllowed: boolean): Promise<void> {
    const notification = `window.PopupNotifications.panel.querySelector('popupnotification[id="addon-webext-permissions-notification"]')`;
    const button = `${notification}?.${isAllowed ? 'button' : 'secondaryButton'}`;
    await waitUntil(
      async () =>
        (await evaluateInFirefox(
          this.#browser,
          `window.PopupNotifications.panel.state === 'open' && ${button} != null && !${button}.disabled`,
        )) === true,
      'The browser asks for no permission.',
    );
    // Firefox takes no answer in the first half of a second.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await evaluateInFirefox(this.#browser, `${button}.click()`);
  }

  /** Runs code of a frame script, whose expression gives `{ value }`, beside the page of the sidebar. */
  async #run(expression: string): Promise<unknown> {
    const id = `sidenote-test-${++requests}`;
    const code = JSON.stringify(`(async () => { return JSON.stringify(${expression}); })()`);
    const inPage = expression.startsWith('(');
    const script = inPage
      ? `const sandbox = Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
         const run = () => Cu.evalInSandbox(${code}, sandbox);`
      : `const run = async () => JSON.stringify(${expression});`;
    const frameScript = `{ ${script}
      (async () => run())().then(
        (reply) => sendAsyncMessage('${id}', { reply }),
        (error) => sendAsyncMessage('${id}', { error: String(error) }),
      ); }`;
    const answer = (await evaluateInFirefox(
      this.#browser,
      `(async () => {
        const frame = ${FRAME};
        if (!frame) throw new Error('The sidebar shows no page of an extension.');
        const { promise, resolve } = Promise.withResolvers();
        const onReply = ({ data }) => resolve(JSON.stringify(data));
        frame.messageManager.addMessageListener('${id}', onReply);
        frame.messageManager.loadFrameScript('data:,' + encodeURIComponent(${JSON.stringify(frameScript)}), false);
        const timer = window.setTimeout(() => resolve('{"error":"The sidebar does not answer."}'), 10000);
        try { return await promise; } finally {
          window.clearTimeout(timer);
          frame.messageManager.removeMessageListener('${id}', onReply);
        }
      })()`,
    )) as string;
    const { reply, error } = JSON.parse(answer) as { reply?: string; error?: string };
    if (error !== undefined) throw new Error(error);
    return (JSON.parse(reply ?? '{}') as { value?: unknown }).value;
  }
}
