import '../testing/fake-browser.ts';
import { expect, test } from 'vitest';
import { isCovered } from './use-site-access.ts';

test.each([
  ['http://localhost/*', true],
  ['http://*/*', true],
  ['*://*/*', true],
  ['<all_urls>', true],
  ['https://localhost/*', false],
  ['https://*/*', false],
  ['http://localhost.test/*', false],
])('a site at a port is allowed by %s: %s', (pattern, isAllowed) => {
  expect(isCovered([pattern], 'http://localhost:8080/x')).toBe(isAllowed);
});
