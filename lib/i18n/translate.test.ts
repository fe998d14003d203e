import { afterEach, expect, test } from 'vitest';
import { browserMessages, formatNumber, language, plural, t } from './translate.ts';

const scope = globalThis as unknown as { chrome: object };
const inEnglish = browserMessages();

afterEach(() => {
  Object.assign(scope.chrome, { i18n: inEnglish });
});

/** A browser with the language `ofBrowser` and these messages. */
function speak(ofBrowser: string, messages: Record<string, string>): void {
  const i18n = { getUILanguage: () => ofBrowser, getMessage: (name: string) => messages[name] ?? '' };
  Object.assign(scope.chrome, { i18n });
}

test('a message is the English text with its values', () => {
  expect(t('save')).toBe('Save');
  expect(t('allModelsOf', { endpoint: 'Home {count} $&' })).toBe('All models of Home {count} $&');
  expect([0, 1, 2, 12_000].map((count) => plural('chatsImported', count))).toEqual([
    '0 chats imported.',
    '1 chat imported.',
    '2 chats imported.',
    '12,000 chats imported.',
  ]);
});

test("a number has the plural form of the catalogue's language", () => {
  speak('ru', {
    language: 'ru',
    chatsImported_one: '{count} чат',
    chatsImported_few: '{count} чата',
    chatsImported_many: '{count} чатов',
    chatsImported_other: '{count} чата',
  });
  const said = [1, 3, 5, 21, 112].map((count) => plural('chatsImported', count));
  expect(said).toEqual(['1 чат', '3 чата', '5 чатов', '21 чат', '112 чатов']);
});

test('a missing plural form falls back to other', () => {
  speak('fr', { language: 'fr', chatsImported_other: '{count} chats importés.' });
  expect(plural('chatsImported', 1_000_000)).toMatch(/^1\s000\s000 chats importés\.$/);
});

test("numbers are formatted for the catalogue's language, with the browser's region if it matches", () => {
  speak('de-CH', { language: 'de' });
  expect(language()).toBe('de-CH');
  expect(formatNumber(1234.5)).toMatch(/^1['’]234\.5$/);
  speak('it', { language: 'en' });
  expect([language(), formatNumber(1234.5)]).toEqual(['en', '1,234.5']);
});
