import { memoize } from '../control-flow/index.ts';
import { readClaimCloseness } from './claim-closeness.ts';
import { numberCloseness, readSourceCloseness } from './closeness.ts';
import { CLOSER, listOwnerWords, scoreCloseness, weighOwnerWords } from './closest-owner.ts';
import type { ContextWord } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import { isWithinSpan } from './facts.ts';
import type { Lexicon } from './lexicon.ts';
import type { Passage, SourceDocument, SourceIndex } from './source-index.ts';
import { foldWord } from './vocabulary.ts';

type Span = { start: number; end: number };
type Mention = Span & { passage: Passage };
/** A person or an organization that a source names in full, with each place that names it. */
type NamedOne = { words: readonly string[]; mentions: Mention[]; document: SourceDocument; isOrganization: boolean };

/** One word beside a name is seldom only one person's. */
const MIN_WORDS = 2;
const LIMITS = { maxWords: 3, maxNames: 60, maxMentions: 6 };

/**
 * Whether the sentence of a name says what a source says of another one: "the mayor, Anna Keller" where the mayor is Otto Weber.
 * Only names of two or three words are compared, since others are often places or products.
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
  const claim = readClaimCloseness(place, checker, true);
  const ownClose = own.flatMap((one) => closenessOfMentions(one, index));
  const ownerWords = listOwnerWords(claim, ownClose, index, 'all');
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
      // A sentence that has both says how they belong together.
      if (others.some((other) => isWithinSpan(other, sentence) && isMention(other, rival, checker))) return false;
      return !others.some(
        (other) =>
          isMention(other, rival, checker) &&
          scoreBest(readClaimCloseness(other, checker, true), [near], index) >= score,
      );
    });
  });
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

const listNamedOnes = memoize((document: SourceDocument): readonly NamedOne[] => {
  const { readable, lexicon, passages } = document;
  const named = new Map<string, NamedOne>();
  for (const match of readable.text.matchAll(namePattern(lexicon))) {
    const words = match[0].split(/\s+/).map((word) => foldWord(word.toLowerCase()));
    while (words[0] && isTitle(words[0], lexicon)) words.shift();
    if (words.length < 2 || words.length > LIMITS.maxWords) continue;
    const isOrganization = words.some((word) => lexicon.facts.organizations.includes(word));
    named.set(words.join(' '), { words, mentions: [], document, isOrganization });
  }
  for (const one of named.values()) {
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{M}])(?:\\p{Lu}[\\p{L}\\p{M}'-]*\\s){0,2}${one.words.at(-1)}(?![\\p{L}\\p{M}])`,
      'giu',
    );
    for (const { 0: text, index } of readable.text.matchAll(pattern)) {
      const start = text.toLowerCase().startsWith(one.words[0] ?? '') ? index : index + text.lastIndexOf(' ') + 1;
      const passage = passages.find(({ end }) => index < end);
      if (passage && one.mentions.length < LIMITS.maxMentions)
        one.mentions.push({ start, end: index + text.length, passage });
    }
  }
  return [...named.values()].filter(({ mentions }) => mentions.length > 0);
});

function isTitle(word: string, { functionWords, facts }: Lexicon): boolean {
  return functionWords.has(word) || facts.titles.includes(word);
}

function namePattern({ facts }: Lexicon): RegExp {
  const joiners = facts.nameJoiners.filter((word) => /^\p{L}+$/u.test(word));
  const joiner = joiners.length > 0 ? `(?:(?:${joiners.join('|')})\\s)?` : '';
  return new RegExp(`(?<![\\p{L}\\d])\\p{Lu}[\\p{L}\\p{M}'-]+(?:\\s${joiner}\\p{Lu}[\\p{L}\\p{M}'-]+){1,3}`, 'gu');
}
