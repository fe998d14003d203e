import { memoize } from '../control-flow/index.ts';
import { BEFORE_PLACE, INFLECTED_NAMES, NO_PLACE } from '../language/index.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Fact, isWithinSpan } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import { listMatches } from './match-fact.ts';
import { type NameToken, readTokens } from './name-tokens.ts';
import { areFormsOfName } from './similar-names.ts';
import type { IndexedFact, SourceDocument, SourceIndex } from './source-index.ts';
import type { NameRun, WordPositions } from './word-positions.ts';

const LIMITS = {
  /** Letters of a name that can be one of an organization or a place. */
  minLength: 4,
  /**
   * Letters that two names have in common at their beginning where any word has a capital, as at the beginning of a
   * sentence.
   */
  minShared: 4,
  minRest: 4,
  maxWords: 3,
  /** Words of a sentence that only one paragraph has. */
  minWords: 2,
  /** Smaller numbers without a unit are in several paragraphs by chance. */
  minNumber: 10,
};

const ACRONYM = /^\p{Lu}{2,6}$/u;

/**
 * Whether a name that the sources lack replaces one that the answer lacks: the facts of its sentence are in a paragraph
 * that has that one. Where all nouns have capitals, and at the beginning of a sentence, only quotation marks or common
 * letters show a name.
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
  const isPlace = isPlaceName(token.word, token.start, answer.text, lexicon);
  if (lexicon.facts.capitalizedNouns !== null && !isQuoted && !isAcronym && !isPlace) return false;
  if (isAtStart && !isQuoted && INFLECTED_NAMES.has(lexicon.language)) return false;
  return [...listParagraphs(token, checker), ...listParagraphsOfWords(token, checker, positions)].some(
    ({ document, block }) =>
      positions.listNameRuns(document, block).some((run) => {
        if (ACRONYM.test(document.readable.text.slice(run.start, run.end)) !== isAcronym) return false;
        if (isDate(run, document) || !isAbsent(run, answerWords, lexicon)) return false;
        if (isAcronym) return true;
        if (run.words.every(({ length }) => length < LIMITS.minLength)) return false;
        if (isQuoted) return isInQuotationMarks(document.readable.text, run);
        if (lexicon.facts.capitalizedNouns !== null)
          return isPlaceName(run.words[0] ?? '', run.start, document.readable.text, lexicon);
        return !isAtStart || run.words.some((word) => sharesBeginning(word, token.word));
      }),
  );
}

/** Where all nouns have capitals, one directly behind a preposition of places is a name: "in Remscheid". */
function isPlaceName(word: string, start: number, text: string, { language, measures }: Lexicon): boolean {
  const before = /(\p{L}+)\s$/u.exec(text.slice(Math.max(0, start - LENGTH_OF_PREPOSITION), start))?.[1] ?? '';
  if (BEFORE_PLACE[language]?.test(before.toLowerCase()) !== true) return false;
  return NO_PLACE[language]?.test(word) !== true && measures.get(word) === undefined;
}

const LENGTH_OF_PREPOSITION = 8;

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

/** The paragraphs of the sources that alone have a name of the sentence, or two other words. */
function listParagraphsOfWords(token: NameToken, checker: FactChecker, positions: WordPositions): Paragraph[] {
  const { answer, contexts, index, lexicon } = checker;
  const { start, end } = contexts.sentenceAt(token.start);
  const counts = new Map<string, { paragraph: Paragraph; count: number }>();
  for (const { word } of readTokens(answer.text.slice(start, end), start)) {
    if (word === token.word || word.length < LIMITS.minLength || lexicon.functionWords.has(word)) continue;
    const ids = index.vocabulary.find(word);
    const paragraphs = new Map(ids.flatMap((id) => [...(mapParagraphsByWord(index).get(id) ?? [])]));
    const [first, ...others] = paragraphs;
    if (!first || others.length > 0) continue;
    const [key, paragraph] = first;
    if (paragraph === null) continue;
    const isName = ids.some((id) => positions.isName(index.vocabulary.wordAt(id)));
    const count = (counts.get(key)?.count ?? 0) + (isName ? LIMITS.minWords : 1);
    counts.set(key, { paragraph, count });
  }
  return [...counts.values()].flatMap(({ paragraph, count }) => (count >= LIMITS.minWords ? [paragraph] : []));
}

const mapParagraphsByWord = memoize(({ documents }: SourceIndex) => {
  const byWord = new Map<number, Map<string, Paragraph | null>>();
  for (const document of documents) {
    for (const { clauses, block, table } of document.passages) {
      // The words of a table do not distinguish paragraphs.
      const [key, paragraph] = table < 0 ? [`${document.number}:${block}`, { document, block }] : ['table', null];
      for (const id of clauses.flatMap(({ words }) => words)) {
        const paragraphs = byWord.get(id);
        if (paragraphs) paragraphs.set(key, paragraph);
        else byWord.set(id, new Map([[key, paragraph]]));
      }
    }
  }
  return byWord;
});

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
