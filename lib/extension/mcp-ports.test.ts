import '../testing/fake-browser.ts';
import { expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { webAuthFlow, webAuthRedirectUrl } from './mcp-ports.ts';

test('a page for signing in ends at an address of the extension', async () => {
  Object.assign(fakeBrowser.identity, {
    getRedirectURL: (path: string) => `https://abc.chromiumapp.org/${path}`,
    launchWebAuthFlow: async () => 'https://abc.chromiumapp.org/a?code=c0de',
  });
  expect(webAuthRedirectUrl('a')).toBe('https://abc.chromiumapp.org/a');
  expect(await webAuthFlow('https://a.test/')).toEqual({ redirect: 'https://abc.chromiumapp.org/a?code=c0de' });
});

test.each([
  ['The user did not approve access.', 'cancelled'],
  ['User cancelled or denied access.', 'cancelled'],
  ['Authorization page could not be loaded.', 'not-loaded'],
  ['Invalid request', 'not-loaded'],
])('a page for signing in that ends with “%s” is %s', async (message, error) => {
  const launchWebAuthFlow = async () => Promise.reject(new Error(message));
  Object.assign(fakeBrowser.identity, { launchWebAuthFlow });
  expect(await webAuthFlow('https://a.test/')).toEqual({ error });
});
