import type { Browser } from 'puppeteer-core';

/** A raw WebDriver BiDi connection. The driver has no typed API for Firefox's own windows. */
type Bidi = { connection: { send(method: string, parameters: object): Promise<{ result: unknown }> } };
type Tree = { contexts: { context: string; url: string }[] };
type Evaluated = { type: string; result?: { value?: unknown }; exceptionDetails?: { text: string } };

/** The add-on's id in Firefox. */
export const FIREFOX_ID = 'sidenote@sidenote';

/**
 * Evaluates in Firefox's own window, where a test can act outside of pages: click the toolbar button, inspect the
 * sidebar, stop the background. Needs a browser started with `--remote-allow-system-access`.
 */
export async function evaluateInFirefox(browser: Browser, expression: string): Promise<unknown> {
  const { connection } = browser as unknown as Bidi;
  const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
  const window = (result as Tree).contexts.find((each) => each.url.includes('browser.xhtml'));
  const reply = await connection.send('script.evaluate', {
    expression,
    target: { context: window?.context },
    awaitPromise: true,
    userActivation: true,
  });
  const evaluated = reply.result as Evaluated;
  if (evaluated.type !== 'success') throw new Error(evaluated.exceptionDetails?.text ?? 'Firefox refused.');
  return evaluated.result?.value;
}

/** Sets Firefox's language to one without a language pack, so that content is requested in it. */
export async function speakInFirefox(browser: Browser, language: string): Promise<void> {
  await evaluateInFirefox(
    browser,
    `Services.locale.availableLocales = ['${language}', 'en-US']; Services.locale.requestedLocales = ['${language}']; 'ok'`,
  );
}

const EXTENSION = `WebExtensionPolicy.getByID('${FIREFOX_ID}').extension`;

/** Stops the background like Firefox does when it is idle. Resolves to false if it was already stopped. */
export async function stopFirefoxBackground(browser: Browser): Promise<boolean> {
  const before = await evaluateInFirefox(
    browser,
    `(async () => {
      const before = ${EXTENSION}.backgroundState;
      await ${EXTENSION}.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });
      return before;
    })()`,
  );
  return before !== 'stopped';
}

/** Whether the background is running, or Firefox has suspended it. */
export async function isFirefoxBackgroundRunning(browser: Browser): Promise<boolean> {
  return (await evaluateInFirefox(browser, `${EXTENSION}.backgroundState`)) === 'running';
}

/** Removes the extension, and its stored data if the profile's preferences say so. */
export async function uninstallFromFirefox(browser: Browser): Promise<void> {
  await evaluateInFirefox(
    browser,
    `(async () => {
      const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
      await (await AddonManager.getAddonByID('${FIREFOX_ID}'))?.uninstall();
    })()`,
  );
}

/** Clicks the toolbar button in the window's current tab, which opens the sidebar. */
export async function clickFirefoxAction(browser: Browser): Promise<void> {
  await evaluateInFirefox(
    browser,
    `(async () => {
      const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
      await ExtensionParent.apiManager.global.browserActionFor(${EXTENSION}).triggerAction(window);
    })()`,
  );
}

/** Closes the sidebar once it is open. */
export async function closeFirefoxSidebar(browser: Browser): Promise<void> {
  await evaluateInFirefox(
    browser,
    `(async () => {
      while (!window.SidebarController.isOpen) await new Promise((resolve) => window.setTimeout(resolve, 20));
      window.SidebarController.hide();
    })()`,
  );
}

/** A screenshot of the whole window with its sidebar, as PNG. */
export async function snapshotFirefoxWindow(browser: Browser): Promise<Buffer> {
  const address = await evaluateInFirefox(
    browser,
    `(async () => {
      const picture = await window.browsingContext.currentWindowGlobal.drawSnapshot(null, 1, 'white');
      const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      canvas.getContext('2d').drawImage(picture, 0, 0);
      return canvas.toDataURL('image/png');
    })()`,
  );
  return Buffer.from(String(address).split(',')[1] ?? '', 'base64');
}
