import { Browser } from 'puppeteer-core';
import { TimeoutSettings } from 'puppeteer-core/internal/common/TimeoutSettings.js';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './limits.ts';

/** The limits of the driver, for `puppeteer.launch`. */
export const DRIVER_LIMITS = { timeout: WAIT_LIMIT_MS, protocolTimeout: TEST_LIMIT_MS };

// The driver waits 30 s for elements, navigations and targets. This can only be changed for each page and each call,
// and pages are created in many places, so this changes the defaults. `launch.ts` fails if a page does not have them.
const { timeout, navigationTimeout } = TimeoutSettings.prototype;
const fallback = new TimeoutSettings().timeout();
const orLimit = (ms: number) => (ms === fallback ? WAIT_LIMIT_MS : ms);
TimeoutSettings.prototype.timeout = function (this: TimeoutSettings) {
  return orLimit(timeout.call(this));
};
TimeoutSettings.prototype.navigationTimeout = function (this: TimeoutSettings) {
  return orLimit(navigationTimeout.call(this));
};
const { waitForTarget } = Browser.prototype;
Browser.prototype.waitForTarget = function (this: Browser, predicate, options) {
  return waitForTarget.call(this, predicate, { timeout: WAIT_LIMIT_MS, ...options });
};
