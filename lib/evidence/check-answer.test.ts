import { describe, expect, test } from 'vitest';
import { makeCases } from '../../scripts/evidence/make-cases.ts';
import { readPages } from '../../scripts/evidence/pages.ts';
import { checkAnswer, indexSources } from './index.ts';

const FERRY = `# Ferries in 2025

The ferries carried 1,234,567 people in 2024, and the new ship cost £23.7 million. "We waited eleven long winters for her," said Ruth Calder.

| Island | First boat | Distance (km) |
| --- | --- | --- |
| Skarra | 7:15 am | 6.2 |
| Morven | 6:50 am | 16.1 |
| Tern Rock | 9:20 am | 12 |`;

function states(answer: string, source = FERRY, options = {}): [string, string][] {
  return checkAnswer(answer, [{ text: source }], options).map(({ text, state }) => [text, state]);
}

describe('a claim', () => {
  test.each([
    ['rounded where a word says so', 'About 1.2 million people took it.', '1.2 million'],
    ['with another sign of the currency', 'It cost 23.7 million pounds.', '23.7 million pounds'],
    ['on a 24-hour clock', 'The first boat to Skarra leaves at 07:15.', '07:15'],
    ['of the row it is named with', 'Morven is 16.1 km away.', '16.1 km'],
    [
      'in quotation marks of another kind',
      'She said: «We waited eleven long winters for her».',
      'We waited eleven long winters for her',
    ],
    ['that is a name', 'The words are from **Ruth Calder**.', 'Ruth Calder'],
  ])('is found: %s', (_, answer, text) => {
    expect(states(answer)).toContainEqual([text, 'found']);
  });

  test.each([
    ['a conversion', 'Morven is 10 miles away.', '10 miles'],
    [
      'a difference of two figures beside it',
      'Morven is 16.1 km away, which is 9.9 km more than Skarra with 6.2 km.',
      '9.9 km',
    ],
  ])('is computed: %s', (_, answer, text) => {
    expect(states(answer)).toContainEqual([text, 'computed']);
  });

  test.each([
    [
      'a sum of the durations of a paragraph',
      'Insgesamt dauert es 40 Minuten.',
      'Zubereitung 15 Minuten, Kochzeit 25 Minuten.',
      '40 Minuten',
    ],
    ['a name of a weekday for its short form', 'It is on Friday, 6 June.', 'Fri 6 June, 18:15, screen 1', 'Friday'],
    ['a time with a point', 'Il primo parte alle 5.40.', 'I treni partono dalle 5:40 alle 22:10.', '5.40'],
    ['a year of an era in ideographs', '創業は1952年です。', '創業は昭和二十七年。', '1952年'],
    ['a year in ideographs', '二期二〇二八年完工。', '二期工程将于2028年完工。', '二〇二八年'],
    ['an hour with its simplified sign', '首班车是早上6:05。', '首班车6时05分，末班车23时20分。', '早上6:05'],
    [
      'a number before its unit is said',
      'Студентам дают 320 часов из 1450.',
      'Выделено 1450 часов, из них 320 часов студентам.',
      '1450',
    ],
    [
      'a number at the end of a sentence',
      'O registro é 1.0573.0412, do laboratório.',
      'O registro é 1.0573.0412.',
      '1.0573.0412',
    ],
    ['a telephone number beside kana', '電話は0123-45-6780です。', '電話 0123-45-6780。', '0123-45-6780'],
    ['a month with vowel signs', 'छूट 30 जून तक मिलेगी।', 'संपत्ति कर में 5 प्रतिशत की छूट 30 जून तक मिलेगी।', '30 जून'],
    [
      'a magnitude of one sign in a header',
      '診断薬の売上高は350億円です。',
      '| 部門 | 売上高（億円） | 増減 |\n| --- | --- | --- |\n| 一般薬 | 860 | +2.9% |\n| 診断薬 | 350 | −1.2% |',
      '350億円',
    ],
    [
      'a difference of two rows that are named',
      'Tra il Borea e il Nivola la differenza di prezzo è di 350 euro.',
      '| Modello | Peso | Prezzo |\n| --- | --- | --- |\n| Nivola | 1,18 kg | 1.149 € |\n| Arco | 1,36 kg | 1.499 € |\n| Borea | 1,52 kg | 799 € |',
      '350 euro',
    ],
    [
      'the cell of the row that is named next to it',
      'Il faut 1,2 kg de courge et 60 g de comté.',
      '# Gratin de courges\n\n| Ingrédient | Quantité |\n| --- | --- |\n| Courge | 1,2 kg |\n| Comté | 150 g |\n| Noix | 60 g |',
      '1,2 kg',
    ],
    [
      'the time between two dates of the sentence',
      'It runs from 1 September 2025 to 31 August 2026, that is 12 months.',
      'The tenancy begins on 1 September 2025 and ends on 31 August 2026.',
      '12 months',
    ],
    ['a monthly amount for a year', 'Over the year you pay £16,080.', 'The rent is £1,340 per month.', '£16,080'],
    ['a duration with colons', 'She won in 2:38:05.', 'She took 2 hours 38 minutes 5 seconds.', '2:38:05'],
    [
      'a sum of durations in another form',
      'En tout, comptez 1 h 15.',
      'Préparation : 25 min. Cuisson : 50 min.',
      '1 h 15',
    ],
    ['degrees of another scale', 'It was 38 °F, roughly 3 °C.', 'We walked at 38 °F.', '3 °C'],
    ['a time behind a full-width comma', '门票25元，8:30开门。', '开放时间：8:30至17:00，门票25元。', '8:30'],
  ])('is not in doubt: %s', (_, answer, source, text) => {
    expect(states(answer, source)).toContainEqual([text, expect.stringMatching(/^(?:found|computed)$/)]);
  });

  test.each([
    ['a bound of another small number', 'Bei Schmerzen höchstens 5 Tage.', 'Höchstens 4 Tage bei Schmerzen.', '5 Tage'],
    [
      'a number of other things',
      'Jugendliche ab 10 Jahren nehmen eine Tablette.',
      'Jugendliche ab 12 Jahren nehmen eine Tablette. Bis zu 1 von 10 Behandelten haben Kopfschmerzen.',
      '10 Jahren',
    ],
    [
      'a thousand times as many millions',
      'La presa cuesta 412.000 M€.',
      'La presa costará 412 millones de euros.',
      '412.000 M€',
    ],
    ['a number behind a full-width comma', '票价9元，65岁以上免费。', '票价9元，六十岁以上免费。', '65岁'],
    ['another given name in ideographs', '北原健二社長が述べた。', '社長の北原修一氏は述べた。', '北原健二'],
    ['another surname in ideographs', '李国栋市长说，线路开通。', '市长陈国栋表示，线路开通。', '李国栋'],
    ['another month with vowel signs', 'छूट 30 जुलाई तक मिलेगी।', 'संपत्ति कर में छूट 30 जून तक मिलेगी।', '30 जुलाई'],
    [
      'a sum whose other operand changes nothing',
      'Unia dała 58 mln euro, czyli sporo.',
      'Unia dała 58 mln zł. Codziennie przejedzie tędy 8600 aut.',
      '58 mln euro',
    ],
  ])('is in doubt: %s', (_, answer, source, text) => {
    expect(states(answer, source)).toContainEqual([text, 'not-found']);
  });

  test('is not a name if a capitalized preposition begins the sentence', () => {
    const source = 'Ein Teller hat 342 kcal. Dazu gehört die Portion Brot.';
    expect(states('Pro Portion sind es 342 kcal.', source).map(([text]) => text)).toEqual(['342 kcal']);
  });

  test.each([
    ['a digit', 'The ferries carried 1,234,576 people.', '1,234,576'],
    ['the magnitude', 'It cost £23.7 billion.', '£23.7 billion'],
    ['the currency', 'It cost €23.7 million.', '€23.7 million'],
    ['the unit', 'Morven is 16.1 miles away.', '16.1 miles'],
    ['the year', 'In 2023 the ferries carried many people.', '2023'],
    ['the first name', 'The words are from Helen Calder.', 'Helen Calder'],
    [
      'two words of a quotation',
      '"We hoped eleven long summers for her", she said.',
      'We hoped eleven long summers for her',
    ],
  ])('is not found if an answer changes %s', (_, answer, text) => {
    expect(states(answer)).toContainEqual([text, 'not-found']);
  });

  test('is misattributed if the figure is that of another row, and says where it is', () => {
    const [claim] = checkAnswer('The first boat to Skarra leaves at 6:50 am.', [{ text: FERRY }]).filter(
      ({ kind }) => kind === 'date',
    );
    expect(claim?.state).toBe('not-found');
    expect(claim?.places.map(({ start, end }) => FERRY.slice(start, end))).toEqual(['Morven | 6:50 am | 16.1']);
  });

  test('has the offsets of the Markdown', () => {
    const answer = '- **Skarra:** the crossing is *6.2 km* [long](https://a.example/6.2) and costs `£23.7 million`.';
    for (const { start, end, text } of checkAnswer(answer, [{ text: FERRY }]))
      expect(answer.slice(start, end)).toBe(text);
    expect(states(answer)).toEqual([
      ['6.2 km', 'found'],
      ['£23.7 million', 'found'],
    ]);
  });
});

describe('an answer without facts', () => {
  test.each([
    'There are three ways to do this:\n\n1. Take the boat.\n2. Take the bus.\n3. Stay at home.',
    'The page explains this well [1]. See also [2](https://a.example/2).',
    '## 2. How it works\n\nStep 3 is the hard one.',
    '```js\nconst total = 48271;\n```\n\nand $E = 17 c^{23}$',
    'The page does not say so.',
  ])('has no claim that is not found: %s', (answer) => {
    expect(states(answer).filter(([, state]) => state === 'not-found')).toEqual([]);
  });

  test('does not treat the date that the model was given as a claim', () => {
    expect(states('Today is 28 November 2026.', FERRY, { given: '2026-11-28' })).toEqual([]);
  });
});

test('the words of the question count as a source', () => {
  expect(states('It cannot be 4,711 people.', FERRY, { question: 'Were it 4711 people?' })).toEqual([
    ['4,711', 'found'],
  ]);
});

test('sources indexed once give the same claims', () => {
  const sources = [{ text: FERRY }];
  const answer = 'Skarra is 6.2 km away, Morven 61.1 km.';
  expect(checkAnswer(answer, indexSources(sources))).toEqual(checkAnswer(answer, sources));
});

test('changed facts of answers in all languages are flagged, and true ones are not', () => {
  const labelled = makeCases(readPages('first'), 56, 7).flatMap(({ answer, sources, question, facts }) => {
    const flags = checkAnswer(answer, sources, { question }).filter(({ state }) => state === 'not-found');
    return facts.map(({ start, end, change }) => ({
      isChanged: change !== null,
      isFlagged: flags.some((flag) => flag.start < end && flag.end > start),
    }));
  });
  const share = (isChanged: boolean) => {
    const facts = labelled.filter((fact) => fact.isChanged === isChanged);
    return facts.filter(({ isFlagged }) => isFlagged).length / facts.length;
  };
  expect(share(true)).toBeGreaterThanOrEqual(0.95);
  expect(share(false)).toBeLessThanOrEqual(0.03);
});

test.each([
  ['Sales (£m)', '2780', 'Sales were £2,780 million.', 'Sales were £2,870 million.'],
  ['Sales ($bn)', '3.2', 'Sales were $3.2 billion.', 'Sales were $3.2 million.'],
  ['Sales in M€', '2780', 'Sales were €2.78 billion.', 'Sales were €2.78 million.'],
])('figures below “%s” have its magnitude', (header, cell, right, wrong) => {
  const sources = [{ text: `| Region | ${header} |\n| --- | --- |\n| North | ${cell} |` }];
  expect(checkAnswer(right, sources).map(({ state }) => state)).toEqual(['found']);
  expect(checkAnswer(wrong, sources).map(({ state }) => state)).toEqual(['not-found']);
});

describe('a table', () => {
  test('is read without pipes around its rows, and with dots between label and value', () => {
    const piped =
      'Das Wetter ist in der Nacht und am Tag kalt.\n\nTag | Höchst | Tiefst\nMo 3.3. | 9 °C | 1 °C\nDi 4.3. | 11 °C | 3 °C';
    expect(states('- **Montag:** bis 9 Grad', piped)).toContainEqual(['9 Grad', 'found']);
    expect(states('- **Montag:** bis 11 Grad', piped)).toContainEqual(['11 Grad', 'not-found']);
    const dotted = 'Weight ........ 1.2 kg\nNoise ........ 62 dB';
    expect(states('The noise is 62 dB.', dotted)).toContainEqual(['62 dB', 'found']);
  });

  test('has its unit in the label of a row, or in the header of the answer’s own table', () => {
    const source = 'Key figures     2024     2023\nRevenue (€k)     48,310     45,972';
    expect(states('Revenue was €48.3 million.', source)).toContainEqual(['€48.3 million', 'found']);
    expect(states('Revenue was €48.3 billion.', source)).toContainEqual(['€48.3 billion', 'not-found']);
    const prose = 'Revenue was NOK 4.86 billion, after NOK 4.31 billion in 2024.';
    const table = (value: string) => `| | 2025 |\n|---|---|\n| Revenue (NOK bn) | ${value} |`;
    expect(states(table('4.86'), prose)).toContainEqual(['4.86', 'found']);
    expect(states(table('4.68'), prose)).toContainEqual(['4.68', 'not-found']);
  });
});

describe('a figure that only resembles one of the source is not found', () => {
  test.each([
    [
      'another currency than the paragraph',
      'It cost $93.1 million.',
      'Planned were €68.4 million. It cost 93.1 million.',
    ],
    ['another unit', 'It has 200 W.', 'The battery has 200 Ah. In box 200 there is a cable.'],
    ['a result with other numbers', 'They won 3-2.', 'Rovers won 3-1. It was match 2 of the year.'],
    ['a number of something else', 'The town has three schools.', 'The town has 4 schools and 3 churches.'],
    [
      'a small number of another unit',
      'The port is 6 km to the north.',
      'Bus 6 goes to the port, 6 miles further north.',
    ],
    ['a number before a unit in one word', 'It is a four-week course.', 'The course takes 3 weeks.'],
    ['a number in a German compound', 'Die vierwöchige Reise ist schön.', 'Die Reise dauert 3 Wochen und ist schön.'],
    ['a whole number with a decimal', 'It has HDMI 2.0.', 'It has 2 ports and HDMI 2.1.'],
    ['a thousand read as a decimal', 'About 64,000 people came.', 'The tower is 64 m high. 46,000 people came.'],
  ])('%s', (_, answer, source) => {
    expect(states(answer, source).map(([, state]) => state)).toContain('not-found');
  });

  test('a neighbour within one sentence', () => {
    const source =
      'We followed pupils of two cities. Sleep was recorded at home. The delay was longer in girls (9.4 min) than in boys (6.0 min). Curtains made it shorter. Some left early. Lamps were counted. The study was paid by a foundation.';
    expect(states('For girls the delay was 9.4 min.', source)).toContainEqual(['9.4 min', 'found']);
    expect(states('For girls the delay was 6.0 min.', source)).toContainEqual(['6.0 min', 'not-found']);
  });
});

describe('the same in another form is found', () => {
  test.each([
    ['a time of a timetable', 'It leaves at 7:17 am.', 'Market Cross 0632 0717 0847', '7:17 am'],
    ['opening hours', 'Open until 18:30.', 'The surgery is open on Mon–Fri 8.30am–6.30pm.', '18:30'],
    ['a fraction', 'Take 1.5 tsp of salt.', 'Take 1½ tsp salt.', '1.5 tsp'],
    ['a magnitude of one letter', 'Profit was NOK 402m.', 'Net profit: NOK 402 million.', 'NOK 402m'],
    ['degrees without their sign', 'Bake at 200 °C.', 'Bake at 200C for 30 minutes.', '200 °C'],
    ['short weekdays', 'She works on Thursdays.', 'Dr Morgan (Tue and Thu)', 'Thursdays'],
    ['a date of Taiwan', '2025年9月5日施工。', '發布日期：114年9月5日', '2025年9月5日'],
    [
      'a day whose month is elsewhere',
      '8月16日に100万人を超えた。',
      '2025年8月17日\n\n水族館は16日、来館者が100万人に達した。',
      '8月16日',
    ],
    [
      'a number word with its unit in one word',
      'It is a three-week course.',
      'The course takes 3 weeks.',
      'three-week',
    ],
    [
      'a German compound of number and unit',
      'Die dreiwöchige Reise ist schön.',
      'Die Reise dauert 3 Wochen und ist schön.',
      'dreiwöchige',
    ],
    ['hours of a range', 'Otwarte do 19:00.', 'Biblioteka jest czynna w godz. 9–19, w soboty w godz. 9–14.', '19:00'],
  ])('%s', (_, answer, source, text) => {
    expect(states(answer, source)).toContainEqual([text, 'found']);
  });

  test.each([
    ['hundredths of a currency', 'Opłata wynosi 20 groszy.', 'Opłata wynosi 0,20 zł za dzień.', '20 groszy'],
    [
      'the rest of a hundred per cent',
      '52.4% are girls, so together with 47.6% boys.',
      'Of 2,314 pupils, 52.4% were girls.',
      '47.6%',
    ],
    ['the time between two times', 'From 6:48 to 7:51 (63 minutes).', 'Montclar 6:48\n\nPort 7:51', '63 minutes'],
  ])('computed: %s', (_, answer, source, text) => {
    expect(states(answer, source)).toContainEqual([text, 'computed']);
  });
});

describe('a name', () => {
  test.each([
    [
      'two names joined by “and”',
      'Gepflegt wird es von Nils Lindgren und Marek Kowalski.',
      'Betreuer: Ola Lindgren, Marek Kowalski. Das Projekt ist frei und wird gepflegt.',
      'Nils Lindgren',
    ],
    ['a given name of Chinese', '刘建军说：很快。', '总经理刘建国表示，二期开通后很快。', '刘建军'],
    [
      'a given name of Arabic',
      'قال خالد النجار إنها جميلة.',
      'وقال الدكتور عمر النجار إن المكتبة جميلة.',
      'خالد النجار',
    ],
    [
      'a given name of Hindi',
      'राठौर के साथ अनीता यादव ने बताया।',
      'स्थानीय विधायक सुनीता यादव ने बताया कि राठौर आए।',
      'अनीता यादव',
    ],
  ])('is not found with another part: %s', (_, answer, source, text) => {
    expect(states(answer, source)).toContainEqual([text, 'not-found']);
  });

  test('in the language of the question alone is not in doubt', () => {
    const source =
      '100万人目は会社員の佐久間健太さん（34）一家で、記念に年間パスポートが贈られた。市立水族館は開館から二年あまりで来館者が百万人に達した。館長は地元の子どもたちが何度も来てくれたことが一番うれしいと話した。市の試算では経済効果は年間およそ41億円にのぼる。';
    expect(states('It was Kenta Sakuma.', source, { question: 'Who was it?' })).toEqual([]);
  });
});
