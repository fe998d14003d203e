import { HONORIFIC_BEFORE_NAME } from '../language/index.ts';
import { isOtherCompound, replacesAbsentName } from './absent-names.ts';
import type { ClaimDraft } from './claim.ts';
import { findBestPassage } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Taken } from './facts.ts';
import { isCommonNoun, isLikeCommonNoun, isMisspelt, isTitleOrCompound, KnownNames } from './known-names.ts';
import type { Lexicon } from './lexicon.ts';
import { checkMarkedNames } from './marked-names.ts';
import { isNameOfOther, isNameRepeatedForOther, isQuoteOfOther } from './name-owners.ts';
import { collectAnswerWords, type NameToken, readTokens } from './name-tokens.ts';
import { foldWord } from './vocabulary.ts';
import { findWordPositions, type WordPositions } from './word-positions.ts';

/** Consecutive capitalized words, possibly joined by "of" or "von". */
type Sequence = { tokens: NameToken[]; isAtStart: boolean; before: string; after: string; isLead: boolean };

const CASED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/**
 * Checks names of persons, organizations, places and products. In scripts with capitals, capitals mark names. In
 * others, a title or the kind of an organization next to them does. A name is doubtful if the sources contain its other
 * words, or the sentence, with another name.
 */
export function checkNames(checker: FactChecker, takenRanges: Taken, quotes: readonly ClaimDraft[]): ClaimDraft[] {
  if (!CASED.test(checker.lexicon.facts.functionWords.join(''))) return checkMarkedNames(checker, takenRanges);
  const positions = findWordPositions(checker.index);
  const sequences = listSequences(checker, takenRanges).flatMap((sequence) => splitSequence(sequence, checker));
  const spans = sequences.map(({ tokens }) => ({ start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 }));
  return sequences.flatMap((sequence, at) => {
    const claim = checkSequence(sequence, checker, positions);
    if (claim?.state !== 'found') return claim ? [claim] : [];
    const words = foldWords(checker.answer.text.slice(claim.start, claim.end));
    const others = spans.toSpliced(at, 1);
    const isOther =
      isNameOfOther(words, claim, others, checker) ||
      isNameRepeatedForOther(words, claim, others, checker) ||
      isQuoteOfOther(words, claim, others, quotes, checker);
    return [isOther ? { ...claim, state: 'not-found' as const } : claim];
  });
}

function foldWords(name: string): string[] {
  return name.split(/[\s-]+/).map((word) => foldWord(word.toLowerCase()));
}

function listSequences({ answer, lexicon, contexts }: FactChecker, takenRanges: Taken): Sequence[] {
  const sequences: Sequence[] = [];
  const joiners = new Set(lexicon.facts.nameJoiners);
  const starts = new Set(answer.strong.map(({ start }) => start));
  for (const block of answer.blocks) {
    if (block.kind === 'heading' || block.cell?.isHeader) continue;
    const tokens = readTokens(answer.text.slice(block.start, block.end), block.start);
    let run: NameToken[] = [];
    tokens.forEach((token, index) => {
      const previous = tokens[index - 1];
      const gap = previous ? answer.text.slice(previous.end, token.start) : '';
      const isJoined =
        /^(?:\s|-|\s&\s)$/.test(gap) ||
        // "Musée de l'Académie"
        (previous?.isCapital === false && /^\s\p{L}+'$/u.test(gap)) ||
        (/^\.\s?$/.test(gap) &&
          // In "type C or D. They", the letter ends a sentence.
          !lexicon.functionWords.has(token.written.toLowerCase()) &&
          (previous?.word.length === 1 || lexicon.abbreviations.has(previous?.word ?? '')));
      // A label in bold type is not part of the name before it.
      if (run.length > 0 && (!isJoined || starts.has(token.start))) close(index);
      if (!token.isCapital && !(run.length > 0 && joiners.has(token.word) && tokens[index + 1]?.isCapital))
        close(index);
      else if (takenRanges.has(token.start, token.end)) close(index);
      else run.push(token);
    });
    close(tokens.length);

    function close(next: number) {
      while (run.length > 0 && !run.at(-1)?.isCapital) run.pop();
      const [first] = run;
      if (first) {
        const sentence = contexts.sentenceAt(first.start);
        const head = answer.text.slice(sentence.start, first.start);
        const at = tokens.indexOf(first);
        const strong = answer.strong.find(({ start, end }) => first.start >= start && first.end <= end);
        const end = run.at(-1)?.end ?? 0;
        const behind = answer.text.slice(end, end + 3);
        sequences.push({
          tokens: run,
          isAtStart:
            !/[\p{L}\d]/u.test(head) ||
            /[:"“„«(]\s*$/u.test(head) ||
            first.start === block.start ||
            first.start === strong?.start,
          before: first.start > sentence.start ? (tokens[at - 1]?.word ?? '') : '',
          after: tokens[next]?.word ?? '',
          // In the middle of a sentence, a colon explains it, and the name is none of what an item is about.
          isLead:
            (strong !== undefined && (strong.start <= block.start + 1 || /^\s*:/.test(behind))) ||
            (!/\p{L}\s?$/u.test(head) && /^\s?:/.test(behind)),
        });
      }
      run = [];
    }
  }
  return sequences;
}

/** "Ola Lindgren and Marek Kowalski" are two names, unless the sources contain all words as one name. */
function splitSequence(sequence: Sequence, checker: FactChecker): Sequence[] {
  const { index, lexicon } = checker;
  const { tokens } = sequence;
  const isWhole = tokens.every(({ word, isCapital }) => !isCapital || index.vocabulary.has(word));
  // If all nouns are capitalized, "das Projekt von Nils Lindgren" contains a noun and a name.
  const isJoint = ({ isCapital, written }: NameToken) =>
    !isCapital && (lexicon.facts.capitalizedNouns !== null || lexicon.conjunction.test(written));
  const at = isWhole ? -1 : tokens.findIndex(isJoint);
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
  if (at < (lexicon.facts.capitalizedNouns === null ? 2 : 1) || after.filter(({ isCapital }) => isCapital).length < 2)
    return [sequence];
  const joint = tokens[at]?.word ?? '';
  return [
    { ...sequence, tokens: before, after: joint },
    ...splitSequence({ ...sequence, tokens: after, isAtStart: false, before: joint, isLead: false }, checker),
  ];
}

/** The sequence without titles, function words and common nouns at its start, and without small words at its ends. */
function trimSequence(
  sequence: Sequence,
  isTitle: (token: NameToken) => boolean,
  checker: FactChecker,
  positions: WordPositions,
): { tokens: NameToken[]; isAtStart: boolean } {
  const { functionWords } = checker.lexicon;
  let { tokens, isAtStart } = sequence;
  while (
    tokens[0] &&
    (isTitle(tokens[0]) || functionWords.has(tokens[0].written.toLowerCase()) || !tokens[0].isCapital)
  ) {
    tokens = tokens.slice(1);
    isAtStart = false;
  }
  // "Binayı Yapıtaş": a word that begins a sentence is no part of a name if it is a common noun of the sources.
  if (isAtStart && tokens[0] && tokens[1]?.isCapital && isCommonNoun(tokens[0], checker, positions)) {
    tokens = tokens.slice(1);
    isAtStart = false;
  }
  return { tokens: tokens.filter((token, at) => token.isCapital || (at > 0 && at < tokens.length - 1)), isAtStart };
}

/** A name whose words all occur in the sources. It is wrong if they are those of two names. */
function checkKnownWords(
  { tokens, isAtStart }: Pick<Sequence, 'tokens' | 'isAtStart'>,
  { conjunction, facts, functionWords }: FactChecker['lexicon'],
  positions: WordPositions,
  isTitleWord: (word: string) => boolean,
): ClaimDraft | null {
  const words = tokens.filter(({ isCapital }) => isCapital);
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return null;
  const hasCapitalizedNouns = facts.capitalizedNouns !== null;
  if (words.length === 1 && (isAtStart || hasCapitalizedNouns || functionWords.has(first.word))) return null;
  const isJoint = tokens.some(({ isCapital, written }) => !isCapital && conjunction.test(written));
  const isMixed =
    words.length > 1 &&
    !isJoint &&
    positions.isMixed(first.word, last.word, words.length, hasCapitalizedNouns, isTitleWord);
  return {
    start: first.start,
    end: last.end,
    kind: 'name',
    state: isMixed ? 'not-found' : 'found',
    places: positions.findPlaces(words),
  };
}

function checkSequence(sequence: Sequence, checker: FactChecker, positions: WordPositions): ClaimDraft | null {
  const { index, lexicon } = checker;
  const { facts } = lexicon;
  const isTitleWord = (word: string) => isTitleOrCompound(word, lexicon);
  const isTitle = (token: NameToken) => isTitleWord(token.written.toLowerCase()) || isTitleWord(token.word);
  const isOrganization = (token: NameToken) => facts.organizations.includes(token.written.toLowerCase());
  const trimmed = trimSequence(sequence, isTitle, checker, positions);
  const { isAtStart } = trimmed;
  const tokens = dropCountry(trimmed.tokens, lexicon, (token) => index.vocabulary.has(token.word), isOrganization);
  const words = tokens.filter(({ isCapital }) => isCapital);
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return null;
  const known = new KnownNames(checker, positions, words, isTitleWord);
  const isKnown = (token: NameToken) =>
    known.has(token) && !(words.length === 1 && !isAtStart && isLikeCommonNoun(token, checker, positions));
  const knownWords = words.filter(isKnown);
  const unknown = words.filter((token) => !isKnown(token) && !isTitle(token) && !isOrganization(token));
  // "Stunden Sonne": if all nouns are capitalized, so are units.
  if (facts.capitalizedNouns !== null && words.some(({ written }) => lexicon.measures.has(written.toLowerCase())))
    return null;
  const isSameLanguage = index.languages.has(lexicon.language);
  const flag: ClaimDraft = { start: first.start, end: last.end, kind: 'name', state: 'not-found', places: [] };
  if (
    isSameLanguage &&
    !(words.length === 1 && isAtStart) &&
    words.some((token) => isMisspelt(token, checker, positions))
  )
    return flag;
  if (unknown.length === 0) return checkKnownWords({ tokens, isAtStart }, lexicon, positions, isTitleWord);
  const before = sequence.tokens[sequence.tokens.indexOf(first) - 1];
  if (words.length === 1) {
    const isReplaced =
      (isSameLanguage && !sequence.isLead && HONORIFIC_BEFORE_NAME.test(before?.word ?? '')) ||
      isSubstituted(first, sequence, checker, positions, isSameLanguage) ||
      (isSameLanguage && !sequence.isLead && isInsteadOfAbsentName(first, isAtStart, checker, positions));
    return isReplaced ? flag : null;
  }
  if (knownWords.length > 0)
    return hasOtherGivenName(
      words,
      unknown,
      knownWords,
      { isAtStart, isSameLanguage, before: sequence.before },
      checker,
      positions,
    ) ||
      (isSameLanguage && !sequence.isLead && hasOtherPart(tokens, unknown, isAtStart, checker, positions))
      ? flag
      : null;
  // "Dr. Wibke Saalfeld": a title shows that the capitalized words are a person's name.
  const hasTitle = words.length > 1 && before !== undefined && isTitle(before);
  if (!isSameLanguage || (facts.capitalizedNouns !== null && !hasTitle) || sequence.isLead) return null;
  const isTitleCase = words.length > 3 && isAtStart;
  return isTitleCase || (isAtStart && words.length < 2) || words.every(({ written }) => /^\p{Lu}+$/u.test(written))
    ? null
    : flag;
}

/**
 * Removes the country of a person: "Norway's Solheim", "Selam Tadesse of Ethiopia". An organization of another country
 * is a different one, and a country that occurs in the sources is checked.
 */
function dropCountry(
  tokens: NameToken[],
  lexicon: Lexicon,
  isKnown: (token: NameToken) => boolean,
  isOrganization: (token: NameToken) => boolean,
): NameToken[] {
  const isCountry = (token: NameToken | undefined) =>
    token !== undefined && !isKnown(token) && lexicon.countries.has(token.written.toLowerCase().replace(/'s$/, ''));
  const [first] = tokens;
  if (tokens.some(isOrganization)) return tokens;
  if (first && /'s$/.test(first.written) && isCountry(first)) return tokens.slice(1);
  const isBehindName = tokens.length >= 4 && tokens.at(-2)?.isCapital === false && isCountry(tokens.at(-1));
  return isBehindName ? tokens.slice(0, -2) : tokens;
}

function isOrganizationName(words: readonly NameToken[], { facts }: Lexicon): boolean {
  return words.some(({ written }) => facts.organizations.includes(written.toLowerCase()));
}

/**
 * Whether some words of the name are in the sources and some are not: "Maria Keller" for "Anna Keller", "Bank of
 * Sweden" for "Bank of Norway".
 */
function hasOtherGivenName(
  words: readonly NameToken[],
  unknown: readonly NameToken[],
  knownWords: readonly NameToken[],
  place: { isAtStart: boolean; isSameLanguage: boolean; before: string },
  { lexicon }: FactChecker,
  positions: WordPositions,
): boolean {
  const { facts, functionWords } = lexicon;
  const [first] = words;
  const isTitle = (word: string) => facts.titles.includes(word) || functionWords.has(word);
  if (unknown.some(({ written }) => /^\p{Lu}{2,}$/u.test(written))) return false;
  const neighbours = knownWords.some((token) =>
    positions.hasOtherCapitalBeside(
      token.word,
      unknown.map(({ word }) => word),
      isTitle,
    ),
  );
  if (!place.isSameLanguage) {
    // The first word of a sentence, and a name between two known ones, which the sources write in another script.
    const isBetween = words.length > 2 && unknown.length === 1 && unknown[0] !== first && unknown[0] !== words.at(-1);
    if (isBetween || (place.isAtStart && unknown.length === 1 && unknown[0] === first)) return false;
  }
  if (facts.capitalizedNouns !== null || !place.isSameLanguage) {
    // A noun after an article is an office or a kind: "die Forscherin Keller".
    const isNoun =
      unknown[0] === first &&
      facts.capitalizedNouns?.beforeNouns.includes(place.before) === true &&
      !isOrganizationName(words, lexicon);
    // "Projektchef Johannes Breitner": the sources can lack the noun as well.
    const [given, surname] = words.slice(-2);
    if (place.isSameLanguage && words.length > 2 && given && surname && unknown.length > 1 && unknown.includes(given))
      return !unknown.includes(surname) && !isTitle(given.word) && positions.isIntroducedSurname(surname.word, isTitle);
    return (
      unknown.length === 1 &&
      knownWords.length >= 1 &&
      neighbours &&
      !isNoun &&
      !(
        words.length > 2 &&
        unknown[0] === first &&
        facts.capitalizedNouns !== null &&
        !isOrganizationName(words, lexicon)
      )
    );
  }
  if (place.isAtStart && unknown.length === 1 && unknown[0] === first) {
    // Any word is capitalized at the start of a sentence: "Necesitas Windows". Before a surname, the word has to be a
    // given name as in the sources.
    const [, second, third] = words;
    // "Fabrica-o a Vasconde" begins with a verb.
    const areBeside = (a: NameToken, b: NameToken) => b.start - a.end <= 1;
    if (!second || !first || !areBeside(first, second) || (third && !areBeside(second, third))) return false;
    if (!positions.isSurname(second.word, isTitle) && !positions.isIntroducedSurname(second.word, isTitle))
      return false;
  }
  return neighbours;
}

/** "a Forlì da Cartafina": a word that can join the parts of one name is between two names. */
function hasOtherPart(
  tokens: readonly NameToken[],
  unknown: readonly NameToken[],
  isAtStart: boolean,
  checker: FactChecker,
  positions: WordPositions,
): boolean {
  const [word, ...others] = unknown;
  if (!word || others.length > 0 || !tokens.some(({ isCapital }) => !isCapital)) return false;
  return isInsteadOfAbsentName(word, isAtStart && word === tokens[0], checker, positions);
}

function isInsteadOfAbsentName(
  token: NameToken,
  isAtStart: boolean,
  checker: FactChecker,
  positions: WordPositions,
): boolean {
  const answerWords = collectAnswerWords(checker);
  return (
    replacesAbsentName(token, isAtStart, answerWords, checker, positions) ||
    isOtherCompound(token, answerWords, checker, positions)
  );
}

/**
 * Whether a single name that the sources lack replaces another one: the passage that matches the sentence best has a
 * name in that position, and the sentence lacks that name.
 */
function isSubstituted(
  token: NameToken,
  sequence: Sequence,
  checker: FactChecker,
  positions: WordPositions,
  isSameLanguage: boolean,
): boolean {
  const { contexts, index, lexicon } = checker;
  // If all nouns are capitalized, any other noun would count as a name.
  if (!isSameLanguage || lexicon.facts.capitalizedNouns !== null) return false;
  if (token.word.length < 3 || sequence.isLead) return false;
  const around = contexts.around(token.start, token.end);
  const passage = findBestPassage(around, index);
  const document = passage && index.documents[passage.place.source];
  if (!passage || !document) return false;
  const strong = around.filter(({ weight }) => weight >= 0.6);
  const ids = new Set(passage.clauses.flatMap(({ words }) => words));
  const shared = strong.filter(({ ids: forms }) => forms.some((id) => ids.has(id))).length;
  if (shared < 2 || shared < strong.length * 0.5) return false;
  const sentence = contexts.sentenceAt(token.start);
  const inAnswer = readTokens(checker.answer.text.slice(sentence.start, sentence.end), 0).map(({ word }) => word);
  return positions.namesIn(document, passage).some(({ word, before, after }) => {
    if (
      inAnswer.some(
        (other) =>
          other === word || (other.length >= 3 && word.startsWith(other.slice(0, Math.max(3, other.length - 3)))),
      )
    )
      return false;
    if (lexicon.functionWords.has(word) || lexicon.facts.titles.includes(word)) return false;
    const isFramed = (before !== '' && before === sequence.before) || (after !== '' && after === sequence.after);
    return isFramed;
  });
}
