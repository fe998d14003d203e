import { escapeMarkdownLine } from '../agent/index.ts';
import type { AnswerCheck, CheckedFact } from '../contracts/index.ts';

/** What a document says about the facts of an answer, in the user's language. */
export type FactWords = {
  factsLine(check: AnswerCheck): string;
  factState(state: CheckedFact['state']): string;
};

/** The facts of an answer as a line and a list to put below it in copies and documents, or '' if it has none. */
export function factsMarkdown(check: AnswerCheck | null, words: FactWords): string {
  if (check === null || check.facts.length === 0) return '';
  const items = check.facts.map((fact) => `- ${factLine(fact, words)}`);
  return [`**${escapeMarkdownLine(words.factsLine(check))}**`, items.join('\n')].join('\n\n');
}

function factLine({ text, state, places: [place] }: CheckedFact, words: FactWords): string {
  const passage = place === undefined ? '' : ` — ${escapeMarkdownLine(place.text)}`;
  return `${escapeMarkdownLine(text)}: ${words.factState(state)}${passage}`;
}
