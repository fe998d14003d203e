import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../testing/time-growth.ts';
import { htmlTitle } from './html-title.ts';

test('a page is called by its title, at most 100 characters of it', () => {
  expect(htmlTitle('<html><TITLE lang="en"> Sign in </TITLE>')).toBe('Sign in');
  expect(htmlTitle(`<title>${'a'.repeat(200)}</title>`)).toHaveLength(100);
  expect(htmlTitle('<p>none</p>')).toBe('');
});

test('a page of titles that do not end is read in a time that grows with its length', async () => {
  const growth = await timeGrowth((size) => htmlTitle('<title '.repeat(size / 7)), 100_000);
  expect(growth).toBeLessThan(LINEAR_GROWTH);
});
