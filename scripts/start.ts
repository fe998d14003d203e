// npm start: builds the extension, and opens a browser with a sample article and the panel beside it. Without a
// display, does the same headless: asks a question, and writes the transcript and a screenshot to out/start.
import '../lib/testing/english.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { detectLocalServers } from '../lib/model-api/endpoints/detect-local.ts';
import { LOCAL_PRESETS } from '../lib/model-api/presets/preset-rows.ts';
import { type BrowserName, findBrowser } from './browsers.ts';
import { buildShipped, SHIPPED } from './build-for-tests.ts';
import { clickFirefoxAction } from './firefox-chrome.ts';
import { type Launched, launch, openExtensionPage, openSidePanel } from './launch.ts';
import { screenshotBeside } from './screenshot-beside.ts';
import { servePage } from './serve-article.ts';

const OUT = 'out/start';
const QUESTION = 'Why are there two high tides a day?';

const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * `npm start -- firefox` selects Firefox. Otherwise uses Chromium or Chrome, if it is available or can be installed.
 */
function chooseBrowser(): BrowserName {
  if (process.argv.includes('firefox')) return 'firefox';
  return findBrowser('chromium') === null && findBrowser('firefox') !== null ? 'firefox' : 'chromium';
}

/**
 * Opens the article in front of the page that Chromium shows after the installation, since the panel is about the
 * active tab.
 */
async function openArticle({ browser, name, extensionUrl }: Launched, url: string): Promise<Page> {
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  await page.goto(url);
  if (name === 'chromium') {
    const installedUrl = extensionUrl('installed.html');
    await browser.waitForTarget((target) => target.url() === installedUrl);
    await page.bringToFront();
  }
  return page;
}

async function printLocalServers(): Promise<void> {
  const servers = await detectLocalServers(fetch);
  if (servers.length === 0) {
    const names = LOCAL_PRESETS.map(({ name }) => name);
    console.log(`No model server was found on this machine (${names.join(', ')}).`);
    console.log('Start one, or bring a key for a hosted one; until then the practice model answers.');
    return;
  }
  console.log('Model servers found on this machine; add one in Settings with its base URL:');
  for (const { name, baseUrl } of servers) console.log(`  ${(name ?? 'unknown').padEnd(10)} ${baseUrl}`);
}

async function show(launched: Launched, url: string): Promise<void> {
  const page = await openArticle(launched, url);
  if (launched.name === 'chromium') await openSidePanel(launched, page);
  else await clickFirefoxAction(launched.browser);
  console.log('\nSidenote is open beside the sample article, with the practice model selected.');
  console.log(`Ask it: “${QUESTION}” Then open Settings to add a real model.`);
  console.log('Close the browser to end this.\n');
  await printLocalServers();
  await new Promise((resolve) => launched.browser.once('disconnected', resolve));
}

/** Without a display: asks a question and prints the transcript. */
async function runHeadless(launched: Launched, url: string): Promise<void> {
  const page = await openArticle(launched, url);
  const panel = launched.name === 'chromium' ? await openSidePanel(launched, page) : await panelInTab(launched);
  await panel.locator('textarea[aria-label="Message"]').fill(QUESTION);
  await panel.locator('button[aria-label="Send"]:not(:disabled)').click();
  await allowIfAsked(panel);
  await panel.waitForSelector('article[aria-label="Assistant"][aria-busy="false"]');
  // The line with the number of facts found on the page appears after the answer.
  await panel.waitForSelector('.fact-list');
  const transcript = await panel.$eval('[role="log"]', (log) => (log as HTMLElement).innerText);
  mkdirSync(OUT, { recursive: true });
  writeFileSync(path.join(OUT, 'transcript.txt'), `${transcript}\n`);
  await screenshotBeside(launched.browser, page, panel, path.join(OUT, 'screenshot.png'));
  console.log(`\n${transcript}\n`);
  console.log(`There is no display, so this ran without a window. Transcript and screenshot: ${path.resolve(OUT)}`);
  console.log(
    'Run npm start where there is a display to use it yourself, or load .output/chrome-mv3 as an unpacked extension.\n',
  );
  await printLocalServers();
}

/**
 * Opens the panel in a tab, since headless Firefox has no visible sidebar. The panel is about the article's tab, which
 * the toolbar button shares.
 */
async function panelInTab(launched: Launched): Promise<Page> {
  await clickFirefoxAction(launched.browser);
  const desk = await openExtensionPage(launched, 'options.html');
  const tabId = await desk.evaluate('browser.tabs.query({}).then((tabs) => tabs[0].id)');
  await desk.close();
  const panel = await openExtensionPage(launched, `sidepanel.html?tabId=${tabId}`);
  await panel.setViewport({ width: 360, height: 760 });
  return panel;
}

async function allowIfAsked(panel: Page): Promise<void> {
  const card = await panel.waitForSelector(
    '[data-state="approval-requested"], article[aria-label="Assistant"][aria-busy="false"]',
  );
  const allow = await card?.$('::-p-xpath(.//button[normalize-space()="Allow"])');
  await allow?.click();
}

const name = chooseBrowser();
await buildShipped(name);
const article = await servePage();
const preferences = hasDisplay ? {} : { 'extensions.webextOptionalPermissionPrompts': false };
const launched = await launch(name, { extensionDir: SHIPPED[name], headless: !hasDisplay, preferences });
try {
  await (hasDisplay ? show(launched, article.url) : runHeadless(launched, article.url));
} finally {
  await launched.browser.close().catch(() => undefined);
  await article.close();
}
