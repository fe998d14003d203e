import { readdirSync, readFileSync } from 'node:fs';

/** How a fact of an answer was changed, in ways that models do. */
export type Change =
  | 'digit'
  | 'unit'
  | 'currency'
  | 'year'
  | 'day'
  | 'first name'
  | 'organization'
  | 'place'
  | 'quote'
  | 'version'
  | 'magnitude'
  | 'neighbour';

/** A fact in a sentence of an answer. One that is `wrong` in no way is always true. */
export type FactForms = { right: string; wrong: string | null; change: Change | null };

/** A sentence of an answer: text and facts in alternation. */
export type Sentence = (string | FactForms)[];

export type EvidencePage = { name: string; language: string; text: string; question: string; sentences: Sentence[] };

export const EVIDENCE_SETS = [
  'first',
  'held-out',
  'second-held-out',
  'third-held-out',
  'fourth-held-out',
  'fifth-held-out',
  'sixth-held-out',
  'seventh-held-out',
  'eighth-held-out',
] as const;

type EvidenceSet = (typeof EVIDENCE_SETS)[number];

const FOLDER = new URL('./', import.meta.url);

/**
 * Reads the pages of a set: one file per language, in which each page is followed by sentences that answer a question
 * about it.
 */
export function readPages(set: EvidenceSet): EvidencePage[] {
  const folder = new URL(`${set}/`, FOLDER);
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parsePages(readFileSync(new URL(file, folder), 'utf8'), file.replace('.txt', '')));
}

function parsePages(text: string, language: string): EvidencePage[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', answers = ''] = part.split('--- answers\n');
      const [name = '', ...lines] = head.split('\n');
      const rows = answers.trim().split('\n');
      const question = rows.find((row) => row.startsWith('Q: '))?.slice(3) ?? '';
      const sentences = rows.filter((row) => row.startsWith('A: ')).map((row) => parseSentence(row.slice(3)));
      return { name, language, text: lines.join('\n').trim(), question, sentences };
    });
}

/** `{{right::wrong::kind of change}}` or `{{right}}`. */
function parseSentence(row: string): Sentence {
  return row.split(/(\{\{.*?\}\})/).map((part) => {
    if (!part.startsWith('{{')) return part;
    const [right = '', wrong, change] = part.slice(2, -2).split('::');
    return { right, wrong: wrong ?? null, change: (change as Change | undefined) ?? null };
  });
}
