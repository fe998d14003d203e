import { checkAnswer, indexSources } from '../../lib/evidence/index.ts';
import { readingOfPage, textOfReading } from './pages.ts';
import type { Question } from './questions.ts';

type Index = ReturnType<typeof indexSources>;
const indexes = new Map<string, Index>();

/** Whether a fact of an answer is not on the page, or belongs to something else there. */
export async function hasMark(
  { page, question }: Pick<Question, 'page' | 'question'>,
  answer: string,
): Promise<boolean> {
  const key = `${page} ${question}`;
  let index = indexes.get(key);
  if (!index) {
    index = indexSources([{ text: textOfReading(await readingOfPage(page)) }, { text: question }]);
    indexes.set(key, index);
  }
  return checkAnswer(answer, index, { question }).some(({ state }) => state === 'not-found');
}
