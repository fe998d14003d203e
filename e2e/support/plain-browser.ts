import puppeteer, { type Browser } from 'puppeteer-core';
import { type BrowserName, requireBrowser } from '../../scripts/browsers.ts';
import { DRIVER_LIMITS } from '../../scripts/driver-limits.ts';
import { openBrowsers } from './stage.ts';

/** Arguments that make Chromium use English and do nothing by itself. */
const CHROMIUM = ['--lang=en-US', '--no-first-run', '--disable-background-networking', '--disable-component-update'];

/** A headless browser without the extension. */
export async function launchPlainBrowser(name: BrowserName): Promise<Browser> {
  const isChromium = name === 'chromium';
  const browser = await puppeteer.launch({
    ...DRIVER_LIMITS,
    browser: isChromium ? 'chrome' : 'firefox',
    executablePath: requireBrowser(name),
    headless: true,
    args: isChromium ? [...CHROMIUM, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] : [],
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US' },
  });
  openBrowsers.add(browser);
  return browser;
}
