import { ATTACHED_LIMITS, type AttachedFile, fileSize } from './attachments.ts';

/**
 * Why the file `name` was not attached. `too-many` and `too-much`: beside those that are. `reason`: what the reader of PDFs said,
 * for one that is protected or damaged.
 */
export type FileError =
  | {
      code: 'empty' | 'too-large' | 'too-long' | 'too-many' | 'too-much' | 'not-text' | 'not-picture' | 'not-readable';
      name: string;
    }
  | { code: 'pdf'; name: string; reason: string };

/** Why a file does not go along with these, or null. */
export function attachmentError(files: readonly AttachedFile[], file: AttachedFile): FileError | null {
  const { name } = file;
  if (files.length >= ATTACHED_LIMITS.files) return { code: 'too-many', name };
  const bytes = [...files, file].reduce((sum, each) => sum + fileSize(each), 0);
  return bytes > ATTACHED_LIMITS.bytes ? { code: 'too-much', name } : null;
}
