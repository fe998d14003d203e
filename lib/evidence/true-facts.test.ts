import { expect, test } from 'vitest';
import { contextOfFact } from './context.ts';
import { checkAnswer, indexSources } from './index.ts';

test.each([
  [
    'a number like a year below a unit',
    '白牡丹产量1120吨。',
    '| 品种 | 产量(吨) |\n|---|---|\n| 云岭毛尖 | 3450 |\n| 白牡丹 | 1120 |',
  ],
  ['a code beside ideographs', '滤芯是QF-06，约一年更换一次。', '滤芯寿命约12个月(型号QF-06，售价269元)'],
  [
    'a compound with an article',
    'Elle est née à Saint-Lary-le-Haut en 1869.',
    'Née le 3 juillet 1869 à Saint-Lary-le-Haut.',
  ],
  [
    'a year before an elision',
    'Son mari mourut en 1901.',
    'Elle épouse en 1901 l’ingénieur Prosper Vidal, qui meurt bientôt.',
  ],
  [
    'a conjunction at the beginning of a sentence',
    'Weil Steinach in Zone B liegt, kostet die Fahrt 3,90 Euro.',
    'Steinach liegt in Zone B. Die Fahrt kostet 3,90 Euro.',
  ],
])('not flagged: %s', (_title, answer, source) => {
  expect(checkAnswer(answer, [{ text: source }]).filter(({ state }) => state === 'not-found')).toEqual([]);
});

test('"about 90" is not 80, which is as round', () => {
  const [claim] = checkAnswer('Cook them for about 90 minutes.', [{ text: 'Cook them for about 80 minutes.' }]);
  expect(claim?.state).toBe('not-found');
});

test('a quotation directly behind an ideograph is checked', () => {
  const source = '他评价道:"安静得让人怀疑它有没有开机。"';
  const claims = checkAnswer('博主称它"安静得让人怀疑它有没有插电"。', [{ text: source }]);
  expect(claims.map(({ kind, state }) => [kind, state])).toEqual([['quote', 'not-found']]);
});

test('the words around the facts of one clause are collected once', () => {
  const { facts } = indexSources([
    { text: 'The bridge is 612 metres long and 24 metres wide, and cost 4.7 million euros.' },
  ]);
  const contexts = facts.map(contextOfFact);
  expect(new Set(contexts).size).toBe(2);
});
