import { unwrapLinks } from '../../lib/text/index.ts';

/**
 * Returns the complete sentences of `text` after `from`, and where they end, to announce an answer while it is written.
 * A line counts as a sentence. Code is omitted.
 */
export function spokenSentences(text: string, from: number): { words: string; until: number } {
  const rest = text.slice(from);
  let length = 0;
  for (const end of rest.matchAll(/[.!?…][)"'”’»]*(?=\s)|[。！？][」』”]*|\n/g)) length = end.index + end[0].length;
  return { words: plainWords(rest.slice(0, length)), until: from + length };
}

/** Removes Markdown marks from a text for screen readers. */
function plainWords(markdown: string): string {
  return unwrapLinks(markdown.replace(/```[\s\S]*?(?:```|$)/g, ' '))
    .replace(STRUCTURE, ' ')
    .replace(/^[ \t]*(?:#{1,6} |>|[-*+] )|^[ \t:|-]+\|$/gm, '')
    .replace(/[*_`~]+/g, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Tags that answers show as structure, and footnote references. */
const STRUCTURE = /<\/?(?:br|kbd|sub|sup|details|summary)(?:\s+open)?\s*\/?>|\[\^[^\]\s]{1,40}\]:?/gi;

/** Content that is not useful when read aloud: code, display formulas, and addresses. */
const UNREADABLE =
  /^(```|~~~)[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))|^\$\$[\s\S]*?\$\$$|<?\bhttps?:\/\/[^\s<>)]+>?/gm;

/** Splits an answer in Markdown into sentences for speech synthesis. A table row is one sentence. */
export function readableSentences(markdown: string): string[] {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  // Only the text of a link is read, not its address.
  const links = markdown.replace(/(!?)\[([^[\]]*)\]\([^()]*\)/g, (_, image, words) => (image ? '' : words));
  return links
    .replace(UNREADABLE, ' ')
    .split('\n')
    .map((line) =>
      /^[\s:|-]+$/.test(line) ? '' : line.replace(/^\s*\||\|\s*$/g, '').replace(/(?<!\s)\s*\|\s*/g, ', '),
    )
    .map(plainWords)
    .flatMap((line) => [...sentences.segment(line)])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Removes Markdown marks from a fragment of text that was not part of the search. Spaces at its ends stay. */
export function dropMarkdownMarks(piece: string): string {
  return piece.replace(/\]\([^)\s]*\)?|!?\[|\*\*|[`#|]+|^[ \t]*[-*] /gm, '');
}
