import { expect, test } from 'vitest';
import { measureFixedPitch, withLatexSigns } from './letters.ts';

test('ligatures and dashes of bitmap fonts of LaTeX are read next to letters, and other control characters stay', () => {
  expect(withLatexSigns('The o\u001ece of Ra\u001bael, an e\u000ecient \u001crm\u0016so')).toBe(
    'The office of Raffael, an efficient firm—so',
  );
  expect(withLatexSigns('\u0088 rope')).toBe('\u0088 rope');
});

const piece = (str: string, widths: number, font = 'f') => ({ str, width: widths * 10, size: 10, font });

test('a font is monospaced if the width of its words is proportional to their number of letters', () => {
  const code = [piece('return', 3.6), piece('illicit', 4.2), piece('mammal', 3.6)];
  const prose = [piece('return', 2.6, 'g'), piece('illicit', 2.4, 'g'), piece('mammal', 4.4, 'g')];
  expect([...measureFixedPitch([...code, ...prose])]).toEqual([
    ['f', true],
    ['g', false],
  ]);
});

test.each([
  ['one word', [piece('return', 3.6)]],
  ['the same word again and again', Array.from({ length: 9 }, () => piece('return', 3.6))],
  ['digits', [piece('1204', 2.4), piece('33', 1.2), piece('908', 1.8)]],
  ['signs of East Asia', [piece('港の朝は早い', 6), piece('舟に積む', 4), piece('誰も海へ', 4)]],
])('%s do not tell whether all letters have one width', (_, pieces) => {
  expect(measureFixedPitch(pieces).size).toBe(0);
});
