/** A range of a text, in UTF-16 units. */
export type Span = { start: number; end: number };

const NO_ABBREVIATIONS: ReadonlySet<string> = new Set();
const END = /[.!?…。！？।؟۔]+["'”’»)\]」』]*/gu;

/**
 * The sentences of a paragraph, without the white space between them. `abbreviations`: words in lower case whose period
 * does not end a sentence. A period after a single letter, or after one or two digits, does not end one either, since
 * it belongs to an initial or an ordinal.
 */
export function splitSentences(text: string, abbreviations = NO_ABBREVIATIONS): Span[] {
  const sentences: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (!isEnd(text, match.index, end, match[0], abbreviations)) continue;
    add(start, end);
    start = end;
  }
  add(start, text.length);
  return sentences;

  function add(from: number, to: number) {
    const part = text.slice(from, to);
    const trimmed = part.trim();
    if (trimmed) {
      const first = from + part.indexOf(trimmed);
      sentences.push({ start: first, end: first + trimmed.length });
    }
  }
}

function isEnd(text: string, at: number, end: number, mark: string, abbreviations: ReadonlySet<string>): boolean {
  if (/^[。！？।؟۔]/.test(mark)) return true;
  const next = text.slice(end, end + 3);
  if (next && !/^\s/.test(next)) return false;
  if (/^\s+\p{Ll}/u.test(next)) return false;
  if (!mark.startsWith('.')) return true;
  const before = /[^\s(]*$/u.exec(text.slice(Math.max(0, at - 12), at))?.[0] ?? '';
  return !(/^(?:\p{L}|\d{1,2})$/u.test(before) || abbreviations.has(before.toLowerCase()));
}
