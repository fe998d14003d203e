import { memoize } from '../control-flow/index.ts';
import { ARABIC_ARTICLE, ARABIC_NAME, ARABIC_PREFIX_OF_NAME, HONORIFIC, KOREAN_PARTICLE } from '../language/index.ts';
import { checkChineseNames, checkJapaneseNames } from './asian-names.ts';
import { type ClaimDraft, createMissingName } from './claim.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Taken } from './facts.ts';
import { checkReplacedSigns } from './replaced-signs.ts';
import { findPassageAt, type SourceDocument } from './source-index.ts';
import { foldWord } from './vocabulary.ts';

/** Letters of names, without the kana that are used for grammar. */
const IDEOGRAPHS = '[\\u4e00-\\u9fff\\u30a0-\\u30ff々]';
const SPACE_IN_NAME = /(?<=[\u4e00-\u9fff々]) (?=[\u4e00-\u9fff々])/g;
const HANGUL = '[\\uac00-\\ud7af]';

/** Finds names in scripts without capitals by the title or the kind of organization next to them. */
export function checkMarkedNames(checker: FactChecker, takenRanges: Taken): ClaimDraft[] {
  const { titles, organizations } = checker.lexicon.facts;
  const { language } = checker.lexicon;
  if (!checker.index.languages.has(language)) return [];
  const drafts = [
    ...titles.flatMap((mark) => checkMark(mark, true, checker)),
    ...organizations.flatMap((mark) => checkMark(mark, false, checker)),
    ...checkKnownNames(checker),
    ...(language === 'ja' || language === 'zh' ? checkReplacedSigns(checker) : []),
  ];
  const claims: ClaimDraft[] = [];
  for (const draft of drafts.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (takenRanges.has(draft.start, draft.end)) continue;
    takenRanges.add(draft.start, draft.end);
    claims.push(draft);
  }
  return claims;
}

const PERSON_OF_TWO_WORDS = `:?(?:\\s+${ARABIC_ARTICLE}[\\p{L}\\p{M}]+)?\\s+([\\p{L}\\p{M}]{2,})\\s+([\\p{L}\\p{M}]{2,})`;

/**
 * Finds names that differ from a name in the sources in one part, with or without a title: 刘建军 for 刘建国, خالد النجار for
 * عمر النجار.
 */
function checkKnownNames(checker: FactChecker): ClaimDraft[] {
  const { language, facts } = checker.lexicon;
  const titles = facts.titles.map((title) => title.replaceAll('~', ''));
  if (language === 'ar' || language === 'hi') return checkGivenNames(titles, checker);
  if (language === 'ja') return checkJapaneseNames(titles, checker);
  return facts.surnames.length > 0 ? checkChineseNames(titles, facts.surnames, checker) : [];
}

function checkGivenNames(titles: readonly string[], { answer, index, lexicon }: FactChecker): ClaimDraft[] {
  const patterns = [`(?<![\\p{L}\\p{M}])(?:${titles.join('|')})${PERSON_OF_TWO_WORDS}`];
  if (lexicon.language === 'ar') patterns.push(ARABIC_NAME);
  const names = index.documents.flatMap(({ readable }) =>
    patterns.flatMap((pattern) =>
      [...readable.text.matchAll(new RegExp(pattern, 'gu'))].map(([, given = '', family = '']) => ({ given, family })),
    ),
  );
  const isIn = (word: string) => index.vocabulary.has(foldWord(word));
  return names.flatMap(({ given, family }) => {
    if ([given, family].some((word) => lexicon.functionWords.has(word) || titles.includes(word))) return [];
    const other = new RegExp(`(?<![\\p{L}\\p{M}])([\\p{L}\\p{M}]{2,})\\s+${family}(?![\\p{L}\\p{M}])`, 'gu');
    return [...answer.text.matchAll(other)].flatMap((match): ClaimDraft[] => {
      const word = match[1] ?? '';
      if (word === given || isIn(word) || titles.includes(word) || lexicon.functionWords.has(word)) return [];
      return [createMissingName(match.index, match.index + match[0].length)];
    });
  });
}

function checkMark(mark: string, isPerson: boolean, checker: FactChecker): ClaimDraft[] {
  const word = mark.replaceAll('~', '');
  const { language } = checker.lexicon;
  if (!checker.answer.text.includes(word)) return [];
  if (language === 'ko') return checkSpaced(word, mark.startsWith('~'), isPerson, checker, HANGUL);
  if (language === 'ar' || language === 'hi')
    return checkSpaced(word, mark.startsWith('~'), isPerson, checker, '[\\p{L}\\p{M}]');
  return checkUnspaced(word, mark.startsWith('~'), isPerson, checker);
}

/** Checks the word before or after the mark. In Korean, it may be attached to the mark. */
function checkSpaced(
  word: string,
  isBefore: boolean,
  isPerson: boolean,
  checker: FactChecker,
  letter: string,
): ClaimDraft[] {
  const name = `(${letter}{2,})`;
  const pattern = isBefore
    ? new RegExp(`${name}\\s?${word}`, 'gu')
    : new RegExp(`(?<![\\p{L}\\p{M}])${ARABIC_PREFIX_OF_NAME}?${word}\\.?\\s+${name}`, 'gu');
  const inSources = namesBesideMark(pattern, checker);
  return [...checker.answer.text.matchAll(pattern)].flatMap((match): ClaimDraft[] => {
    const nameCandidate = match[1] ?? '';
    const { functionWords } = checker.lexicon;
    if (functionWords.has(nameCandidate) || nameCandidate === word) return [];
    const start = match.index + match[0].indexOf(nameCandidate);
    const isAttached = isBefore && !/\s/.test(match[0]);
    const isKnown = !isPerson
      ? [...inSources].some((other) => isSameName(other, nameCandidate)) || hasExactWord(nameCandidate, checker)
      : isAttached
        ? checker.index.documents.some(({ readable }) => readable.text.includes(match[0]))
        : hasWord(nameCandidate, checker);
    if (isKnown)
      return isPerson
        ? [
            {
              start,
              end: start + nameCandidate.length,
              kind: 'name',
              state: isTitleOfOther(word, nameCandidate, inSources, checker) ? 'not-found' : 'found',
              places: findPlaces(nameCandidate, checker),
            },
          ]
        : [];
    // Without another name next to the same title, the word may be an adjective.
    if (![...inSources].some((other) => other !== nameCandidate && other.length >= 2)) return [];
    return [createMissingName(start, isBefore ? match.index + match[0].length : start + nameCandidate.length)];
  });
}

/**
 * Whether the sources contain a title only next to another name, and the name next to another title: "the mayor" for
 * the director.
 */
function isTitleOfOther(
  mark: string,
  name: string,
  inSources: ReadonlySet<string>,
  { index, lexicon }: FactChecker,
): boolean {
  if (HONORIFIC.test(mark)) return false;
  if (inSources.size === 0 || [...inSources].some((other) => isSameName(other, name) || other.includes(name)))
    return false;
  return lexicon.facts.titles.some((title) => {
    const word = title.replaceAll('~', '');
    const pattern = new RegExp(title.startsWith('~') ? `${name}\\s?${word}` : `${word}[ :]{0,2}${name}`, 'u');
    return index.documents.some(({ readable }) => pattern.test(readable.text));
  });
}

/** Whether two names differ only in an article or an ending. */
function isSameName(a: string, b: string): boolean {
  const [x, y] = [foldWord(a), foldWord(b)];
  return (
    x === y ||
    (Math.min(x.length, y.length) >= 2 &&
      Math.abs(x.length - y.length) <= 2 &&
      (x.endsWith(y) || y.endsWith(x) || (x.length > 3 && x.slice(0, -1) === y.slice(0, x.length - 1))))
  );
}

function hasExactWord(word: string, { index, lexicon }: FactChecker): boolean {
  if (lexicon.language === 'ko') return index.documents.some(({ readable }) => readable.text.includes(word));
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}])${ARABIC_PREFIX_OF_NAME}?${word}(?![\\p{L}\\p{M}])`, 'u');
  return index.documents.some(({ readable }) => pattern.test(readable.text));
}

function hasWord(word: string, checker: FactChecker): boolean {
  const { index, lexicon } = checker;
  // A name that shares two of three syllables is a different name.
  if (lexicon.language === 'ko') {
    const stem = word.length > 2 && KOREAN_PARTICLE.test(word) ? word.slice(0, -1) : word;
    return index.documents.some(({ readable }) => readable.text.includes(word) || readable.text.includes(stem));
  }
  return hasExactWord(word, checker) || index.vocabulary.has(foldWord(word));
}

function namesBesideMark(pattern: RegExp, { index }: FactChecker): Set<string> {
  return new Set(
    index.documents.flatMap(({ readable }) => [...readable.text.matchAll(pattern)].map((match) => match[1] ?? '')),
  );
}

/**
 * Checks two to four letters next to a title, and those before the kind of an organization, in writing without spaces.
 */
function checkUnspaced(word: string, isBefore: boolean, isPerson: boolean, checker: FactChecker): ClaimDraft[] {
  const pattern = isBefore
    ? new RegExp(`(${IDEOGRAPHS}{2,6})${word}`, 'gu')
    : new RegExp(`${word}(${IDEOGRAPHS}{2,4})`, 'gu');
  const inSources = namesBesideMark(pattern, checker);
  return [...checker.answer.text.matchAll(pattern)].flatMap((match): ClaimDraft[] => {
    const run = cutAtGrammar(match[1] ?? '', isBefore, checker);
    const full = isPerson ? otherGivenName(run, isBefore, checker) : null;
    if (full) {
      const from = match.index + match[0].indexOf(full);
      return [createMissingName(from, from + full.length)];
    }
    if (run.length < 2) return [];
    const name = isPerson ? nearestName(run, isBefore, checker) : organizationIn(run, inSources, checker);
    const runStart = match.index + match[0].indexOf(run);
    const length = name?.length ?? 2;
    const start = isBefore ? runStart + run.length - length : runStart;
    if (name)
      return isPerson
        ? [
            {
              start,
              end: start + length,
              kind: 'name',
              state: isTitleOfOther(word, name, inSources, checker) ? 'not-found' : 'found',
              places: findPlaces(name, checker),
            },
          ]
        : [];
    if (inSources.size === 0 || !isNameLike(run, isBefore, isPerson, checker)) return [];
    return [createMissingName(start, isBefore ? match.index + match[0].length : start + length)];
  });
}

/** Removes the function words at the beginning or end of a run of ideographs: 由, 与, 的. */
function cutAtGrammar(run: string, isBefore: boolean, { lexicon }: FactChecker): string {
  const isGrammar = (sign: string) => lexicon.functionWords.has(sign);
  const signs = [...run];
  if (!isBefore) {
    const end = signs.findIndex(isGrammar);
    return end < 0 ? run : signs.slice(0, end).join('');
  }
  return signs.slice(signs.findLastIndex(isGrammar) + 1).join('');
}

/** Returns the run if the sources contain an organization of its kind whose name ends or begins with it. */
function organizationIn(run: string, inSources: ReadonlySet<string>, checker: FactChecker): string | null {
  const names = [...inSources].map((name) => cutAtGrammar(name, true, checker)).filter((name) => name.length >= 2);
  return names.some((name) => name.endsWith(run) || run.endsWith(name)) ? run : null;
}

const joinNames = memoize(({ readable }: SourceDocument): string => readable.text.replace(SPACE_IN_NAME, ''));

/**
 * Returns a name next to a title that has another ending or another surname in the sources: 李国栋 for 陈国栋, 北原健二 for 北原修一.
 */
function otherGivenName(run: string, isBefore: boolean, { index, lexicon }: FactChecker): string | null {
  // A space can be between the two parts of a name.
  const texts = index.documents.map(joinNames);
  const isIn = (name: string) => texts.some((text) => text.includes(name));
  const { surnames } = lexicon.facts;
  for (const length of surnames.length > 0 ? [3, 2] : [4]) {
    const name = isBefore ? run.slice(-length) : run.slice(0, length);
    if (name.length !== length || isIn(name)) continue;
    if (surnames.length === 0) {
      const family = new RegExp(`${name.slice(0, 2)}${IDEOGRAPHS}{2}`, 'u');
      if (run.length === 4 && texts.some((text) => family.test(text))) return name;
    } else if (length === 3 && surnames.some((surname) => name.startsWith(surname)) && isIn(name.slice(1))) return name;
  }
  return null;
}

/** Returns the longest part of a run at the mark that occurs in the sources. */
function nearestName(run: string, isBefore: boolean, { index }: FactChecker): string | null {
  for (let length = run.length; length >= 2; length -= 1) {
    const part = isBefore ? run.slice(-length) : run.slice(0, length);
    if (index.documents.some(({ readable }) => readable.text.includes(part))) return part;
  }
  return null;
}

function isNameLike(run: string, isBefore: boolean, isPerson: boolean, { lexicon }: FactChecker): boolean {
  const { surnames } = lexicon.facts;
  if (!isPerson || surnames.length === 0) return true;
  const candidates = isBefore ? [run.slice(-3), run.slice(-2)] : [run];
  return candidates.some((candidate) => surnames.some((surname) => candidate.startsWith(surname)));
}

function findPlaces(name: string, { index }: FactChecker) {
  return index.documents.flatMap((document) => {
    const at = document.readable.text.indexOf(name);
    const passage = at < 0 ? undefined : findPassageAt(at, document);
    return passage ? [passage.place] : [];
  });
}
