import type { PageBlock } from '../../contracts/index.ts';

/** Builds blocks from Markdown as the reader would, for tests. Tables include their cells. */
export function buildMarkdownBlocks(...markdown: string[]): PageBlock[] {
  return markdown.map((text) => {
    const headingLevel = /^#+(?= )/.exec(text)?.[0].length ?? null;
    if (headingLevel !== null) return { markdown: text, kind: 'heading', headingLevel };
    if (text.startsWith('```')) return { markdown: text, kind: 'code', headingLevel };
    const [header, , ...rows] = text.split('\n').map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    if (!text.startsWith('|') || !header) return { markdown: text, kind: 'paragraph', headingLevel };
    return { markdown: text, kind: 'table', headingLevel, table: { caption: '', header, rows } };
  });
}
