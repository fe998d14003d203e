import { joinBlocks } from '../page-reader/document/join-blocks.ts';
import type { PdfReader } from './pdf-reader.ts';

/** More of a document than this, in characters, is not kept with a question. */
const MAX_TEXT = 1_000_000;

/**
 * The text of a PDF the user attached, each page under a heading `Page N`, and at its end how much is left out. Throws
 * PageError for what is no PDF or is protected.
 */
export async function pdfText(pdfs: Pick<PdfReader, 'read'>, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const document = { url: '', contentType: 'application/pdf', bytes, print: '' };
  const parts: string[] = [];
  let length = 0;
  let next = 1;
  for (;;) {
    const { blocks, truncated, pdfPages } = await pdfs.read(document, next);
    const text = joinBlocks(blocks.map(({ markdown }) => markdown));
    parts.push(text.slice(0, MAX_TEXT - length));
    length += text.length;
    const last = blocks.findLast(({ markdown }) => /^# Page \d+$/.test(markdown))?.markdown ?? '';
    const read = Number(last.slice('# Page '.length));
    if (length >= MAX_TEXT) parts.push(`(The rest is left out: the document has ${pdfPages} pages.)`);
    if (!truncated || length >= MAX_TEXT || read < next) return parts.join('\n\n');
    next = read + 1;
  }
}
