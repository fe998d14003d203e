import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { evaluateInFirefox } from '../scripts/firefox-chrome.ts';
import { UNREPORTED_NAVIGATION_MS } from '../scripts/limits.ts';
import { describeInFirefox } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import { FirefoxSidebar, setPermissionPrompts } from './support/firefox-sidebar.ts';
import { chunk, type ModelServer, startModelServer, streamChunks } from './support/model-server.ts';
import { Panel } from './support/panel.ts';
import { buildPdf } from './support/pdf.ts';
import { IS_FULL } from './support/scale.ts';
import { type Stage, setStage } from './support/stage.ts';

/** How many pages of one site are read in a session. */
const PAGES = IS_FULL ? 40 : 4;
const PARAGRAPH =
  '<p>The Moon pulls the sea, so that there are two high waters a day, and two low ones between them.</p>';
const article = (title: string) => `<title>${title}</title><article><h1>${title}</h1>${PARAGRAPH.repeat(20)}</article>`;

/** The text in the site's PDF. */
let version = 'ONE';
/** The address and the session of each request for a document. */
let requests: string[] = [];

async function startSite(): Promise<{ server: Server; port: number }> {
  const server = createServer(({ url = '', headers }, response) => {
    const session = /session=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    const pdf = (text: string) =>
      response
        .writeHead(200, { 'content-type': 'application/pdf', 'cache-control': 'no-store' })
        .end(buildPdf([[text]], 'Tide plan'));
    if (url.endsWith('.pdf')) requests.push(`${url} ${session}`);
    if (url.startsWith('/plan.pdf')) pdf(`High water of ${version} is at six.`);
    else if (url.startsWith('/mine.pdf') && session !== '') pdf(`The bill of ${session}.`);
    else if (url.startsWith('/mine.pdf')) response.writeHead(401).end();
    else if (url.startsWith('/once.pdf') && !requests.slice(0, -1).some((each) => each.startsWith('/once.pdf')))
      pdf('High water is at six.');
    else if (url.startsWith('/once.pdf')) response.writeHead(302, { location: '/login?again' }).end();
    else if (url.startsWith('/login'))
      response
        .writeHead(200, { 'set-cookie': `session=${url.split('?')[1]}; Path=/`, 'content-type': 'text/html' })
        .end(article('Welcome'));
    else response.writeHead(200, { 'content-type': 'text/html' }).end(article(`Tides ${url.slice(1)}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

type Extension = {
  tabs: { toggleReaderMode(tabId: number): Promise<void> };
  permissions: { remove(permissions: object): Promise<boolean> };
};

describeInFirefox('the sidebar of Firefox itself', () => {
  let stage: Stage;
  let sidebar: FirefoxSidebar;
  let site: { server: Server; port: number };
  let models: ModelServer;
  let page: Page;
  let tabId: number;
  /** No other test permanently allows this host. */
  const at = (host: string, address: string) => `http://${host}:${site.port}/${address}`;

  beforeAll(async () => {
    site = await startSite();
    models = await startModelServer({
      quick: (_request, response) => streamChunks(response, [chunk({ content: 'Six.' })]),
    });
    stage = await setStage('firefox', { ownBrowser: true });
    sidebar = new FirefoxSidebar(stage.browser);
  });
  afterAll(async () => {
    await stage?.close();
    site.server.close();
    models.close();
  });

  /** Runs `work` in the settings page, with the permissions of the extension's own code. */
  const inExtension = (work: (extension: Extension, given: string) => Promise<unknown>, given = '') =>
    stage.settings.evaluate(`(${work.toString()})(browser, ${JSON.stringify(given)})`);
  const withdrawSites = () =>
    inExtension((extension) => extension.permissions.remove({ origins: ['http://localhost/*', 'http://127.0.0.1/*'] }));

  beforeEach(async () => {
    await withdrawSites();
    if (await sidebar.isOpen()) await sidebar.close();
    ({ page, tabId } = await stage.openPage(at('localhost', 'start')));
    await page.bringToFront();
    return () => page.close();
  });

  async function share(): Promise<void> {
    await sidebar.pressButton();
    await sidebar.page();
    await sidebar.click('New chat');
  }

  describe('the door', () => {
    test('is a button in the toolbar', async () => {
      const area = `CustomizableUI.getPlacementOfWidget('sidenote_sidenote-browser-action').area`;
      expect(await evaluateInFirefox(stage.browser, area)).toBe('nav-bar');
    });

    test('has keys that Firefox itself has not', async () => {
      const keys = await evaluateInFirefox(
        stage.browser,
        `JSON.stringify([...document.querySelectorAll('key')].filter((key) => /accel,\\s*alt$|control,\\s*alt$/.test(key.getAttribute('modifiers') ?? '')).map((key) => key.getAttribute('key')))`,
      );
      const letters = (JSON.parse(String(keys)) as string[]).map((key) => key.toUpperCase());
      for (const own of ['J', 'G', 'B', 'H']) expect(letters.filter((letter) => letter === own)).toHaveLength(1);
    });

    test('opens with a click, which shares the page, and closes with the next', async () => {
      await sidebar.pressButton();
      await sidebar.page();
      await sidebar.waitForText('Tides start');
      await sidebar.pressButton();
      await expect.poll(() => sidebar.isOpen()).toBe(false);
      // For a moment, Firefox still lists the page of the closed sidebar. A click during that time would close the
      // sidebar.
      const open = async () => {
        if (!(await sidebar.isOpen())) await sidebar.pressButton();
        return sidebar.isOpen();
      };
      await expect.poll(open, { interval: 500 }).toBe(true);
      await sidebar.page();
    });

    test('stays open for a click that shares another page', async () => {
      await share();
      await page.goto(at('localhost', 'next'));
      await sidebar.waitForText('This tab (not shared yet)');
      await sidebar.pressButton();
      await sidebar.waitForText('Tides next');
      expect(await sidebar.isOpen()).toBe(true);
    });
  });

  describe('a page', () => {
    test('that is shared is read immediately', async () => {
      await share();
      await sidebar.ask('What is this about?');
      await sidebar.waitForText('I read Tides start');
    });

    test(`of a site is one of ${PAGES} that are read with two clicks for permission`, async () => {
      await share();
      await page.goto(at('localhost', 'second'));
      await sidebar.waitForText('This tab (not shared yet)');
      await sidebar.ask('What is this about?');
      await sidebar.click('Always allow localhost');
      await sidebar.waitForText('I read Tides second');
      for (let number = 3; number <= PAGES; number++) {
        const name = `page-${number}`;
        await page.goto(at('localhost', name));
        await sidebar.click('New chat');
        await sidebar.ask('What is this about?');
        await sidebar.waitForText(`I read Tides ${name}`);
      }
    });

    test('shows the offer below it if its site is shared a second time', async () => {
      await page.goto(at('127.0.0.1', 'a'));
      await share();
      await page.goto(at('127.0.0.1', 'b'));
      await sidebar.waitForText('This tab (not shared yet)');
      await sidebar.pressButton();
      await sidebar.waitForText('Tides b');
      await sidebar.ask('What is this about?');
      await sidebar.waitForText('I read Tides b');
      await sidebar.waitForText('Always allow 127.0.0.1');
    });

    test('that a link of a shared page opens in a new tab is read once its site is allowed', async () => {
      await share();
      await page.evaluate(
        (url) => {
          const link = Object.assign(document.createElement('a'), { href: url, target: '_blank', textContent: 'Next' });
          document.body.prepend(link);
        },
        at('localhost', 'linked'),
      );
      await page.click('a');
      await sidebar.waitForText('This tab (not shared yet)');
      await sidebar.ask('What is this about?');
      await sidebar.click('Always allow localhost');
      await sidebar.waitForText('I read Tides linked');
      await evaluateInFirefox(stage.browser, 'gBrowser.removeTab(gBrowser.selectedTab)');
    });

    test('that did not load is not taken for a document of a viewer', async () => {
      await page.goto('http://localhost:1/').catch(() => undefined);
      await share();
      await sidebar.ask('What is this about?');
      await sidebar.waitForText('didn’t load');
      expect(await sidebar.text()).not.toContain('The browser shows this document itself');
    });

    test('of the browser, which a question waits for, is said to be closed once a click has told it', async () => {
      await share();
      await page.goto('about:license', { timeout: UNREPORTED_NAVIGATION_MS }).catch(() => undefined);
      await sidebar.waitForText('This tab (not shared yet)');
      await sidebar.ask('What is this about?');
      await sidebar.waitForText('Click the Sidenote button in the toolbar');
      await sidebar.pressButton();
      await sidebar.waitForText('Browsers don’t let extensions read this kind of page.');
    });

    test('that a question waits for is said to be closed once its tab is', async () => {
      await share();
      const other = await stage.openPage(at('127.0.0.1', 'other'));
      await other.page.bringToFront();
      await sidebar.waitForText('This tab (not shared yet)');
      await sidebar.ask('What is this about?');
      await sidebar.waitForText('Click the Sidenote button in the toolbar');
      await other.page.close();
      await sidebar.waitForText('The tab this chat is about was closed.');
      expect(await sidebar.text()).not.toContain('Click the Sidenote button in the toolbar');
    });

    test('that a script has created is read, and named by its title and site', async () => {
      await page.evaluate((html) => {
        location.href = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
      }, article('Tides by script'));
      await page.waitForFunction(() => document.title === 'Tides by script');
      await share();
      await sidebar.ask('What is this about?');
      await sidebar.waitForText('I read Tides by script');
      const panel = await sidebar.page();
      const pill = await panel.$eval('output[aria-label="Context"]', (each) => each.textContent);
      expect(pill).toContain('Tides by script localhost:');
    });

    test('in Reader View is left with one click, and read if its site is allowed', async () => {
      await share();
      await page.goto(at('localhost', 'article'));
      await sidebar.ask('What is this about?');
      await sidebar.click('Always allow localhost');
      await sidebar.waitForText('I read Tides article');
      await inExtension((extension, id) => extension.tabs.toggleReaderMode(Number(id)), String(tabId));
      await expect
        .poll(() => evaluateInFirefox(stage.browser, 'gBrowser.selectedBrowser.currentURI.spec'))
        .toContain('about:reader');
      await sidebar.click('New chat');
      await sidebar.ask('What is this about?');
      await sidebar.waitForText('Click the Sidenote button in the toolbar');
      await sidebar.pressButton();
      await sidebar.waitForText('This page is in Reader View');
      await sidebar.click('Leave Reader View');
      await sidebar.waitForText('I read Tides article');
    });
  });

  describe('a PDF', () => {
    test('in the viewer needs approval for its site, and is read after that', async () => {
      await page.goto(at('localhost', 'plan.pdf'));
      await share();
      await sidebar.ask('When is high water?');
      await sidebar.waitForText('The browser shows this document itself.');
      await sidebar.click(`Allow localhost:${site.port}`);
      await sidebar.waitForText(`High water of ${version} is at six.`);
    });

    test('is not read while the browser’s own prompt is denied, and read once it is allowed', async () => {
      await setPermissionPrompts(stage.browser, true);
      try {
        await page.goto(at('localhost', 'plan.pdf'));
        await share();
        await sidebar.ask('When is high water?');
        await sidebar.click(`Allow localhost:${site.port}`);
        await sidebar.answerPrompt(false);
        expect(await sidebar.text()).not.toContain('High water of');
        await sidebar.click(`Allow localhost:${site.port}`);
        await sidebar.answerPrompt(true);
        await sidebar.waitForText(`High water of ${version} is at six.`);
      } finally {
        await setPermissionPrompts(stage.browser, false);
      }
    });

    test('that waits for a click asks for its site once the click has told it', async () => {
      await share();
      await page.goto(at('127.0.0.1', 'plan.pdf'));
      await sidebar.waitForText('This tab (not shared yet)');
      await sidebar.ask('When is high water?');
      await sidebar.waitForText('Click the Sidenote button in the toolbar');
      await sidebar.pressButton();
      await sidebar.click(`Allow 127.0.0.1:${site.port}`);
      await sidebar.waitForText(`High water of ${version} is at six.`);
    });

    test('that was replaced is read as its tab shows it', async () => {
      await page.goto(at('localhost', 'plan.pdf'));
      await share();
      await sidebar.ask('When is high water?');
      await sidebar.click(`Allow localhost:${site.port}`);
      await sidebar.waitForText(`High water of ${version} is at six.`);
      version = 'TWO';
      await page.reload();
      await sidebar.click('New chat');
      await sidebar.ask('When is high water?');
      await sidebar.waitForText('High water of TWO is at six.');
    });

    test('whose site redirects a second request is requested as an attachment', async () => {
      requests = [];
      await page.goto(at('localhost', 'once.pdf'));
      await share();
      await sidebar.ask('When is high water?');
      await sidebar.click(`Allow localhost:${site.port}`);
      await sidebar.waitForText('The site didn’t send this document a second time.');
    });

    test('of a container that was read without its sign-in says so', async () => {
      await share();
      await evaluateInFirefox(
        stage.browser,
        openInContainer(at('localhost', 'login?WorkBob'), at('localhost', 'plan.pdf')),
      );
      await sidebar.click('New chat');
      await sidebar.pressButton();
      await sidebar.ask('When is high water?');
      await sidebar.click(`Allow localhost:${site.port}`);
      await sidebar.waitForText(`High water of ${version} is at six.`);
      await sidebar.waitForText('Read without the sign-in of its container tab.');
      await evaluateInFirefox(stage.browser, 'gBrowser.removeTab(gBrowser.selectedTab)');
    });

    test('of a container is never that of another account', async () => {
      await page.goto(at('localhost', 'login?Alice'));
      await share();
      await sidebar.ask('What is this about?');
      await evaluateInFirefox(
        stage.browser,
        openInContainer(at('localhost', 'login?WorkBob'), at('localhost', 'mine.pdf')),
      );
      requests = [];
      await sidebar.click('New chat');
      await sidebar.pressButton();
      await sidebar.ask('Whose bill is this?');
      await sidebar.click(`Allow localhost:${site.port}`);
      await sidebar.waitForText('This document is open in a container tab');
      expect(requests.every((request) => request === '/mine.pdf ')).toBe(true);
      expect(await sidebar.text()).not.toContain('Alice');
      await evaluateInFirefox(stage.browser, 'gBrowser.removeTab(gBrowser.selectedTab)');
    });
  });

  describe('a local file', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sidenote-'));

    test('that is read is shown with its title', async () => {
      writeFileSync(path.join(folder, 'tides.html'), article('Tides at home'));
      await page.goto(pathToFileURL(path.join(folder, 'tides.html')).href);
      await share();
      await sidebar.waitForText('Tides at home');
      await sidebar.ask('What is this about?');
      await sidebar.waitForText('I read Tides at home');
    });

    test('that no extension may read is requested as an attachment', async () => {
      writeFileSync(path.join(folder, 'plan.pdf'), buildPdf([['High water is at six.']], 'Plan'));
      await page.goto(pathToFileURL(path.join(folder, 'plan.pdf')).href);
      await share();
      await sidebar.ask('When is high water?');
      await sidebar.waitForText('Attach it to your question instead.');
    });
  });

  test('a server whose permission was revoked is allowed at its error, and asked again', async () => {
    await stage.addEndpoint(models.url);
    await page.bringToFront();
    await share();
    await new Panel(await sidebar.page()).chooseModel('quick');
    await sidebar.ask('When is high water?');
    await sidebar.waitForText('Six.');
    await withdrawSites();
    await sidebar.click('New chat');
    await sidebar.ask('When is low water?');
    await sidebar.click(`Allow ${new URL(models.url).host}`);
    await sidebar.waitForText('Six.');
  });

  test.each([196, 252, 340])('%s pixels are wide enough for all of it', async (width) => {
    await share();
    await sidebar.setWidth(width);
    await sidebar.ask('What is this about?');
    await sidebar.waitForText('Read the page');
    const panel = await sidebar.page();
    await new Panel(panel).answer();
    await sidebar.click('Retry');
    await sidebar.waitForText('2 of 2');
    await new Panel(panel).answer();
    await fillField(panel, 'textarea[aria-label="Message"]', 'What else?');
    await panel.waitForSelector('.context-pill .tokens');
    // The title of the page is complete, or has more than half of the space.
    const isTitleShown = await panel.$eval('.context-pill output', (pill) => {
      const title = pill.querySelector('span');
      return title !== null && (title.scrollWidth <= title.clientWidth || title.clientWidth > pill.clientWidth / 2);
    });
    expect(isTitleShown).toBe(true);
    const { inner, sticking, covered, isScrolling } = await panel.evaluate(() => {
      const visible = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
      const name = (each: Element) => each.getAttribute('aria-label') ?? (each.className || each.tagName);
      const isOut = ({ left, right }: DOMRect) => left < -1 || right > innerWidth + 1;
      const isCovered = (each: Element) => {
        each.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = each.getBoundingClientRect();
        return !each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      };
      const checked = '.header *, .tool-call-head, .tool-call-title, .message-actions *, .composer *';
      return {
        inner: innerWidth,
        sticking: visible(checked)
          .filter((each) => isOut(each.getBoundingClientRect()))
          .map(name),
        covered: visible('.run-outcome-line .button, .message-actions .button').filter(isCovered).map(name),
        isScrolling: [document.documentElement, ...document.querySelectorAll('.thread-scroller')].some(
          (box) => box.scrollWidth > box.clientWidth,
        ),
      };
    });
    expect(inner).toBeLessThanOrEqual(width);
    expect(sticking).toEqual([]);
    expect(covered).toEqual([]);
    expect(isScrolling).toBe(false);
  });
});

/** Signs in at one address in a tab of a container, and then shows another address there. */
function openInContainer(login: string, url: string): string {
  return `(async () => {
    const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
    const loaded = (browser, address) => new Promise((resolve) => {
      const look = () => browser.currentURI.spec.startsWith(address) && !browser.webProgress.isLoadingDocument
        ? resolve() : window.setTimeout(look, 50);
      look();
    });
    const tab = gBrowser.addTab('${login}', { userContextId: 2, triggeringPrincipal });
    gBrowser.selectedTab = tab;
    await loaded(tab.linkedBrowser, '${login}');
    tab.linkedBrowser.fixupAndLoadURIString('${url}', { triggeringPrincipal });
    await loaded(tab.linkedBrowser, '${url}');
  })()`;
}
