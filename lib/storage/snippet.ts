import { indexWords, matchesTerm, type SearchTerm, tokensOf } from './search-words.ts';

/** A piece of a message around a match, which extends from `start` to `end` in it. In UTF-16 units. */
export type Snippet = { text: string; start: number; end: number };

/** Characters before and after the match. */
const BEFORE = 40;
const AFTER = 100;

/** The piece of a text around the first match; its beginning if no term occurs literally. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Snippet {
  const found = firstMatch(text, terms) ?? { index: 0, length: 0 };
  const from = wordStart(text, found.index - BEFORE);
  const to = Math.min(text.length, found.index + found.length + AFTER);
  const head = from > 0 ? '…' : '';
  const tail = to < text.length ? '…' : '';
  // White space is replaced one to one, so that positions stay valid.
  const body = text.slice(from, to).replace(/\s/g, ' ');
  const start = head.length + found.index - from;
  return { text: head + body + tail, start, end: start + found.length };
}

function firstMatch(text: string, terms: readonly SearchTerm[]): { index: number; length: number } | null {
  for (const token of tokensOf(text)) {
    for (const term of terms) {
      if (token.isSpaceless) {
        const index = token.text.indexOf(term.word);
        if (index >= 0) return { index: token.index + index, length: term.word.length };
      } else if (matchesTerm(indexWords(token.text), term)) {
        return { index: token.index, length: token.text.length };
      }
    }
  }
  return null;
}

/** The beginning of the first whole word at or after `index`. */
function wordStart(text: string, index: number): number {
  if (index <= 0) return 0;
  const space = text.slice(index, index + BEFORE).search(/\s/);
  return space < 0 ? index : index + space + 1;
}
