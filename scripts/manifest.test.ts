import { expect, test } from 'vitest';
import { manifest } from '../wxt.config.ts';

const PERMISSIONS = ['activeTab', 'alarms', 'scripting', 'storage', 'unlimitedStorage'];

test.each(['chrome', 'firefox'])('in %s installing asks for nothing that browsers warn of', (browser) => {
  const { permissions, host_permissions, content_scripts, optional_permissions, optional_host_permissions } = manifest(
    browser,
    'production',
  );
  expect(permissions?.filter((each) => each !== 'sidePanel').toSorted()).toEqual(PERMISSIONS);
  expect([host_permissions, content_scripts, optional_permissions]).toEqual([undefined, undefined, undefined]);
  expect(optional_host_permissions).toEqual(['http://*/*', 'https://*/*']);
});

test('nothing of it can be reached from a page or from another extension', () => {
  const chrome = manifest('chrome', 'production');
  expect(chrome.externally_connectable).toEqual({ ids: [] });
  for (const browser of ['chrome', 'firefox']) {
    const { web_accessible_resources, sandbox, devtools_page, chrome_url_overrides } = manifest(browser, 'production');
    expect([web_accessible_resources, sandbox, devtools_page, chrome_url_overrides]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  }
});

test('Firefox is told what leaves the machine', () => {
  expect(manifest('firefox', 'production').browser_specific_settings?.gecko).toMatchObject({
    strict_min_version: '140.0',
    data_collection_permissions: { required: ['websiteContent'] },
  });
});
