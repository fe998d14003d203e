import type { PageBlock } from '../../contracts/index.ts';
import { cleanText } from '../dom/clean-text.ts';

export type GoogleExport = { url: string; contentType: string };

/**
 * The export address of the open Google Docs document, whose page draws its text and so cannot be read. Same site and session as
 * its menu Download (Drive API: export formats). Null for other pages.
 */
export function googleExport(address: string): GoogleExport | null {
  const url = URL.parse(address);
  const match = /^\/(document|spreadsheets|presentation)(?:\/u\/\d+)?\/d\/([\w-]+)\//.exec(url?.pathname ?? '');
  if (url?.hostname !== 'docs.google.com' || !match) return null;
  const [, kind, id] = match;
  const base = `${url.origin}/${kind}/d/${id}/export`;
  switch (kind) {
    case 'document':
      return { url: `${base}?format=md`, contentType: 'text/markdown' };
    case 'spreadsheets': {
      const sheet = /[#&?]gid=(\d+)/.exec(url.href)?.[1] ?? '0';
      return { url: `${base}?format=csv&gid=${sheet}`, contentType: 'text/csv' };
    }
    default:
      return { url: `${base}/txt`, contentType: 'text/plain' };
  }
}

/** Converts Markdown from elsewhere to blocks: split at empty lines, code kept whole, pictures left out. */
export function blocksOfMarkdown(source: string): PageBlock[] {
  const text = cleanText(source)
    .replace(/\r\n?/g, '\n')
    .replace(/^\[[^\]]+\]: <data:[^>]*>$/gm, '')
    .replace(/!\[[^\]]*\](?:\[[^\]]*\]|\(data:[^)]*\))/g, '');
  const parts = text.split(/(^```[\s\S]*?^```$)/m);
  return parts
    .flatMap((part) => (part.startsWith('```') ? [blockOf(part)] : part.split(/\n{2,}/).map(blockOf)))
    .filter(({ markdown }) => markdown !== '');
}

function blockOf(part: string): PageBlock {
  const markdown = part.trim();
  const level = /^(#{1,6}) \S/.exec(markdown)?.[1]?.length ?? null;
  if (level !== null && !markdown.includes('\n')) return { markdown, kind: 'heading', headingLevel: level };
  const kind = markdown.startsWith('```') ? 'code' : /^[-*+] |^\d+\. /.test(markdown) ? 'list' : 'paragraph';
  return { markdown, kind, headingLevel: null };
}
