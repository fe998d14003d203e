import { expect, test } from 'vitest';
import { decodedComponent } from './decoded-component.ts';

test.each([
  ['high%20tide.pdf', 'high tide.pdf'],
  ['%E6%BD%AE', '潮'],
  ['100%.pdf', '100%.pdf'],
  ['%FF', '%FF'],
])('a part of an address is decoded, or unchanged if its encoding is malformed: %s', (encoded, text) => {
  expect(decodedComponent(encoded)).toBe(text);
});
