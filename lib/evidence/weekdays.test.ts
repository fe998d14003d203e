import { expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

const FAIR = 'The fair begins on Monday, 5 May 2025, and ends on 10 May 2025. It rained on 4 July 2024.';

test.each([
  ['that the source has', 'It begins on Monday, 5 May.', 'Monday', 'found'],
  ['of another date beside it', 'It begins on Tuesday, 5 May.', 'Tuesday', 'not-found'],
  ['by the calendar beside its date', 'It ends on Saturday, 10 May 2025.', 'Saturday', 'found'],
  ['by the calendar of another date', 'It ends on Sunday, 10 May 2025.', 'Sunday', 'not-found'],
  ['without its date', 'It is closed on Thursdays.', 'Thursdays', 'not-found'],
])('a weekday %s: %s', (_, answer, text, state) => {
  expect(checkAnswer(answer, [{ text: FAIR }])).toContainEqual(expect.objectContaining({ text, state }));
});
