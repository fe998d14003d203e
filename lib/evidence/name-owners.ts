import { memoize } from '../control-flow/index.ts';
import type { ClaimDraft } from './claim.ts';
import { readClaimCloseness } from './claim-closeness.ts';
import { numberCloseness, readSourceCloseness } from './closeness.ts';
import { CLOSER, listOwnerWords, scoreCloseness, weighOwnerWords } from './closest-owner.ts';
import type { ContextWord } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import { isWithinSpan } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import { REPEATED } from './repeated-facts.ts';
import { areFormsOfName } from './similar-names.ts';
import { findPassageAt, type Passage, type SourceDocument, type SourceIndex } from './source-index.ts';
import { foldWord } from './vocabulary.ts';

type Span = { start: number; end: number };
type Mention = Span & { passage: Passage };
/** A person or an organization whose full name occurs in a source, with each place that names it. */
type NamedOne = { words: readonly string[]; mentions: Mention[]; document: SourceDocument; isOrganization: boolean };

/** A single word next to a name rarely belongs to only one person. */
const MIN_WORDS = 2;
const LIMITS = { maxWords: 3, maxNames: 60, maxMentions: 6 };

/**
 * Whether the sentence of a name states what a source states about another one: "the mayor, Anna Keller" although the
 * mayor is Otto Weber. Only names of two or three words are compared, because others are often places or products.
 */
export function isNameOfOther(
  words: readonly string[],
  place: Span,
  others: readonly Span[],
  checker: FactChecker,
): boolean {
  const { index } = checker;
  const last = words.at(-1) ?? '';
  const named = index.documents.flatMap((document) => listNamedOnes(document));
  if (named.length > LIMITS.maxNames) return false;
  const own = named.filter((one) =>
    words.length > 1 ? words.every((word) => one.words.includes(word)) : one.words.at(-1) === last,
  );
  const [first] = own;
  if (!first) return false;
  const sentence = checker.contexts.sentenceAt(place.start);
  const claim = closenessOfName(place, checker);
  const ownClose = own.flatMap((one) => closenessOfMentions(one, index));
  const beside = others.filter((other) => isWithinSpan(other, sentence) && !isOneMentioned(other, own, checker));
  const ownerWords = dropWordsOfOthers(listOwnerWords(claim, ownClose, index, 'all'), beside, checker);
  if (ownerWords.length < MIN_WORDS) return false;
  const ownScore = scoreBest(claim, ownClose, index);
  return named.some((rival) => {
    if (rival.document !== first.document || rival.isOrganization !== first.isOrganization) return false;
    if (rival.words.some((word) => own.some((one) => one.words.includes(word)))) return false;
    const close = closenessOfMentions(rival, index);
    return close.some((near) => {
      const owner = weighOwnerWords(ownerWords, near, index);
      const limits = isInOnePassage(own, rival) ? CLOSER.samePlace : CLOSER.otherPlace;
      if (owner.weight < limits.minOwner || owner.count < MIN_WORDS) return false;
      const score = scoreBest(claim, [near], index);
      if (score < ownScore * limits.ratio) return false;
      // A sentence that contains both states how they are related.
      if (others.some((other) => isWithinSpan(other, sentence) && isMention(other, rival, checker))) return false;
      return !others.some(
        (other) =>
          isMention(other, rival, checker) && scoreBest(closenessOfName(other, checker), [near], index) >= score,
      );
    });
  });
}

/**
 * Whether the answer gives one name to two things in a sentence or row, and a source contains another name nearby that
 * the answer lacks and that matches this claim: "Ada Berg is treasurer and Ada Berg secretary".
 */
export function isNameRepeatedForOther(
  words: readonly string[],
  place: Span,
  others: readonly Span[],
  checker: FactChecker,
): boolean {
  const { index } = checker;
  if (words.length < 2) return false;
  const beside = others.filter((other) => isBesideInAnswer(place, other, checker));
  if (beside.length === 0) return false;
  const named = index.documents.flatMap((document) => listNamedOnes(document));
  const own = named.filter((one) => words.every((word) => one.words.includes(word)));
  const [first] = own;
  if (!first || named.length > LIMITS.maxNames) return false;
  const repetitions = beside.filter((other) => isMention(other, first, checker) && isFullName(other, checker));
  if (repetitions.length === 0) return false;
  const ownClose = own.flatMap((one) => closenessOfMentions(one, index));
  const score = (span: Span, close: readonly ReadonlyMap<number, number>[]) =>
    scoreBest(closenessOfName(span, checker), close, index);
  const ownScore = score(place, ownClose);
  return named.some((rival) => {
    if (rival.document !== first.document || rival.isOrganization !== first.isOrganization) return false;
    if (rival.words.some((word) => first.words.includes(word)) || !isNear(own, rival)) return false;
    if (others.some((other) => isMention(other, rival, checker))) return false;
    const rivalClose = closenessOfMentions(rival, index);
    const rivalScore = score(place, rivalClose);
    if (rivalScore === 0 || rivalScore < ownScore * REPEATED.minRatio) return false;
    return repetitions.every(
      (other) =>
        (rivalScore + score(other, ownClose) + REPEATED.base) / (ownScore + score(other, rivalClose) + REPEATED.base) >=
        REPEATED.minGain,
    );
  });
}

const closenessOfName = memoize((span: Span, checker: FactChecker) => readClaimCloseness(span, checker, true));

/** Only in one sentence or one row, because elsewhere names are repeated for good reasons. */
function isBesideInAnswer(a: Span, b: Span, { answer, contexts }: FactChecker): boolean {
  const [x, y] = [a, b].map(({ start }) => answer.blocks[contexts.blockAt(start)]?.cell);
  if (x || y) return x?.table === y?.table && x?.row === y?.row;
  return isWithinSpan(b, contexts.sentenceAt(a.start));
}

function isFullName({ start, end }: Span, { answer }: FactChecker): boolean {
  return /\s/.test(answer.text.slice(start, end));
}

/** Whether a passage with one name is at most one passage away from one with the other name. */
function isNear(own: readonly NamedOne[], rival: NamedOne): boolean {
  const positions = (one: NamedOne) => one.mentions.map(({ passage }) => one.document.passages.indexOf(passage));
  const rivals = positions(rival);
  return own.some((one) => positions(one).some((at) => rivals.some((other) => Math.abs(at - other) <= 1)));
}

/**
 * Removes the words that are closer to another name of the sentence: "Ada Berg is chair and Otto Kern is treasurer".
 */
function dropWordsOfOthers(
  words: readonly ContextWord[],
  others: readonly Span[],
  checker: FactChecker,
): readonly ContextWord[] {
  if (words.length < MIN_WORDS) return words;
  const closeness = new Map<number, number>();
  for (const other of others)
    for (const { ids, weight } of closenessOfName(other, checker))
      for (const id of ids) closeness.set(id, Math.max(closeness.get(id) ?? 0, weight));
  return words.filter(({ ids, weight }) => ids.every((id) => (closeness.get(id) ?? 0) <= weight));
}

function isOneMentioned(place: Span, named: readonly NamedOne[], checker: FactChecker): boolean {
  return named.some((one) => isMention(place, one, checker));
}

/** The maximum number of characters between a name and the quotation next to it. */
const MAX_GAP_OF_SPEAKER = 60;

/**
 * Whether a name is next to a quotation that is next to another name in the source. The passage of the quotation has to
 * name one person outside the quoted words, and the claimed person must be neither in it nor in the passages around it.
 */
export function isQuoteOfOther(
  words: readonly string[],
  place: Span,
  others: readonly Span[],
  quotes: readonly ClaimDraft[],
  { answer, index }: FactChecker,
): boolean {
  return quotes.some((quote) => {
    const gap = readGap(place, quote);
    if (quote.state !== 'found' || gap.end - gap.start > MAX_GAP_OF_SPEAKER || gap.end < gap.start) return false;
    if (others.some((other) => isWithinSpan(other, gap)) || !isOneSentence(answer.text, quote, gap)) return false;
    const quoted = answer.text.slice(quote.start, quote.end).toLowerCase();
    return quote.places.every(({ source, start }) => {
      const document = index.documents[source];
      const at = document?.passages.findIndex((passage) => passage.place.start === start) ?? -1;
      if (!document || at < 0) return false;
      const named = listNamedOnes(document).filter(({ words: name }) => !quoted.includes(name.at(-1) ?? ''));
      const around = document.passages.slice(Math.max(0, at - 1), at + 2);
      const isIn = ({ mentions }: NamedOne, passages: readonly Passage[]) =>
        mentions.some(({ passage }) => passages.includes(passage));
      if (named.some((one) => isNamedBy(one, words) && isIn(one, around))) return false;
      const speakers = named.filter(
        (one) =>
          !one.isOrganization &&
          isIn(
            one,
            around.filter((passage) => passage === document.passages[at]),
          ),
      );
      return speakers.length === 1;
    });
  });
}

/** Whether one of the words is part of a name, in any form: "по словам Ставрова". */
function isNamedBy(one: NamedOne, words: readonly string[]): boolean {
  return words.some((word) => one.words.some((other) => other === word || areFormsOfName(word, other)));
}

/**
 * Whether a quotation and the name before or after it are in one sentence: "“It works,” said Ada Berg", but not "“It
 * works.” Ada Berg left".
 */
function isOneSentence(text: string, quote: Span, gap: Span): boolean {
  const between = text.slice(gap.start, gap.end);
  if (/[.!?\n]/.test(between)) return false;
  const isBehind = gap.start === quote.end;
  return !isBehind || /[,–—]/.test(between) || !/[.!?…]\s*$/.test(text.slice(quote.start, quote.end));
}

function readGap(a: Span, b: Span): Span {
  return a.start < b.start ? { start: a.end, end: b.start } : { start: b.end, end: a.start };
}

function isMention({ start, end }: Span, { words }: NamedOne, { answer }: FactChecker): boolean {
  const last = foldWord((/[\p{L}\p{M}'-]+$/u.exec(answer.text.slice(start, end))?.[0] ?? '').toLowerCase());
  return words.at(-1) === last;
}

function isInOnePassage(own: readonly NamedOne[], rival: NamedOne): boolean {
  const passages = new Set(own.flatMap(({ mentions }) => mentions.map(({ passage }) => passage)));
  return rival.mentions.some(({ passage }) => passages.has(passage));
}

function scoreBest(
  claim: readonly ContextWord[],
  close: readonly ReadonlyMap<number, number>[],
  index: SourceIndex,
): number {
  return Math.max(0, ...close.map((near) => scoreCloseness(claim, near, index)));
}

const closenessOfMentions = memoize(({ mentions, document }: NamedOne, index: SourceIndex) =>
  mentions.map((mention) => numberCloseness(readSourceCloseness(mention, mention.passage, document, true), index)),
);

const WORD_OF_NAME = /\p{L}[\p{L}\p{M}'-]*/gu;

const listNamedOnes = memoize((document: SourceDocument): readonly NamedOne[] => {
  const { readable, lexicon } = document;
  const named = new Map<string, NamedOne>();
  for (const match of readable.text.matchAll(namePattern(lexicon))) {
    const words = match[0].split(/\s+/).map((word) => foldWord(word.toLowerCase()));
    while (words[0] && isTitle(words[0], lexicon)) words.shift();
    if (words.length < 2 || words.length > LIMITS.maxWords) continue;
    const isOrganization = words.some((word) => lexicon.facts.organizations.includes(word));
    named.set(words.join(' '), { words, mentions: [], document, isOrganization });
  }
  addMentions([...named.values()], document);
  return [...named.values()].filter(({ mentions }) => mentions.length > 0);
});

/** Finds each place with the last word of a name, with the other words of the name where they are before it. */
function addMentions(named: readonly NamedOne[], document: SourceDocument) {
  const byLastWord = Map.groupBy(named, ({ words }) => words.at(-1) ?? '');
  const before: { word: string; start: number }[] = [];
  for (const { 0: spelling, index } of document.readable.text.matchAll(WORD_OF_NAME)) {
    const word = foldWord(spelling.replace(/[-']+$/, '').toLowerCase());
    const end = index + spelling.length;
    for (const { words, mentions } of byLastWord.get(word) ?? []) {
      const passage = findPassageAt(index, document);
      if (!passage || mentions.length >= LIMITS.maxMentions) continue;
      const others = before.slice(before.length - words.length + 1);
      const isWhole = others.every((other, at) => other.word === words[at] && other.start >= passage.start);
      mentions.push({ start: isWhole ? (others[0]?.start ?? index) : index, end, passage });
    }
    before.push({ word, start: index });
  }
}

function isTitle(word: string, { functionWords, facts }: Lexicon): boolean {
  return functionWords.has(word) || facts.titles.includes(word);
}

function namePattern({ facts }: Lexicon): RegExp {
  const joiners = facts.nameJoiners.filter((word) => /^\p{L}+$/u.test(word));
  const joiner = joiners.length > 0 ? `(?:(?:${joiners.join('|')})\\s)?` : '';
  return new RegExp(`(?<![\\p{L}\\d])\\p{Lu}[\\p{L}\\p{M}'-]+(?:\\s${joiner}\\p{Lu}[\\p{L}\\p{M}'-]+){1,3}`, 'gu');
}
