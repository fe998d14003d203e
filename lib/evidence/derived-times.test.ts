import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function findState(text: string, answer: string, source: string): string | undefined {
  return checkAnswer(answer, [{ text: source }]).find((claim) => claim.text === text)?.state;
}

const TRAM =
  '| Stop | Tram 1 | Tram 2 |\n|---|---|---|\n| Harbour | 06:48 | 10:18 |\n| Mill Lane | 07:05 | 10:35 |\n| Observatory | 07:29 | 10:59 |';
const GALLERY =
  'The gallery is open from 10:30 until 18:00. The last visitors are admitted 40 minutes before it closes.';
const BILL =
  'Invoice date: 5 May 2026\n\nTwo garden benches for the school in Redlow.\n\nThe amount has to be paid within 21 days of the date of the bill.';
const CLUB =
  'Protokoll der Sitzung vom 14. März 2025\n\nDer Beitrag steigt von 60 € auf 96 € im Jahr.\n\nNeue Kassiererin ist Ute Marx; sie folgt auf Karl Behn, der das Amt acht Jahre ausübte.';
const TRIAL = 'Wir haben die Wiesen zwischen dem 3. April und dem 20. September 2023 mit Kameras beobachtet.';

describe('a time that follows from others', () => {
  test.each([
    [
      'the time between two times with dots',
      '41 minutes',
      'It leaves at 6.48 and arrives at 7.29, so it takes 41 minutes.',
      TRAM,
    ],
    ['a time before another one', '17:20', 'The gallery admits its last visitors at 17:20.', GALLERY],
    [
      'a day that is counted from the date of the document',
      '26 May 2026',
      'The bill for the benches has to be paid by 26 May 2026.',
      BILL,
    ],
    ['a year before the date of the document', '2017', 'Karl Behn war seit 2017 Kassierer des Vereins.', CLUB],
    ['a monthly part', '3 Euro', 'Der Beitrag steigt um 36 Euro im Jahr, also um 3 Euro im Monat.', CLUB],
    ['about as many months', 'sechs Monate', 'Die Beobachtung der Wiesen dauerte knapp sechs Monate.', TRIAL],
  ])('is calculated: %s', (_, text, answer, source) => {
    expect(findState(text, answer, source)).toBe('computed');
  });

  test.each([
    [
      'the time between two times with dots',
      '51 minutes',
      'It leaves at 6.48 and arrives at 7.29, so it takes 51 minutes.',
      TRAM,
    ],
    ['a time before another one', '17:30', 'The gallery admits its last visitors at 17:30.', GALLERY],
    [
      'a day that is counted from the date of the document',
      '28 May 2026',
      'The bill for the benches has to be paid by 28 May 2026.',
      BILL,
    ],
    [
      'a day of the document with another month',
      '5 June 2026',
      'The bill for the benches is of 5 June 2026.',
      `${BILL} Later, 31 days are possible.`,
    ],
    ['a year before the date of the document', '2015', 'Karl Behn war seit 2015 Kassierer des Vereins.', CLUB],
    ['a monthly part', '4 Euro', 'Der Beitrag steigt um 36 Euro im Jahr, also um 4 Euro im Monat.', CLUB],
    ['about as many months', 'acht Monate', 'Die Beobachtung der Wiesen dauerte knapp acht Monate.', TRIAL],
  ])('is not found with another value: %s', (_, text, answer, source) => {
    expect(findState(text, answer, source)).toBe('not-found');
  });
});
