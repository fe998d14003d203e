import '../testing/fake-browser.ts';
import { expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { showPageOnInstall } from './installed-page.ts';

test.each([
  ['an installation', { reason: 'install' }, 1],
  ['an update', { reason: 'update', previousVersion: '0.1.0' }, 0],
  ['an update of the browser', { reason: 'chrome_update' }, 0],
  ['an add-on that is loaded until Firefox is closed', { reason: 'install', temporary: true }, 0],
])('the page for beginners after %s opens %#', (_name, details, times) => {
  let installed: (details: object) => void = () => undefined;
  const create = vi.fn();
  Object.assign(browser.runtime, {
    onInstalled: { addListener: (listener: typeof installed) => (installed = listener) },
  });
  Object.assign(browser.tabs, { create });
  showPageOnInstall();
  installed(details);
  expect(create).toHaveBeenCalledTimes(times);
  if (times > 0) expect(create.mock.calls[0]?.[0].url).toContain('/installed.html');
});
