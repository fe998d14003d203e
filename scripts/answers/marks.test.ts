import { expect, test } from 'vitest';
import { hasMark } from './marks.ts';

const question = { page: 'lighthouse', question: 'How much did the restoration cost?' };

test('an answer with a figure that its page lacks is marked, and one with a figure of the page is not', async () => {
  expect(await hasMark(question, 'The restoration cost 412,000 crowns.')).toBe(false);
  expect(await hasMark(question, 'The restoration cost 421,000 crowns.')).toBe(true);
});
