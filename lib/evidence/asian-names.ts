import { memoize } from '../control-flow/index.ts';
import { AFTER_JAPANESE_OFFICE, JAPANESE_NAME } from '../language/index.ts';
import { splitWords } from '../text/index.ts';
import { type ClaimDraft, createMissingName } from './claim.ts';
import type { FactChecker } from './fact-checker.ts';
import type { SourceDocument } from './source-index.ts';

const IDEOGRAPH = '[\\u4e00-\\u9fff]';

/** Finds Chinese names whose last or middle character differs in the sources: 刘建军 for 刘建国. */
export function checkChineseNames(
  titles: readonly string[],
  surnames: readonly string[],
  { answer, index }: FactChecker,
): ClaimDraft[] {
  const name = `((?:${surnames.join('|')})${IDEOGRAPH}{2})`;
  const beside = new RegExp(`(?:${titles.join('|')})[ :]{0,2}${name}|${name}(?:${titles.join('|')})`, 'gu');
  const texts = index.documents.map(({ readable }) => readable.text);
  const titled = texts.flatMap((text) => [...text.matchAll(beside)].map((match) => match[1] ?? match[2] ?? ''));
  const bare = texts.flatMap((text) => listBareNames(text, name));
  return [
    ...new Set(titled.flatMap((person) => findVariants(person, answer.text, texts))),
    ...new Set(
      bare.flatMap((person) => (answer.text.includes(person) ? [] : findVariants(person, answer.text, texts, true))),
    ),
  ].map(({ start, end }) => createMissingName(start, end));
}

/** Lists groups of three characters that begin with a surname and are not part of longer words. */
function listBareNames(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`(?=${name})`, 'gu'))].flatMap((match) => {
    const person = match[1] ?? '';
    return isWholeWords(text, match.index, match.index + person.length) ? [person] : [];
  });
}

/** Whether a range of a text consists of whole words, according to the segmentation of `Intl`. */
function isWholeWords(text: string, start: number, end: number): boolean {
  const isIdeograph = (at: number) => /[\u4e00-\u9fff]/.test(text[at] ?? '');
  let from = start;
  let to = end;
  while (from > 0 && start - from < 12 && isIdeograph(from - 1)) from -= 1;
  while (to - end < 12 && isIdeograph(to)) to += 1;
  const ends = new Set([from]);
  let at = from;
  for (const word of splitWords(text.slice(from, to))) {
    at += word.length;
    ends.add(at);
  }
  // A surname and a character that form one word are not a name: "高峰 时".
  return ends.has(start) && ends.has(end) && (ends.has(start + 1) || !ends.has(start + 2));
}

function findVariants(
  person: string,
  text: string,
  sources: readonly string[],
  isBare = false,
): { start: number; end: number }[] {
  const [surname, first, second] = [person.slice(0, -2), person.at(-2), person.at(-1)];
  const pattern = new RegExp(`${surname}(?:${first}${IDEOGRAPH}|${IDEOGRAPH}${second})`, 'gu');
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const end = index + found.length;
    if (found === person || sources.some((source) => source.includes(found))) return [];
    return isBare && !isWholeWords(text, index, end) ? [] : [{ start: index, end }];
  });
}

/** Japanese names of four signs that the sources have beside a title, with another given name. */
function checkUntitledNames(title: string, text: string, texts: readonly string[]): ClaimDraft[] {
  const name = `(${IDEOGRAPH}{2})${IDEOGRAPH}{2}`;
  const beside = new RegExp(
    `(?:${title})${AFTER_JAPANESE_OFFICE}(${name})(?!${IDEOGRAPH})|(?<!${IDEOGRAPH})(${name})(?=${title})`,
    'gu',
  );
  const named = texts.flatMap((source) =>
    [...source.matchAll(beside)].map((match) => ({ whole: match[1] ?? match[3] ?? '', family: match[2] ?? match[4] })),
  );
  return named.flatMap(({ whole, family }) => {
    if (text.includes(whole)) return [];
    const other = new RegExp(`(?<!${IDEOGRAPH})${family}${IDEOGRAPH}{2}(?!${IDEOGRAPH})`, 'gu');
    return [...text.matchAll(other)].flatMap(({ 0: found, index }) =>
      texts.some((source) => source.includes(found)) ? [] : [createMissingName(index, index + found.length)],
    );
  });
}

const removeSpaces = memoize(({ readable }: SourceDocument): string => readable.text.replace(/\s/g, ''));

/**
 * Finds Japanese names before a title whose family name has a different given name in the sources: 相原かおりさん for 相原みどりさん.
 */
export function checkJapaneseNames(titles: readonly string[], { answer, index }: FactChecker): ClaimDraft[] {
  const texts = index.documents.map(removeSpaces);
  const title = titles.join('|');
  const pattern = new RegExp(`(?<![\\u4e00-\\u9fff])${JAPANESE_NAME}(?=${title})`, 'gu');
  const titled = [...answer.text.matchAll(pattern)].flatMap(
    ({ 0: name, 1: family = '', index: start }): ClaimDraft[] => {
      if (texts.some((text) => text.includes(name))) return [];
      const other = new RegExp(`${family}(?:[\\u4e00-\\u9fff々]|[\\u3041-\\u3096]{2,4}(?:${title}))`, 'u');
      return texts.some((text) => other.test(text)) ? [createMissingName(start, start + name.length)] : [];
    },
  );
  return [...titled, ...checkUntitledNames(title, answer.text, texts)];
}
