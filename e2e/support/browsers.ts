import { describe, inject, test } from 'vitest';
import type { BrowserName } from '../../scripts/browsers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: BrowserName;
  }
}

/** The browser of this vitest project, `e2e-chromium` or `e2e-firefox`. */
export const BROWSER = inject('browser');

/** The same, for `describe.each`. */
export const BROWSERS: readonly BrowserName[] = [BROWSER];

const nothing = () => undefined;
const omitted: unknown = Object.assign(nothing, { each: () => nothing });

// Tests for one browser are not defined in the other, so that they are not counted as skipped there.
export const testInChromium = BROWSER === 'chromium' ? test : (omitted as typeof test);
export const testInFirefox = BROWSER === 'firefox' ? test : (omitted as typeof test);
export const describeInChromium = BROWSER === 'chromium' ? describe : (omitted as typeof describe);
export const describeInFirefox = BROWSER === 'firefox' ? describe : (omitted as typeof describe);
