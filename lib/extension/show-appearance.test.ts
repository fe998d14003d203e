// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { showAppearance, showRemembered } from './show-appearance.ts';

const root = document.documentElement;

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
});

test('the next page begins as this one looks', () => {
  showAppearance({ theme: 'dark', density: 'compact', textSize: 'large' });
  expect({ ...root.dataset }).toEqual({ theme: 'dark', density: 'compact', textSize: 'large' });
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  showRemembered();
  expect({ ...root.dataset }).toEqual({ theme: 'dark', density: 'compact', textSize: 'large' });
});

test.each(['', '{', 'null!'])('a copy that is none is passed over: %j', (copy) => {
  localStorage.setItem('appearance', copy);
  expect(showRemembered).not.toThrow();
  expect({ ...root.dataset }).toEqual({});
});

test('where the browser allows no such storage, the page looks right all the same', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Not allowed.', 'SecurityError');
  });
  showAppearance({ theme: 'light', density: 'comfortable', textSize: 'normal' });
  expect(root.dataset.theme).toBe('light');
});
