import { mustRun } from './run.ts';

/** Any mode but production would otherwise bring React's development build along. */
export const TEST_BUILD = { args: ['build', '--mode', 'e2e'], env: { NODE_ENV: 'production' } };

/** Builds the extension with the tools for tests, for both browsers, beside the shipped builds. */
export async function buildForTests(): Promise<void> {
  for (const browser of ['chrome', 'firefox']) {
    await mustRun('wxt', [...TEST_BUILD.args, '-b', browser], TEST_BUILD.env);
  }
}
