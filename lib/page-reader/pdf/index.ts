export { pdfBlocks, pdfPageText } from './pdf-blocks.ts';
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
export { type PdfJsPage, type PdfPageText, pdfTexts } from './pdf-text.ts';
export { type PdfWorkerRequest, readPdfInTime } from './read-in-time.ts';
