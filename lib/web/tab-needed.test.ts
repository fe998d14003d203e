import { describe, expect, test } from 'vitest';
import { tabNeeded } from './tab-needed.ts';

const PAGE = 'https://site.test/page';
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
const needed = (html: string, text: string, url = PAGE) => tabNeeded({ html, text, requested: PAGE, url });
const FORM = '<form><input name="user"><input type="password"></form>';

describe('a page needs a tab', () => {
  test.each([
    ['nothing but a script', '<div id="root"></div><script src="app.js"></script>', ''],
    ['a few words and scripts', '<p>Loading</p><SCRIPT>start()</SCRIPT>', 'Loading the app, one moment please'],
    ['no text at all', '<img src="a.png">', ' \n '],
  ])('for its text where it has %s', (_, html, text) => {
    expect(needed(html, text)).toEqual({ url: PAGE, cause: 'scripts' });
  });

  test('at the address where redirects ended', () => {
    expect(needed('<script></script>', '', 'https://www.site.test/page')).toEqual({
      url: 'https://www.site.test/page',
      cause: 'scripts',
    });
  });

  test.each([
    ['a form for a password', FORM, words(39), PAGE],
    ['such a form without quotes', '<input class=x type=password>', 'Sign in', PAGE],
    ['such a form with a long notice where it redirects', FORM, words(149), 'https://sso.test/login?to=page'],
  ])('for its login where it shows %s, at the address that was asked for', (_, html, text, url) => {
    expect(needed(html, text, url)).toEqual({ url: PAGE, cause: 'login' });
  });
});

describe('a page was read', () => {
  test.each([
    ['with a paragraph, whatever scripts it has', '<script></script>', words(20), PAGE],
    ['with a few words and no scripts', '<p>High water is at noon.</p>', 'High water is at noon.', PAGE],
    ['with an article beside a form for a password', FORM, words(40), PAGE],
    ['with an article beside such a form, at another name of its site', FORM, words(40), 'https://www.site.test/page/'],
    ['with an article beside such a form, behind a redirect', FORM, words(150), 'https://site.test/page/title'],
    ['with words about passwords', '<p>&lt;input type="password"&gt;</p>', words(10), PAGE],
  ])('%s', (_, html, text, url) => {
    expect(needed(html, text, url)).toBeNull();
  });
});
