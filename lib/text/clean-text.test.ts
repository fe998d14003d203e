import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cleanText, oneLine } from './clean-text.ts';

type Smuggling = {
  must_strip_or_flag: { id: string; text: string }[];
  must_survive_unchanged_for_display: { id: string; text: string }[];
};
const shared = new URL('../../../shared/security/unicode-smuggling.json', import.meta.url);
const hasShared = existsSync(shared);
const cases: Smuggling = hasShared
  ? JSON.parse(readFileSync(shared, 'utf8'))
  : { must_strip_or_flag: [], must_survive_unchanged_for_display: [] };

describe('cleaned text', () => {
  test('has no invisible characters', () => {
    expect(cleanText('ig\u00adno\u200bre\u2060 this\ufeff')).toBe('ignore this');
  });

  test('has no tag characters, except in three flags', () => {
    const wales = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}';
    const smuggled = [...'evil'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect(cleanText(`${wales} a${smuggled}b`)).toBe(`${wales} ab`);
  });

  test('is not reordered', () => {
    expect(cleanText('safe \u202etxt.exe\u202c')).toBe('safe txt.exe');
  });

  test('keeps joiners in emoji and joining scripts, and removes them elsewhere', () => {
    const family = '👨\u200d👩\u200d👧';
    const persian = 'می\u200cخواهم';
    expect(cleanText(`${family} ${persian} a\u200cb\u200d`)).toBe(`${family} ${persian} ab`);
  });

  test('removes all that browsers draw as nothing, except what a script, an emoji or a direction needs', () => {
    const kept = new Set([
      0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd,
    ]);
    for (let code = 0x20; code < 0x110000; code++) {
      const character = String.fromCodePoint(code);
      // Format controls of hieroglyphs arrange the signs beside them.
      if (kept.has(code) || (code >= 0x13430 && code <= 0x1343f)) continue;
      if (/\p{Default_Ignorable_Code_Point}|[\p{Cf}\p{Co}]/u.test(character))
        expect(cleanText(`a${character}b`)).not.toContain(character);
    }
  });

  test.each(['❤️', '❤️\u200d🔥', '1\uFE0F\u20E3', '☺\uFE0E', '葛\u{E0100}', '≨\uFE00', 'שלום\u200f!', 'क्\u200dष'])(
    'keeps %s',
    (text) => {
      expect(cleanText(`x ${text} y`)).toBe(`x ${text} y`);
    },
  );

  test('replaces halves of surrogate pairs', () => {
    expect(cleanText('a\ud800b')).toBe('a\ufffdb');
  });

  test('fits on one line and into a length', () => {
    expect(oneLine(' a\n  b\u2028c ')).toBe('a b c');
    expect(oneLine('abcdef', 4)).toBe('abc…');
    expect(oneLine('ab😀def', 4)).toBe('ab…');
  });
});

if (!hasShared) test('skipped: no corpus', ({ skip }) => skip());

describe.runIf(hasShared)('the shared list of smuggled text', () => {
  test.each(cases.must_strip_or_flag.filter(({ id }) => id !== 'lone-surrogate-escaped'))(
    'changes: $id',
    ({ text }) => {
      expect(cleanText(text)).not.toBe(text);
    },
  );

  test.each(cases.must_survive_unchanged_for_display)('keeps: $id', ({ text }) => {
    expect(cleanText(text)).toBe(text);
  });
});
