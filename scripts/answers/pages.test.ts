import { beforeAll, describe, expect, test } from 'vitest';
import { estimateTokens } from '../../lib/text/token-estimate.ts';
import { PAGE_NAMES, readingOfPage, textOfReading } from './pages.ts';
import { QUESTIONS } from './questions.ts';

const texts = new Map<string, string>();
beforeAll(async () => {
  for (const name of PAGE_NAMES) texts.set(name, textOfReading(await readingOfPage(name)));
});

describe('the pages', () => {
  test('the pages are thirty, from about 300 to 15,000 tokens, with two questions each', () => {
    const sizes = [...texts.values()].map(estimateTokens).sort((a, b) => a - b);
    expect(sizes).toHaveLength(30);
    expect(sizes[0]).toBeGreaterThan(270);
    expect(sizes.at(-1)).toBeGreaterThan(11_000);
    expect(sizes.at(-1)).toBeLessThan(16_000);
    const counts = Map.groupBy(QUESTIONS, ({ page }) => page);
    expect([...counts.keys()].sort()).toEqual([...PAGE_NAMES].sort());
    expect([...counts.values()].map((each) => each.length)).toEqual(PAGE_NAMES.map(() => 2));
  });

  test.each(QUESTIONS.map((question) => [question.page, question.question, question] as const))(
    '%s: "%s" is answered by the page, or is not',
    (page, _text, question) => {
      const text = texts.get(page) ?? '';
      if ('absent' in question) {
        expect(text).not.toMatch(question.absent);
        return;
      }
      const evidence = [question.evidence].flat();
      for (const words of evidence) expect(text).toContain(words);
      for (const pattern of [question.answer].flat()) expect(evidence.join(' ')).toMatch(pattern);
    },
  );
});
