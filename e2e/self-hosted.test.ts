import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireBrowser } from '../scripts/browsers.ts';
import { DRIVER_LIMITS } from '../scripts/driver-limits.ts';
import { evaluateInFirefox, FIREFOX_ID } from '../scripts/firefox-chrome.ts';
import { filesIn, zipFiles } from '../scripts/release/archive.ts';
import { listUpdate } from '../scripts/release/updates.ts';
import { describeInFirefox } from './support/browsers.ts';
import { ACCEPT_ANY_CERTIFICATE, makeCertificate } from './support/certificate.ts';

describeInFirefox('the package for Firefox without a store', () => {
  let folder: string;
  let server: Server;
  let url: string;
  let browser: Browser;
  const offered = new Map<string, Uint8Array>();
  /** Release versions of Firefox do not accept unsigned packages, and packages cannot be signed here. */
  let isSigningRequired: boolean;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'sidenote-self-hosted-'));
    server = createServer(makeCertificate(folder), (request, response) => {
      const content = offered.get(request.url ?? '');
      response.writeHead(content === undefined ? 404 : 200, { 'content-type': contentType(request.url ?? '') });
      response.end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await start();
    isSigningRequired = (await inFirefox(SIGNING)) === true;
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A Firefox with the same profile each time that accepts packages not signed by Mozilla. */
  async function start(): Promise<Browser> {
    const started = await puppeteer.launch({
      ...DRIVER_LIMITS,
      browser: 'firefox',
      executablePath: requireBrowser('firefox'),
      headless: true,
      userDataDir: path.join(folder, 'profile'),
      args: ['--remote-allow-system-access'],
      extraPrefsFirefox: {
        'xpinstall.signatures.required': false,
        'extensions.update.requireBuiltInCerts': false,
        'extensions.install.requireBuiltInCerts': false,
      },
    });
    await evaluateInFirefox(started, ACCEPT_ANY_CERTIFICATE);
    return started;
  }

  /** The extension as packed by `npm run zip`, with the given version. */
  function selfHosted(version: string): Uint8Array {
    const files = filesIn('.output/firefox-mv3');
    const manifest = JSON.parse(new TextDecoder().decode(files.get('manifest.json')));
    manifest.version = version;
    manifest.browser_specific_settings.gecko.update_url = `${url}/updates.json`;
    return zipFiles(new Map([...files, ['manifest.json', new TextEncoder().encode(JSON.stringify(manifest))]]));
  }

  const inFirefox = (script: string) =>
    evaluateInFirefox(
      browser,
      `(async () => {
        const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
        ${script}
      })()`,
    );
  const installed = () =>
    inFirefox(`const addon = await AddonManager.getAddonByID('${FIREFOX_ID}');
      return addon === null ? 'none' : [addon.version, addon.isActive, addon.temporarilyInstalled].join(' ');`);

  test('stays after a restart', async ({ skip }) => {
    skip(isSigningRequired, 'skipped: this Firefox takes signed packages only');
    const file = path.join(folder, 'sidenote.xpi');
    writeFileSync(file, selfHosted('9.0.0.1'));
    await inFirefox(`const { FileUtils } = ChromeUtils.importESModule('resource://gre/modules/FileUtils.sys.mjs');
      const install = await AddonManager.getInstallForFile(new FileUtils.File(${JSON.stringify(file)}));
      await install.install();
      return 'ok';`);
    expect(await installed()).toBe('9.0.0.1 true false');
    await browser.close();
    browser = await start();
    expect(await installed()).toBe('9.0.0.1 true false');
  });

  test('finds a newer version by its update manifest, and accepts only the file named there', async ({ skip }) => {
    skip(isSigningRequired, 'skipped: this Firefox takes signed packages only');
    const newer = selfHosted('9.1.0.1');
    const updates = listUpdate(newer, `${url}/sidenote-9.1.0.xpi`);
    offered.set('/updates.json', new TextEncoder().encode(JSON.stringify(updates)));
    offered.set('/sidenote-9.1.0.xpi', selfHosted('9.1.1.1'));
    expect(await update()).toContain('not installed');
    expect(await installed()).toBe('9.0.0.1 true false');

    offered.set('/sidenote-9.1.0.xpi', newer);
    expect(await update()).toBe('installed');
    expect(await installed()).toBe('9.1.0.1 true false');
  });

  const update = () =>
    inFirefox(`const addon = await AddonManager.getAddonByID('${FIREFOX_ID}');
      const install = await new Promise((resolve, reject) => addon.findUpdates({
        onUpdateAvailable: (_addon, found) => resolve(found),
        onNoUpdateAvailable: () => reject(new Error('no update')),
      }, AddonManager.UPDATE_WHEN_USER_REQUESTED));
      try { await install.install(); return 'installed'; } catch (error) { return 'not installed: ' + install.error; }`);
});

const SIGNING = `
  const { AppConstants } = ChromeUtils.importESModule('resource://gre/modules/AppConstants.sys.mjs');
  return AppConstants.MOZ_REQUIRE_SIGNING;`;

function contentType(address: string): string {
  return address.endsWith('.json') ? 'application/json' : 'application/x-xpinstall';
}
