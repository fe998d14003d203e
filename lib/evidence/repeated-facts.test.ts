import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function listStates(answer: string, source: string, claim: string): string[] {
  return checkAnswer(answer, [{ text: source }])
    .filter(({ text }) => text.includes(claim))
    .map(({ state }) => state);
}

const CITIES =
  'The report came out. Rents rose by 3.4 % in Lima and by 2.1 % in Rome. In Oslo they fell. Nobody was surprised. It rained.';
const BIKES =
  '| | Velonia | Kesto | Lumen |\n|---|---|---|---|\n| Price | 2,499 € | 4,150 € | 1,899 € |\n| Weight | 24.1 kg | 22.8 kg | 17.9 kg |\n| Range | 68 km | 87 km | 41 km |\n| Charge | 4.5 h | 5 h | 3.5 h |';

describe('a fact that an answer assigns to two things', () => {
  test('belongs to the one that it matches if the source contains it once and another one next to it', () => {
    expect(listStates('Rents rose by 2.1 % in Lima and by 2.1 % in Rome.', CITIES, '2.1')).toEqual([
      'not-found',
      'found',
    ]);
    expect(listStates('Rents rose by 3.4 % in Lima and by 3.4 % in Rome.', CITIES, '3.4')).toEqual([
      'found',
      'not-found',
    ]);
  });

  test('belongs to both if the source has it twice, or the answer has the other one as well', () => {
    const twice = CITIES.replace('3.4', '2.1');
    expect(listStates('Rents rose by 2.1 % in Lima and by 2.1 % in Rome.', twice, '2.1')).toEqual(['found', 'found']);
    expect(listStates('Rents rose by 3.4 % in Lima and by 2.1 % in Rome.', CITIES, '%')).toEqual(['found', 'found']);
  });
});

describe('a fact among those of one line of a table', () => {
  test.each([
    ['in the language of the table', 'The Velonia costs 2,499 €, weighs ? kg and goes 68 km.'],
    ['in another language, which lacks the names', 'Es kostet 2.499 €, wiegt ? kg und fährt 68 km weit.'],
  ])('does not come from another line, %s', (_, answer) => {
    expect(listStates(answer.replace('?', '24.1'), BIKES, 'kg')).toEqual(['found']);
    expect(listStates(answer.replace('?', '22.8'), BIKES, 'kg')).toEqual(['not-found']);
  });

  test('can come from another line that the sentence names', () => {
    expect(listStates('The Velonia costs 2,499 € and goes 68 km, but the Kesto weighs 22.8 kg.', BIKES, 'kg')).toEqual([
      'found',
    ]);
  });
});
