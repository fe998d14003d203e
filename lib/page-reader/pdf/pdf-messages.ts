import type { PageBlock } from '../../contracts/index.ts';

/** Channel between the worker and the extension page that reads PDFs. */
export const PDF_CHANNEL = 'sidenote-pdf';

/** How many pages are read in one go. */
export const PDF_PAGES_AT_ONCE = 100;

/** `first`: the number of the first page wanted, 1 for the first of the document. */
export type PdfRequest = { id: string; bytes: Uint8Array<ArrayBuffer>; first: number };

/** `error` is for a model. */
export type PdfError = { code: 'pdf-locked' | 'pdf-damaged' | 'pdf-slow' | 'pdf-failed'; error: string };

/** `pages` is how many the document has; `truncated` where more follow than were read. */
export type PdfReply = { id: string } & (
  | { title: string; pages: number; blocks: PageBlock[]; truncated: boolean }
  | PdfError
);
