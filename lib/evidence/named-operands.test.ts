import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

const PRICES =
  'The museum charges adults €17.50. The garden is free. Students with a card pay €9.20, and a locker costs €3. Guides ask for €48 a group.';
const SHARES = 'The works cost 4.7 billion crowns, of which 3.9 billion came from the state budget.';

function findState(text: string, answer: string, source: string): string | undefined {
  return checkAnswer(answer, [{ text: source }], { language: 'en' }).find((claim) => claim.text.includes(text))?.state;
}

describe('a result of figures that the sentence names', () => {
  test.each([
    ['the difference of two', 'For students it is €8.30 cheaper than for adults.', '€8.30', PRICES, 'computed'],
    ['another difference', 'For students it is €7.80 cheaper than for adults.', '€7.80', PRICES, 'not-found'],
    ['a price for several', 'Three students pay €27.60.', '€27.60', PRICES, 'computed'],
    ['another price', 'Three students pay €24.60.', '€24.60', PRICES, 'not-found'],
    ['a share without the unit', 'The state budget paid about 83% of the works.', '83%', SHARES, 'computed'],
    ['another share', 'The state budget paid about 63% of the works.', '63%', SHARES, 'not-found'],
  ])('%s', (_title, answer, text, source, state) => {
    expect(findState(text, answer, source)).toBe(state);
  });

  test('the months between two dates of a sentence', () => {
    const source = 'The station was closed from April 2021 to June 2023. Each day 1,400 people had to walk.';
    const answer = (months: number) => `The station was closed for ${months} months.`;
    expect(findState('26', answer(26), source)).toBe('computed');
    expect(findState('29', answer(29), source)).toBe('not-found');
  });
});
