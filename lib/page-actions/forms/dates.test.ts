// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isoDate, isSameDay, readDate, readMonth } from './dates.ts';

test.each([
  ['2027-05-17', 'en'],
  ['2027-05-17T00:00', 'en'],
  ['May 17, 2027', 'en'],
  ['Choose Monday, May 17th, 2027', 'en'],
  ['Montag, 17. Mai 2027', 'de'],
  ['17 февраля 2027', 'ru'],
  ['lunes, 17 de mayo de 2027', 'es'],
  ['2027年5月17日 月曜日', 'ja'],
  ['2027년 5월 17일', 'ko'],
  ['17 May 2027', 'fr'],
])('reads %s on a page in %s', (text, language) => {
  document.documentElement.lang = language;
  expect(readDate(text)).toBe(text.includes('февраля') ? '2027-02-17' : '2027-05-17');
});

test.each(['17', 'Next month', 'May 2027', 'Room 17 in 2027'])('reads no date in: %s', (text) => {
  expect(readDate(text)).toBeNull();
});

test('accepts only ISO 8601 dates', () => {
  expect([isoDate('2027-05-17'), isoDate('17.05.2027'), isoDate('2027-05')]).toEqual(['2027-05-17', null, null]);
});

test.each(['17.5.2027', '05/17/2027', '17/05/27', 'May 17, 2027', '2027-05-17'])(
  'takes %s for the same day',
  (text) => {
    expect(isSameDay(text, '2027-05-17')).toBe(true);
  },
);

test.each(['', '18.5.2027', 'May 16, 2027'])('takes %s for another day', (text) => {
  expect(isSameDay(text, '2027-05-17')).toBe(false);
});

test.each([
  ['May 2027', 'en', '2027-05'],
  ['December 2027', 'en', '2027-12'],
  ['Dec. 2027', 'en', '2027-12'],
  ['Февраль 2027', 'ru', '2027-02'],
  ['2027年12月', 'ja', '2027-12'],
  ['2027년 2월', 'ko', '2027-02'],
  ['février 2027', 'fr', '2027-02'],
  ['05/2027', 'en', '2027-05'],
  ['مايو 2027', 'ar', '2027-05'],
])('reads the month %s on a page in %s', (text, language, month) => {
  document.documentElement.lang = language;
  expect(readMonth(text)).toBe(month);
});

test.each(['2027', 'May', 'Su Mo Tu We Th Fr Sa', '13/2027'])('reads no month in: %s', (text) => {
  document.documentElement.lang = 'en';
  expect(readMonth(text)).toBeNull();
});
