import { plainWords } from './spoken-text.ts';

/** Content that is not useful when read aloud: code, display formulas, and addresses. */
const UNREADABLE =
  /^(```|~~~)[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))|^\$\$[\s\S]*?\$\$$|<?\bhttps?:\/\/[^\s<>)]+>?/gm;

/** Splits an answer in Markdown into sentences for speech synthesis. A table row is one sentence. */
export function readableSentences(markdown: string): string[] {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  // Only the text of a link is read, not its address.
  const links = markdown.replace(/(!?)\[([^\]]*)\]\([^)]*\)/g, (_, image, words) => (image ? '' : words));
  return links
    .replace(UNREADABLE, ' ')
    .split('\n')
    .map((line) =>
      /^\s*\|?[\s:|-]+\|?\s*$/.test(line) ? '' : line.replace(/^\s*\||\|\s*$/g, '').replace(/\s*\|\s*/g, ', '),
    )
    .map(plainWords)
    .flatMap((line) => [...sentences.segment(line)])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
