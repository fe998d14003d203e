import { randomFrom } from '../random.ts';
import type { Change, EvidencePage, FactForms, Sentence } from './pages.ts';

/** A fact as it occurs in the answer: true, or changed. */
export type LabelledFact = { start: number; end: number; text: string; change: Change | null };

export type EvidenceCase = {
  id: string;
  language: string;
  sources: { text: string }[];
  question: string;
  answer: string;
  facts: LabelledFact[];
};

const SENTENCES_OF_ANSWER = 4;

/**
 * Answers of a few sentences, in a different order than on the page, as a paragraph or a list. In every second one, one
 * or two facts are changed. Every third one has additional pages in its language, in which its figures occur by chance.
 */
export function makeCases(pages: readonly EvidencePage[], count: number, seed: number): EvidenceCase[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, number) => {
    const page = pages[number % pages.length] as EvidencePage;
    const sentences = shuffle(page.sentences, random).slice(0, SENTENCES_OF_ANSWER);
    const others = number % 3 === 0 ? pages.filter((other) => other.language === page.language && other !== page) : [];
    const changes = number % 2 === 0 ? 1 + Math.floor(random() * 2) : 0;
    const changed = new Set(shuffle(listChangeable(sentences), random).slice(0, changes));
    const { answer, facts } = write(sentences, changed, random() < 0.4);
    return {
      id: `${page.language}-${number}`,
      language: page.language,
      sources: [page, ...others].map(({ text }) => ({ text })),
      question: page.question,
      answer,
      facts,
    };
  });
}

/**
 * The sentences of each row as a separate answer: once unchanged, and once for each fact with only this fact changed. A
 * case with a change lists only the fact that is changed.
 */
export function makeCasesOfEachFact(pages: readonly EvidencePage[]): EvidenceCase[] {
  return pages.flatMap(({ name, language, text, question, sentences }) =>
    sentences.flatMap((sentence, row) =>
      [null, ...listChangeable([sentence])].map((changed, number) => {
        const { answer, facts } = write([sentence], new Set(changed ? [changed] : []), false);
        return {
          id: `${name}-${row}-${number}`,
          language,
          sources: [{ text }],
          question,
          answer,
          facts: changed ? facts.filter(({ change }) => change !== null) : facts,
        };
      }),
    ),
  );
}

function listChangeable(sentences: readonly Sentence[]): FactForms[] {
  return sentences.flatMap((sentence) =>
    sentence.flatMap((part) => (typeof part !== 'string' && part.wrong !== null ? [part] : [])),
  );
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function write(
  sentences: readonly Sentence[],
  changed: ReadonlySet<FactForms>,
  isList: boolean,
): { answer: string; facts: LabelledFact[] } {
  let answer = '';
  const facts: LabelledFact[] = [];
  for (const sentence of sentences) {
    if (answer) answer += isList ? '\n' : ' ';
    const isItem = typeof sentence[0] === 'string' && /^(?:- |\d+\. )/.test(sentence[0]);
    if (isItem && answer && !isList) answer += '\n\n';
    if (isList && !isItem) answer += '- ';
    for (const part of sentence) {
      if (typeof part === 'string') answer += part;
      else {
        const isChanged = changed.has(part);
        const text = isChanged ? (part.wrong ?? '') : part.right;
        facts.push({
          start: answer.length,
          end: answer.length + text.length,
          text,
          change: isChanged ? part.change : null,
        });
        answer += text;
      }
    }
    if (isItem && !isList) answer += '\n\n';
  }
  return { answer, facts };
}
