import { fits, indexWords, type SearchTerm, tokensOf } from './search-words.ts';

/** A piece of a message around what was found, which stands from `start` to `end` in it. In UTF-16 units. */
export type Snippet = { text: string; start: number; end: number };

/** Characters before and after what was found. */
const BEFORE = 40;
const AFTER = 100;

/** The piece of a text that shows why it was found; its beginning where no term stands in it as it is. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Snippet {
  const found = firstMatch(text, terms) ?? { index: 0, length: 0 };
  const from = wordStart(text, found.index - BEFORE);
  const to = Math.min(text.length, found.index + found.length + AFTER);
  const head = from > 0 ? '…' : '';
  const tail = to < text.length ? '…' : '';
  // Line breaks become single characters, so that places stay where they are.
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
      } else if (fits(indexWords(token.text), term)) {
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
