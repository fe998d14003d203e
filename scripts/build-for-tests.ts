import { spawnSync } from 'node:child_process';
import type { BrowserName } from './browsers.ts';
import { mustRun } from './run.ts';

/** Any mode but production would otherwise bring React's development build along. */
export const TEST_BUILD = { args: ['build', '--mode', 'e2e'], env: { NODE_ENV: 'production' } };

/** Builds the extension with the tools for tests, for both browsers, beside the shipped builds. */
export async function buildForTests(): Promise<void> {
  for (const browser of ['chrome', 'firefox']) {
    await mustRun('wxt', [...TEST_BUILD.args, '-b', browser], TEST_BUILD.env);
  }
}

/** Builds the extension with the door that `npm run read` goes through. Speaks only where the build fails. */
export function buildForReading(browser: BrowserName): void {
  const target = browser === 'chromium' ? 'chrome' : 'firefox';
  const { status, stdout, stderr } = spawnSync('wxt', ['build', '--mode', 'read', '-b', target], {
    encoding: 'utf8',
    env: { ...process.env, ...TEST_BUILD.env },
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stdout}\n${stderr}`);
}
