// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { elementText, enterText, render } from '../../lib/testing/render-component.tsx';
import { findSections, SettingsNav } from './settings-nav.tsx';
import { SETTINGS_PAGES, SETTINGS_SECTIONS, settingsPageAt } from './settings-sections.ts';

test.each([
  ['passphrase', ['keys', 'backup']],
  ['temperature', ['endpoints']],
  ['privacy keys', ['keys']],
  ['no such thing', []],
])('a search for “%s” finds the sections of that setting', (query, hashes) => {
  expect(findSections(query).map(({ hash }) => hash)).toEqual(hashes);
});

test('every page has sections, and an address is that of one page only', () => {
  for (const { page, hash } of SETTINGS_PAGES) {
    expect(SETTINGS_SECTIONS.some((section) => section.page === page)).toBe(true);
    expect(settingsPageAt(hash)).toBe(page);
  }
  const hashes = [...SETTINGS_PAGES, ...SETTINGS_SECTIONS].map(({ hash }) => hash);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(settingsPageAt('key=e-1')).toBe('models');
});

test('the current page shows its sections, and a search shows those of all pages instead', async () => {
  const { host } = await render(<SettingsNav current="privacy" />);
  expect(elementText(host.querySelector('[aria-current="page"]'))).toBe('Privacy');
  expect(host.querySelector('a[href="#keys"]')).not.toBeNull();
  expect(host.querySelector('a[href="#gguf"]')).toBeNull();
  const field = host.querySelector('input') as HTMLInputElement;
  await enterText(field, 'theme');
  expect([...host.querySelectorAll('a')].map(elementText)).toEqual(['Appearance Appearance and shortcuts']);
});
