import * as z from 'zod';
import type { Failure } from './failure.ts';
import { ToolImage } from './tool-output.ts';

/** A tab the user added to a question, as it was then. `title` and `url` are the page's words. */
export const AddedTab = z.object({ tabId: z.number().int(), title: z.string(), url: z.string() });
export type AddedTab = z.infer<typeof AddedTab>;

/** A file the user attached to a question: what was read of it, not the file itself. */
export const AttachedFile = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), name: z.string(), text: z.string() }),
  z.object({ type: z.literal('image'), name: z.string(), image: ToolImage }),
]);
export type AttachedFile = z.infer<typeof AttachedFile>;

/** What goes along with a question besides its words; absent where there is nothing. */
export const Attachments = z.object({ tabs: z.array(AddedTab).optional(), files: z.array(AttachedFile).optional() });
export type Attachments = { tabs?: readonly AddedTab[] | undefined; files?: readonly AttachedFile[] | undefined };

/** What goes along with one question at most. `bytes` is about what all its files take in the database. */
export const ATTACHED_LIMITS = { tabs: 10, files: 10, bytes: 4_000_000 };

/** About how much a file takes in the database, in bytes. */
export function fileSize(file: AttachedFile): number {
  return file.type === 'text' ? file.text.length : file.image.data.length;
}

/** What of a question goes along with it, without what is not there: for events and commands. */
export function toAttachments({ tabs = [], files = [] }: Attachments): z.infer<typeof Attachments> {
  return {
    ...(tabs.length > 0 ? { tabs: [...tabs] } : {}),
    ...(files.length > 0 ? { files: [...files] } : {}),
  };
}

/**
 * Why the file `name` was not attached. `too-many` and `too-much`: beside those that are. `failure`: what the reader of PDFs said,
 * for one that is protected or damaged.
 */
export type FileError =
  | {
      code: 'empty' | 'too-large' | 'too-long' | 'too-many' | 'too-much' | 'not-text' | 'not-picture' | 'not-readable';
      name: string;
    }
  | { code: 'pdf'; name: string; failure: Failure | null };

/** Why a file does not go along with these, or null. */
export function attachmentError(files: readonly AttachedFile[], file: AttachedFile): FileError | null {
  const { name } = file;
  if (files.length >= ATTACHED_LIMITS.files) return { code: 'too-many', name };
  const bytes = [...files, file].reduce((sum, each) => sum + fileSize(each), 0);
  return bytes > ATTACHED_LIMITS.bytes ? { code: 'too-much', name } : null;
}
