import { describe, inject, test } from 'vitest';
import type { BrowserName } from '../../scripts/browsers.ts';
import { IS_FULL } from './scale.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: BrowserName;
  }
}

/** The browser of this vitest project, `e2e-chromium` or `e2e-firefox`. */
export const BROWSER = inject('browser');

/** The same value, for `describe.each`. */
export const BROWSERS: readonly BrowserName[] = [BROWSER];

/**
 * For tests that `npm test` runs only in Chromium, and `npm run test:full` in both browsers. Only for behavior that the
 * same code decides in both: what the panel and the settings show, what is sent to servers, and what is stored. A test
 * of a browser API that differs (permissions, side panel and sidebar, lifecycle of the background, quota and files of
 * the origin, scripts in pages, PDFs, downloads, tabs, identity, context menus, clipboard, translator, focus) uses
 * `BROWSERS`. If a test here also depends on one of these, another test covers that API in both browsers.
 */
export const BROWSERS_OF_FULL_RUN: readonly BrowserName[] = IS_FULL || BROWSER === 'chromium' ? [BROWSER] : [];

const nothing = () => undefined;
const omitted: unknown = Object.assign(nothing, { each: () => nothing, skipIf: () => nothing });

// Tests for one browser are not defined in the other, so that they are not counted as skipped there.
export const testInChromium = BROWSER === 'chromium' ? test : (omitted as typeof test);
export const testInFirefox = BROWSER === 'firefox' ? test : (omitted as typeof test);
export const describeInChromium = BROWSER === 'chromium' ? describe : (omitted as typeof describe);
export const describeInFirefox = BROWSER === 'firefox' ? describe : (omitted as typeof describe);

/** For such tests (see `BROWSERS_OF_FULL_RUN`) among others that always run in both browsers. */
export const testOfFullRun = BROWSERS_OF_FULL_RUN.length > 0 ? test : (omitted as typeof test);
