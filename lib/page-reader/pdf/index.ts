export { pdfBlocks, pdfPageText } from './pdf-blocks.ts';
export type { PdfPageText } from './pdf-pieces.ts';
export {
  isPdf,
  PDF_CHANNEL,
  PDF_PAGES_AT_ONCE,
  PDF_SLOW,
  type PdfError,
  type PdfPageRead,
  type PdfReply,
  type PdfRequest,
  pdfPart,
} from './pdf-request.ts';
export { type PdfJsPage, pdfTexts } from './pdf-text.ts';
export { type PdfWorkerRequest, readPdfInTime } from './read-in-time.ts';
