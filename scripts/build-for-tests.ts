import { spawnSync } from 'node:child_process';
import type { BrowserName } from './browsers.ts';
import { mustRun } from './run.ts';

/** Any mode other than production would include React's development build. */
const TEST_BUILD = { args: ['build', '--mode', 'e2e'], env: { NODE_ENV: 'production' } };

const READ_BUILD = { args: ['build', '--mode', 'read'], env: TEST_BUILD.env };

type Build = { name: string; args: string[]; env: Record<string, string> };

/** All builds that the end-to-end tests use. The first two are the shipped ones. */
export const BUILDS: Build[] = [
  { name: 'build for Chrome', args: ['build'], env: {} },
  { name: 'build for Firefox', args: ['build', '-b', 'firefox'], env: {} },
  { name: 'test build for Chrome', ...TEST_BUILD },
  { name: 'test build for Firefox', args: [...TEST_BUILD.args, '-b', 'firefox'], env: TEST_BUILD.env },
  { name: 'reading build for Chrome', ...READ_BUILD },
  { name: 'reading build for Firefox', args: [...READ_BUILD.args, '-b', 'firefox'], env: READ_BUILD.env },
];

const IS_BUILT = 'BUILDS_ARE_MADE';

/** Tells tests and the scripts they start that `BUILDS` are up to date. */
export const WITH_BUILDS = { [IS_BUILT]: '1' };

/** Creates the builds that scripts run in a browser, unless they are up to date. */
export async function buildForTests(): Promise<void> {
  if (process.env[IS_BUILT]) return;
  for (const { args, env } of BUILDS.slice(0, 4)) await mustRun('wxt', args, env);
}

/** Folders of the shipped builds. */
export const SHIPPED: Record<BrowserName, string> = {
  chromium: '.output/chrome-mv3',
  firefox: '.output/firefox-mv3',
};

/** Creates the shipped build for a browser, unless it is up to date. */
export async function buildShipped(browser: BrowserName): Promise<void> {
  if (process.env[IS_BUILT]) return;
  await mustRun('wxt', ['build', '-b', browser === 'chromium' ? 'chrome' : 'firefox']);
}

/** Builds the extension with the hook for `npm run read`. Prints only if the build fails. */
export function buildForReading(browser: BrowserName): void {
  if (process.env[IS_BUILT]) return;
  const target = browser === 'chromium' ? 'chrome' : 'firefox';
  const { status, stdout, stderr } = spawnSync('wxt', [...READ_BUILD.args, '-b', target], {
    encoding: 'utf8',
    env: { ...process.env, ...READ_BUILD.env },
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stdout}\n${stderr}`);
}
