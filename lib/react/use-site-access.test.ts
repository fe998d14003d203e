// @vitest-environment happy-dom
import '../testing/fake-browser.ts';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { sharedSites } from '../extension/stored-state.ts';
import { render } from '../testing/render-component.tsx';
import { matchesAnyPattern, useSiteAccess } from './use-site-access.ts';

test.each([
  ['http://localhost/*', true],
  ['http://*/*', true],
  ['*://*/*', true],
  ['<all_urls>', true],
  ['https://localhost/*', false],
  ['https://*/*', false],
  ['http://localhost.test/*', false],
])('a site at a port is allowed by %s: %s', (pattern, isAllowed) => {
  expect(matchesAnyPattern([pattern], 'http://localhost:8080/x')).toBe(isAllowed);
});

test('only clicks that shared a page count as shares', async () => {
  const origin = 'https://tides.test';
  await sharedSites.setValue({ clicks: 9, counts: { [origin]: 2, 'https://ferries.test': 1 }, tabs: {} });
  const quiet = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(browser.permissions, { onAdded: quiet, onRemoved: quiet, getAll: async () => ({ origins: [] }) });
  const shown: { current: ReturnType<typeof useSiteAccess> | null } = { current: null };
  function Hook() {
    shown.current = useSiteAccess([]);
    return null;
  }
  await render(createElement(Hook));
  expect(shown.current?.shareTotal).toBe(3);
  expect(shown.current?.shareCount(`${origin}/today`)).toBe(2);
});
