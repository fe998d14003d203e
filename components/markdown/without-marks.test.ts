import { expect, test } from 'vitest';
import { withoutMarks } from './without-marks.ts';

test.each([
  ['…two **high ', '…two high '],
  ['day**. ### The points\n- one', 'day.  The points\none'],
  ['see [the table](https://a.example/x) and ![Tides', 'see the table and Tides'],
  ['page](https://a.exam', 'page'],
  ['| Brest | 7 m |', ' Brest  7 m '],
  ['`npm start`', 'npm start'],
  ['2 * 3 - 1', '2 * 3 - 1'],
])('%j is shown as %j', (piece, words) => {
  expect(withoutMarks(piece)).toBe(words);
});
