import * as z from 'zod';
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
