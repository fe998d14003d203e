import type { Sentence } from './passages.ts';
import { termsOf } from './words.ts';

/** Maximum number of terms; a longer question is a text whose beginning says what it is about. */
const maxTerms = 64;
const saturation = 1.2;
const lengthWeight = 0.4;
const headingWeight = 0.4;

/**
 * The sentences that match the question best (BM25 over content words, with a small weight for the heading), at most `limit`, in
 * the order of the page. Empty if no word of the question occurs.
 */
export function bestSentences(question: string, sentences: readonly Sentence[], limit: number): Sentence[] {
  const terms = [...new Set(termsOf(question))].slice(0, maxTerms);
  const documents = sentences.map((sentence) => ({
    sentence,
    body: termsOf(sentence.text),
    heading: new Set(termsOf(sentence.heading)),
  }));
  const averageLength = documents.reduce((sum, { body }) => sum + body.length, 0) / Math.max(documents.length, 1) || 1;
  const weights = terms.map((term) => {
    const holders = documents.filter(({ body, heading }) => body.includes(term) || heading.has(term)).length;
    return { term, weight: Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5)) };
  });
  const scored = documents.map(({ sentence, body, heading }, position) => {
    const penalty = saturation * (1 - lengthWeight + (lengthWeight * body.length) / averageLength);
    const score = weights.reduce((sum, { term, weight }) => {
      const frequency = body.filter((word) => word === term).length;
      return (
        sum +
        weight * ((frequency * (saturation + 1)) / (frequency + penalty) + (heading.has(term) ? headingWeight : 0))
      );
    }, 0);
    return { sentence, position, score };
  });
  return distinct(scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.position - b.position))
    .slice(0, limit)
    .sort((a, b) => a.position - b.position)
    .map(({ sentence }) => sentence);
}

/** Two tools may have read the same sentence. */
function distinct<T extends { sentence: Sentence }>(items: T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ sentence }) => !seen.has(sentence.text) && seen.add(sentence.text));
}
