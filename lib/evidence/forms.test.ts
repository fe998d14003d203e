import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function findState(text: string, answer: string, source: string, question = ''): string | undefined {
  return checkAnswer(answer, [{ text: source }], { question }).find((claim) => claim.text === text)?.state;
}

const RACE = '| Pos | Athlete | Time |\n|---|---|---|\n| 1 | Tadesse | 30:14.82 |\n| 2 | Solheim | 30:19.05 |';
const RESULTS =
  '| £m | H1 2025 | H1 2024 |\n|---|---|---|\n| Revenue | 482.6 | 447.1 |\n| Net debt | 212.4 | 188.0 |\n| Margin | 12.7% | 13.2% |';
const VACUUMS =
  '| | K40 | K30 |\n|---|---|---|\n| Price | £349.99 | £249.99 |\n| Weight | 2.9 kg | 2.5 kg |\n| Noise | 74 dB | 79 dB |';

describe('a fact in another form is found, and a changed one is not', () => {
  test.each([
    [
      'a phrase with a unit in the corner of a table',
      'Les ventes du groupe atteignent 73,4 millions d’euros en 2024.',
      '73,4 millions d’euros',
      '| En millions d’euros | 2023 | 2024 |\n|---|---|---|\n| Ventes | 69,8 | 73,4 |\n| Stocks | 12,1 | 11,7 |\n\nLe groupe est présent dans les Alpes et dans le Jura.',
      'found',
    ],
    ['a unit in the corner of a table', 'Revenue was £482.6m.', '£482.6m', RESULTS, 'found'],
    ['the same with another digit', 'Revenue was £428.6m.', '£428.6m', RESULTS, 'not-found'],
    [
      'the exact difference of two figures of its sentence',
      'Income was £6,214 and expenses £5,873, a surplus of £341.',
      '£341',
      'Accounts: income £6,214, expenses £5,873. The balance is £12,950.',
      'computed',
    ],
    [
      'another difference',
      'Income was £6,214 and expenses £5,873, a surplus of £431.',
      '£431',
      'Accounts: income £6,214, expenses £5,873. The balance is £12,950.',
      'not-found',
    ],
    [
      'the beginning of a version',
      'It is only fixed in 4.2.',
      '4.2',
      'Kestrel 4.2.0 was published on Monday.',
      'found',
    ],
    ['another beginning', 'It is only fixed in 4.3.', '4.3', 'Kestrel 4.2.0 was published on Monday.', 'not-found'],
    ['a number of times in one word', 'Sie üben dreimal.', 'dreimal', 'Sie üben 3-mal, die Turner zweimal.', 'found'],
    ['another one', 'Sie üben viermal.', 'viermal', 'Sie üben 3-mal, die Turner zweimal.', 'not-found'],
    ['a number of times', 'Врач ездит три раза.', 'три', 'Три раза в неделю ездит врач.', 'found'],
    ['another one in two words', 'Врач ездит пять раз.', 'пять', 'Три раза в неделю ездит врач.', 'not-found'],
    ['an adverb for two words', 'Облёт провели дважды.', 'дважды', 'Облёт провели два раза.', 'found'],
    ['another adverb', 'Облёт провели трижды.', 'трижды', 'Облёт провели два раза.', 'not-found'],
    ['a number of times in ideographs', '工程停了两次。', '两次', '工程停了2次。', undefined],
    ['another one in ideographs', '工程停了五次。', '五', '施工中，工程停了两次。', 'not-found'],
    ['another one before 回', '列車は五回出ます。', '五', '臨時列車は三回運転します。', 'not-found'],
    [
      'a price behind a number word',
      'Her first hour is £90 and every further one £55.',
      '£55',
      'I charge £90 for the first hour and £55 for each one after.',
      'found',
    ],
    [
      'the first day of a range with two joining words',
      'Die Reise dauerte vom 10. bis 24. Februar 2024.',
      '10',
      'Er buchte eine Reise vom 10. bis zum 24. Februar 2024.',
      'found',
    ],
    ['an ordinal in Russian', 'В 8-м туре он победил.', '8-м', 'Решающей стала партия 8-го тура.', 'found'],
    [
      'a conversion into feet',
      'It is 387 m (1,270 ft) long.',
      '1,270 ft',
      'The bridge is 387 metres long.',
      'computed',
    ],
    [
      'another number of feet',
      'It is 387 m (1,720 ft) long.',
      '1,720 ft',
      'The bridge is 387 metres long.',
      'not-found',
    ],
    ['inches in brackets', 'The lens (26 in) is old.', '26 in', 'The lens of 66 cm is old.', 'computed'],
    ['a race time with marks', `Ha vinto in 30'14"82.`, `30'14"82`, RACE, 'found'],
    ['another race time', `Ha vinto in 30'41"82.`, `30'41"82`, RACE, 'not-found'],
    ['hours with h', 'A feira abre das 17h às 21h30.', '17h', 'A feira abre das 17:00 às 21:30.', 'found'],
    ['another hour with h', 'A feira abre das 16h às 21h30.', '16h', 'A feira abre das 17:00 às 21:30.', 'not-found'],
    ['a month with slash', 'It was revised in August 2024.', 'August 2024', 'Leaflet revised 08/2024.', 'found'],
    ['a day with slash', 'Será pago em 22/9.', '22/9', 'Será pago em 22 de setembro.', 'found'],
    ['another day with slash', 'Será pago em 29/9.', '29/9', 'Será pago em 22 de setembro.', 'not-found'],
    [
      'a weekday and a day',
      'Scuole chiuse fino al 22 ottobre.',
      '22 ottobre',
      '19 ottobre 2024. Chiuse fino a martedì 22.',
      'found',
    ],
    [
      'a weekday of the only year',
      'Am Sonntag spielt sie.',
      'Sonntag',
      'Das Fest 2025. Am 19. Oktober spielt sie.',
      'found',
    ],
    ['digits behind 万', '蔵書1万2000冊を失った。', '1万2000', '火災で12,000冊の蔵書を失った。', 'found'],
    ['won behind 만', '주가는 84,700원에 마감했습니다.', '84,700원', '주가는 8만 4,700원에 마감했다.', 'found'],
    ['천억', '매출은 4.5조 원입니다.', '4.5조 원', '매출 전망은 4조 5천억 원이다.', 'found'],
    ['kilograms in ideographs', '不超过55公斤。', '55公斤', '整车质量不得超过五十五千克。', 'computed'],
    ['a year with an ordinal ending', 'Основан в 1887-м купцом.', '1887', 'Театр основан в 1887 году купцом.', 'found'],
    ['hours until', 'Касса открыта с 11 до 19:30.', '11', 'Кассы работают с 11:00 до 19:30.', 'found'],
    [
      'a day before a time',
      'El 10 de mayo hay un taller.',
      '10 de mayo',
      'Del 8 al 18 de mayo. Sábado 10 – 12:00 Taller.',
      'found',
    ],
    ['a telephone number in other groups', 'Tel. 956 701 844', '956 701 844', 'Información: 956 70 18 44.', 'found'],
    ['another telephone number', 'Tel. 956 701 484', '956 701 484', 'Información: 956 70 18 44.', 'not-found'],
    ['decimals before a word', '2,9 сзади, 3,2 в прицепе.', '2,9', 'Спереди 2,4 бара, сзади 2,9 бара.', 'found'],
  ])('%s', (_, answer, text, source, state) => {
    const claim = checkAnswer(answer, [{ text: source }]).find((each) => each.text.startsWith(text));
    expect(claim?.state).toBe(state);
  });
});

describe('a computation is found where the answer has its operands', () => {
  test.each([
    [
      'a difference of two columns',
      'The K40 (£349.99) costs £100 more than the K30 (£249.99).',
      '£100',
      VACUUMS,
      'computed',
    ],
    ['another difference', 'The K40 (£349.99) costs £120 more than the K30 (£249.99).', '£120', VACUUMS, 'not-found'],
    [
      'a difference in another unit',
      'With 2.5 kg against 2.9 kg it is lighter by 400 g.',
      '400 g',
      VACUUMS,
      'computed',
    ],
    ['a difference of scaled cells', 'Net debt climbed by £24.4m to £212.4m.', '£24.4m', RESULTS, 'computed'],
    ['another difference of scaled cells', 'Net debt climbed by £26.4m to £212.4m.', '£26.4m', RESULTS, 'not-found'],
    [
      'a difference of race times',
      'Tadesse (30:14.82) won 4.23 seconds ahead of Solheim (30:19.05).',
      '4.23 seconds',
      RACE,
      'computed',
    ],
    [
      'of two paragraphs',
      'The fare rose from €52 to €74, which is €22 more.',
      '€22',
      'It costs €74 now.\n\nWhen it opened, it was €52.',
      'computed',
    ],
    [
      'a product in brackets behind its count',
      'Take 2 tablets (400 mg) at most.',
      '400 mg',
      'Take 1 to 2 tablets.\n\nEach contains 200 mg.',
      'computed',
    ],
    [
      'another product in brackets',
      'Take 2 tablets (500 mg).',
      '500 mg',
      'Take 2 tablets.\n\nEach contains 200 mg.',
      'not-found',
    ],
    [
      'a share of persons',
      'The tour is €450 for four, so about €113 each.',
      '€113',
      'A tour is €450 for 4 people.',
      'computed',
    ],
    ['a sum by count', 'Zusammen 82 €: 2 × 28 € und 2 × 13 €.', '82 €', 'Erwachsene 28 €\n\nKinder 13 €', 'computed'],
  ])('%s', (_, answer, text, source, state) => {
    expect(findState(text, answer, source)).toBe(state);
  });

  test('a recipe for other numbers of persons, unless an amount does not fit', () => {
    const recipe = 'Serves 6\n\n- 2.5 kg ribs\n- 2 tbsp oil\n- 750 ml wine\n- 500 ml stock\n- 50 g butter';
    const answer = (stock: string) =>
      `For 12 people:\n\n- 5 kg ribs\n- 4 tbsp oil\n- 1.5 litres wine\n- ${stock} stock\n- 100 g butter`;
    const states = checkAnswer(answer('1 litre'), [{ text: recipe }], { question: 'for 12 people?' });
    expect(states.filter(({ state }) => state === 'not-found')).toEqual([]);
    expect(findState('2 litres', answer('2 litres'), recipe, 'for 12 people?')).toBe('not-found');
  });
});

describe('a figure of the claim itself does not tell what it belongs to', () => {
  test('its digits are not words of another row', () => {
    const source =
      'Rated 4.3 out of 5.\n\n| | K40 |\n|---|---|\n| Charging | 4.5 h |\n| Noise | 74 dB |\n\nReturns within 30 days.\n\nCharging takes 4.5 days in winter at grade 5.';
    expect(findState('30 days', 'It has 4.5 points of 5 and can go back in 30 days.', source)).toBe('found');
  });

  test('a name in the heading leaves its column its own', () => {
    const source = '# N8 air fryer\n\n| Item | N8 | N6 Lite |\n|---|---|---|\n| Power | 1700 W | 1350 W |';
    const answer = '| | N8 | N6 Lite |\n|---|---|---|\n| Power | 1700 W | 1350 W |';
    const question = 'How do the N8 and the N6 Lite differ?';
    expect(findState('1700 W', answer, source, question)).toBe('found');
  });

  test('in another language, one shared word is not enough', () => {
    const source =
      '| Tarif | Erwachsene |\n|---|---|\n| Tagesticket | 56,00 € |\n| Skipass | 152,00 € |\n\nDas ist der Preis für den Tag und die Woche.';
    expect(findState('56 €', 'Jednodenní skipass stojí 56 €. Je to pro dospělé.', source)).toBe('found');
  });

  test('a fact next to it in the source keeps its sentence', () => {
    const source =
      'Loomkit 5.2.1 was released on 11 February 2025. It requires Node.js 20.11 or later. Support for Node.js 18 was dropped in Loomkit 5.0.0.';
    const answer = 'Die Version 5.2.1 erschien am 11. Februar 2025 und braucht Node.js ab 20.11.';
    expect(findState('5.2.1', answer, source)).toBe('found');
  });
});

describe('a fact that the answer has twice', () => {
  test('is misattributed next to the words of another column', () => {
    const source = '# K40 vacuum\n\n| | K40 | K30 |\n|---|---|---|\n| Boost | 12 min | 8 min |';
    const table = (first: string) => `| | K40 | K30 |\n|---|---|---|\n| Boost | ${first} | 8 min |`;
    const listStates = (first: string) =>
      checkAnswer(table(first), [{ text: source }])
        .filter(({ kind }) => kind === 'figure')
        .map(({ state }) => state);
    expect(listStates('12 min')).toEqual(['found', 'found']);
    expect(listStates('8 min')).toEqual(['not-found', 'found']);
  });

  test('is misattributed next to the words of another figure of the sentence', () => {
    const source =
      'The ferry is back. Repairs cost £3.8m, of which the council paid £1.25m. The crossing takes long. Hotels were empty. Some left early. A pier was built. Lamps were lit.';
    const answer = (amount: string) => `- **Cost:** about £3.8m; the council paid ${amount} of it.`;
    expect(findState('£1.25m', answer('£1.25m'), source)).toBe('found');
    expect(checkAnswer(answer('£3.8m'), [{ text: source }]).map(({ state }) => state)).toEqual(['found', 'not-found']);
  });
});

describe('a language without a vocabulary', () => {
  const DUTCH =
    'De netto-omzet steeg met 6,3 procent naar 1,84 miljard real, terwijl de winst daalde naar 268 miljoen.';
  const REPORT = 'Receita líquida de R$ 1,84 bilhão, alta de 6,3%, e o lucro líquido caiu para R$ 268 milhões.';

  test('has its magnitudes, units and months from Intl', () => {
    expect(checkAnswer(DUTCH, [{ text: REPORT }]).map(({ state }) => state)).toEqual(['found', 'found', 'found']);
    expect(findState('1,48 miljard', DUTCH.replace('1,84', '1,48'), REPORT)).toBe('not-found');
    expect(findState('268 miljard', DUTCH.replace('miljoen', 'miljard'), REPORT)).toBe('not-found');
  });
});

describe('a name', () => {
  const SOURCE = 'Selam Tadesse (ETH) won the race before Marit Solheim (NOR), who set a record in the last lap.';

  test('is found after or before the country of a person', () => {
    const claims = checkAnswer("Selam Tadesse of Ethiopia won before Norway's Solheim.", [{ text: SOURCE }]);
    expect(claims.map(({ text, state }) => [text, state])).toEqual([
      ['Selam Tadesse', 'found'],
      ['Solheim', 'found'],
    ]);
  });

  test('of an organization is not found with another country', () => {
    const source = 'The rate was set by the Bank of Norway on Monday.';
    expect(findState('Bank of Sweden', 'The rate was set by the Bank of Sweden.', source)).toBe('not-found');
  });

  test('is not any other noun in languages that capitalize all nouns', () => {
    const source =
      'Die Steuer bemisst sich nach der Jahresnettokaltmiete. Ist keine Miete vereinbart, gilt ein Betrag von 7 Euro.';
    const answer = 'Die Steuer bemisst sich nach der Jahresmiete. Ohne Miete gilt ein Betrag von 7 Euro.';
    expect(checkAnswer(answer, [{ text: source }]).filter(({ state }) => state === 'not-found')).toEqual([]);
  });

  test('does not begin with a letter that ends a sentence', () => {
    const source = 'Use a breaker of type C or D. Mine has been fine for 14 months.';
    expect(
      checkAnswer('Use type C or D. They had no problem.', [{ text: source }]).filter(
        ({ state }) => state === 'not-found',
      ),
    ).toEqual([]);
  });
});
