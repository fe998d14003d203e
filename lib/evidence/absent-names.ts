import { memoize } from '../control-flow/index.ts';
import { INFLECTED_NAMES } from '../language/index.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Fact, isWithinSpan } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import { listMatches } from './match-fact.ts';
import type { NameToken } from './name-tokens.ts';
import { areFormsOfName } from './similar-names.ts';
import type { IndexedFact, SourceDocument } from './source-index.ts';
import type { NameRun, WordPositions } from './word-positions.ts';

const LIMITS = {
  /** Letters of a name that can be one of an organization or a place. */
  minLength: 4,
  /** Letters that two names have in common at their beginning where any word has a capital, as at the beginning of a sentence. */
  minShared: 4,
  minRest: 4,
  maxWords: 3,
  /** Smaller numbers without a unit are in several paragraphs by chance. */
  minNumber: 10,
};

const ACRONYM = /^\p{Lu}{2,6}$/u;

/**
 * Whether a name that the sources lack replaces one that the answer lacks: the facts of its sentence are in a paragraph that has that
 * one. Where all nouns have capitals, and at the beginning of a sentence, only quotation marks or common letters show a name.
 */
export function replacesAbsentName(
  token: NameToken,
  isAtStart: boolean,
  answerWords: ReadonlySet<string>,
  checker: FactChecker,
  positions: WordPositions,
): boolean {
  const { answer, lexicon } = checker;
  const isAcronym = ACRONYM.test(token.written);
  if (token.word.length < LIMITS.minLength && !isAcronym) return false;
  if (lexicon.countries.has(token.written.toLowerCase())) return false;
  const isQuoted = isInQuotationMarks(answer.text, token);
  if (lexicon.facts.capitalizedNouns !== null && !isQuoted && !isAcronym) return false;
  if (isAtStart && !isQuoted && INFLECTED_NAMES.has(lexicon.language)) return false;
  return listParagraphs(token, checker).some(({ document, block }) =>
    positions.listNameRuns(document, block).some((run) => {
      if (ACRONYM.test(document.readable.text.slice(run.start, run.end)) !== isAcronym) return false;
      if (isDate(run, document) || !isAbsent(run, answerWords, lexicon)) return false;
      if (isAcronym) return true;
      if (run.words.every(({ length }) => length < LIMITS.minLength)) return false;
      if (isQuoted) return isInQuotationMarks(document.readable.text, run);
      return !isAtStart || run.words.some((word) => sharesBeginning(word, token.word));
    }),
  );
}

type Paragraph = { document: SourceDocument; block: number };

/** The paragraphs of the sources that alone have a fact of the sentence of a name. */
function listParagraphs(token: NameToken, checker: FactChecker): Paragraph[] {
  const sentence = checker.contexts.sentenceAt(token.start);
  const paragraphs = new Map<string, Paragraph>();
  for (const fact of checker.facts) {
    if (!isWithinSpan(fact, sentence) || !isTelling(fact)) continue;
    const [match, ...others] = listMatches(fact, checker);
    if (!match || match.passage.table >= 0 || others.some((other) => !isInSameBlock(match, other))) continue;
    const { document, passage } = match;
    paragraphs.set(`${document.number}:${passage.block}`, { document, block: passage.block });
  }
  return [...paragraphs.values()];
}

function isTelling(fact: Fact): boolean {
  if (fact.type !== 'figure') return fact.type !== 'time';
  return fact.measure !== null || fact.hasDecimals || (fact.values[0] ?? 0) >= LIMITS.minNumber;
}

function isInSameBlock(a: IndexedFact, b: IndexedFact): boolean {
  return a.document === b.document && a.passage.block === b.passage.block;
}

const groupFactsByBlock = memoize(({ facts }: SourceDocument) => Map.groupBy(facts, ({ passage }) => passage.block));

/** Months and weekdays have capitals in some languages. */
function isDate({ start, end, block }: NameRun, document: SourceDocument): boolean {
  return (groupFactsByBlock(document).get(block) ?? []).some(({ fact }) => fact.start < end && fact.end > start);
}

/** Whether the answer has no word of a name in any form. */
function isAbsent(
  { words }: NameRun,
  answerWords: ReadonlySet<string>,
  { facts, functionWords, countries }: Lexicon,
): boolean {
  if (words.length > LIMITS.maxWords) return false;
  if (words.every((word) => facts.titles.includes(word) || functionWords.has(word) || countries.has(word)))
    return false;
  return !words.some((word) => answerWords.has(word) || [...answerWords].some((other) => areFormsOfName(other, word)));
}

/** Whether two words have more than an ending after a common beginning. */
function sharesBeginning(a: string, b: string): boolean {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return shared >= LIMITS.minShared && Math.max(a.length, b.length) - shared >= LIMITS.minRest;
}

function isInQuotationMarks(text: string, { start, end }: { start: number; end: number }): boolean {
  return (
    /[«„“”"「『]\s?$/.test(text.slice(Math.max(0, start - 2), start)) && /^\s?[»“”"」』]/.test(text.slice(end, end + 2))
  );
}

/** "Oldenburg-Stiftung" where the sources have an Oldekop-Stiftung, which the answer does not name. */
export function isOtherCompound(
  { word, written }: NameToken,
  answerWords: ReadonlySet<string>,
  { lexicon }: FactChecker,
  positions: WordPositions,
): boolean {
  const parts = word.split('-');
  if (parts.length < 2 || !written.split('-').every((part) => /^\p{Lu}/u.test(part))) return false;
  // Where all nouns have capitals, most compounds are common nouns.
  const { capitalizedNouns, organizations } = lexicon.facts;
  if (capitalizedNouns !== null && !organizations.includes(parts.at(-1) ?? '')) return false;
  return positions.listCompounds().some((other) => {
    const otherParts = other.split('-');
    if (otherParts.length !== parts.length || answerWords.has(other)) return false;
    const differing = parts.filter((part, at) => part !== otherParts[at]);
    return differing.length === 1 && parts.every(({ length }) => length >= LIMITS.minLength - 1);
  });
}
