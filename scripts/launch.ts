import path from 'node:path';
import puppeteer, { type Browser, type Page, type Target } from 'puppeteer-core';
import { type BrowserName, requireBrowser } from './browsers.ts';
import { DRIVER_LIMITS } from './driver-limits.ts';
import { FIREFOX_ID, speakInFirefox, uninstallFromFirefox } from './firefox-chrome.ts';
import { WAIT_LIMIT_MS } from './limits.ts';
import { waitUntil } from './wait-until.ts';

/** A browser with the extension loaded. */
export type Launched = {
  name: BrowserName;
  browser: Browser;
  /** The address of a page of the extension, for example `sidepanel.html`. */
  extensionUrl(page: string): string;
};

export type LaunchOptions = {
  extensionDir: string;
  headless: boolean;
  /** Folder for downloads, which are saved without a prompt. */
  downloadDir?: string;
  /** A local proxy for everything except loopback. */
  proxyPort?: number;
  /** Accepts every certificate, for stand-in servers. Chromium only. For Firefox, see `ACCEPT_ANY_CERTIFICATE`. */
  acceptsAnyCertificate?: boolean;
  /** Preferences of Firefox. */
  preferences?: Record<string, unknown>;
  /**
   * Allows the driver to detach from Chromium and reattach. This is impossible if it loads the extension through a
   * pipe.
   */
  detachable?: boolean;
  /** The profile's folder. Defaults to a new one. */
  profile?: string;
  /** The `DISPLAY` for a browser with windows, if it differs from this machine's. Chromium only. */
  display?: string;
  /** Further arguments. Chromium only. */
  chromiumArguments?: readonly string[];
  /** A program that starts the browser, with the arguments for the browser. Chromium only. */
  executable?: string;
  /** The user's home folder, where Firefox looks for policies set by the machine's administrator. Firefox only. */
  home?: string;
  /** A log file, or a prefix of log file names, for the browser's resolver requests. */
  lookUpLog?: string;
  /** The browser's language. Defaults to English, regardless of the machine's language. */
  language?: string;
};

/** Tests look for English text. */
const ENGLISH = 'en-US';

/** Without this preference, Firefox uses a random UUID for each installation. */
const FIREFOX_UUID = '5d1e0e7e-51de-407e-8000-000000000001';

/**
 * Timers and frames of background tabs run at full speed, as in the Chromium that the driver starts. A user sees the
 * panel and the page at the same time, but here they are tabs, one of which is always in the background.
 */
const UNTHROTTLED = {
  'dom.min_background_timeout_value': 4,
  'dom.min_background_timeout_value_without_budget_throttling': 4,
  'dom.timeout.enable_budget_timer_throttling': false,
  'layout.throttled_frame_rate': 60,
};

export function launch(name: BrowserName, options: LaunchOptions): Promise<Launched> {
  return name === 'chromium' ? launchChromium(options) : launchFirefox(options);
}

async function launchChromium({
  extensionDir,
  headless,
  profile,
  downloadDir,
  detachable = false,
  proxyPort,
  acceptsAnyCertificate = false,
  display,
  language = ENGLISH,
  executable,
  lookUpLog,
  chromiumArguments = [],
}: LaunchOptions): Promise<Launched> {
  const folder = path.resolve(extensionDir);
  const browser = await puppeteer.launch({
    ...DRIVER_LIMITS,
    executablePath: executable ?? requireBrowser('chromium'),
    headless,
    pipe: !detachable,
    enableExtensions: detachable ? true : [folder],
    ...(downloadDir ? { downloadBehavior: { policy: 'allow' as const, downloadPath: path.resolve(downloadDir) } } : {}),
    defaultViewport: null,
    // On Linux, Chromium uses this variable.
    env: {
      ...process.env,
      LANGUAGE: language.replace('-', '_'),
      ...(display === undefined ? {} : { DISPLAY: display }),
    },
    ...(profile === undefined ? {} : { userDataDir: profile }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(detachable ? ['--disable-features=DisableLoadExtensionCommandLineSwitch', `--load-extension=${folder}`] : []),
      ...(proxyPort === undefined ? [] : [`--proxy-server=http://127.0.0.1:${proxyPort}`, '--disable-quic']),
      ...(acceptsAnyCertificate ? ['--ignore-certificate-errors'] : []),
      ...(lookUpLog === undefined ? [] : [`--log-net-log=${lookUpLog}`]),
      `--lang=${language}`,
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--window-size=1280,860',
      ...chromiumArguments,
    ],
  });
  return whenStarted(browser);
}

async function whenStarted(browser: Browser): Promise<Launched> {
  const worker = await browser.waitForTarget(isOurWorker);
  // The target exists before its script has run, and a click would be lost now.
  await whenReady(worker);
  const { host } = new URL(worker.url());
  return { name: 'chromium', browser, extensionUrl: (page) => `chrome-extension://${host}/${page}` };
}

export function isOurWorker(target: Target): boolean {
  return isOurWorkerInfo({ type: target.type(), url: target.url() });
}

/** Like `isOurWorker`, for a target as listed by the DevTools protocol. */
export function isOurWorkerInfo({ type, url }: { type: string; url: string }): boolean {
  return type === 'service_worker' && url.endsWith('/background.js');
}

async function whenReady(target: Target): Promise<void> {
  // A debugger that stays attached would hold the next worker (quirk: worker-held-for-debugger).
  const session = await target.createCDPSession();
  const expression = 'globalThis.chrome?.action?.onClicked?.hasListeners() ?? false';
  const isReady = async () => (await session.send('Runtime.evaluate', { expression })).result.value === true;
  try {
    await waitUntil(isReady, 'The extension’s worker did not start.');
  } finally {
    await session.detach();
  }
}

async function launchFirefox({
  extensionDir,
  headless,
  downloadDir,
  preferences,
  profile,
  proxyPort,
  language = ENGLISH,
  home,
  lookUpLog,
}: LaunchOptions): Promise<Launched> {
  const browser = await puppeteer.launch({
    ...DRIVER_LIMITS,
    browser: 'firefox',
    executablePath: requireBrowser('firefox'),
    headless,
    defaultViewport: null,
    ...(profile === undefined ? {} : { userDataDir: profile }),
    env: {
      ...process.env,
      ...(home === undefined ? {} : { HOME: home }),
      ...(lookUpLog === undefined ? {} : { MOZ_LOG: 'sync,nsHostResolver:5', MOZ_LOG_FILE: lookUpLog }),
    },
    args: ['--remote-allow-system-access', '--width=1280', '--height=860'],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [FIREFOX_ID]: FIREFOX_UUID }),
      'intl.locale.requested': ENGLISH,
      'datareporting.policy.dataSubmissionEnabled': false,
      // Keeps the extension's stored data in a profile that is used again.
      'extensions.webextensions.keepStorageOnUninstall': true,
      'extensions.webextensions.keepUuidOnUninstall': true,
      ...UNTHROTTLED,
      ...(proxyPort === undefined ? {} : proxyPreferences(proxyPort)),
      ...(lookUpLog === undefined ? {} : LOOK_UPS),
      ...(downloadDir ? { 'browser.download.folderList': 2, 'browser.download.dir': path.resolve(downloadDir) } : {}),
      ...preferences,
    },
  });
  if (language !== ENGLISH) await speakInFirefox(browser, language);
  await browser.installExtension(path.resolve(extensionDir));
  return { name: 'firefox', browser, extensionUrl: (page) => `moz-extension://${FIREFOX_UUID}/${page}` };
}

/** Allows DNS prefetching of links, even where Firefox believes that it is offline. */
const LOOK_UPS = {
  'network.dns.disablePrefetch': false,
  'network.manage-offline-status': false,
  'network.offline-mirrors-connectivity': false,
};

function proxyPreferences(port: number): Record<string, unknown> {
  return {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': port,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': port,
    'network.dns.disablePrefetch': false,
  };
}

/**
 * Removes the extension, closes all tabs, and installs it again from `extensionDir`. `isForgotten`: resolves once the
 * browser has deleted the extension's data, which happens shortly after the removal.
 */
export async function reinstallExtension(
  { name, browser, extensionUrl }: Launched,
  extensionDir: string,
  isForgotten: () => Promise<void>,
): Promise<Launched> {
  const tabs = await browser.pages();
  await browser.newPage();
  await Promise.all(tabs.map((tab) => tab.close()));
  const { host } = new URL(extensionUrl(''));
  await (name === 'firefox' ? uninstallFromFirefox(browser) : browser.uninstallExtension(host));
  await isForgotten();
  await browser.installExtension(path.resolve(extensionDir));
  return name === 'firefox' ? { name, browser, extensionUrl } : whenStarted(browser);
}

/** Opens a page of the extension in a tab, and waits until it has rendered. */
export async function openExtensionPage({ browser, extensionUrl }: Launched, page: string): Promise<Page> {
  const tab = await browser.newPage();
  const end = Date.now() + WAIT_LIMIT_MS;
  // In Firefox, a navigation to such a page never reports its end, so only failures are handled.
  const navigate = async (ms: number) => {
    let error: unknown = null;
    const until = Math.min(end, Date.now() + ms);
    void tab.goto(extensionUrl(page), { timeout: 0 }).catch((reason) => {
      error = reason;
    });
    while (error === null && Date.now() < until) {
      // Waiting in the tab fails when the page is replaced.
      const root = await tab.waitForSelector('#root > *', { timeout: 2_000 }).catch(() => null);
      if (root !== null) return true;
    }
    return false;
  };
  // A navigation while the extension is starting may never finish, so it is repeated, with a longer limit each time,
  // since a slow one would otherwise never finish.
  for (let ms = 10_000; Date.now() < end; ms *= 2) {
    if (await navigate(ms)) return tab;
    // An extension that is starting has no pages yet.
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${page} did not open.`);
}

/** Opens the real side panel beside `page`, with a click on the toolbar button. Chromium only. */
export async function openSidePanel({ browser, extensionUrl }: Launched, page: Page): Promise<Page> {
  const id = new URL(extensionUrl('')).host;
  const extension = (await browser.extensions()).get(id);
  await extension?.triggerAction(page);
  const target = await browser.waitForTarget((each) => each.url().startsWith(extensionUrl('sidepanel.html')));
  const panel = await target.asPage();
  await panel.waitForSelector('#root > *');
  return panel;
}
