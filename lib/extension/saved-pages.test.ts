import '../testing/fake-browser.ts';
import { beforeEach, expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { savedPages } from './saved-pages.ts';
import { settings } from './settings.ts';

const { signal } = new AbortController();
const ALL = { since: null, until: null };
let asked: object[];

beforeEach(async () => {
  asked = [];
  await settings.sitePolicies.setValue({ 'https://never.test': 'never', 'https://ask.test': 'ask' });
  const leaf = (title: string, url: string, dateAdded: number) => ({ id: url, title, url, dateAdded });
  Object.assign(browser, {
    bookmarks: {
      getTree: async () => [
        {
          id: '0',
          title: '',
          children: [
            {
              id: '1',
              title: 'Sea',
              children: [
                leaf('Tides', 'https://tides.test/', 1),
                { id: '2', title: 'North', children: [leaf('Hamburg', 'https://sea.test/h', 2)] },
              ],
            },
            leaf('Kept back', 'https://never.test/', 3),
            leaf('Asked for', 'https://ask.test/', 4),
            leaf('A script', 'javascript:alert(1)', 5),
            { id: '3', title: 'Empty folder' },
          ],
        },
      ],
    },
    history: {
      async search(query: object) {
        asked.push(query);
        return [
          { id: '1', url: 'https://tides.test/', title: 'Tides', lastVisitTime: 5 },
          { id: '2', url: 'https://never.test/', title: 'Kept back', lastVisitTime: 6 },
          { id: '3', url: 'https://new.test/', lastVisitTime: 9 },
        ];
      },
    },
  });
});

test('bookmarks are found in all folders, newest first, without scripts and sites that are kept back', async () => {
  expect(await savedPages('bookmarks', ALL, signal)).toEqual([
    { title: 'Hamburg', url: 'https://sea.test/h', at: 2, folder: 'Sea > North' },
    { title: 'Tides', url: 'https://tides.test/', at: 1, folder: 'Sea' },
  ]);
});

test('the history is that of a period, or all of it, without excluded sites', async () => {
  expect(await savedPages('history', ALL, signal)).toEqual([
    { title: '', url: 'https://new.test/', at: 9, folder: '' },
    { title: 'Tides', url: 'https://tides.test/', at: 5, folder: '' },
  ]);
  await savedPages('history', { since: 3, until: 8 }, signal);
  expect(asked).toMatchObject([
    { text: '', startTime: 0 },
    { text: '', startTime: 3, endTime: 8 },
  ]);
  expect(asked[0]).not.toHaveProperty('endTime');
});
