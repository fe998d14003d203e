import { INFLECTED_NAMES } from '../language/index.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Lexicon } from './lexicon.ts';
import { collectAnswerWords, type NameToken } from './name-tokens.ts';
import { isAlike, isFormOfName, isInVocabulary } from './similar-names.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { WordPositions } from './word-positions.ts';

/** Which words of a name the sources have, in a form that is the same name. */
export class KnownNames {
  readonly #vocabulary: Vocabulary;
  readonly #positions: WordPositions;
  readonly #inflects: boolean;
  readonly #functionWords: ReadonlySet<string>;
  readonly #surname: NameToken | undefined;
  /** The word before a surname that the sources have with one given name. */
  readonly #given: NameToken | undefined;
  readonly #isTitle: (word: string) => boolean;

  constructor(
    { index, lexicon }: FactChecker,
    positions: WordPositions,
    words: readonly NameToken[],
    isTitle: (word: string) => boolean,
  ) {
    this.#vocabulary = index.vocabulary;
    this.#positions = positions;
    this.#functionWords = lexicon.functionWords;
    this.#inflects = INFLECTED_NAMES.has(lexicon.language);
    this.#surname = words.length > 1 ? words.at(-1) : undefined;
    // Where all nouns have capitals, the word before a name can be a noun, which has endings.
    const isIntroduced =
      lexicon.facts.capitalizedNouns === null &&
      this.#surname !== undefined &&
      positions.isIntroducedSurname(this.#surname.word, isTitle);
    this.#given = isIntroduced ? words.at(-2) : undefined;
    this.#isTitle = isTitle;
  }

  has(token: NameToken): boolean {
    const { word } = token;
    if (word.length === 1 || isKnownInParts(word, this.#vocabulary, this.#functionWords)) return true;
    if (this.#inflects) {
      if (isFormOfShortName(word, this.#positions)) return true;
      // Single words with a capital are often no names.
      return this.#surname ? isFormOfName(word, this.#vocabulary) : this.#vocabulary.has(word);
    }
    // "Roberta Conti" is not Roberto Conti.
    if (token === this.#given) return this.#vocabulary.get(word) !== undefined;
    if (token !== this.#surname) return this.#vocabulary.has(word);
    return isKnownSurname(word, this.#vocabulary, this.#positions, this.#isTitle);
  }
}

/** Shorter titles are the end of too many other words. */
const MIN_LENGTH_OF_TITLE = 5;

/** Where all nouns have capitals, they also form compounds: "Betriebsleiterin". */
export function isTitleOrCompound(word: string, { facts: { titles, capitalizedNouns } }: Lexicon): boolean {
  if (titles.includes(word)) return true;
  return (
    capitalizedNouns !== null && titles.some((title) => title.length >= MIN_LENGTH_OF_TITLE && word.endsWith(title))
  );
}

/** "Sainte-Cécile" matches two words of the sources. The vocabulary has no function words. */
function isKnownInParts(word: string, vocabulary: Vocabulary, functionWords: ReadonlySet<string>): boolean {
  const parts = word.split('-');
  return parts.length > 1 && parts.every((part) => vocabulary.get(part) !== undefined || functionWords.has(part));
}

/** Words of the sources that are too short for a comparison of their beginnings. */
const SHORT_NAME = { minLength: 2, maxLength: 3, maxEnding: 2 };

/** "Яра" is a form of "Яр". */
function isFormOfShortName(word: string, positions: WordPositions): boolean {
  for (let length = SHORT_NAME.minLength; length <= SHORT_NAME.maxLength; length += 1) {
    const ending = word.length - length;
    if (ending > 0 && ending <= SHORT_NAME.maxEnding && positions.isName(word.slice(0, length))) return true;
  }
  return false;
}

/** A surname that differs from every surname in the sources by more than an ending is a different one. */
function isKnownSurname(
  word: string,
  vocabulary: Vocabulary,
  positions: WordPositions,
  isTitle: (word: string) => boolean,
): boolean {
  return (
    isInVocabulary(word, vocabulary) ||
    vocabulary.find(word).some((id) => !positions.isSurname(vocabulary.wordAt(id), isTitle))
  );
}

/** Finds "Leadbridge" if the sources contain Ledbridge and the answer does not mention Ledbridge. */
export function isMisspelt({ word }: NameToken, checker: FactChecker, positions: WordPositions): boolean {
  const { index, lexicon } = checker;
  const inflects = INFLECTED_NAMES.has(lexicon.language);
  if (lexicon.facts.capitalizedNouns !== null) return false;
  if (inflects ? index.vocabulary.has(word) : isInVocabulary(word, index.vocabulary)) return false;
  const inAnswer = collectAnswerWords(checker);
  return positions
    .listNames()
    .some(
      (name) =>
        isAlike(name, word, inflects) &&
        !inAnswer.has(name) &&
        !lexicon.countries.has(name) &&
        !lexicon.functionWords.has(name),
    );
}

/** Letters that the endings of two forms of a common noun have. */
const MAX_ENDING_OF_NOUN = 3;

/**
 * Whether a word in a clause only resembles words of the sources that never have a capital: "Archéolys" where they have
 * archaeologists.
 */
export function isLikeCommonNoun(
  { word, start }: NameToken,
  { answer, index, lexicon }: FactChecker,
  positions: WordPositions,
): boolean {
  const { vocabulary } = index;
  if (lexicon.facts.capitalizedNouns !== null || vocabulary.get(word) !== undefined) return false;
  if (!/\p{Ll},?\s$/u.test(answer.text.slice(Math.max(0, start - 3), start))) return false;
  const others = vocabulary.find(word).map((id) => vocabulary.wordAt(id));
  return others.length > 0 && others.every((other) => !positions.hasCapital(other) && !areFormsOfNoun(word, other));
}

function areFormsOfNoun(a: string, b: string): boolean {
  return a.startsWith(b.slice(0, Math.max(a.length, b.length) - MAX_ENDING_OF_NOUN));
}

/** Whether the sources have a word, and never with a capital. */
export function isCommonNoun({ word }: NameToken, { index, lexicon }: FactChecker, positions: WordPositions): boolean {
  if (lexicon.facts.capitalizedNouns !== null) return false;
  const ids = index.vocabulary.find(word);
  return ids.length > 0 && ids.every((id) => !positions.hasCapital(index.vocabulary.wordAt(id)));
}
