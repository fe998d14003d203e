import { expect, test } from 'vitest';
import { visibleLatin, visibleText } from './untrusted-text.ts';

/** `о` and others here are Cyrillic. */
test.each([
  ['p\u0430ypal', 'p\\u{430}ypal'],
  ['S\u0435nt t\u043E', 'S\\u{435}nt t\\u{43e}'],
  ['G\u03BF\u03BFgle', 'G\\u{3bf}\\u{3bf}gle'],
  ['\u0391mazon', '\\u{391}mazon'],
  ['amo\u0578nt', 'amo\\u{578}nt'],
  ['\u13AAmount', '\\u{13aa}mount'],
  ['b\u0251nk', 'b\\u{251}nk'],
  ['\u{1D5BA}mount', '\\u{1d5ba}mount'],
  ['paypa\u217C', 'paypa\\u{217c}'],
  ['\u2113ogin', '\\u{2113}ogin'],
  ['p\uFF41ypal', 'p\\u{ff41}ypal'],
  ['paypa\u029F', 'paypa\\u{29f}'],
  ['go\u1D0Fgle', 'go\\u{1d0f}gle'],
  ['p\u15E9ypal', 'p\\u{15e9}ypal'],
  ['\u16D2ank', '\\u{16d2}ank'],
  ['g\u0D66ogle', 'g\\u{d66}ogle'],
  ['paypa\u0661', 'paypa\\u{661}'],
  ['\u4E2D g\u0D66ogle', '\u4E2D g\\u{d66}ogle'],
])('a letter of another script in a Latin word is shown as a mark: %s', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
  expect(visibleLatin(text)).toBe(shown);
});

test.each([
  'Сумма перевода',
  'USB-кабель',
  'Ποσό',
  'prix à payer',
  'Größe',
  '金額 3,5 μm',
  'मात्रा',
  'café',
  'İstanbul',
  'Tシャツ',
  'ＡＢＣ',
  '10k\u2126',
  'हिन्दी iPhone१५',
  'هاتف iPhone١٥',
  'צהiPhone',
  '第５版',
  'œuvre',
  'Þórr ɛ',
])('words that are written in one script stay: %s', (text) => {
  expect(visibleText(text)).toBe(text);
  expect(visibleLatin(text)).toBe(text);
});

test('a word of another script that looks like a Latin one is shown as marks, unless the text is written in that script', () => {
  const text = '\u0440\u0430\u0443';
  expect(visibleText(text)).toBe(text);
  expect(visibleLatin(text)).toBe('\\u{440}\\u{430}\\u{443}');
  expect(visibleLatin(text, `Номер: ${text}`)).toBe(text);
  expect(visibleLatin('\u03A4\u039F')).toBe('\\u{3a4}\\u{39f}');
});
