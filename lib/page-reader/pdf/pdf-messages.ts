import type { PageBlock } from '../../contracts/index.ts';

/** Channel between the worker and the extension page that reads PDFs. */
export const PDF_CHANNEL = 'sidenote-pdf';

/** How many pages are read per request. */
export const PDF_PAGES_AT_ONCE = 100;

/** `first` is the number of the first page wanted, starting with 1. */
export type PdfRequest = { id: string; bytes: Uint8Array<ArrayBuffer>; first: number };

/** `error` is the text for the model. */
export type PdfError = { code: 'pdf-locked' | 'pdf-damaged' | 'pdf-slow' | 'pdf-failed'; error: string };

/** `pages` is the number of pages of the document; `truncated` if more follow than were read. */
export type PdfReply = { id: string } & (
  | { title: string; pages: number; blocks: PageBlock[]; truncated: boolean }
  | PdfError
);
