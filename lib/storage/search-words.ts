/**
 * Only this many different words of a message are indexed: an entry for each word of a book would cost more than it
 * helps.
 */
const MAX_WORDS = 4_000;

/** Words are compared by this many first characters. */
const MAX_WORD_LENGTH = 32;

/** Group 1: scripts without spaces between words. Group 2: all other word characters. */
const WORD =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|([[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+)/gv;

/** A piece of text that is indexed as a word. `index`: its position in UTF-16 units. */
export type Token = { index: number; text: string; isSpaceless: boolean };

export function* tokenizeText(text: string): Generator<Token> {
  for (const match of text.matchAll(WORD)) {
    yield { index: match.index, text: match[0], isSpaceless: match[1] !== undefined };
  }
}

/** The indexed form of a word: its first characters, without case, accents and compatibility forms. */
export function normalizeIndexWord(word: string): string {
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
 * The different indexed words of a text. In scripts without spaces, every two adjacent characters count as a word, and
 * so does the last character.
 */
export function indexWords(text: string): string[] {
  const words = new Set<string>();
  for (const token of tokenizeText(text)) {
    if (words.size >= MAX_WORDS) break;
    if (token.isSpaceless) for (const pair of pairs(token.text)) words.add(pair);
    else words.add(normalizeIndexWord(token.text));
  }
  return [...words];
}

/** What a message must contain: a word, or one with this prefix. */
export type SearchTerm = { word: string; isPrefix: boolean };

/** More terms do not narrow down the result further. */
const MAX_TERMS = 8;

/** The terms of a query that is being typed, whose last word may be incomplete. */
export function searchTerms(query: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  for (const token of tokenizeText(query)) {
    const isLast = token.index + token.text.length === query.length;
    const characters = [...token.text];
    if (!token.isSpaceless) {
      const word = normalizeIndexWord(token.text);
      terms.set(word, { word, isPrefix: isLast });
    } else if (characters.length === 1) {
      terms.set(token.text, { word: normalizeIndexWord(token.text), isPrefix: true });
    } else {
      for (const word of pairs(token.text).slice(0, -1)) terms.set(word, { word, isPrefix: false });
    }
  }
  return [...terms.values()].slice(0, MAX_TERMS);
}

/** Whether a message with these words matches a term. */
export function matchesTerm(words: readonly string[], { word, isPrefix }: SearchTerm): boolean {
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
