import { plainWords } from './spoken-text.ts';

/** What nobody wants to hear: code, formulas on lines of their own, and addresses. */
const UNREADABLE =
  /^(```|~~~)[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))|^\$\$[\s\S]*?\$\$$|<?\bhttps?:\/\/[^\s<>)]+>?/gm;

/** An answer, given as Markdown, in sentences to be read aloud one by one. The cells of a row are one sentence. */
export function readableSentences(markdown: string): string[] {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  // The address of a link goes with the link: only its words are read.
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
