import type { PageBlock, PageSnapshot } from '../../contracts/index.ts';
import { estimateTokens } from '../../text/index.ts';
import { cutBlock, joinBlocks } from '../document/markdown-text.ts';

/** Channel between the worker and the extension page that reads PDFs. */
export const PDF_CHANNEL = 'sidenote-pdf';

/** Maximum number of pages read per request. */
export const PDF_PAGES_AT_ONCE = 100;

/** `first`: the number of the first requested page, counted from 1. */
export type PdfRequest = { id: string; bytes: Uint8Array<ArrayBuffer>; first: number };

/** A page that was just read, as plain text. A reply with all pages follows. */
export type PdfPageRead = { id: string; number: number; text: string };

/** `error` is the text for the model. */
export type PdfError = { code: 'pdf-locked' | 'pdf-damaged' | 'pdf-slow' | 'pdf-failed'; error: string };

export const PDF_SLOW: PdfError = {
  code: 'pdf-slow',
  error: 'This PDF takes too long to read. Ask for fewer pages of it.',
};

/** `pages`: the number of pages of the document. `truncated`: there are more pages than were read. */
export type PdfReply = { id: string } & (
  | { title: string; pages: number; blocks: PageBlock[]; truncated: boolean }
  | PdfError
);

/** Whether the bytes are a PDF. Content types and file names are unreliable, but a PDF begins with its signature. */
export function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-';
}

type PdfPage = { number: number; blocks: PageBlock[] };

type PdfPart = {
  text: string;
  /** The next page range to request (`"14-20"`), or null at the end of the requested one. */
  next: string | null;
  /** Describes the pages that remain. */
  rest: string;
};

/**
 * As many of the requested pages as fit, each whole. If not even one page fits, the beginning of the first page and a
 * note.
 */
export function pdfPart(
  reading: PageSnapshot,
  { first, last }: { first: number; last: number },
  maxTokens: number,
): PdfPart {
  const total = reading.pdfPages ?? 0;
  const end = Math.min(last, total);
  const pages = groupByPage(reading.blocks).filter(({ number }) => number >= first && number <= end);
  const texts: string[] = [];
  let room = maxTokens;
  for (const { blocks } of pages) {
    const text = joinBlocks(blocks.map((block) => block.markdown));
    const size = estimateTokens(text);
    if (size > room && texts.length > 0) break;
    texts.push(size > room ? cutBeginning(text, room, size) : text);
    room -= size;
  }
  if (texts.length === 0)
    return { text: `There is no page ${first}: the document has ${total}.`, next: null, rest: '' };
  const next = first + texts.length;
  if (next > end) return { text: texts.join('\n\n'), next: null, rest: '' };
  const nextPages = last < total ? `${next}-${end}` : `${next}-`;
  return { text: texts.join('\n\n'), next: nextPages, rest: `pages ${next} to ${end} of ${total} are left` };
}

/** Groups blocks by page, using the `Page N` headings. */
function groupByPage(blocks: readonly PageBlock[]): PdfPage[] {
  const pages: PdfPage[] = [];
  for (const block of blocks) {
    const number = block.headingLevel === 1 ? /^# Page (\d+)$/.exec(block.markdown)?.[1] : undefined;
    if (number !== undefined) pages.push({ number: Number(number), blocks: [block] });
    else pages.at(-1)?.blocks.push(block);
  }
  return pages;
}

function cutBeginning(text: string, room: number, size: number): string {
  const part = cutBlock(text, 0, Math.floor((room * text.length) / size));
  return `${part.text}\n\n(The rest of this page is left out: it is too long.)`;
}
