// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { showAppearance, showStoredAppearance } from './show-appearance.ts';

const root = document.documentElement;

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
});

test('the next page starts with the stored appearance', () => {
  showAppearance({ theme: 'dark', density: 'compact', textSize: 'large' });
  expect({ ...root.dataset }).toEqual({ theme: 'dark', density: 'compact', textSize: 'large' });
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  showStoredAppearance();
  expect({ ...root.dataset }).toEqual({ theme: 'dark', density: 'compact', textSize: 'large' });
});

test.each(['', '{', 'null!'])('an invalid copy is ignored: %j', (copy) => {
  localStorage.setItem('appearance', copy);
  expect(showStoredAppearance).not.toThrow();
  expect({ ...root.dataset }).toEqual({});
});

test('without local storage the appearance is still applied', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Not allowed.', 'SecurityError');
  });
  showAppearance({ theme: 'light', density: 'comfortable', textSize: 'normal' });
  expect(root.dataset.theme).toBe('light');
});
