/**
 * A message longer than this many different words is found by its first ones only: an index entry for each word of a book
 * would cost more than it helps.
 */
const MAX_WORDS = 4_000;

/** Words are compared by their first characters, this many. */
const MAX_WORD_LENGTH = 32;

/** Group 1: scripts written without spaces between words. Group 2: everything else that makes words. */
const WORD =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|([[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+)/gv;

/** A stretch of text that is searched for as a word; `index` is where it begins in the text, in UTF-16 units. */
export type Token = { index: number; text: string; isSpaceless: boolean };

export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(WORD)) {
    yield { index: match.index, text: match[0], isSpaceless: match[1] !== undefined };
  }
}

/** A word as it is compared: its beginning, without case, accents and compatibility forms. */
export function normalised(word: string): string {
  return folded(word.slice(0, MAX_WORD_LENGTH * 2)).slice(0, MAX_WORD_LENGTH);
}

function folded(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/**
 * The different words of a text, as they are indexed. Where words have no spaces between them, every two neighbouring
 * characters count as a word, and so does the last one.
 */
export function indexWords(text: string): string[] {
  const words = new Set<string>();
  for (const token of tokensOf(text)) {
    if (words.size >= MAX_WORDS) break;
    if (token.isSpaceless) for (const pair of pairs(token.text)) words.add(pair);
    else words.add(normalised(token.text));
  }
  return [...words];
}

/** What a message must contain: a word, or one that begins so. */
export type SearchTerm = { word: string; isPrefix: boolean };

/** More terms than this narrow nothing down any more. */
const MAX_TERMS = 8;

/** The terms of a query that is still being typed: its last word may be unfinished. */
export function searchTerms(query: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  for (const token of tokensOf(query)) {
    const isLast = token.index + token.text.length === query.length;
    const characters = [...token.text];
    if (!token.isSpaceless) {
      const word = normalised(token.text);
      terms.set(word, { word, isPrefix: isLast });
    } else if (characters.length === 1) {
      terms.set(token.text, { word: normalised(token.text), isPrefix: true });
    } else {
      for (const word of pairs(token.text).slice(0, -1)) terms.set(word, { word, isPrefix: false });
    }
  }
  return [...terms.values()].slice(0, MAX_TERMS);
}

/** Whether a message with these words matches a term. */
export function fits(words: readonly string[], { word, isPrefix }: SearchTerm): boolean {
  return isPrefix ? words.some((each) => each.startsWith(word)) : words.includes(word);
}

function pairs(text: string): string[] {
  const characters = [...folded(text)];
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
