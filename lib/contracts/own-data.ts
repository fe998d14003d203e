import * as z from 'zod';
import type { BrowserPermission } from './tool-output.ts';

/** The kinds of the user's own data that a tool can search. */
export type OwnDataKind = 'chats' | 'tabs' | BrowserPermission;

/** In milliseconds since 1970. Null: open at that end. */
export type Period = { since: number | null; until: number | null };

/** Where to look for messages. `starts` are words or their beginnings. A message must contain at least one. */
export type ChatSearch = Period & {
  starts: readonly string[];
  /** The chat that asks, which is excluded. */
  exceptThreadId: string;
};

/** A message of another chat. `at` is in milliseconds since 1970. */
export type ChatText = {
  threadId: string;
  messageId: string;
  title: string;
  at: number;
  author: 'user' | 'assistant';
  text: string;
};

/** A passage of another chat, with the data to open the chat at it. `date` is `YYYY-MM-DD`. */
export const ChatPassage = z.object({
  threadId: z.string(),
  messageId: z.string(),
  title: z.string(),
  date: z.string(),
  text: z.string(),
});
export type ChatPassage = z.infer<typeof ChatPassage>;

/** A passage of an open tab. */
export const TabPassage = z.object({ tabId: z.number(), title: z.string(), url: z.string(), text: z.string() });
export type TabPassage = z.infer<typeof TabPassage>;

/**
 * A page from the user's bookmarks or history. `at` is when it was added or last visited, in milliseconds since 1970.
 * `folder` contains the folders of a bookmark, outermost first, or ''.
 */
export type SavedPage = { title: string; url: string; at: number | null; folder: string };

/** The user's own data in this browser. */
export interface OwnData {
  /** Returns messages of other chats that may be relevant, best first, at most a few dozen. */
  chatTexts(search: ChatSearch, signal: AbortSignal): Promise<ChatText[]>;
  hasPermission(permission: BrowserPermission): Promise<boolean>;
  /**
   * Returns bookmarks, or pages visited in a period, newest first, except sites that the user excludes. Rejects without
   * the permission.
   */
  savedPages(from: BrowserPermission, period: Period, signal: AbortSignal): Promise<SavedPage[]>;
}
