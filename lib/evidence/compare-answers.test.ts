import { describe, expect, test } from 'vitest';
import { compareFacts, compareWords } from './compare-answers.ts';

describe('facts that only one answer has', () => {
  test.each([
    ['a figure', 'Sales rose by 12 %.', 'Sales rose by 15 %.', ['12 %'], ['15 %']],
    ['a year', 'It was built in 2019.', 'It was built in 2021.', ['2019'], ['2021']],
    ['the same date in another notation', 'It opens on 3 May 2024.', 'It opens on May 3, 2024.', [], []],
    ['a converted figure', 'The way is 5 km long.', 'The way is 5,000 m long.', [], []],
    ['a figure of only one', 'The lock closes at 21:40.', 'The lock closes in the evening.', ['21:40'], []],
    ['German', 'Der Umsatz stieg um 12 %.', 'Der Umsatz stieg um 15 %.', ['12 %'], ['15 %']],
    ['Japanese', '売上は12%増えました。', '売上は15%増えました。', ['12%'], ['15%']],
    ['Arabic', 'ارتفعت المبيعات بنسبة 12% في 2019.', 'ارتفعت المبيعات بنسبة 15% في 2019.', ['12%'], ['15%']],
    ['no facts', 'It rains.', 'The sun shines.', [], []],
    ['nothing', '', '', [], []],
  ])('%s', (_, first, second, ofFirst, ofSecond) => {
    expect(compareFacts(first, second)).toEqual({ first: ofFirst, second: ofSecond });
  });

  test('each is listed once, as written', () => {
    expect(compareFacts('It costs **12 €**. Yes, 12 €.', 'It costs 13 €.').first).toEqual(['12 €']);
  });
});

describe('words that only one answer has', () => {
  const marked = (first: string, second: string) => {
    const spans = compareWords(first, second);
    return spans && [cut(first, spans.first), cut(second, spans.second)];
  };
  const cut = (text: string, spans: readonly { start: number; end: number }[]) =>
    spans.map(({ start, end }) => text.slice(start, end));

  test.each([
    ['figures', 'It costs 12 % today.', 'It costs 15 % today.', [['12'], ['15']]],
    [
      'times and dates as a whole',
      'At 9:30 on 3/5/2024.',
      'At 9:45 on 3/6/2024.',
      [
        ['9:30', '3/5/2024'],
        ['9:45', '3/6/2024'],
      ],
    ],
    ['words added', 'The lock closes at ten.', 'The old lock closes at ten.', [[], ['old']]],
    ['case and punctuation do not count', 'Yes, it does.', 'yes: It does', [[], []]],
    ['equal texts', 'The same text.', 'The same text.', [[], []]],
    ['units', 'It costs 12 € here.', 'It costs 12 $ here.', [['€'], ['$']]],
    ['text without spaces', '門は9時に閉まります。', '門は10時に閉まります。', [['9'], ['10']]],
  ])('%s', (_, first, second, expected) => {
    expect(marked(first, second)).toEqual(expected);
  });

  test('two common words between longer differences are not counted as common', () => {
    const first =
      'The harbor opens at nine. Big red boats of the northern fishing fleet leave. The harbor closes at ten.';
    const second =
      'The harbor opens at nine. Many small ferries of the southern island line arrive. The harbor closes at ten.';
    expect(marked(first, second)).toEqual([
      ['Big red boats of the northern fishing fleet leave'],
      ['Many small ferries of the southern island line arrive'],
    ]);
  });

  test('texts with little in common are not marked', () => {
    expect(compareWords('Boats leave the harbor at nine.', 'Nobody knows when ferries arrive there.')).toBeNull();
  });

  test('very long texts are not compared', () => {
    expect(compareWords('word '.repeat(7_000), 'word '.repeat(7_000))).toBeNull();
  });
});
