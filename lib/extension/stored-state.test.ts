import '../testing/fake-browser.ts';
import { expect, test } from 'vitest';
import { noteSharedPage, sharedSites } from './stored-state.ts';

test('pages that the toolbar button shares are counted by site, and known by tab', async () => {
  await noteSharedPage(1, 'https://tides.test/a');
  await noteSharedPage(1, 'https://tides.test/b');
  await noteSharedPage(2, 'about:preferences');
  await noteSharedPage(3, '');
  await noteSharedPage(4, 'about:reader?url=https%3A%2F%2Fferries.test%2Ffares');
  expect(await sharedSites.getValue()).toEqual({
    clicks: 5,
    counts: { 'https://tides.test': 2, 'https://ferries.test': 1 },
    tabs: { 1: 'https://tides.test', 4: 'https://ferries.test' },
  });
});

test.each([
  ['about:certificate', undefined],
  ['https://addons.mozilla.org/', undefined],
  ['', 'https://tides.test'],
])('a click on a page that no extension may read leaves no site to allow for its tab: %s', async (url, site) => {
  await sharedSites.setValue({ clicks: 0, counts: {}, tabs: {} });
  await noteSharedPage(1, 'https://tides.test/a');
  await noteSharedPage(1, url);
  expect((await sharedSites.getValue()).tabs[1]).toBe(site);
});
