import { plainText } from './plain-text.ts';

/** A sentence, a list item or a table row, as plain text, with the heading above it. */
export type Sentence = { text: string; heading: string; startsParagraph: boolean };

export type Passages = { headings: string[]; sentences: Sentence[] };

/** Maximum number of characters read. */
const maxCharacters = 200_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const tableRule = /^[\s|:-]+$/;
const listItem = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** Splits Markdown into what can be quoted. Code blocks and wrapping tags are left out. */
export function passagesOf(markdown: string): Passages {
  const headings: string[] = [];
  const sentences: Sentence[] = [];
  let heading = '';
  for (const block of blocksOf(markdown.slice(0, maxCharacters))) {
    const title = /^#{1,6}\s+(.*)$/.exec(block)?.[1];
    if (title !== undefined) {
      heading = plainText(title.replace(/\s#+$/, ''));
      if (heading !== '') headings.push(heading);
      continue;
    }
    for (const [index, text] of sentencesIn(block).entries()) {
      sentences.push({
        text,
        heading,
        startsParagraph: index === 0 && !listItem.test(block) && !block.startsWith('|'),
      });
    }
  }
  return { headings, sentences };
}

/** Headings, list items and table rows are separate blocks; the lines of a paragraph are joined. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let inCode = false;
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push(paragraph.join(' '));
    paragraph = [];
  };
  for (const raw of markdown.split('\n')) {
    const line = raw.replace(/^(?:\s*>)+\s?/, '').trimEnd();
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) inCode = !inCode;
    if (isFence || inCode || line.trim() === '' || /^\s*<[^>]*>\s*$/.test(line)) {
      flush();
    } else if (/^#{1,6}\s|^\s*\|/.test(line)) {
      flush();
      if (!tableRule.test(line)) blocks.push(line.trim());
    } else {
      if (listItem.test(line)) flush();
      paragraph.push(line);
    }
  }
  flush();
  return blocks;
}

function sentencesIn(block: string): string[] {
  if (block.startsWith('|')) {
    const cells = block.replace(/^\||\|$/g, '').split(/(?<!\\)\|/);
    return [
      cells
        .map(plainText)
        .filter((cell) => cell !== '')
        .join(' · '),
    ].filter((row) => row !== '');
  }
  const text = plainText(block.replace(listItem, ''));
  return [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
