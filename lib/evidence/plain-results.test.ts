import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function findState(text: string, answer: string, source: string): string | undefined {
  return checkAnswer(answer, [{ text: source }]).find((claim) => claim.text === text)?.state;
}

const CASH = 'Schatzmeister Holger Timm berichtet: Einnahmen 2023 von 84.350 €, Ausgaben von 79.120 €.';
const FINE = 'Wer ohne Erlaubnis einfährt, zahlt 83 Euro, bei Zahlung in fünf Tagen 30 Prozent weniger.';
const DAMAGE = 'The governor said that 214 houses were damaged, 46 of them beyond repair. 3,287 people slept outside.';
const GRANTS = 'El municipio concedió 9.000 ayudas en 2022 y 10.500 ayudas en 2023.';
const FERRY = 'The return ticket costs €9.80; children pay €4.90. Each boat takes 180 passengers.';
const MUSEUMS =
  '| Station | Passengers 2022 | Passengers 2023 | Lifts |\n|---|---|---|---|\n| Old Market | 4,120,000 | 4,655,000 | 3 |\n| North End | 3,260,000 | 3,980,000 | 5 |';
const RACE =
  '| Place | Name | Time |\n|---|---|---|\n| 1 | Jonah Merriweather | 1:03:27 |\n| 2 | Samuel Kiprotich | 1:03:52 |';

const VOTES = 'Der Beitrag steigt. Angenommen mit 51 zu 12 Stimmen.';
const COSTS =
  'Die Kosten werden auf 17,8 Millionen Euro geschätzt. Davon trägt das Land 70 Prozent der Kosten, den Rest die Stadt.';

describe('a result that no word announces', () => {
  test.each([
    ['the difference of two amounts of one sentence', 'Es blieb ein Rest von 5.230 €.', '5.230 €', CASH, 'computed'],
    ['another amount', 'Es blieb ein Rest von 5.320 €.', '5.320 €', CASH, 'not-found'],
    ['an amount without a percentage', 'Wer gleich zahlt, zahlt 30 % weniger (58,10 €).', '58,10 €', FINE, 'computed'],
    ['another amount', 'Wer gleich zahlt, zahlt 30 % weniger (58,90 €).', '58,90 €', FINE, 'not-found'],
    ['a share of two numbers', 'Of 214 damaged houses about 21% cannot be lived in.', '21%', DAMAGE, 'computed'],
    ['another share', 'Of 214 damaged houses about 27% cannot be lived in.', '27%', DAMAGE, 'not-found'],
    ['a change with decimals', 'Hubo un 16,7 % más ayudas.', '16,7 %', GRANTS, 'computed'],
    ['another change', 'Hubo un 17,6 % más ayudas.', '17,6 %', GRANTS, 'not-found'],
    ['the change in a row', 'North End grew by 22%.', '22%', MUSEUMS, 'computed'],
    ['another change in a row', 'North End grew by 28%.', '28%', MUSEUMS, 'not-found'],
    [
      'a price for two and one',
      'A return ticket is €9.80. For two adults and one child it is €24.50.',
      '€24.50',
      FERRY,
      'computed',
    ],
    [
      'another price',
      'A return ticket is €9.80. For two adults and one child it is €25.40.',
      '€25.40',
      FERRY,
      'not-found',
    ],
    ['a lead in a race', 'Merriweather won, 25 seconds ahead.', '25 seconds', RACE, 'computed'],
    ['another lead', 'Merriweather won, 35 seconds ahead.', '35 seconds', RACE, 'not-found'],
    [
      'half of a price',
      'किराया ₹35 है; बच्चों का ₹17.50 लगता है।',
      '₹17.50',
      'किराया 35 रुपये का है। बच्चों का आधा किराया लगता है।',
      'computed',
    ],
    ['the lead of one of two numbers of votes', 'Das sind 39 Stimmen mehr.', '39', VOTES, 'computed'],
    ['another lead', 'Das sind 37 Stimmen mehr.', '37', VOTES, 'not-found'],
    ['the rest of a percentage', 'Der Stadt bleiben 30 Prozent der Kosten.', '30 Prozent', COSTS, 'computed'],
    ['another rest', 'Der Stadt bleiben 20 Prozent der Kosten.', '20 Prozent', COSTS, 'not-found'],
    ['the amount of the rest', 'Die Stadt zahlt 5,34 Millionen Euro.', '5,34 Millionen Euro', COSTS, 'computed'],
    ['another amount of the rest', 'Die Stadt zahlt 5,43 Millionen Euro.', '5,43 Millionen Euro', COSTS, 'not-found'],
  ])('%s', (_title, answer, text, source, state) => {
    expect(findState(text, answer, source)).toBe(state);
  });
});

describe('years that follow from others', () => {
  const firm = 'In 1988 the company went public. Eleven years later it bought Feinwerk. It now has 2,310 employees.';
  const life = 'Ignacy Bielawski (ur. 31 lipca 1886, zm. 5 grudnia 1959) był matematykiem.';
  test.each([
    ['a year counted from another one', 'It bought Feinwerk in 1999.', '1999', firm, 'computed'],
    ['another year', 'It bought Feinwerk in 1997.', '1997', firm, 'not-found'],
    [
      'the following year',
      'He came back in 1902.',
      '1902',
      'He left in 1901. The following year he came back.',
      'computed',
    ],
    ['the years between two dates', 'Zmarł w wieku 73 lat.', '73 lat', life, 'computed'],
    [
      'a month counted from another one',
      'It ends in April 2026.',
      'April 2026',
      'Work is to begin on 3 June 2024 and should take 22 months.',
      'computed',
    ],
    [
      'another month',
      'It ends in May 2026.',
      'May 2026',
      'Work is to begin on 3 June 2024 and should take 22 months.',
      'not-found',
    ],
    [
      'a day counted from another one',
      'The deadline is 17 May 2024.',
      '17 May 2024',
      'Objections are possible within 14 days from 3 May 2024.',
      'computed',
    ],
    ['a century', 'It was founded in the 19th century.', '19th century', 'It was founded in 1872.', 'computed'],
    ['a year more', 'Zmarł w wieku 74 lat.', '74 lat', life, 'not-found'],
  ])('%s', (_title, answer, text, source, state) => {
    expect(findState(text, answer, source)).toBe(state);
  });
});

describe('halves in words', () => {
  test.each([
    ['French, behind the unit', 'La charge dure deux heures et demie.', 'Charge : 80 % en 2 h 30.', 1],
    ['the same for another duration', 'La charge dure deux heures et demie.', 'Charge : 80 % en 3 h 30.', 0],
    [
      'Italian',
      'Inserisci due pile, che durano circa un anno e mezzo.',
      'Inserire due pile AA, che durano circa 18 mesi.',
      1,
    ],
    ['Spanish', 'Tarda 1 h 45 min.', 'Para seis personas; una hora y tres cuartos, más el remojo.', 1],
    ['Hindi, before the number', 'पानी 3.5 लाख लोगों को मिलेगा।', 'साढ़े तीन लाख लोगों को पीने का पानी मिलेगा।', 1],
    ['Arabic, with a unit alone', 'أضف 1,5 لتر من الماء.', 'لتر ونصف من الماء', 1],
    ['Arabic, hours and minutes', 'تستغرق 80 دقيقة.', 'تستغرق ساعة وعشرين دقيقة.', 1],
    ['Russian, before the unit', 'Хватает на 150 минут.', 'Хватает на два с половиной часа.', 1],
    ['tenths', '毛尖减产约10%。', '倒春寒使毛尖减产约一成。', 1],
    ['kilocalories', 'Ein Stück hat 390 kcal.', 'Ein Stück hat etwa 390 Kilokalorien.', 1],
  ])('%s', (_title, answer, source, found) => {
    const claims = checkAnswer(answer, [{ text: source }]).filter(({ kind }) => kind === 'figure' || kind === 'date');
    expect(claims.length).toBeGreaterThan(0);
    expect(claims.filter(({ state }) => state === 'not-found')).toHaveLength(found ? 0 : claims.length);
  });
});
