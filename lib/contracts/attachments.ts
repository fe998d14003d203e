import * as z from 'zod';
import type { Failure } from './failure.ts';
import type { McpResource, McpServer, McpTemplate } from './mcp.ts';
import { ToolImage } from './tool-output.ts';

/**
 * A tab that the user added to a question, with its state at that time. `title` and `url` are untrusted text of the
 * page.
 */
export const AddedTab = z.object({ tabId: z.number().int(), title: z.string(), url: z.string() });
export type AddedTab = z.infer<typeof AddedTab>;

/**
 * The MCP server that an attachment came from, as named by the user. `uri` is set if a single resource was attached.
 */
export const AttachedSource = z.object({ name: z.string(), url: z.string(), uri: z.string().optional() });
export type AttachedSource = z.infer<typeof AttachedSource>;

/**
 * A file attached to a question: the text or picture read from it, not the file itself. `source` is the server that
 * provided it. It is absent for the user's own file. A `prompt` is text from a server that the user chose as (part of)
 * the question.
 */
export const AttachedFile = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    name: z.string(),
    text: z.string(),
    source: AttachedSource.optional(),
    /** The PDF that the text was read from, in base64. Only kept if the user lets models receive PDFs as files. */
    pdf: z.string().optional(),
  }),
  z.object({ type: z.literal('image'), name: z.string(), image: ToolImage, source: AttachedSource.optional() }),
  z.object({ type: z.literal('prompt'), name: z.string(), text: z.string(), source: AttachedSource }),
]);
export type AttachedFile = z.infer<typeof AttachedFile>;

/** The attachments of a question. Empty fields are absent. */
export const Attachments = z.object({
  tabs: z.array(AddedTab).optional(),
  files: z.array(AttachedFile).optional(),
  /**
   * Texts that were filled into the question and that the user did not write, such as the text of a field on a page.
   */
  filled: z.array(z.string()).optional(),
});
export type Attachments = {
  tabs?: readonly AddedTab[] | undefined;
  files?: readonly AttachedFile[] | undefined;
  filled?: readonly string[] | undefined;
};

/** Limits per question. `bytes` is the approximate size of all its files in the database. */
export const ATTACHED_LIMITS = { tabs: 10, files: 10, bytes: 4_000_000 };

/** A larger PDF, in bytes, is only sent as text, because its base64 would use up the limit of a question. */
export const MAX_PDF_FILE_BYTES = 2_500_000;

/** Returns the approximate size of a file in the database, in bytes. */
export function fileSize(file: AttachedFile): number {
  if (file.type === 'image') return file.image.data.length;
  return file.text.length + (file.type === 'text' ? (file.pdf?.length ?? 0) : 0);
}

/** Returns the attachments without empty fields, for events and commands. */
export function toAttachments({ tabs = [], files = [], filled = [] }: Attachments): z.infer<typeof Attachments> {
  return {
    ...(tabs.length > 0 ? { tabs: [...tabs] } : {}),
    ...(files.length > 0 ? { files: [...files] } : {}),
    ...(filled.length > 0 ? { filled: [...filled] } : {}),
  };
}

/** Whether a question has no attachments, so that it can be added to a running answer. */
export function isTextOnly({ tabs = [], files = [], filled = [] }: Attachments): boolean {
  return tabs.length + files.length + filled.length === 0;
}

/**
 * Why the file `name` was not attached. `too-many` and `too-much` are about all files together. `failure` is the PDF
 * reader's reason for a protected or damaged file.
 */
export type FileError =
  | {
      code: 'empty' | 'too-large' | 'too-long' | 'too-many' | 'too-much' | 'not-text' | 'not-picture' | 'not-readable';
      name: string;
    }
  | { code: 'pdf'; name: string; failure: Failure | null };

/** Returns the reason why a file cannot be attached in addition to these, or null. */
export function attachmentError(files: readonly AttachedFile[], file: AttachedFile): FileError | null {
  const { name } = file;
  if (files.length >= ATTACHED_LIMITS.files) return { code: 'too-many', name };
  const bytes = [...files, file].reduce((sum, each) => sum + fileSize(each), 0);
  return bytes > ATTACHED_LIMITS.bytes ? { code: 'too-much', name } : null;
}

/**
 * What the user can mention with `@` in a question. A tab, a chat or a resource of an MCP server is attached. A
 * template first asks for its values. For a bookmark, the address is inserted.
 */
export type Mention =
  | { kind: 'tab'; tab: AddedTab }
  /** `at`: when the chat was last changed, in milliseconds since 1970. */
  | { kind: 'chat'; threadId: string; title: string; at: number }
  | { kind: 'bookmark'; title: string; url: string }
  | { kind: 'resource'; server: McpServer; resource: McpResource }
  | { kind: 'template'; server: McpServer; template: McpTemplate };

/** The maximum length of a text after `@` that counts as a mention, in characters. */
const MAX_QUERY = 40;

/**
 * Returns the mention that is being written before the caret: the position of its `@` and the text after it. Null if
 * there is none. An `@` inside a word, as in an e-mail address, does not begin a mention.
 */
export function mentionAt(text: string, caret: number): { from: number; query: string } | null {
  const [, , query] =
    /(^|[\s([{"'“「（])@([^\s@]*)$/u.exec(text.slice(Math.max(0, caret - MAX_QUERY - 2), caret)) ?? [];
  return query === undefined ? null : { from: caret - query.length - 1, query };
}
