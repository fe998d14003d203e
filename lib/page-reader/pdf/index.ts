export { isPdf } from './is-pdf.ts';
export type { PdfText } from './pdf-blocks.ts';
export { type PdfPageText, pdfBlocks } from './pdf-blocks.ts';
export { PDF_CHANNEL, PDF_PAGES_AT_ONCE, type PdfError, type PdfReply, type PdfRequest } from './pdf-messages.ts';
export { pdfPart } from './pdf-part.ts';
