import { type AttachedFile, encodeBase64, type FileError, MAX_PDF_FILE_BYTES } from '../contracts/index.ts';
import { decodeText } from '../page-reader/document/index.ts';
import { cleanText, oneLine } from '../page-reader/dom/index.ts';
import { isPdf } from '../page-reader/pdf/index.ts';
import { sendCommand } from './commands.ts';
import { pictureType, scaledPicture } from './pictures.ts';

/** Maximum file size in bytes. The limit for text is lower. */
const MAX_BYTES = 20_000_000;
const MAX_TEXT_BYTES = 1_000_000;
const MAX_NAME_LENGTH = 120;

/**
 * Reads a file for a question. Its type is determined by its content, not its name. Everything except PDF is read here.
 * `withPdf`: keeps the bytes of a PDF in addition to its text.
 */
export async function attachFile(file: File, withPdf: boolean): Promise<AttachedFile | FileError> {
  const name = oneLine(file.name, MAX_NAME_LENGTH);
  if (file.size > MAX_BYTES) return { code: 'too-large', name };
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  // A folder, or a file that was moved in the meantime.
  if (bytes === null) return { code: 'not-readable', name };
  if (bytes.length === 0) return { code: 'empty', name };
  if (pictureType(bytes) !== null) {
    const image = await scaledPicture(file).catch(() => null);
    return image === null ? { code: 'not-picture', name } : { type: 'image', name, image };
  }
  if (isPdf(bytes)) {
    const data = encodeBase64(bytes);
    const reply = await sendCommand({ type: 'read-pdf', data });
    const pdf = withPdf && bytes.length <= MAX_PDF_FILE_BYTES ? { pdf: data } : {};
    if (reply.type === 'document') return { type: 'text', name, text: reply.text, ...pdf };
    return { code: 'pdf', name, failure: reply.type === 'refused' ? reply.failure : null };
  }
  const text = decodeText(bytes);
  if (text === null) return { code: 'not-text', name };
  if (bytes.length > MAX_TEXT_BYTES) return { code: 'too-long', name };
  return { type: 'text', name, text: cleanText(text) };
}
